/* SPDX-License-Identifier: Apache-2.0 */
/* The messages of the wire as bytes. Docs/Wire.md is the reference and has the same names. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stddef.h>
#include <stdint.h>

#include "include/audiosession.h"

/* The longest message, in bytes. This side's messages are far shorter. */
enum { LONGEST_MESSAGE = 65536, LONGEST_NAME = 256, LONGEST_SENT = 1024 };

enum kind {
    KIND_HELLO = 1,
    KIND_SET_CATEGORY = 16,
    KIND_SET_ACTIVE = 17,
    KIND_OVERRIDE_OUTPUT = 18,
    KIND_PLAY = 19,
    KIND_PAUSE = 20,
    KIND_STOP = 21,
    KIND_SET_GAIN = 22,
    KIND_RECORD = 23,
    KIND_ASK = 27,
    KIND_REQUEST_PERMISSION = 28,
    KIND_ASK_FACTS = 32,
    KIND_ANSWER_COMMAND = 34,
    KIND_SOUND_MOVED = 48,
    KIND_OUTPUT_LOST = 51,
    KIND_NOW_PLAYING = 55,
    KIND_HANDLES = 57,
    KIND_BYE = 64,
    KIND_WELCOME = 129,
    KIND_FAREWELL = 130,
    KIND_OUTCOME = 131,
    KIND_FACTS = 132,
    KIND_NOTICE = 133,
    KIND_SCENE = 134,
    KIND_STANDING = 135
};

/* The largest length, in nanoseconds: 1e9 s, so that a time plus a length never overflows. */
#define LONGEST_LENGTH INT64_C(1000000000000000000)

/* Kinds of change, by their codes; a later host may know more. */
enum change { CHANGE_DUCK_DOWN, CHANGE_DUCK_UP, CHANGE_CUT = 5, CHANGE_VOLUME = 6, CHANGES = 7 };

/* The parts of a sound's level, in the order of the message. */
enum part {
    PART_START,
    PART_RESUMPTION,
    PART_HALT,
    PART_GAIN,
    PART_DUCK,
    PART_SILENCE,
    PART_VOLUME,
    PART_OUTPUTS,
    PARTS
};

/* ---- Writing ---- */

/* An outgoing message, of at most LONGEST_SENT bytes. */
struct outgoing {
    uint8_t bytes[LONGEST_SENT];
    size_t size;
};

/* Begins a message; number is 0 unless it is answered. */
void begin(struct outgoing *message, enum kind kind, uint32_t number);
/* Appends a whole number of so many bytes. */
void put(struct outgoing *message, int64_t value, size_t bytes);
void put_f64(struct outgoing *message, double value);
/* Appends at most LONGEST_NAME bytes of a text; NULL is none. */
void put_text(struct outgoing *message, const char *text);

/* ---- Reading ---- */

/* A received message. Reading past its end returns zero and marks it as bad. */
struct incoming {
    const uint8_t *at, *end;
    int is_bad;
    uint16_t kind;
    uint32_t number;
};

/* Reads the head. */
struct incoming received(const uint8_t *bytes, size_t size);

/* The length of each kind of change, in nanoseconds. */
struct lengths {
    int64_t of[CHANGES];
};

struct welcome {
    uint16_t version;
    char app[LONGEST_NAME + 1];
    struct lengths lengths;
};

/* Returns 0 for a malformed message, like all functions below. `lengths` keeps the values that the message lacks. */
int get_welcome(struct incoming *message, struct welcome *welcome);

/* Reads the sentence of a farewell. */
int get_farewell(struct incoming *message, audiosession_why *why);

/* The outcome of a call. */
struct outcome {
    int is_refused;
    audiosession_why why;
    int answer; /* 0 none, 1 flag, 2 volume, 4 route; others are passed over */
    int flag;
    double volume;
    audiosession_route route;
    int has_mark;           /* whether the host sends the next two: */
    uint64_t scene, notice; /* the last scene and notice that follow from the call */
};

/* `version` is the protocol's version with this host. */
int get_outcome(struct incoming *message, uint16_t version, struct outcome *outcome);

/* What the app has declared about its session, by the host's word, or by the program's while no host governs it. */
struct declared {
    int category, mode, options; /* AUDIOSESSION_KEEP: nothing */
    int is_active, is_interrupted, overrides, records;
};

/* Reads the session and whether the app is in the foreground; an older host sends only the latter. */
int get_session(struct incoming *message, struct declared *declared, int *is_in_foreground);

/* Reads a notice in the form of the public interface; its kind is 0 if programs do not get it. */
int get_notice(struct incoming *message, audiosession_notice *notice);

/* The one sound of this side in a scene. */
struct sound {
    int is_present, runs, begins, is_silenced;
    double gain, duck, volume;
    int64_t gain_over; /* -1: as long as its kind */
    uint16_t outputs;
    uint8_t changes[PARTS];
};

/* The part of a scene about this side. */
struct scene {
    int64_t at;
    int is_complete, captures;
    uint8_t end, port;
    int has_pcm, has_capture_pcm;
    char pcm[LONGEST_NAME + 1], capture_pcm[LONGEST_NAME + 1];
    int is_finished; /* the sound ran to its end */
    struct sound sound;
    int64_t duck_down; /* the length of that change in this scene; -1: the welcome's */
};

/* Reads a scene into `scene`, or adds a part to one that is not complete. `sound`: the sound's name. */
int get_scene(struct incoming *message, const char *sound, struct scene *scene);

#endif
