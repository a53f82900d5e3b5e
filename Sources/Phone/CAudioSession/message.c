/* SPDX-License-Identifier: Apache-2.0 */
#include "message.h"

#include <string.h>

/* ---- Writing ---- */

void put(struct outgoing *message, int64_t value, size_t bytes) {
    if (message->size + bytes > sizeof message->bytes) return;
    for (size_t byte = 0; byte < bytes; byte++) {
        message->bytes[message->size++] = (uint8_t)((uint64_t)value >> (8 * byte));
    }
}

void begin(struct outgoing *message, enum kind kind, uint32_t number) {
    message->size = 0;
    put(message, (int64_t)kind, 2);
    put(message, 0, 2);
    put(message, number, 4);
}

void put_f64(struct outgoing *message, double value) {
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(message, bits, 8);
}

void put_text(struct outgoing *message, const char *text) {
    size_t size = text != NULL ? strlen(text) : 65535;
    if (text != NULL && size > LONGEST_NAME) size = LONGEST_NAME;
    put(message, (int64_t)size, 2);
    for (size_t byte = 0; text != NULL && byte < size; byte++) put(message, text[byte], 1);
}

/* ---- Reading ---- */

/* Reads a whole number of so many bytes. */
static uint64_t get(struct incoming *message, size_t bytes) {
    if ((size_t)(message->end - message->at) < bytes) {
        message->is_bad = 1;
        message->at = message->end;
        return 0;
    }
    uint64_t value = 0;
    for (size_t byte = 0; byte < bytes; byte++) value |= (uint64_t)*message->at++ << (8 * byte);
    return value;
}

static uint8_t get_u8(struct incoming *message) { return (uint8_t)get(message, 1); }
static int64_t get_i64(struct incoming *message) { return (int64_t)get(message, 8); }

/* Reads a length, or -1 for none. One below that is bad; one beyond LONGEST_LENGTH is clamped. */
static int64_t get_optional_length(struct incoming *message) {
    const int64_t length = get_i64(message);
    if (length < -1) message->is_bad = 1;
    return length < 0 ? -1 : length < LONGEST_LENGTH ? length : LONGEST_LENGTH;
}

static int64_t get_length(struct incoming *message) {
    const int64_t length = get_optional_length(message);
    if (length < 0) message->is_bad = 1;
    return length < 0 ? 0 : length;
}

/* Reads a number; an infinite or invalid one marks the message as bad, and reads as 0. */
static double get_f64(struct incoming *message) {
    const uint64_t bits = get(message, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (value - value == 0) return value;
    message->is_bad = 1;
    return 0;
}

/* Reads a factor. One outside 0 to 1 is bad, and reads as 0. */
static double get_unit(struct incoming *message) {
    const double value = get_f64(message);
    if (value >= 0 && value <= 1) return value;
    message->is_bad = 1;
    return 0;
}

/* Copies as much of a text as fits, with a final zero byte; returns 0 if it is missing. NULL skips it. */
static int get_text(struct incoming *message, char *text, size_t size) {
    if (text != NULL) text[0] = 0;
    const uint64_t length = get(message, 2);
    if (length == 65535) return 0;
    if ((size_t)(message->end - message->at) < length) {
        message->is_bad = 1;
        message->at = message->end;
        return 0;
    }
    if (text != NULL) {
        size_t kept = length < size ? length : size - 1;
        /* Drop a character that does not fit as a whole; its continuation bytes begin with the bits 10. */
        if (kept < length) while (kept > 0 && (message->at[kept] & 0xC0) == 0x80) kept--;
        memcpy(text, message->at, kept);
        text[kept] = 0;
    }
    message->at += length;
    return 1;
}

struct incoming received(const uint8_t *bytes, size_t size) {
    struct incoming message = {bytes, bytes + size, 0, 0, 0};
    message.kind = (uint16_t)get(&message, 2);
    get(&message, 2);
    message.number = (uint32_t)get(&message, 4);
    return message;
}

int get_welcome(struct incoming *message, struct welcome *welcome) {
    welcome->version = (uint16_t)get(message, 2);
    get_text(message, welcome->app, sizeof welcome->app);
    get_text(message, NULL, 0);
    get_u8(message);
    const int count = get_u8(message);
    for (int each = 0; each < count; each++) {
        const uint8_t change = get_u8(message);
        const int64_t length = get_length(message);
        if (change < CHANGES) welcome->lengths.of[change] = length;
    }
    return !message->is_bad && welcome->app[0] != 0;
}

int get_farewell(struct incoming *message, audiosession_why *why) {
    get(message, 2);
    get_text(message, why->sentence, sizeof why->sentence);
    return !message->is_bad;
}

static const char *const errors[] = {
    "badParam", "cannotInterruptOthers", "cannotStartPlaying", "cannotStartRecording", "incompatibleCategory",
    "insufficientPriority", "isBusy", "mediaServicesFailed", "notRunning", "siriIsRecording"};
static const char *const ports[] = {
    "HDMI",           "airPlay",  "bluetoothA2DP", "bluetoothHFP", "builtInMic", "builtInReceiver",
    "builtInSpeaker", "carAudio", "headphones",    "headsetMic",   "lineOut",    "usbAudio"};

/* Reads a code of `count` that have names. */
static const char *get_name(struct incoming *message, const char *const names[], size_t count) {
    const uint8_t code = get_u8(message);
    return code < count ? names[code] : "unknown";
}

static int get_ports(struct incoming *message, audiosession_port *found, int most) {
    const int count = get_u8(message);
    int kept = 0;
    for (int each = 0; each < count; each++) {
        audiosession_port port;
        memset(&port, 0, sizeof port);
        strcpy(port.kind, get_name(message, ports, sizeof ports / sizeof *ports));
        get_text(message, port.uid, sizeof port.uid);
        get_text(message, port.name, sizeof port.name);
        if (kept < most) found[kept++] = port;
    }
    return kept;
}

static void get_route(struct incoming *message, audiosession_route *route) {
    memset(route, 0, sizeof *route);
    route->output_count = get_ports(message, route->outputs, 8);
    route->input_count = get_ports(message, route->inputs, 8);
}

static void get_answer(struct incoming *message, struct outcome *outcome) {
    outcome->answer = get_u8(message);
    switch (outcome->answer) {
    case 1: outcome->flag = get_u8(message) != 0; break;
    case 2: outcome->volume = get_unit(message); break;
    case 3: get_u8(message); break;
    case 4: get_route(message, &outcome->route); break;
    case 5: get_unit(message); break;
    case 6:
        get_u8(message);
        get_text(message, NULL, 0);
        break;
    default: break;
    }
}

/*
 * Reads what follows the answer since version 2: the reasons, which are skipped, then the numbers of the last scene and
 * notice that the call causes. After an answer with an unknown code their position is unknown.
 */
static void get_mark(struct incoming *message, struct outcome *outcome) {
    if (outcome->answer > 6) return;
    const int reasons = (int)get(message, 2);
    for (int each = 0; each < reasons * 3; each++) get_text(message, NULL, 0);
    if (message->end - message->at < 16) return;
    outcome->scene = get(message, 8);
    outcome->notice = get(message, 8);
    outcome->has_mark = 1;
}

int get_outcome(struct incoming *message, uint16_t version, struct outcome *outcome) {
    memset(outcome, 0, sizeof *outcome);
    get_i64(message);
    outcome->is_refused = get_u8(message) != 0;
    if (outcome->is_refused) {
        strcpy(outcome->why.error, get_name(message, errors, sizeof errors / sizeof *errors));
        outcome->why.code = (int32_t)get(message, 4);
        get_text(message, outcome->why.rule, sizeof outcome->why.rule);
        get_text(message, outcome->why.sentence, sizeof outcome->why.sentence);
    }
    get_answer(message, outcome);
    if (version > 1 && !message->is_bad) get_mark(message, outcome);
    return !message->is_bad;
}

int get_session(struct incoming *message, struct declared *declared, int *is_in_foreground) {
    *is_in_foreground = get_u8(message) != 0;
    if (message->at == message->end) return !message->is_bad;
    const int is_launched = get_u8(message) != 0;
    declared->category = get_u8(message);
    declared->mode = get_u8(message);
    declared->options = (int)get(message, 4);
    const uint8_t phase = get_u8(message);
    declared->is_active = phase == 1;
    declared->is_interrupted = phase == 2;
    declared->overrides = get_u8(message) != 0;
    declared->records = get_u8(message) != 0;
    if (!is_launched) declared->category = declared->mode = declared->options = AUDIOSESSION_KEEP;
    return !message->is_bad;
}

/* The notices by their codes on the wire, with their advice unless it depends on their fields. */
static const struct {
    uint8_t kind, advice;
} notices[] = {
    [1] = {AUDIOSESSION_NOTICE_INTERRUPTION_BEGAN, AUDIOSESSION_PAUSE},
    [2] = {AUDIOSESSION_NOTICE_INTERRUPTION_ENDED, AUDIOSESSION_GO_ON},
    [3] = {AUDIOSESSION_NOTICE_ROUTE_CHANGED, AUDIOSESSION_GO_ON},
    [4] = {AUDIOSESSION_NOTICE_SILENCE_HINT, AUDIOSESSION_GO_ON},
    [5] = {AUDIOSESSION_NOTICE_VOLUME_CHANGED, AUDIOSESSION_GO_ON},
    [6] = {AUDIOSESSION_NOTICE_SERVICES_LOST, AUDIOSESSION_PAUSE},
    [7] = {AUDIOSESSION_NOTICE_SERVICES_RESET, AUDIOSESSION_GO_ON},
    [8] = {AUDIOSESSION_NOTICE_SOUND_FINISHED, AUDIOSESSION_GO_ON},
    [10] = {AUDIOSESSION_NOTICE_RECORDING_FAILED, AUDIOSESSION_GO_ON},
    [11] = {AUDIOSESSION_NOTICE_PERMISSION_CHANGED, AUDIOSESSION_GO_ON},
    [12] = {AUDIOSESSION_NOTICE_TERMINATED, AUDIOSESSION_PAUSE},
    [13] = {AUDIOSESSION_NOTICE_INTERRUPTION_BEGAN, AUDIOSESSION_PAUSE}, /* with a reason */
    [18] = {AUDIOSESSION_NOTICE_REMOTE_COMMAND, AUDIOSESSION_GO_ON},
    [24] = {AUDIOSESSION_NOTICE_RESUMPTION_RECOMMENDED, AUDIOSESSION_GO_ON}};

int get_notice(struct incoming *message, audiosession_notice *notice) {
    memset(notice, 0, sizeof *notice);
    get(message, 8); /* its number, unused: the kernel loses no packet */
    notice->at = get_i64(message);
    const uint8_t code = get_u8(message);
    if (code < sizeof notices / sizeof *notices) {
        notice->kind = notices[code].kind;
        notice->advice = notices[code].advice;
    }
    switch (notice->kind) {
    case AUDIOSESSION_NOTICE_INTERRUPTION_ENDED:
        notice->should_resume = get_u8(message) != 0;
        if (notice->should_resume) notice->advice = AUDIOSESSION_RESUME;
        break;
    case AUDIOSESSION_NOTICE_ROUTE_CHANGED:
        notice->reason = get_u8(message);
        if (notice->reason == AUDIOSESSION_OLD_DEVICE_UNAVAILABLE) notice->advice = AUDIOSESSION_PAUSE;
        break;
    case AUDIOSESSION_NOTICE_SILENCE_HINT: notice->begins = get_u8(message) != 0; break;
    case AUDIOSESSION_NOTICE_VOLUME_CHANGED: notice->volume = get_unit(message); break;
    case AUDIOSESSION_NOTICE_PERMISSION_CHANGED: notice->granted = get_u8(message) == 2; break;
    case AUDIOSESSION_NOTICE_REMOTE_COMMAND:
        notice->command = get_u8(message);
        notice->has_value = get_u8(message) != 0;
        if (notice->has_value) notice->value = get_f64(message);
        if (notice->command == AUDIOSESSION_COMMAND_PLAY) notice->advice = AUDIOSESSION_RESUME;
        if (notice->command == AUDIOSESSION_COMMAND_PAUSE || notice->command == AUDIOSESSION_COMMAND_STOP)
            notice->advice = AUDIOSESSION_PAUSE;
        break;
    case AUDIOSESSION_NOTICE_RESUMPTION_RECOMMENDED: notice->should_resume = get_u8(message) != 0; break;
    default: break;
    }
    return !message->is_bad;
}

enum { SCENE_COMPLETE = 1, SCENE_CAPTURES = 4 };
enum { SOUND_RUNS = 1, SOUND_BEGINS = 2, SOUND_IS_SILENCED = 4, KIND_SOUND = 6 };

/* Reads a name, and returns whether it is that of the sound. */
static int is_named(struct incoming *message, const char *sound) {
    char name[LONGEST_NAME + 1];
    const uint8_t kind = get_u8(message);
    get_text(message, name, sizeof name);
    return kind == KIND_SOUND && strcmp(name, sound) == 0;
}

static void get_sound(struct incoming *message, const char *name, struct scene *scene) {
    struct sound sound = {.is_present = is_named(message, name)};
    const uint8_t flags = get_u8(message);
    sound.runs = (flags & SOUND_RUNS) != 0;
    sound.begins = (flags & SOUND_BEGINS) != 0;
    sound.is_silenced = (flags & SOUND_IS_SILENCED) != 0;
    sound.gain = get_unit(message);
    sound.duck = get_unit(message);
    sound.volume = get_unit(message);
    sound.gain_over = get_optional_length(message);
    sound.outputs = (uint16_t)get(message, 2);
    for (int part = 0; part < PARTS; part++) sound.changes[part] = get_u8(message);
    get_text(message, NULL, 0);
    get_text(message, NULL, 0);
    if (sound.is_present && !message->is_bad) scene->sound = sound;
}

int get_scene(struct incoming *message, const char *sound, struct scene *scene) {
    if (scene->is_complete) memset(scene, 0, sizeof *scene);
    scene->at = get_i64(message);
    const uint8_t flags = get_u8(message);
    scene->is_complete = (flags & SCENE_COMPLETE) != 0;
    scene->captures = (flags & SCENE_CAPTURES) != 0;
    scene->end = get_u8(message);
    scene->port = get_u8(message);
    scene->has_pcm = get_text(message, scene->pcm, sizeof scene->pcm);
    get_text(message, NULL, 0); /* the hardware's volume, which is applied to the samples without libasound */
    get_text(message, NULL, 0);
    if (scene->captures) {
        get_u8(message);
        scene->has_capture_pcm = get_text(message, scene->capture_pcm, sizeof scene->capture_pcm);
    }
    const int ended = (int)get(message, 2);
    for (int each = 0; each < ended && !message->is_bad; each++) scene->is_finished |= is_named(message, sound);
    const int sounds = (int)get(message, 2);
    for (int each = 0; each < sounds && !message->is_bad; each++) get_sound(message, sound, scene);
    /* The route and the media volume precede it; an older host ends there. */
    enum { ROUTE_AND_VOLUME = 16 };
    scene->duck_down = -1;
    if (message->end - message->at >= ROUTE_AND_VOLUME + 8) {
        message->at += ROUTE_AND_VOLUME;
        scene->duck_down = get_length(message);
    }
    return !message->is_bad;
}
