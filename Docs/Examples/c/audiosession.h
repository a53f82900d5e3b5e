/* SPDX-License-Identifier: Apache-2.0 */
/* A phone for your tests: asks `audiosession oracle` which app is heard. POSIX, no library. */
#ifndef AUDIOSESSION_H
#define AUDIOSESSION_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct phone {
    pid_t process;
    FILE *steps;   /* to the oracle */
    FILE *replies; /* from it */
    char *reply;   /* the last one, a line of JSON; NULL before the first */
    size_t capacity;
};

/* Starts an oracle; `rules` is a rule book or a version of the system, such as "iOS 14.5", and NULL the newest. The program
 * is found through the environment variable AUDIOSESSION or on the PATH. Ends the test program with a message where it
 * cannot be started. */
void phone_open(struct phone *phone, const char *rules);

/* Takes a step, an object of JSON on one line, and returns the reply, which stands until the next step. */
const char *phone_step(struct phone *phone, const char *step);

/* Ends the oracle; 0 where it ended well. */
int phone_close(struct phone *phone);

/* Copies what stands in a reply at a path such as "heard/0/sound", of a string the inside, of anything else the JSON.
 * Returns `text`; it is empty where nothing stands there or it does not fit. */
char *field(const char *json, const char *path, char *text, size_t size);

#endif
