/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The code of the thread that plays. A test checks that this file and levels.c call only arithmetic and memset: no
 * allocator, no lock, no system call.
 */
#include "front.h"
#include "session.h"

#include <string.h>

int audiosession_set_format(audiosession *session, unsigned rate, unsigned channels) {
    if (rate < 1 || rate > 768000 || channels < 1 || channels > 64) return AUDIOSESSION_INVALID;
    session->player.rate = rate;
    session->player.channels = channels;
    return AUDIOSESSION_OK;
}

/* Applies the latest levels; returns whether the sound is halted. */
static int is_halted(audiosession *session) {
    struct player *player = &session->player;
    player_take(player, mailbox_latest(&session->mailbox));
    const int is_halted = player_is_halted(player);
    player->gain = is_halted ? 0 : player_gain(player);
    return is_halted;
}

int session_is_even(audiosession *session, float *gain) {
    *gain = 0;
    return is_halted(session) || player_is_even(&session->player, gain);
}

int audiosession_process(audiosession *session, float *samples, size_t frames) {
    const int halted = is_halted(session);
    if (!halted) player_apply(&session->player, samples, frames);
    if (halted && samples != NULL) memset(samples, 0, frames * session->player.channels * sizeof *samples);
    return halted ? AUDIOSESSION_HALTED : AUDIOSESSION_SOUNDS;
}

int audiosession_process_s16(audiosession *session, int16_t *samples, size_t frames) {
    const int halted = is_halted(session);
    if (!halted) player_apply_s16(&session->player, samples, frames);
    if (halted && samples != NULL) memset(samples, 0, frames * session->player.channels * sizeof *samples);
    return halted ? AUDIOSESSION_HALTED : AUDIOSESSION_SOUNDS;
}

float audiosession_gain(audiosession *session) { return session->player.gain; }
