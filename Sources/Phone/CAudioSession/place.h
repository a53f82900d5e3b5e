/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the host's socket, and notices a host that starts. */
#ifndef PLACE_H
#define PLACE_H

#include <stddef.h>

#include "include/audiosession.h"

/* The longest path that the wire allows, and a zero byte. */
enum { LONGEST_PATH = 99 };

struct place {
    char path[LONGEST_PATH + 1]; /* "" if there is none */
    int is_given;                /* given by AUDIOSESSION_SOCKET: a host must answer */
};

/* Reads the environment. Returns OK, or UNREACHABLE with the reason. */
int place_find(struct place *place, audiosession_why *why);

/*
 * Finds the app's name: AUDIOSESSION_APP, else `wanted`, else the program's file name. Returns OK, or INVALID with the
 * reason.
 */
int place_name(const char *wanted, char *name, size_t size, audiosession_why *why);

/* Whether a host accepts an app's name: printable UTF-8 without slashes. */
int place_is_name(const char *name);

/* Returns how many bytes of a text, up to `most`, are whole characters; -1 if it is not UTF-8. */
int place_fitting(const char *text, int most);

/* Connects. Returns a non-blocking socket, or -1 with errno; EPERM if the socket is another user's. */
int place_connect(const struct place *place);

/*
 * Watches the socket's folder, or its nearest existing parent. Returns an inotify descriptor that is readable when
 * something was created there, or -1.
 */
int place_watch(const struct place *place);

#endif
