/* SPDX-License-Identifier: Apache-2.0 */
#include "levels.h"

#include <math.h>
#include <string.h>

/* Rounding must not depend on the compiler: the results equal the mixer's bit by bit. */
#ifdef __clang__
#pragma clang fp contract(off)
#endif

static const double half_turn = 3.14159265358979323846;

/* ---- Ramps ---- */

/*
 * Straight in decibels is offset + scale * 2^(rate * t). Between levels more than 60 dB apart, as to and from silence,
 * a steeper ramp would end in a click: it spans 60 dB, and the offset moves its ends into place.
 */
static double decibels(double from, double to, double t) {
    const double most = log2(1e3), rate = log2(to / from);
    if (fabs(rate) <= most) return 0 + from * exp2(rate * t);
    const double scale = (to - from) / (rate > 0 ? 1e3 - 1 : 1e-3 - 1);
    return from - scale + scale * exp2(copysign(most, rate) * t);
}

float ramp_gain(const struct ramp *ramp, int64_t frame) {
    if (frame >= ramp->frames) return (float)ramp->to;
    const double t = (double)(frame < 0 ? 0 : frame) * (1.0 / (double)ramp->frames);
    switch (ramp->shape) {
    case SHAPE_DECIBELS: return (float)decibels(ramp->from, ramp->to, t);
    case SHAPE_RAISED_COSINE:
        return (float)(ramp->from + (ramp->to - ramp->from) * (0.5 - 0.5 * cos(half_turn * t)));
    default: return (float)(ramp->from + (ramp->to - ramp->from) * t);
    }
}

/* ---- Between threads ---- */

enum { PLACE = 3, NEWS = 4 };

void mailbox_init(struct mailbox *mailbox, const struct levels *levels) {
    for (int place = 0; place < 3; place++) mailbox->places[place] = *levels;
    mailbox->front = 0;
    mailbox->back = 1;
    mailbox->middle = 2;
}

void mailbox_put(struct mailbox *mailbox, const struct levels *levels) {
    mailbox->places[mailbox->back] = *levels;
    mailbox->back = __atomic_exchange_n(&mailbox->middle, mailbox->back | NEWS, __ATOMIC_ACQ_REL) & PLACE;
}

const struct levels *mailbox_latest(struct mailbox *mailbox) {
    if (__atomic_load_n(&mailbox->middle, __ATOMIC_RELAXED) & NEWS) {
        mailbox->front = __atomic_exchange_n(&mailbox->middle, mailbox->front, __ATOMIC_ACQ_REL) & PLACE;
    }
    return &mailbox->places[mailbox->front];
}

/* ---- On the thread that plays ---- */

static int is_moving(const struct player *player, int stage) {
    return player->places[stage] < player->ramps[stage].frames;
}

static float stage_gain(const struct player *player, int stage) {
    return ramp_gain(&player->ramps[stage], player->places[stage]);
}

void player_init(struct player *player, const struct levels *levels) {
    memset(player, 0, sizeof *player);
    player->rate = 48000;
    player->channels = 2;
    for (int stage = 0; stage < STAGES; stage++) {
        const struct move *move = &levels->moves[stage];
        player->ramps[stage].from = player->ramps[stage].to = move->gain;
        player->numbers[stage] = move->number;
    }
    player->gain = player_gain(player);
}

void player_take(struct player *player, const struct levels *levels) {
    for (int stage = 0; stage < STAGES; stage++) {
        const struct move *move = &levels->moves[stage];
        if (move->number == player->numbers[stage]) continue;
        player->numbers[stage] = move->number;
        struct ramp *ramp = &player->ramps[stage];
        ramp->from = stage_gain(player, stage);
        ramp->to = move->gain;
        ramp->shape = move->shape;
        /* Rounded as the interpreter rounds. An unchanged gain needs no ramp. */
        const int64_t rate = player->rate, second = 1000000000;
        const int64_t seconds = move->nanoseconds / second, rest = move->nanoseconds % second;
        const int stays = (float)ramp->from == (float)ramp->to;
        ramp->frames = stays ? 0 : seconds * rate + (rest * rate + second / 2) / second;
        player->places[stage] = 0;
    }
}

int player_is_halted(const struct player *player) {
    return !is_moving(player, STAGE_RUN) && player->ramps[STAGE_RUN].to == 0;
}

float player_gain(const struct player *player) {
    float gain = 1;
    for (int stage = 0; stage < STAGES; stage++) gain *= stage_gain(player, stage);
    return gain;
}

/* Returns the gain of the current frame, and advances by a frame; `steady` is the gain of the stages at rest. */
static float next_gain(struct player *player, float steady) {
    float gain = steady;
    for (int stage = 0; stage < STAGES; stage++) {
        if (!is_moving(player, stage)) continue;
        gain *= stage_gain(player, stage);
        player->places[stage]++;
    }
    return gain;
}

/* Returns how many of the next frames have the same stages in motion, and the gain of those at rest. */
static size_t piece(const struct player *player, size_t frames, float *steady, int *moves) {
    *steady = 1;
    *moves = 0;
    for (int stage = 0; stage < STAGES; stage++) {
        if (is_moving(player, stage)) {
            const int64_t left = player->ramps[stage].frames - player->places[stage];
            if ((uint64_t)left < frames) frames = (size_t)left;
            *moves = 1;
        } else {
            *steady *= (float)player->ramps[stage].to;
        }
    }
    return frames;
}

int player_is_even(const struct player *player, float *gain) {
    int moves;
    piece(player, 1, gain, &moves);
    return !moves;
}

enum { BLOCK = 256 };

/* Computes the gains of the next frames, BLOCK at most, and advances by them; returns how many they are. */
static size_t next_gains(struct player *player, float gains[BLOCK], size_t frames) {
    float steady;
    int moves;
    const size_t count = piece(player, frames < BLOCK ? frames : BLOCK, &steady, &moves);
    for (size_t frame = 0; frame < count; frame++) gains[frame] = moves ? next_gain(player, steady) : steady;
    player->gain = gains[count - 1];
    return count;
}

/* Scales interleaved samples of a type: `scaled` is computed from *samples and `gain`. */
#define APPLY(scaled) \
    float gains[BLOCK]; \
    for (size_t count; frames > 0; frames -= count) { \
        count = next_gains(player, gains, frames); \
        for (size_t frame = 0; samples != NULL && frame < count; frame++) { \
            const float gain = gains[frame]; \
            for (unsigned channel = 0; channel < player->channels; channel++, samples++) *samples = scaled; \
        } \
    }

void player_apply(struct player *player, float *samples, size_t frames) {
    APPLY(gain == 0 ? 0 : *samples * gain) /* a product would keep NaN */
}

void player_apply_s16(struct player *player, int16_t *samples, size_t frames) {
    APPLY((int16_t)lrintf((float)*samples * gain))
}
