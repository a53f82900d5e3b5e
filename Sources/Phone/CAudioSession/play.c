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
    player_take(&session->player, mailbox_latest(&session->mailbox));
    return player_is_halted(&session->player);
}

int session_is_even(audiosession *session, float *gain) {
    *gain = 0;
    return is_halted(session) || player_is_even(&session->player, gain);
}

int audiosession_process(audiosession *session, float *samples, size_t frames) {
    if (is_halted(session)) {
        if (samples != NULL) memset(samples, 0, frames * session->player.channels * sizeof *samples);
        session->player.gain = 0;
        return AUDIOSESSION_HALTED;
    }
    player_apply(&session->player, samples, frames);
    if (frames == 0) session->player.gain = player_gain(&session->player);
    return AUDIOSESSION_SOUNDS;
}

int audiosession_process_s16(audiosession *session, int16_t *samples, size_t frames) {
    if (is_halted(session)) {
        if (samples != NULL) memset(samples, 0, frames * session->player.channels * sizeof *samples);
        session->player.gain = 0;
        return AUDIOSESSION_HALTED;
    }
    player_apply_s16(&session->player, samples, frames);
    if (frames == 0) session->player.gain = player_gain(&session->player);
    return AUDIOSESSION_SOUNDS;
}

float audiosession_gain(audiosession *session) { return session->player.gain; }
