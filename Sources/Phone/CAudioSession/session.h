/* SPDX-License-Identifier: Apache-2.0 */
/* A session, as the program's threads, the library's thread and the host know it. */
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

enum { NOTICES = 1024, WAITING_SCENES = 64, TEXTS = 3, NUMBERS = 3 };

enum link_state {
    LINK_LOST,     /* no host; the library's thread looks for one */
    LINK_GREETING, /* a host does not know the app yet: calls wait */
    LINK_GOVERNED
};

enum sound_state { SOUND_NONE, SOUND_PLAYING, SOUND_PAUSED };

/* The Now Playing info of the program. An empty text is none. */
struct now_playing {
    char texts[TEXTS][LONGEST_NAME + 1]; /* the title, the artist and the album */
    int has_number[NUMBERS];
    double numbers[NUMBERS]; /* the duration, the position and the rate */
    uint8_t state;
};

/* What to tell a new host. */
struct kept {
    struct declared session;
    enum sound_state sound;
    double gain;
    int64_t left;  /* how long the sound has to go, or -1; as of `since` while it runs */
    int64_t since; /* CLOCK_MONOTONIC */
    int has_now_playing;
    struct now_playing now_playing;
};

/* The state of the sound by the last scene, or by the program's calls while it is ungoverned. */
struct heard {
    int is_present, runs;
    double factors[STAGES]; /* own, duck, gate and volume */
    uint16_t outputs;
    int64_t halted; /* when it last stopped running, */
    int64_t fading; /* and how long its fade takes */
};

/* What a call requests. */
struct wish {
    enum kind kind;
    int category, mode, options; /* AUDIOSESSION_KEEP: unchanged */
    int flag, notifies;
    int64_t left; /* how long the sound lasts, or -1 */
    double gain;
    int code, status; /* a question's, or a command's and how it went */
    int answer;       /* a question's kind of answer */
};

/* A call that waits for its outcome. */
struct call {
    uint32_t number;
    struct wish wish;
    int is_answered, is_settled; /* settled: its effects have arrived, too */
    int is_alone;                /* without a host: the call is in force */
    struct outcome outcome;
};

struct audiosession {
    pthread_mutex_t lock;   /* guards all but the fields of the thread that plays */
    pthread_cond_t changed; /* the link's state, or the call's */
    pthread_t thread;
    int wake;  /* eventfd that wakes the library's thread */
    int ready; /* eventfd: notices wait */
    int ends;  /* the session is being closed */
    audiosession *next_open; /* of the process's open sessions */

    struct place place;
    enum link_state link;
    int socket, watch;
    int was_governed;         /* a host has known the app before */
    int64_t governed;         /* since when this one has known it */
    int is_in_foreground;     /* as far as is known */
    int64_t retry, next_wait; /* when to look for a host again (0: not by the clock), and the pause after that */
    char wanted[LONGEST_NAME], app[LONGEST_NAME + 1];
    struct lengths lengths;
    uint32_t number; /* of the last message */

    uint16_t version;        /* of the protocol with this host */
    uint64_t scenes, told_notices; /* received from this host */

    int greets;           /* hello is sent, and no welcome has come */
    uint32_t restored;    /* the question after the calls that declare the app */
    struct declared answered; /* the state of the app on that host so far */
    int continues;        /* a play continues a sound that the host may not know */

    int is_calling; /* one call at a time */
    struct call call;
    audiosession_why why;
    struct kept kept;

    struct scene part; /* the scene being received */
    struct scene waiting[WAITING_SCENES];
    int waiting_count;
    uint8_t port;
    char pcm[LONGEST_NAME + 1], capture_pcm[LONGEST_NAME + 1];
    int knows_pcm, told_pcm;
    struct heard heard;
    struct levels levels;
    uint32_t told[STAGES]; /* the moves that the program was notified of, */
    double told_level;     /* and their product */

    struct {
        audiosession_notice notice;
        uint64_t number; /* on the host; 0 for one of the library itself */
    } notices[NOTICES];
    size_t first_notice, notice_count;
    uint64_t missed;
    int reports_handling;      /* the host wants to know which notice the program handles, */
    uint64_t handled;          /* which was this one when it was last told */

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

/* Sends a message. Returns 0 if the link is broken, and thereby lost. */
int link_send(audiosession *session, const struct outgoing *message);
/* Gives up the host. */
void link_lose(audiosession *session);
/* Waits until the state of the link or the call changes, or until `until`; then returns 0. */
int link_wait(audiosession *session, int64_t until);
/*
 * Greets a host and waits for its answer, on the opening thread, unlocked. Returns OK, UNGOVERNED, UNREACHABLE or
 * EXHAUSTED.
 */
int link_open(audiosession *session, audiosession_why *why);
void *link_run(void *session);

/* ---- calls.c ---- */

/* Sends the Now Playing info; returns whether it was sent. */
int tell_now_playing(audiosession *session);
/* Sends a call to the host. */
void send_call(audiosession *session, const struct wish *wish);
/* Applies a call that is in force to the kept sound. */
void keep_sound(audiosession *session, const struct wish *wish);
/* Puts a call into force without a host, because none will answer it. */
void call_alone(audiosession *session, struct call *call);

/* ---- sound.c: the state of the sound ---- */

/* At full level, not running. */
void sound_init(audiosession *session);
/* Applies a scene. */
void sound_take(audiosession *session, const struct scene *scene);
/* Returns how long the sound has to go, or -1 if it is endless. */
int64_t sound_left(const audiosession *session);
/* Whether it was started and does not run, so that a play continues it. */
int sound_stands(const audiosession *session);
/* The program's own calls while it is ungoverned: */
void sound_play(audiosession *session, int begins);
void sound_halt(audiosession *session);
void sound_set_gain(audiosession *session);

/* ---- notices.c ---- */

/* Queues a notice, with its number on the host. */
void notice_post(audiosession *session, const audiosession_notice *notice, uint64_t number);
void notice_post_kind(audiosession *session, int kind);

#endif
