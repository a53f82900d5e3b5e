/* A host made of a test's own bytes: it says what the test tells it to, and checks what comes, byte for byte. */
#ifndef FAKE_HOST_H
#define FAKE_HOST_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

/* A message as it is put together. */
struct bytes {
    uint8_t at[70000];
    size_t size;
};

/* Whole numbers by their letters, little endian: b 1 byte, h 2, w 4, q 8; d a double, s a text, n no text. */
void pack(struct bytes *bytes, const char *form, ...);

struct host {
    char path[100];
    int listener, program;
    struct bytes in;
};

/* Listens at a path, anew where nothing is left of an earlier one. */
void host_listen(struct host *host, const char *path);
/* Ends, as one that is killed does: the socket stays in its folder. */
void host_die(struct host *host);
/* Takes a program. */
void host_accept(struct host *host);
/* Waits for the program's next message. */
void host_hear(struct host *host);
/* The message that was heard must be of this kind, with this behind the head; answers its number. */
uint32_t host_check(struct host *host, unsigned kind, const char *form, ...);
/* host_hear, and the message must be this one. */
#define HOST_EXPECT(host, ...) (host_hear(host), host_check(host, __VA_ARGS__))
void host_send(struct host *host, unsigned kind, uint32_t number, const char *form, ...);

/* A greeting: hello with these flags and this name, a welcome with that one. */
void host_greet(struct host *host, unsigned flags, const char *name, const char *known_as);
/* The same in a version of the protocol; host_greet speaks version 1. */
void host_greet_in(struct host *host, unsigned version, unsigned flags, const char *name, const char *known_as);
/* Takes one call that must be this one and grants it; then the scene, if any, and the answer to the question behind it. */
void host_grant(struct host *host, uint32_t number);
/* The question behind a call, and its answer. */
void host_settle(struct host *host);
void host_facts(struct host *host, uint32_t number);

/* What the host tells the program of its session; in front. */
struct told {
    unsigned category, mode, options, phase, overrides, records;
};

void host_tell(struct host *host, struct told told);

/* What a scene of the sound `samples` says. */
struct shown {
    int64_t at;
    int is_absent, is_finished, runs, begins, is_silenced;
    double gain, duck, volume;
    unsigned outputs;
    const char *pcm; /* NULL: none */
};

void host_show(struct host *host, struct shown shown);

/* A host on a thread of its own. */
struct play {
    void (*script)(struct host *host);
    struct host host;
    pthread_t thread;
};

/* A host listens at a path when this returns, does what its script says, and ends. */
struct play *play_begin(void (*script)(struct host *host), const char *path);
/* Waits for its end. */
void play_end(struct play *play);

#endif
