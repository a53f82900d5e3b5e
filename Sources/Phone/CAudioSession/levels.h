/* SPDX-License-Identifier: Apache-2.0 */
/* The levels of a program's sound, passed from the library's thread to the one that plays and applied there. */
#ifndef LEVELS_H
#define LEVELS_H

#include <stddef.h>
#include <stdint.h>

/* The shapes of ramps, with the mixer's arithmetic; a test compares both. */
enum shape { SHAPE_LINEAR = 0, SHAPE_DECIBELS = 1, SHAPE_RAISED_COSINE = 2 };

/* A ramp from one gain to another over a number of frames. */
struct ramp {
    double from, to;
    int64_t frames;
    int shape;
};

/* Returns the gain at a frame, from 0; `to` after the end. */
float ramp_gain(const struct ramp *ramp, int64_t frame);

/* The independent parts of a level, which may begin and end in any order. */
enum stage {
    STAGE_OWN,    /* the program's own gain */
    STAGE_DUCK,   /* others' sessions duck it */
    STAGE_GATE,   /* silenced by a rule while it runs */
    STAGE_VOLUME, /* the part of the volume that no hardware applies */
    STAGE_RUN,    /* 1 while it runs, else 0 */
    STAGES
};

/* The target of a stage. */
struct move {
    double gain;
    int64_t nanoseconds; /* the duration of the move */
    int shape;
    uint32_t number; /* changes with each move of the stage, from 0 */
};

/* The targets of all stages; only the latest counts. */
struct levels {
    struct move moves[STAGES];
};

/*
 * Passes levels from one thread to another without waiting on either side: each side owns a slot, and they exchange the
 * third.
 */
struct mailbox {
    struct levels places[3];
    uint32_t middle; /* the slot to exchange, and whether it is new; atomic */
    uint32_t back;   /* the writer's slot */
    uint32_t front;  /* the reader's */
};

/* The state of the thread that plays. */
struct player {
    struct ramp ramps[STAGES];
    int64_t places[STAGES]; /* frames into each ramp */
    uint32_t numbers[STAGES];
    unsigned rate, channels;
    float gain; /* of the last frame */
};

/* Sets all slots to `levels`; call it before any other function. */
void mailbox_init(struct mailbox *mailbox, const struct levels *levels);
/* Publishes levels. On the writer's thread. */
void mailbox_put(struct mailbox *mailbox, const struct levels *levels);
/* Returns the latest levels. On the reader's thread. */
const struct levels *mailbox_latest(struct mailbox *mailbox);

void player_init(struct player *player, const struct levels *levels);
/* Starts new moves from each stage's current gain. On the thread that plays, like all functions below. */
void player_take(struct player *player, const struct levels *levels);
/* Whether the sound is halted, and has faded out. */
int player_is_halted(const struct player *player);
/* Returns the gain of the next frame. */
float player_gain(const struct player *player);
/* Whether the next frames have the same gain until new levels arrive; `gain` receives it. */
int player_is_even(const struct player *player, float *gain);
/* Applies the levels to interleaved samples and advances; NULL only advances. */
void player_apply(struct player *player, float *samples, size_t frames);
/* Applies the levels to 16-bit samples. */
void player_apply_s16(struct player *player, int16_t *samples, size_t frames);

#endif
