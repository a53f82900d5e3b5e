/* SPDX-License-Identifier: Apache-2.0 */
/* The connection to the host: greeting, reading, losing the host, and finding the next one. */
#define _GNU_SOURCE /* ppoll */
#include "front.h"
#include "session.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* The shortest and the longest pause before looking for a missing or silent host again. */
static const int64_t first_wait = 20000000, last_wait = INT64_C(10000000000);

/* The versions of the protocol that the library speaks. */
enum { LOWEST_VERSION = 1, HIGHEST_VERSION = 2 };

int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int link_wait(audiosession *session, int64_t until) {
    const struct timespec time = {(time_t)(until / 1000000000), (long)(until % 1000000000)};
    return pthread_cond_timedwait(&session->changed, &session->lock, &time) != ETIMEDOUT;
}

int link_send(audiosession *session, const struct outgoing *message) {
    if (session->socket < 0) return 0;
    if (send(session->socket, message->bytes, message->size, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0) return 1;
    link_lose(session);
    return 0;
}

int session_is_of_plugin;

static void greet(audiosession *session) {
    struct outgoing hello;
    begin(&hello, KIND_HELLO, ++session->number);
    put(&hello, 0x53455341, 4); /* ASES */
    put(&hello, LOWEST_VERSION, 2);
    put(&hello, HIGHEST_VERSION, 2);
    const int flags = 1 | (session->is_in_foreground ? 2 : 0) | (session->kept.session.is_interrupted ? 4 : 0);
    const int plugin = __atomic_load_n(&session_is_of_plugin, __ATOMIC_RELAXED) ? 16 : 0;
    put(&hello, (session->was_governed ? flags : 0) | plugin, 1);
    put_text(&hello, session->was_governed ? session->app : session->wanted);
    session->greets = 1;
    /* On failure the host has ended the connection, perhaps after saying why. */
    (void)send(session->socket, hello.bytes, hello.size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* ---- The socket, and the library's thread at it ---- */

static void hang_up(audiosession *session) {
    if (session->socket < 0) return;
    close(session->socket);
    session->socket = -1;
    session->greets = 0;
}

/* Whether the kernel has no memory or descriptor left, which says nothing about the host. */
static int is_exhausted(int error) {
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS || error == ENOSPC;
}

/* ---- Losing a host ---- */

static void watch_again(audiosession *session) {
    if (session->watch >= 0) close(session->watch);
    session->watch = place_watch(&session->place);
}

static void take_due(audiosession *session, int64_t until) {
    int taken = 0;
    while (taken < session->waiting_count && session->waiting[taken].at <= until) {
        sound_take(session, &session->waiting[taken++]);
    }
    session->waiting_count -= taken;
    memmove(session->waiting, session->waiting + taken, (size_t)session->waiting_count * sizeof *session->waiting);
}

void link_lose(audiosession *session) {
    if (session->socket < 0) return;
    hang_up(session);
    const int was_governed = session->link == LINK_GOVERNED;
    session->link = LINK_LOST;
    memset(&session->part, 0, sizeof session->part);
    session->part.is_complete = 1;
    take_due(session, INT64_MAX);
    if (session->is_calling && !session->call.is_answered) call_alone(session, &session->call);
    const int has_lasted = was_governed && now() - session->governed > PATIENCE;
    if (has_lasted) session->next_wait = first_wait;
    if (was_governed) notice_post_kind(session, AUDIOSESSION_NOTICE_HOST_LOST);
    /* A host that does not greet, or ends each conversation early, is not retried immediately. */
    session->retry = now() + (has_lasted ? 0 : session->next_wait);
    pthread_cond_broadcast(&session->changed);
    eventfd_write(session->wake, 1);
}

/* ---- Finding one ---- */

static void declare_flag(audiosession *session, enum kind kind) {
    send_call(session, &(struct wish){.kind = kind, .flag = 1});
}

/* Declares the app to a host that does not know it. Scenes show the result; the answers need not be read. */
static void declare(audiosession *session) {
    const struct kept *kept = &session->kept;
    const struct declared declared = kept->session;
    const int keep = AUDIOSESSION_KEEP;
    session->answered = declared;
    if (kept->has_now_playing) tell_now_playing(session);
    if (declared.category != keep || declared.mode != keep || declared.options != keep) {
        send_call(session, &(struct wish){.kind = KIND_SET_CATEGORY, .category = declared.category,
                                          .mode = declared.mode, .options = declared.options});
    }
    /* An app that was interrupted returns inactive, and its sound stays halted. */
    if (declared.is_active) declare_flag(session, KIND_SET_ACTIVE);
    if (declared.overrides) declare_flag(session, KIND_OVERRIDE_OUTPUT);
    if (declared.is_active && kept->sound == SOUND_PLAYING && session->heard.runs) {
        session->continues = 1;
        send_call(session, &(struct wish){.kind = KIND_PLAY, .left = sound_left(session), .gain = kept->gain});
    }
    if (declared.is_active && declared.records) declare_flag(session, KIND_RECORD);
    struct outgoing message;
    session->restored = ++session->number;
    begin(&message, KIND_ASK_FACTS, session->restored);
    link_send(session, &message);
}

/* Doubles the pause after each failed attempt. */
static void wait_longer(audiosession *session) {
    session->next_wait = session->next_wait * 2 < last_wait ? session->next_wait * 2 : last_wait;
}

static void look(audiosession *session) {
    session->retry = 0;
    session->socket = place_connect(&session->place);
    if (session->socket >= 0) {
        session->link = LINK_GREETING;
        wait_longer(session);
        session->retry = now() + PATIENCE;
        greet(session);
    } else if (is_exhausted(errno)) {
        session->retry = now() + session->next_wait;
        wait_longer(session);
    } else if (errno == ECONNREFUSED || errno == EAGAIN) {
        /* The host is about to listen, or it is dead and has left its socket; after some seconds, the latter. */
        if (session->next_wait < PATIENCE) session->retry = now() + session->next_wait;
        wait_longer(session);
    }
    if (session->socket < 0 && session->watch < 0 && session->retry == 0) session->retry = now() + last_wait;
}

/* ---- Handling its messages: each function returns 0 for an invalid one ---- */

static int is_welcome(const audiosession *session, struct incoming *message, struct welcome *welcome) {
    welcome->lengths = session->lengths;
    return message->number == session->number && get_welcome(message, welcome) &&
           welcome->version >= LOWEST_VERSION && welcome->version <= HIGHEST_VERSION;
}

/* Applies a welcome; the host counts scenes and notices from the start. */
static void accept_welcome(audiosession *session, const struct welcome *welcome) {
    session->greets = 0;
    session->version = welcome->version;
    session->scenes = session->told_notices = 0;
    session->lengths = welcome->lengths;
    strcpy(session->app, welcome->app);
}

static int take_welcome(audiosession *session, struct incoming *message) {
    struct welcome welcome;
    if (!session->greets || !is_welcome(session, message, &welcome)) return 0;
    accept_welcome(session, &welcome);
    session->retry = now() + PATIENCE;
    if (session->watch >= 0) close(session->watch);
    session->watch = -1;
    declare(session);
    return 1;
}

/* Whether the outcome has the answer that the call expects; true if it expects none. */
static int is_answer(const struct call *call) {
    return call->wish.kind != KIND_ASK || call->outcome.is_refused || call->outcome.answer == call->wish.answer;
}

/* Wakes the caller once all effects of its call have arrived; returns 1. */
static int look_at_call(audiosession *session) {
    struct call *call = &session->call;
    const struct outcome *outcome = &call->outcome;
    if (!session->is_calling || !call->is_answered || call->is_settled || session->version == 1) return 1;
    if (outcome->has_mark && (session->scenes < outcome->scene || session->told_notices < outcome->notice)) return 1;
    call->is_settled = 1;
    pthread_cond_broadcast(&session->changed);
    return 1;
}

static int take_outcome(audiosession *session, struct incoming *message) {
    struct call *call = &session->call;
    if (!session->is_calling || call->is_answered || message->number != call->number) return 1;
    call->is_answered = get_outcome(message, session->version, &call->outcome) && is_answer(call);
    /* Now rather than when the caller wakes, because the next message may change it again. */
    if (call->is_answered && !call->outcome.is_refused) keep_sound(session, &call->wish);
    if (!call->is_answered) return 0;
    if (session->version > 1) {
        look_at_call(session);
    } else {
        /* A host of version 1 does not say what follows from a call; the answer to a later question comes after it. */
        struct outgoing question;
        begin(&question, KIND_ASK_FACTS, ++session->number);
        link_send(session, &question);
    }
    return 1;
}

static int take_facts(audiosession *session, const struct incoming *message) {
    if (session->link == LINK_GREETING && message->number == session->restored) {
        session->link = LINK_GOVERNED;
        session->was_governed = 1;
        session->governed = now();
        session->continues = 0;
        session->kept.session = session->answered;
        session->retry = 0;
        notice_post_kind(session, AUDIOSESSION_NOTICE_HOST_FOUND);
    } else if (session->is_calling && session->call.is_answered && message->number == session->call.number + 1) {
        session->call.is_settled = 1;
    } else {
        return 1;
    }
    pthread_cond_broadcast(&session->changed);
    return 1;
}

static int take_notice(audiosession *session, struct incoming *message) {
    audiosession_notice notice;
    if (!get_notice(message, &notice)) return 0;
    session->told_notices++;
    if (notice.kind == 0) return 1;
    const int is_over = notice.kind == AUDIOSESSION_NOTICE_SOUND_FINISHED ||
                        notice.kind == AUDIOSESSION_NOTICE_SERVICES_LOST || notice.kind == AUDIOSESSION_NOTICE_TERMINATED;
    if (is_over) session->kept.sound = SOUND_NONE;
    notice_post(session, &notice, session->told_notices);
    return 1;
}

static int take_scene(audiosession *session, struct incoming *message) {
    if (!get_scene(message, SOUND_NAME, &session->part)) return 0;
    if (!session->part.is_complete) return 1;
    session->scenes++;
    if (session->part.at <= now()) {
        take_due(session, INT64_MAX); /* replaces what was scheduled later */
        sound_take(session, &session->part);
        return 1;
    }
    if (session->waiting_count == WAITING_SCENES) take_due(session, session->waiting[0].at);
    session->waiting[session->waiting_count++] = session->part;
    eventfd_write(session->wake, 1); /* a caller's thread has read a deadline that the library's thread does not know */
    return 1;
}

static int take_message(audiosession *session, struct incoming *message) {
    switch (message->kind) {
    case KIND_WELCOME: return take_welcome(session, message);
    case KIND_OUTCOME: return take_outcome(session, message);
    case KIND_FACTS: return take_facts(session, message);
    case KIND_NOTICE: return take_notice(session, message) && look_at_call(session);
    case KIND_SCENE: return take_scene(session, message) && look_at_call(session);
    case KIND_STANDING:
        return get_session(message, session->link == LINK_GREETING ? &session->answered : &session->kept.session,
                           &session->is_in_foreground);
    case KIND_FAREWELL: return 0; /* nothing follows it */
    default: return 1;            /* of a later version */
    }
}

static void hear(audiosession *session) {
    for (int each = 0; each < 64 && session->socket >= 0; each++) {
        const ssize_t size = recv(session->socket, session->buffer, sizeof session->buffer, MSG_DONTWAIT | MSG_TRUNC);
        if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
        int is_understood = size > 0 && (size_t)size <= sizeof session->buffer;
        if (is_understood) {
            struct incoming message = received(session->buffer, (size_t)size);
            is_understood = !message.is_bad && take_message(session, &message);
        }
        if (!is_understood) link_lose(session);
    }
}

/* ---- The library's thread ---- */

/* Without a host the library itself reports the end of the sound. */
static int64_t end_of_sound(const audiosession *session) {
    if (session->link != LINK_LOST || !session->heard.runs || session->kept.left < 0) return INT64_MAX;
    return session->kept.since + session->kept.left;
}

static int64_t next_deadline(const audiosession *session) {
    int64_t next = end_of_sound(session);
    if (session->retry != 0 && session->retry < next) next = session->retry;
    if (session->waiting_count > 0 && session->waiting[0].at < next) next = session->waiting[0].at;
    return next;
}

static void meet_deadlines(audiosession *session) {
    take_due(session, now());
    if (now() >= end_of_sound(session)) {
        session->kept.sound = SOUND_NONE;
        session->heard.runs = session->heard.is_present = 0;
        session->heard.fading = 0;
        notice_post_kind(session, AUDIOSESSION_NOTICE_SOUND_FINISHED);
    }
    if (session->retry == 0 || now() < session->retry) return;
    if (session->link == LINK_LOST) {
        watch_again(session);
        look(session);
    } else {
        session->retry = 0;
        link_lose(session); /* it does not greet */
    }
}

/* Handles a file created in the folder of the socket, or in one above it. */
static void notice_arrivals(audiosession *session) {
    char events[4096];
    if (session->watch < 0 || session->link != LINK_LOST) return;
    if (read(session->watch, events, sizeof events) <= 0) return;
    session->next_wait = first_wait;
    session->retry = now();
}

void *link_run(void *argument) {
    audiosession *session = argument;
    pthread_mutex_lock(&session->lock);
    while (!session->ends) {
        struct pollfd descriptors[] = {
            {session->wake, POLLIN, 0}, {session->socket, POLLIN, 0}, {session->watch, POLLIN, 0}};
        const int64_t deadline = next_deadline(session), left = deadline - now();
        const int64_t wait = left > 0 ? left : 0;
        const struct timespec time = {(time_t)(wait / 1000000000), (long)(wait % 1000000000)};
        pthread_mutex_unlock(&session->lock);
        ppoll(descriptors, 3, deadline == INT64_MAX ? NULL : &time, NULL);
        pthread_mutex_lock(&session->lock);
        eventfd_t count;
        eventfd_read(session->wake, &count);
        hear(session);
        notice_arrivals(session);
        meet_deadlines(session);
    }
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

/* ---- Opening ---- */

static int no_host(audiosession *session, audiosession_why *why, const char *reason) {
    if (!session->place.is_given) {
        watch_again(session);
        session->retry = now() + session->next_wait; /* a host may have started between the two calls */
        return AUDIOSESSION_UNGOVERNED;
    }
    snprintf(why->sentence, sizeof why->sentence,
             "%s (AUDIOSESSION_SOCKET): no host answers there: %s; start one with: audiosession host --socket %s",
             session->place.path, reason, session->place.path);
    return AUDIOSESSION_UNREACHABLE;
}

/* Fails because a host is there that does not accept the session. */
static int refused(audiosession *session, audiosession_why *why, const char *reason) {
    char said[sizeof why->sentence];
    strcpy(said, reason);
    snprintf(why->sentence, sizeof why->sentence, "%s: %.300s", session->place.path, said);
    return AUDIOSESSION_UNREACHABLE;
}

static int cannot_connect(audiosession *session, int error, audiosession_why *why) {
    if (error == EPERM) {
        return refused(session, why, "the host there is another user's; start one of your own with: audiosession host");
    }
    if (!is_exhausted(error)) return no_host(session, why, strerror(error));
    snprintf(why->sentence, sizeof why->sentence, "no socket can be made: %s; close files, or allow more with ulimit -n",
             strerror(error));
    return AUDIOSESSION_EXHAUSTED;
}

int link_open(audiosession *session, audiosession_why *why) {
    session->next_wait = first_wait;
    session->socket = place_connect(&session->place);
    if (session->socket < 0) return cannot_connect(session, errno, why);
    greet(session);
    struct pollfd answer = {session->socket, POLLIN, 0};
    const int64_t until = now() + PATIENCE;
    int ready = 0;
    for (int64_t left = PATIENCE; ready <= 0 && left > 0; left = until - now()) {
        ready = poll(&answer, 1, (int)(left / 1000000) + 1);
    }
    const size_t most = sizeof session->buffer;
    ssize_t size;
    do size = recv(session->socket, session->buffer, most, MSG_TRUNC);
    while (size < 0 && (errno == EINTR || errno == ECONNRESET)); /* ECONNRESET: the host left input unread */
    if (size <= 0) {
        hang_up(session);
        return no_host(session, why, "the process that listens does not greet");
    }
    struct incoming message = received(session->buffer, (size_t)size < most ? (size_t)size : most);
    struct welcome welcome;
    if (message.kind == KIND_FAREWELL && get_farewell(&message, why)) {
        hang_up(session);
        return refused(session, why, why->sentence);
    }
    if (message.kind != KIND_WELCOME || !is_welcome(session, &message, &welcome)) {
        hang_up(session);
        return refused(session, why, "what answers there is no host that this library understands");
    }
    accept_welcome(session, &welcome);
    session->link = LINK_GOVERNED;
    session->was_governed = 1;
    session->governed = now();
    return AUDIOSESSION_OK;
}
