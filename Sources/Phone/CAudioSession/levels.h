/* SPDX-License-Identifier: Apache-2.0 */
/* The levels of a program's sound: handed from the library's thread to the one that plays, and applied there. */
#ifndef LEVELS_H
#define LEVELS_H

#include <stddef.h>
#include <stdint.h>

/* The way from one gain to another; the mixer's shapes by the mixer's arithmetic, which a test holds them to. */
enum shape { SHAPE_LINEAR = 0, SHAPE_DECIBELS = 1, SHAPE_RAISED_COSINE = 2 };

/* A ramp: from one gain to another in so many frames. */
struct ramp {
    double from, to;
    int64_t frames;
    int shape;
};

/* The ramp's gain at a frame, 0 being its first; `to` from its end on. */
float ramp_gain(const struct ramp *ramp, int64_t frame);

/* What makes a level, each by itself, so that what begins and ends in any order disturbs nothing else. */
enum stage {
    STAGE_OWN,    /* the program's own gain */
    STAGE_DUCK,   /* others' sessions duck it */
    STAGE_GATE,   /* a rule silences it while it goes on */
    STAGE_VOLUME, /* the volume in force, as far as no hardware does it */
    STAGE_RUN,    /* 1 while it runs, 0 while it is halted, paused or over */
    STAGES
};

/* Where a stage is to go. */
struct move {
    double gain;
    int64_t nanoseconds; /* how long that takes */
    int shape;
    uint32_t number; /* another one for each move of the stage; the first state of all has 0 */
};

/* Where all stages are to go: complete, so that only the latest counts. */
struct levels {
    struct move moves[STAGES];
};

/*
 * Levels on their way from one thread to another, without waiting on either side: three places, of which each side
 * has one and the third changes hands.
 */
struct mailbox {
    struct levels places[3];
    uint32_t middle; /* which place changes hands, and whether it is news; atomic */
    uint32_t back;   /* the writer's place */
    uint32_t front;  /* the reader's */
};

/* What the thread that plays knows. */
struct player {
    struct ramp ramps[STAGES];
    int64_t places[STAGES]; /* frames into each ramp */
    uint32_t numbers[STAGES];
    unsigned rate, channels;
    float gain; /* of the last frame */
};

/* Everything at `levels`, on both sides; before any other use. */
void mailbox_init(struct mailbox *mailbox, const struct levels *levels);
/* Hands over levels; the writer's thread. */
void mailbox_put(struct mailbox *mailbox, const struct levels *levels);
/* The latest levels; the reader's thread. */
const struct levels *mailbox_latest(struct mailbox *mailbox);

void player_init(struct player *player, const struct levels *levels);
/* Begins the moves that are new, from where each stage is; the thread that plays, like all below. */
void player_take(struct player *player, const struct levels *levels);
/* Whether the sound stands still, and has faded. */
int player_is_halted(const struct player *player);
/* What the next frame gets. */
float player_gain(const struct player *player);
/* Whether the next frames have the same gain, until the next levels are taken; then what that is. */
int player_is_even(const struct player *player, float *gain);
/* Applies the levels to interleaved samples, and goes on by so many frames; NULL: goes on only. */
void player_apply(struct player *player, float *samples, size_t frames);
/* The same for 16 bits. */
void player_apply_s16(struct player *player, int16_t *samples, size_t frames);

#endif
