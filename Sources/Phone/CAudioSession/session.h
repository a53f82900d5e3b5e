/* SPDX-License-Identifier: Apache-2.0 */
/* One session: what the program's threads, the library's thread and the host know of it. */
#ifndef SESSION_H
#define SESSION_H

#include <pthread.h>
#include <stdint.h>

#include "levels.h"
#include "message.h"
#include "place.h"

/* The name of the program's own samples on the wire. */
#define SOUND_NAME "samples"

/* The longest wait for a host that does not answer, in nanoseconds. */
#define PATIENCE INT64_C(2000000000)

enum { NOTICES = 1024, WAITING_SCENES = 64 };

enum link_state {
    LINK_LOST,     /* no host governs; the library's thread looks for one */
    LINK_GREETING, /* a host is there, and has not yet heard what the app is: calls wait */
    LINK_GOVERNED
};

enum sound_state { SOUND_NONE, SOUND_PLAYING, SOUND_PAUSED };

/* What the program says it plays. An empty text is none. */
struct now_playing {
    char title[LONGEST_NAME + 1], artist[LONGEST_NAME + 1], album[LONGEST_NAME + 1];
    int has_duration, has_position, has_rate;
    double duration, position, rate;
    uint8_t state;
};

/* What a new host must be told. */
struct kept {
    struct declared session;
    enum sound_state sound;
    double gain;
    int64_t left;  /* what the sound has to go, -1 without an end; as of `since` while it runs */
    int64_t since; /* CLOCK_MONOTONIC */
    int has_now_playing;
    struct now_playing now_playing;
};

/* The state of the sound by the last scene, or by the program's own calls while it is ungoverned. */
struct heard {
    int is_present, runs;
    double factors[STAGES]; /* of own, duck, gate and volume */
    uint16_t outputs;
    int64_t halted; /* when it last stopped running, */
    int64_t fading; /* and how long that takes to be heard */
};

/* What a call asks for, as far as the library keeps it. */
struct wish {
    enum kind kind;
    int answer; /* of a question: the kind of its answer */
    int category, mode, options;
    int flag;
    int64_t left;
    double gain;
};

/* One call that waits for its outcome. */
struct call {
    uint32_t number;
    struct wish wish;
    int is_answered, is_settled; /* settled: all that follows from it has come as well */
    int is_alone;                /* no host will answer: the program's call is in force */
    struct outcome outcome;
};

struct audiosession {
    pthread_mutex_t lock;   /* guards everything but what the thread that plays has */
    pthread_cond_t changed; /* the link's state, or the call's */
    pthread_t thread;
    int wake;  /* eventfd: there is something for the library's thread beside its socket */
    int ready; /* eventfd: notices wait */
    int ears;  /* epoll, on which the library's thread waits; it does not watch the socket while a caller's thread reads it */
    int looks; /* whether a caller's thread reads the socket while it waits for its answer */
    int ends;  /* the session is being closed */
    audiosession *next_open; /* of the process's open sessions */

    struct place place;
    enum link_state link;
    int socket, watch;
    int was_governed;         /* a host has known the app before */
    int64_t governed;         /* since when this one has */
    int is_in_foreground;     /* as far as is known */
    int64_t retry, next_wait; /* when to look for a host again (0: not by the clock), and the pause after that */
    char wanted[LONGEST_NAME], app[LONGEST_NAME + 1];
    struct lengths lengths;
    uint32_t number; /* the last message's */

    uint16_t version;        /* of the protocol, as the host has said */
    uint64_t scenes, told_notices; /* how many have come from this host */

    int greets;           /* hello is sent, and no welcome has come */
    uint32_t restored;    /* the number of the question behind the calls that tell a new host what the app is */
    struct declared answered; /* what that host has made of them so far */
    int continues;        /* a play goes on with a sound that the host may never have heard of */

    int is_calling; /* one call at a time */
    struct call call;
    audiosession_why why;
    struct kept kept;

    struct scene part; /* the scene that comes in */
    struct scene waiting[WAITING_SCENES];
    int waiting_count;
    uint8_t port;
    char pcm[LONGEST_NAME + 1], capture_pcm[LONGEST_NAME + 1];
    int knows_pcm, told_pcm;
    struct heard heard;
    struct levels levels;
    uint32_t told[STAGES]; /* the moves that the program has been told of, */
    double told_level;     /* and to what they came */

    audiosession_notice notices[NOTICES];
    size_t first_notice, notice_count;
    uint64_t missed;

    uint8_t buffer[LONGEST_MESSAGE]; /* of the thread that reads the socket */

    struct mailbox mailbox;
    struct player player; /* of the thread that plays */
};

/* CLOCK_MONOTONIC, in nanoseconds. */
int64_t now(void);

/*
 * ---- link.c: the connection and the library's thread ----
 *
 * The caller holds session->lock unless the comment says otherwise.
 */

/* Sends a message; 0 where the link is broken, which is then lost. */
int link_send(audiosession *session, const struct outgoing *message);
/* Sends a call, and hears the host for as long as that is quicker than to be woken. */
void link_ask(audiosession *session, const struct outgoing *call);
/* Whether a caller and the host can run at the same time. */
int link_may_look(void);
/* Gives up the host. */
void link_lose(audiosession *session);
/* Waits for the state of the link or of the call to change, until a moment at most; 0 after that. */
int link_wait(audiosession *session, int64_t until);
/* Greets a host and waits for its answer, in the opening thread, unlocked: OK, UNGOVERNED, UNREACHABLE or EXHAUSTED. */
int link_open(audiosession *session, audiosession_why *why);
void *link_run(void *session);

/* ---- calls.c ---- */

/* Tells the host what the program says it plays; whether it was told. */
int tell_now_playing(audiosession *session);
/* Begins the message of a call. */
void begin_message(audiosession *session, struct outgoing *message, enum kind kind);
/* The fields of KIND_SET_CATEGORY. */
void put_meaning(struct outgoing *message, int category, int mode, int options);
/* Keeps what has become of the sound by a call that is in force. */
void keep_sound(audiosession *session, const struct wish *wish);
/* The call will have no answer: what it wishes is in force without a host. */
void call_alone(audiosession *session, struct call *call);

/* ---- sound.c: how the sound stands ---- */

/* At full level and not running. */
void sound_init(audiosession *session);
/* Makes a scene heard. */
void sound_take(audiosession *session, const struct scene *scene);
/* What the sound has to go now: -1 without an end. */
int64_t sound_left(const audiosession *session);
/* Whether it was started and does not run: a play goes on with it. */
int sound_stands(const audiosession *session);
/* Apply the program's own calls while it is ungoverned: */
void sound_play(audiosession *session, int begins);
void sound_halt(audiosession *session);
void sound_set_gain(audiosession *session);

/* ---- notices.c ---- */

void notice_post(audiosession *session, const audiosession_notice *notice);
void notice_post_kind(audiosession *session, int kind);

#endif
