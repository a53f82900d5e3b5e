/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the host's socket, and notices a host that starts. */
#ifndef PLACE_H
#define PLACE_H

#include <stddef.h>

#include "include/audiosession.h"

/* The longest path that the wire allows, and room for its zero byte. */
enum { LONGEST_PATH = 99 };

struct place {
    char path[LONGEST_PATH + 1]; /* "" where there is none to look at */
    int is_given;                /* by AUDIOSESSION_SOCKET: then a host must answer */
};

/* Reads the environment; answers OK or UNREACHABLE with the reason. */
int place_find(struct place *place, audiosession_why *why);

/* The app's name: AUDIOSESSION_APP's, else `wanted`, else the program's file name. OK, or INVALID with the reason. */
int place_name(const char *wanted, char *name, size_t size, audiosession_why *why);

/* Whether a host takes the name of an app: UTF-8 in which every character can be shown, without slashes. */
int place_is_name(const char *name);

/*
 * How many bytes of a text are UTF-8 that ends at a character, of `most` at most; -1 where it is not UTF-8.
 */
int place_fitting(const char *text, int most);

/* Connects: a socket that does not wait, or -1 with errno; EPERM where the socket is another user's. */
int place_connect(const struct place *place);

/*
 * Watches, by an inotify descriptor, the folder of the socket or the nearest one above that there is: readable when
 * something has come there. -1 where nothing can be watched.
 */
int place_watch(const struct place *place);

#endif
