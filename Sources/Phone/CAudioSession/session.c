/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* signals and clocks of threads */
#include "session.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

/* The rule books' values, until a host sends its own. */
static const struct lengths usual_lengths = {{300000000, 700000000, 80000000, 300000000, 5000000, 10000000, 20000000}};

static void release(audiosession *session) {
    const int descriptors[] = {session->wake, session->ready, session->socket, session->watch};
    for (size_t each = 0; each < sizeof descriptors / sizeof *descriptors; each++) {
        if (descriptors[each] >= 0) close(descriptors[each]);
    }
    pthread_cond_destroy(&session->changed);
    pthread_mutex_destroy(&session->lock);
    free(session);
}

/* ---- The end of the program ---- */

/* A program that exits normally has quit, even if it closes nothing: it has not crashed. */
static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;
static audiosession *open_sessions;
static int tells_end;

static void say_bye(audiosession *session) {
    struct outgoing bye;
    begin(&bye, KIND_BYE, 0);
    if (session->link == LINK_GOVERNED) link_send(session, &bye);
}

/* Locks within a second: a thread inside the library must not keep the program from exiting. */
static int lock_soon(pthread_mutex_t *lock) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    return pthread_mutex_timedlock(lock, &until) == 0;
}

static void quit(void) {
    if (!lock_soon(&open_lock)) return;
    for (audiosession *session = open_sessions; session != NULL; session = session->next_open) {
        if (!lock_soon(&session->lock)) continue;
        session->ends = 1; /* keeps the thread from looking for a new host */
        say_bye(session);
        eventfd_write(session->wake, 1);
        pthread_mutex_unlock(&session->lock);
    }
    pthread_mutex_unlock(&open_lock);
}

static void before_fork(void) { pthread_mutex_lock(&open_lock); }
static void after_fork(void) { pthread_mutex_unlock(&open_lock); }
/* A child leaves its parent's sessions alone, so that the host does not see them end. */
static void after_fork_in_child(void) {
    open_sessions = NULL;
    pthread_mutex_unlock(&open_lock);
}

static void note_open(audiosession *session) {
    pthread_mutex_lock(&open_lock);
    session->next_open = open_sessions;
    open_sessions = session;
    if (!tells_end) {
        tells_end = 1;
        pthread_atfork(before_fork, after_fork, after_fork_in_child);
        atexit(quit);
    }
    pthread_mutex_unlock(&open_lock);
}

static void note_closed(const audiosession *session) {
    pthread_mutex_lock(&open_lock);
    audiosession **place = &open_sessions;
    while (*place != NULL && *place != session) place = &(*place)->next_open;
    if (*place != NULL) *place = session->next_open;
    pthread_mutex_unlock(&open_lock);
}

/* ---- Opening and closing ---- */

static audiosession *make(void) {
    audiosession *session = calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&session->lock, NULL);
    pthread_cond_init(&session->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    session->socket = session->watch = -1;
    session->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    session->ready = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    session->reports_handling = getenv("AUDIOSESSION_REACTIONS") != NULL;
    session->lengths = usual_lengths;
    struct declared *declared = &session->kept.session;
    declared->category = declared->mode = declared->options = AUDIOSESSION_KEEP;
    session->kept.gain = 1;
    session->kept.left = -1;
    session->part.is_complete = 1;
    sound_init(session);
    if (session->wake >= 0 && session->ready >= 0) return session;
    release(session);
    return NULL;
}

/* Starts the library's thread, with all signals blocked. */
static int start(audiosession *session) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&session->thread, NULL, link_run, session);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}

int audiosession_open(audiosession **result, const char *app, audiosession_why *why) {
    audiosession_why unasked;
    if (why == NULL) why = &unasked;
    memset(why, 0, sizeof *why);
    *result = NULL;
    audiosession *session = make();
    if (session == NULL) {
        strcpy(why->sentence,
               "no memory or no descriptor is left for a session; close files, or allow more with ulimit -n");
        return AUDIOSESSION_EXHAUSTED;
    }
    int answer = place_find(&session->place, why);
    if (answer >= 0) answer = place_name(app, session->wanted, sizeof session->wanted, why);
    if (answer >= 0) {
        strcpy(session->app, session->wanted);
        answer = link_open(session, why);
    }
    if (answer >= 0 && !start(session)) {
        strcpy(why->sentence, "no thread can be started; end other programs, or allow more threads with ulimit -u");
        answer = AUDIOSESSION_EXHAUSTED;
    }
    if (answer < 0) {
        release(session);
    } else {
        note_open(session);
        *result = session;
    }
    return answer;
}

void audiosession_close(audiosession *session) {
    if (session == NULL) return;
    note_closed(session);
    pthread_mutex_lock(&session->lock);
    session->ends = 1;
    eventfd_write(session->wake, 1);
    pthread_mutex_unlock(&session->lock);
    pthread_join(session->thread, NULL);
    say_bye(session);
    release(session);
}

/* Unlocks the session, and returns OK if a host governs it, else UNGOVERNED. */
static int unlock(audiosession *session) {
    const int governed = session->link == LINK_GOVERNED;
    pthread_mutex_unlock(&session->lock);
    return governed ? AUDIOSESSION_OK : AUDIOSESSION_UNGOVERNED;
}

/* Copies as much of a text as fits. */
static void copy(char *to, size_t size, const char *from) {
    to[0] = 0;
    strncat(to, from, size - 1);
}

int audiosession_app(audiosession *session, char *name, size_t size) {
    if (size == 0) return AUDIOSESSION_INVALID;
    pthread_mutex_lock(&session->lock);
    copy(name, size, session->app);
    return unlock(session);
}

int audiosession_governed(audiosession *session) {
    pthread_mutex_lock(&session->lock);
    return unlock(session);
}

void audiosession_explain(audiosession *session, audiosession_why *why) {
    pthread_mutex_lock(&session->lock);
    *why = session->why;
    pthread_mutex_unlock(&session->lock);
}

/* Copies a PCM of the last scene, or `default` before the first one. */
static int tell_pcm(audiosession *session, const char *pcm, char *name, size_t size) {
    if (size == 0) return AUDIOSESSION_INVALID;
    pthread_mutex_lock(&session->lock);
    copy(name, size, session->knows_pcm ? pcm : "default");
    session->told_pcm = 1;
    return unlock(session);
}

int audiosession_pcm(audiosession *session, char *name, size_t size) {
    return tell_pcm(session, session->pcm, name, size);
}

int audiosession_capture_pcm(audiosession *session, char *name, size_t size) {
    return tell_pcm(session, session->capture_pcm, name, size);
}

int audiosession_output_lost(audiosession *session) {
    struct outgoing message;
    begin(&message, KIND_OUTPUT_LOST, 0);
    pthread_mutex_lock(&session->lock);
    put(&message, session->port, 1);
    const int told = session->link == LINK_GOVERNED && session->knows_pcm && link_send(session, &message);
    pthread_mutex_unlock(&session->lock);
    return told ? AUDIOSESSION_OK : AUDIOSESSION_UNGOVERNED;
}
