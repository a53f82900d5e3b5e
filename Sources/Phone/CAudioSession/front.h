/* SPDX-License-Identifier: Apache-2.0 */
/* Functions for ALSA's plug-in, in addition to the public ones. */
#ifndef FRONT_H
#define FRONT_H

#include "include/audiosession.h"

/*
 * Whether sessions opened from now on belong to a plug-in, which speaks for a program that plays through ALSA only.
 * Atomic.
 */
extern int session_is_of_plugin;

/*
 * Applies the latest levels. Returns whether all frames up to the next levels have the same gain, and that gain, 0 for
 * a halted sound. Frames scaled by it need not go through `audiosession_process`.
 */
int session_is_even(audiosession *session, float *gain);

#endif
