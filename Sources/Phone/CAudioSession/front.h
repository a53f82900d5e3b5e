/* SPDX-License-Identifier: Apache-2.0 */
/* What ALSA's plug-in asks of the library beside the library's own functions. */
#ifndef FRONT_H
#define FRONT_H

#include "include/audiosession.h"

/* Whether sessions that are opened from now on are a plug-in's, which speaks for a program that knows of ALSA only; atomic. */
extern int session_is_of_plugin;

/*
 * Takes the latest levels: whether all frames have the same gain until the next ones are taken, and what that is; 0 for a sound
 * that is halted. Frames that are given this gain need not go through `audiosession_process`.
 */
int session_is_even(audiosession *session, float *gain);

#endif
