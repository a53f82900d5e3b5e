/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include <string.h>

/* Returns the length of a kind of change, in nanoseconds. A code that this library does not know counts as a cut. */
static int64_t length_of(const audiosession *session, uint8_t change) {
    return session->lengths.of[change < CHANGES ? change : CHANGE_CUT];
}

/* Orders one stage. */
static void move_stage(audiosession *session, enum stage stage, double gain, int64_t nanoseconds, int shape) {
    struct move *move = &session->levels.moves[stage];
    move->gain = gain;
    move->nanoseconds = nanoseconds;
    move->shape = shape;
    move->number++;
}

/* Moves a factor as the table of Docs/Wire.md says; not at all where it stands there already. */
static void move_factor(audiosession *session, enum stage stage, double gain, uint8_t change, int64_t nanoseconds) {
    double *factor = &session->heard.factors[stage];
    if (*factor == gain) return;
    const int is_cosine = stage == STAGE_GATE || change == CHANGE_CUT || change >= CHANGES || *factor == 0 || gain == 0;
    *factor = gain;
    move_stage(session, stage, gain, nanoseconds, is_cosine ? SHAPE_RAISED_COSINE : SHAPE_DECIBELS);
}

/* Puts all factors in place for a sound that does not run: at once, unless what ran before can still be heard. */
static void place_factors(audiosession *session, const double factors[STAGES]) {
    const int is_fading = now() < session->heard.halted + session->heard.fading;
    const int64_t nanoseconds = is_fading ? length_of(session, CHANGE_CUT) : 0;
    for (int stage = STAGE_OWN; stage <= STAGE_VOLUME; stage++) {
        if (session->heard.factors[stage] == factors[stage]) continue;
        session->heard.factors[stage] = factors[stage];
        move_stage(session, (enum stage)stage, factors[stage], nanoseconds, SHAPE_RAISED_COSINE);
    }
}

static void run(audiosession *session, int64_t nanoseconds) {
    if (!session->heard.runs) session->kept.since = now();
    session->heard.runs = session->heard.is_present = 1;
    move_stage(session, STAGE_RUN, 1, nanoseconds, SHAPE_RAISED_COSINE);
}

static void halt(audiosession *session, int64_t nanoseconds) {
    if (!session->heard.runs) return;
    session->kept.left = sound_left(session);
    session->heard.runs = 0;
    session->heard.halted = now();
    session->heard.fading = nanoseconds;
    move_stage(session, STAGE_RUN, 0, nanoseconds, SHAPE_RAISED_COSINE);
}

/* Hands the levels to the thread that plays, and tells the program where they go. */
static void publish(audiosession *session) {
    mailbox_put(&session->mailbox, &session->levels);
    audiosession_notice notice;
    memset(&notice, 0, sizeof notice);
    notice.kind = AUDIOSESSION_NOTICE_LEVEL;
    notice.at = now();
    notice.level = session->heard.runs ? 1 : 0;
    int64_t longest = 0;
    for (int stage = 0; stage < STAGES; stage++) {
        const struct move *move = &session->levels.moves[stage];
        if (stage != STAGE_RUN) notice.level *= move->gain;
        if (move->number != session->told[stage] && move->nanoseconds > longest) longest = move->nanoseconds;
        session->told[stage] = move->number;
    }
    notice.seconds = (double)longest / 1e9;
    if (notice.level == session->told_level) return;
    session->told_level = notice.level;
    notice_post(session, &notice, 0);
}

void sound_init(audiosession *session) {
    for (int stage = 0; stage < STAGES; stage++) {
        session->levels.moves[stage].gain = session->heard.factors[stage] = stage == STAGE_RUN ? 0 : 1;
    }
    mailbox_init(&session->mailbox, &session->levels);
    player_init(&session->player, &session->levels);
}

int64_t sound_left(const audiosession *session) {
    const struct kept *kept = &session->kept;
    if (kept->left < 0 || !session->heard.runs) return kept->left;
    const int64_t left = kept->left - (now() - kept->since);
    return left > 0 ? left : 0;
}

int sound_stands(const audiosession *session) {
    return session->kept.sound == SOUND_PAUSED || (session->kept.sound == SOUND_PLAYING && !session->heard.runs);
}

/* ---- By the host ---- */

static void take_pcm(audiosession *session, const struct scene *scene) {
    const char *pcm = scene->has_pcm ? scene->pcm : "", *capture = scene->has_capture_pcm ? scene->capture_pcm : "";
    const int differs = strcmp(pcm, session->pcm) != 0 || strcmp(capture, session->capture_pcm) != 0;
    session->port = scene->port;
    strcpy(session->pcm, pcm);
    strcpy(session->capture_pcm, capture);
    session->knows_pcm = 1;
    if (!differs || !session->told_pcm) return;
    session->told_pcm = 0;
    notice_post_kind(session, AUDIOSESSION_NOTICE_PCM_CHANGED);
}

/* The factors of a sound that runs and ran before. */
static void take_factors(audiosession *session, const struct scene *scene, const double factors[STAGES]) {
    const struct sound *sound = &scene->sound;
    const uint8_t *changes = sound->changes;
    const int64_t over = sound->gain_over >= 0 ? sound->gain_over : length_of(session, changes[PART_GAIN]);
    const uint8_t volume = changes[sound->outputs != session->heard.outputs ? PART_OUTPUTS : PART_VOLUME];
    move_factor(session, STAGE_OWN, factors[STAGE_OWN], changes[PART_GAIN], over);
    const uint8_t duck = changes[PART_DUCK], silence = changes[PART_SILENCE];
    const int64_t duck_over =
        duck == CHANGE_DUCK_DOWN && scene->duck_down >= 0 ? scene->duck_down : length_of(session, duck);
    move_factor(session, STAGE_DUCK, factors[STAGE_DUCK], duck, duck_over);
    move_factor(session, STAGE_GATE, factors[STAGE_GATE], silence, length_of(session, silence));
    move_factor(session, STAGE_VOLUME, factors[STAGE_VOLUME], volume, length_of(session, volume));
}

void sound_take(audiosession *session, const struct scene *scene) {
    struct heard *heard = &session->heard;
    const struct sound *sound = &scene->sound;
    take_pcm(session, scene);
    if (sound->is_present) {
        const double factors[STAGES] = {sound->gain, sound->duck, sound->is_silenced ? 0 : 1, sound->volume, 1};
        const int begins = sound->begins && !session->continues;
        const int starts = !heard->is_present && !session->continues;
        const uint8_t change = sound->changes[starts ? PART_START : PART_RESUMPTION];
        heard->is_present = 1;
        if (!sound->runs) {
            halt(session, length_of(session, sound->changes[PART_HALT]));
        } else if (begins) {
            heard->fading = 0;
            place_factors(session, factors);
            run(session, 0);
        } else if (!heard->runs) {
            place_factors(session, factors);
            run(session, length_of(session, change));
        } else {
            take_factors(session, scene, factors);
        }
        heard->outputs = sound->outputs;
    } else {
        /* A sound that ran to its end has some frames left that are on their way; they are not cut off. */
        if (scene->is_finished) {
            heard->runs = 0;
            heard->fading = 0;
            session->kept.sound = SOUND_NONE;
        }
        halt(session, length_of(session, scene->end));
        heard->is_present = 0;
    }
    publish(session);
}

/* ---- By the program's word alone ---- */

void sound_play(audiosession *session, int begins) {
    const double factors[STAGES] = {session->kept.gain, 1, 1, session->heard.factors[STAGE_VOLUME], 1};
    if (begins) session->heard.fading = 0;
    if (begins || !session->heard.runs) place_factors(session, factors);
    run(session, begins ? 0 : length_of(session, CHANGE_CUT));
    publish(session);
}

void sound_halt(audiosession *session) {
    halt(session, length_of(session, CHANGE_CUT));
    session->heard.is_present = session->kept.sound != SOUND_NONE;
    publish(session);
}

void sound_set_gain(audiosession *session) {
    move_factor(session, STAGE_OWN, session->kept.gain, CHANGE_VOLUME, length_of(session, CHANGE_VOLUME));
    publish(session);
}
