/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The PCM `audiosession` of ALSA: a program that knows of ALSA only is an app of the host while it writes, and its samples get
 * the levels that the policy gives that app. They go on to the slave as they come: pointers, delay, pause, drain and rewind
 * are the slave's.
 *
 *     pcm.governed {
 *         type audiosession
 *         slave.pcm "default"
 *         app "player"                # what the app is called; without it the program's file name
 *         category "playback"         # what its sound means, in the words of scenarios; likewise `mode`
 *         options [ mixWithOthers ]   # without `options` and `category` it mixes
 *     }
 *
 * A sound that the policy halts is silent, and goes on: a PCM cannot keep a program from writing without breaking its clock.
 * After an interruption that ended without leave to resume it stays silent until the person acts: see `prepared`.
 * Without a host the samples pass as they are.
 */
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <audiosession.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "front.h"
#include "place.h"

/* Frames whose gains are computed together. */
enum { BLOCK = 512 };

/*
 * How long a program may leave the PCM unwritten, beyond the length of its buffer, before the host is told of a pause,
 * in milliseconds.
 */
enum { PATIENCE = 200 };

struct stream {
    snd_pcm_extplug_t plug;
    char *app;
    int category, mode, options;
    int passes; /* pass the samples, join no host */

    audiosession *session; /* NULL: the samples pass */
    pid_t owner;           /* a child of fork leaves its parent's session alone */
    pthread_t thread;
    pthread_mutex_t lock; /* guards the session's calls and the fields below */
    int wake;             /* eventfd that wakes the stream's thread */
    int ends;
    int has_meaning;  /* whether category, mode and options were given */
    int milliseconds; /* length of the buffer plus PATIENCE */
    int waits;        /* an interruption ended without leave to resume: silent until the person acts */

    uint32_t writes; /* atomic; the number of writes */
    int plays;       /* atomic; whether the host knows that it plays */

    /* Of the thread that writes: since the PCM was prepared, */
    int64_t began;   /* when samples came first, in milliseconds, */
    int64_t written; /* and how many frames have come. */
};

/* ---- Whether the program governs itself ---- */

/*
 * Whether the process is already on a host, by libaudiosession or in Swift, and applies its levels itself, so that they
 * must not be applied twice.
 */
static int is_joined(void) {
    struct sockaddr_un peer;
    struct place place;
    audiosession_why why;
    if (place_find(&place, &why) != AUDIOSESSION_OK || place.path[0] == 0) return 0;
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) return 0;
    int found = 0;
    for (struct dirent *entry; !found && (entry = readdir(folder)) != NULL;) {
        socklen_t size = sizeof peer;
        memset(&peer, 0, sizeof peer);
        found = entry->d_name[0] != '.' && getpeername(atoi(entry->d_name), (struct sockaddr *)&peer, &size) == 0 &&
                peer.sun_family == AF_UNIX && strncmp(peer.sun_path, place.path, sizeof peer.sun_path) == 0;
    }
    closedir(folder);
    return found;
}

/* The number of this process's streams with a session, whose sockets are not the program's. */
static int session_count;

/* Whether the program has joined a host without this plug-in. */
static int governs_itself(void) { return __atomic_load_n(&session_count, __ATOMIC_RELAXED) == 0 && is_joined(); }

/*
 * The number of PCMs of this kind that this thread is opening, each as the slave of the one before. Only the first
 * governs the sound.
 */
static __thread int depth;

/* A PCM behind so many others of this kind is its own slave. */
enum { DEEPEST = 8 };

/* ---- Telling the host ---- */

/* Starts the sound on the host; `lock` is held. */
static void play(struct stream *stream) {
    if (!stream->has_meaning) {
        audiosession_why why;
        const int answer =
            audiosession_set_category(stream->session, stream->category, stream->mode, stream->options);
        if (answer == AUDIOSESSION_INVALID || answer == AUDIOSESSION_REFUSED) {
            audiosession_explain(stream->session, &why);
            SNDERR("audiosession: %s", why.sentence);
        }
        stream->has_meaning = 1;
    }
    /* After a refusal, as while the phone rings, the host recommends resumption later. */
    audiosession_play(stream->session, AUDIOSESSION_ENDLESS);
}

static int64_t milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Starts the sound if the host does not know that it plays. */
static void begin(struct stream *stream) {
    pthread_mutex_lock(&stream->lock);
    __atomic_store_n(&stream->plays, 1, __ATOMIC_SEQ_CST);
    play(stream);
    pthread_mutex_unlock(&stream->lock);
    eventfd_write(stream->wake, 1);
}

/*
 * Reads the notices; returns whether one of them starts the sound again. At the end of an interruption with leave to
 * resume the host has resumed the sound itself, as for every session of a plug-in.
 */
static int goes_on(struct stream *stream) {
    int answer = 0;
    audiosession_notice notice;
    while (audiosession_next(stream->session, &notice)) {
        switch (notice.kind) {
        case AUDIOSESSION_NOTICE_INTERRUPTION_ENDED: stream->waits = !notice.should_resume; break;
        case AUDIOSESSION_NOTICE_RESUMPTION_RECOMMENDED:
            answer = notice.advice == AUDIOSESSION_RESUME;
            stream->waits = !notice.should_resume;
            break;
        case AUDIOSESSION_NOTICE_SERVICES_RESET:
            stream->has_meaning = 0;
            answer = 1;
            break;
        default: break;
        }
    }
    return answer;
}

/* Tells the host of a pause if nothing has been written since `seen`. */
static void pause_unwritten(struct stream *stream, uint32_t seen) {
    __atomic_store_n(&stream->plays, 0, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&stream->writes, __ATOMIC_SEQ_CST) != seen) {
        /* Written just now, by a thread that may not have seen the zero. */
        __atomic_store_n(&stream->plays, 1, __ATOMIC_SEQ_CST);
    } else {
        audiosession_pause(stream->session);
        stream->waits = 0;
    }
}

/*
 * The stream's thread. ALSA tells a plug-in of this type neither of a pause nor of a stop, so the host is told of a
 * pause when nothing was written for longer than the buffer lasts. It sleeps while the program writes nothing and the
 * host sends nothing.
 */
static void *watch(void *argument) {
    struct stream *stream = argument;
    uint32_t seen = 0;
    int64_t look = -1; /* when to check again whether something was written; never until it plays */
    pthread_mutex_lock(&stream->lock);
    while (!stream->ends) {
        const int64_t left = look - milliseconds();
        const int timeout = look < 0 ? -1 : left > 0 ? (int)left : 0;
        pthread_mutex_unlock(&stream->lock);
        struct pollfd ready[] = {{audiosession_descriptor(stream->session), POLLIN, 0}, {stream->wake, POLLIN, 0}};
        poll(ready, 2, timeout);
        eventfd_t count;
        eventfd_read(stream->wake, &count);
        pthread_mutex_lock(&stream->lock);
        const int again = goes_on(stream);
        if (look >= 0 && milliseconds() >= look) {
            const uint32_t writes = __atomic_load_n(&stream->writes, __ATOMIC_SEQ_CST);
            if (writes == seen && stream->plays) pause_unwritten(stream, seen);
            seen = writes;
            look = -1;
        }
        if (stream->plays && again) play(stream);
        if (stream->plays && look < 0) look = milliseconds() + stream->milliseconds;
    }
    pthread_mutex_unlock(&stream->lock);
    return NULL;
}

/* ---- Samples ---- */

static unsigned char *sample_at(const snd_pcm_channel_area_t *area, snd_pcm_uframes_t offset) {
    return (unsigned char *)area->addr + (area->first + area->step * offset) / 8;
}

/*
 * The formats that can be scaled: of the machine's byte order, except 24 bits in three bytes, which are little-endian
 * only.
 */
static const unsigned formats[] = {SND_PCM_FORMAT_S16,   SND_PCM_FORMAT_S32, SND_PCM_FORMAT_FLOAT, SND_PCM_FORMAT_S24_3LE,
                                   SND_PCM_FORMAT_S24, SND_PCM_FORMAT_U8,  SND_PCM_FORMAT_FLOAT64};

/* Adds half a unit away from zero: the cast that follows truncates, and so rounds to the nearest integer. */
static double rounded(double value) { return value < 0 ? value - 0.5 : value + 0.5; }

/* Extends the sign of a 24-bit sample to 32 bits. */
static int32_t with_sign(uint32_t bits) { return (int32_t)(bits << 8) / 256; }

/* Computes `scaled` from each `sample` of a type and its `gain`. */
#define SCALE(type, scaled) \
    for (snd_pcm_uframes_t frame = 0; frame < count; frame++) { \
        type sample; \
        memcpy(&sample, from + frame * from_step, sizeof sample); \
        const double gain = (double)gains[frame]; \
        sample = (type)(scaled); \
        memcpy(to + frame * to_step, &sample, sizeof sample); \
    } \
    break

/* Copies the samples of a channel, each with a gain of 0 to 1. */
static void scale(
    snd_pcm_format_t format, unsigned char *to, size_t to_step, const unsigned char *from, size_t from_step,
    const float *gains, snd_pcm_uframes_t count) {
    switch (format) {
    case SND_PCM_FORMAT_S16: SCALE(int16_t, rounded(sample * gain));
    case SND_PCM_FORMAT_S32: SCALE(int32_t, rounded(sample * gain));
    case SND_PCM_FORMAT_S24: SCALE(uint32_t, (int32_t)rounded(with_sign(sample) * gain));
    case SND_PCM_FORMAT_U8: SCALE(uint8_t, 128 + (int)rounded((sample - 128) * gain));
    case SND_PCM_FORMAT_FLOAT: SCALE(float, (double)sample * gain);
    case SND_PCM_FORMAT_FLOAT64: SCALE(double, sample * gain);
    default: /* three bytes */
        for (snd_pcm_uframes_t frame = 0; frame < count; frame++, to += to_step, from += from_step) {
            const uint32_t sample = (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16;
            const int32_t scaled = (int32_t)rounded(with_sign(sample) * (double)gains[frame]);
            to[0] = (unsigned char)scaled;
            to[1] = (unsigned char)(scaled >> 8);
            to[2] = (unsigned char)(scaled >> 16);
        }
    }
}

/* Whether the channels of a frame, and the frames, are adjacent in memory. */
static int is_interleaved(const snd_pcm_extplug_t *plug, const snd_pcm_channel_area_t *areas) {
    const unsigned width = (unsigned)snd_pcm_format_physical_width(plug->format);
    for (unsigned channel = 0; channel < plug->channels; channel++) {
        const snd_pcm_channel_area_t *area = &areas[channel];
        if (area->addr != areas->addr || area->step != plug->channels * width) return 0;
        if (area->first != areas->first + channel * width) return 0;
    }
    return 1;
}

/* Computes `scaled` from each `sample` of a type, so that a compiler can vectorize it. */
#define SCALE_EVENLY(type, scaled) \
    for (size_t index = 0; index < count; index++) { \
        type sample; \
        memcpy(&sample, from + index * sizeof sample, sizeof sample); \
        sample = (type)(scaled); \
        memcpy(to + index * sizeof sample, &sample, sizeof sample); \
    } \
    return 1

/*
 * Rounds to the nearest integer: after adding 1.5 x 2^23 the low bits of the float are that integer. The caller keeps
 * 16 of them.
 */
static int32_t nearest(float value) {
    int32_t bits;
    value += 12582912; /* 1.5 times 2 to the power of 23 */
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/*
 * Scales adjacent samples by one gain, as a phone's volume is for hours, in the formats of nearly all programs. Returns
 * 0 for another format.
 */
static int scale_evenly(
    snd_pcm_format_t format, unsigned char *restrict to, const unsigned char *restrict from, float gain, size_t count) {
    switch (format) {
    case SND_PCM_FORMAT_S16: SCALE_EVENLY(int16_t, nearest((float)sample * gain));
    case SND_PCM_FORMAT_S32: SCALE_EVENLY(int32_t, rounded(sample * (double)gain));
    case SND_PCM_FORMAT_FLOAT: SCALE_EVENLY(float, sample * gain);
    default: return 0;
    }
}

static snd_pcm_sframes_t transfer(
    snd_pcm_extplug_t *plug, const snd_pcm_channel_area_t *to, snd_pcm_uframes_t to_offset,
    const snd_pcm_channel_area_t *from, snd_pcm_uframes_t from_offset, snd_pcm_uframes_t size) {
    struct stream *stream = plug->private_data;
    if (stream->session == NULL || stream->owner != getpid()) {
        snd_pcm_areas_copy(to, to_offset, from, from_offset, plug->channels, size, plug->format);
        return (snd_pcm_sframes_t)size;
    }
    __atomic_add_fetch(&stream->writes, 1, __ATOMIC_SEQ_CST);
    if (stream->written == 0) stream->began = milliseconds();
    stream->written += (int64_t)size;
    if (!__atomic_load_n(&stream->plays, __ATOMIC_SEQ_CST)) begin(stream);
    const int is_packed = is_interleaved(plug, to) && is_interleaved(plug, from);
    for (snd_pcm_uframes_t done = 0; done < size;) {
        snd_pcm_uframes_t count = size - done;
        float gain;
        const int is_even = session_is_even(stream->session, &gain);
        int is_silent = is_even && gain == 0;
        if (is_even && gain == 1) {
            snd_pcm_areas_copy(to, to_offset + done, from, from_offset + done, plug->channels, count, plug->format);
        } else if (!is_silent && !(is_even && is_packed && scale_evenly(plug->format, sample_at(to, to_offset + done),
                                                                        sample_at(from, from_offset + done), gain,
                                                                        count * plug->channels))) {
            if (count > BLOCK) count = BLOCK;
            /* Applied to ones, the library's levels are the gains of the frames, in any format. */
            float gains[BLOCK];
            for (snd_pcm_uframes_t frame = 0; frame < count; frame++) gains[frame] = 1;
            is_silent = audiosession_process(stream->session, gains, count) == AUDIOSESSION_HALTED;
            for (unsigned channel = 0; !is_silent && channel < plug->channels; channel++) {
                scale(plug->format, sample_at(&to[channel], to_offset + done), to[channel].step / 8,
                      sample_at(&from[channel], from_offset + done), from[channel].step / 8, gains, count);
            }
        }
        if (is_silent) snd_pcm_areas_silence(to, to_offset + done, plug->channels, count, plug->format);
        done += count;
    }
    return (snd_pcm_sframes_t)size;
}

/*
 * The PCM has been prepared. If samples were still waiting to be played, the program has dropped them: the person has
 * stopped or sought, and a sound that has been silent since an interruption starts again with the next samples. A PCM
 * that had run dry is prepared by the program itself, after an underrun or between two songs, which does not end the
 * silence.
 */
static int prepared(snd_pcm_extplug_t *plug) {
    struct stream *stream = plug->private_data;
    const int64_t played = (milliseconds() - stream->began) * plug->rate / 1000;
    const int is_dropped = stream->written > 0 && stream->written > played;
    stream->written = 0;
    if (!is_dropped || stream->session == NULL || stream->owner != getpid()) return 0;
    pthread_mutex_lock(&stream->lock);
    if (stream->waits) {
        stream->waits = 0;
        __atomic_store_n(&stream->plays, 0, __ATOMIC_SEQ_CST);
    }
    pthread_mutex_unlock(&stream->lock);
    return 0;
}

/* ---- The life of a stream ---- */

/* Ends the session, if there is one. */
static void leave(struct stream *stream) {
    if (stream->session == NULL || stream->owner != getpid()) return;
    pthread_mutex_lock(&stream->lock);
    stream->ends = 1;
    pthread_mutex_unlock(&stream->lock);
    eventfd_write(stream->wake, 1);
    pthread_join(stream->thread, NULL);
    audiosession_close(stream->session);
    stream->session = NULL;
    close(stream->wake);
    __atomic_sub_fetch(&session_count, 1, __ATOMIC_RELAXED);
}

/* Joins a host, or waits for one; without a session the samples pass unchanged. */
static void join(struct stream *stream) {
    if (governs_itself()) return;
    audiosession_why why;
    memset(&why, 0, sizeof why);
    __atomic_store_n(&session_is_of_plugin, 1, __ATOMIC_RELAXED);
    if (audiosession_open(&stream->session, stream->app, &why) < 0) {
        SNDERR("audiosession: %s; the sound is not governed", why.sentence);
        return;
    }
    stream->owner = getpid();
    stream->ends = 0;
    stream->has_meaning = stream->waits = 0;
    stream->plays = 0;
    /* Signals belong to the program. */
    sigset_t all, before;
    sigfillset(&all);
    stream->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int is_watched = stream->wake >= 0 && pthread_create(&stream->thread, NULL, watch, stream) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (is_watched) {
        __atomic_add_fetch(&session_count, 1, __ATOMIC_RELAXED);
        return;
    }
    SNDERR("audiosession: no descriptors or threads are left; the sound is not governed");
    if (stream->wake >= 0) close(stream->wake);
    audiosession_close(stream->session);
    stream->session = NULL;
}

static int take_hw_params(snd_pcm_extplug_t *plug, snd_pcm_hw_params_t *params) {
    struct stream *stream = plug->private_data;
    unsigned microseconds = 0;
    snd_pcm_hw_params_get_buffer_time(params, &microseconds, NULL);
    /* A program may set its parameters several times. */
    if (stream->session == NULL && !stream->passes) join(stream);
    if (stream->session == NULL || stream->owner != getpid()) return 0;
    pthread_mutex_lock(&stream->lock);
    stream->milliseconds = (int)(microseconds / 1000) + PATIENCE;
    pthread_mutex_unlock(&stream->lock);
    audiosession_set_format(stream->session, plug->rate, 1);
    return 0;
}

static void free_stream(struct stream *stream) {
    pthread_mutex_destroy(&stream->lock);
    free(stream->app);
    free(stream);
}

static int close_stream(snd_pcm_extplug_t *plug) {
    struct stream *stream = plug->private_data;
    leave(stream);
    free_stream(stream);
    return 0;
}

/* For a PCM that is closed again before a program receives it. */
static const snd_pcm_extplug_callback_t no_callbacks = {.transfer = transfer};
static const snd_pcm_extplug_callback_t callbacks = {
    .transfer = transfer, .init = prepared, .hw_params = take_hw_params, .close = close_stream};

/* ---- Configuration ---- */

struct word {
    const char *name;
    int value;
};

static const struct word categories[] = {
    {"ambient", AUDIOSESSION_AMBIENT},
    {"soloAmbient", AUDIOSESSION_SOLO_AMBIENT},
    {"playback", AUDIOSESSION_PLAYBACK},
    {"playAndRecord", AUDIOSESSION_PLAY_AND_RECORD},
    {NULL, 0}};
static const struct word modes[] = {
    {"default", AUDIOSESSION_MODE_DEFAULT},
    {"voiceChat", AUDIOSESSION_MODE_VOICE_CHAT},
    {"gameChat", AUDIOSESSION_MODE_GAME_CHAT},
    {"moviePlayback", AUDIOSESSION_MODE_MOVIE_PLAYBACK},
    {"videoChat", AUDIOSESSION_MODE_VIDEO_CHAT},
    {"spokenAudio", AUDIOSESSION_MODE_SPOKEN_AUDIO},
    {"voicePrompt", AUDIOSESSION_MODE_VOICE_PROMPT},
    {NULL, 0}};
static const struct word options[] = {
    {"mixWithOthers", AUDIOSESSION_MIX_WITH_OTHERS},
    {"duckOthers", AUDIOSESSION_DUCK_OTHERS},
    {"interruptSpokenAudioAndMixWithOthers", AUDIOSESSION_INTERRUPT_SPOKEN_AUDIO},
    {NULL, 0}};

/* Reads the value of a word; an error names the field, the word and the valid ones. */
static int read_word(const snd_config_t *node, const char *field, const struct word *words, int *value) {
    const char *text = NULL;
    if (snd_config_get_string(node, &text) >= 0) {
        for (const struct word *word = words; word->name != NULL; word++) {
            if (strcmp(word->name, text) == 0) {
                *value = word->value;
                return 0;
            }
        }
    }
    char known[256] = "";
    for (const struct word *word = words; word->name != NULL; word++) {
        const size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s%s", word == words ? "" : ", ", word->name);
    }
    SNDERR("audiosession: %s is %s; choose one of %s", field, text != NULL ? text : "no word", known);
    return -EINVAL;
}

static int read_options(const snd_config_t *node, int *value) {
    *value = 0;
    if (snd_config_get_type(node) != SND_CONFIG_TYPE_COMPOUND) return read_word(node, "options", options, value);
    snd_config_iterator_t item, next;
    snd_config_for_each(item, next, node) {
        int bits;
        const int error = read_word(snd_config_iterator_entry(item), "options", options, &bits);
        if (error < 0) return error;
        *value |= bits;
    }
    return 0;
}

static int read_field(struct stream *stream, const snd_config_t *node, const char *name) {
    if (strcmp(name, "category") == 0) return read_word(node, name, categories, &stream->category);
    if (strcmp(name, "mode") == 0) return read_word(node, name, modes, &stream->mode);
    if (strcmp(name, "options") == 0) return read_options(node, &stream->options);
    if (strcmp(name, "app") != 0) {
        SNDERR("audiosession: it has no field %s; it has slave, app, category, mode and options", name);
        return -EINVAL;
    }
    const char *text;
    if (snd_config_get_string(node, &text) < 0) {
        SNDERR("audiosession: app is no word; give the name of the app");
        return -EINVAL;
    }
    free(stream->app);
    stream->app = strdup(text);
    return stream->app != NULL ? 0 : -ENOMEM;
}

/*
 * Opens the slave in place of this PCM: for capture, which has no levels, and in a program that is on a host and
 * applies them itself. Works for a named slave only; returns -EINVAL for another, for which this PCM passes the
 * samples.
 */
static int open_slave(snd_pcm_t **pcm, snd_config_t *root, snd_config_t *slave, snd_pcm_stream_t stream, int mode) {
    const char *named;
    snd_config_t *node;
    if (snd_config_search(slave, "pcm", &node) < 0 || snd_config_get_string(node, &named) < 0) return -EINVAL;
    return snd_pcm_open_lconf(pcm, named, stream, mode, root);
}

/* Copies the slave's definition, which may be a reference, into one of this PCM's own. NULL on error. */
static int copy_slave(snd_config_t *root, snd_config_t *slave, snd_config_t **copy) {
    const char *named;
    int error = snd_config_get_string(slave, &named) < 0 ? snd_config_copy(copy, slave)
                                                         : snd_config_search_definition(root, "pcm_slave", named, copy);
    if (error >= 0) error = snd_config_set_id(*copy, "slave");
    return error;
}

/* Adds a field that keeps a parameter unconverted, unless the definition has it. */
static int keep_unchanged(snd_config_t *slave, const char *field) {
    snd_config_t *node;
    if (snd_config_search(slave, field, &node) >= 0) return 0;
    const int error = snd_config_imake_string(&node, field, "unchanged");
    return error < 0 ? error : snd_config_add(slave, node);
}

/* Adds what a text configures. */
static int load_text(snd_config_t *config, const char *text) {
    snd_input_t *input;
    int error = snd_input_buffer_open(&input, text, -1);
    if (error < 0) return error;
    error = snd_config_load(config, input);
    snd_input_close(input);
    return error;
}

/* Copies the configuration, with pulse.c's PCMs for the type `pulse`. */
static int copy_root(snd_config_t *root, snd_config_t **copy) {
    Dl_info library;
    char text[4300];
    const int error = snd_config_copy(copy, root);
    if (error < 0) return error;
    if (dladdr((void *)(uintptr_t)copy_root, &library) == 0) return -ENOENT;
    snprintf(text, sizeof text, "pcm_type.!pulse { lib \"%s\" open _snd_pcm_audiosession_pulse_open }", library.dli_fname);
    return load_text(*copy, text);
}

/*
 * Creates the PCM before its slave, with a `plug` between them for slaves whose memory cannot be mapped, such as a
 * sound server's. It converts rates and channels only if `converts`: ALSA's `plug` probes a slave with rates up to
 * 2^31, and several of them in a row abort the program.
 */
static int create(
    struct stream *made, const char *name, snd_config_t *root, snd_config_t *slave, snd_pcm_stream_t stream, int mode,
    int converts) {
    snd_config_t *conf = NULL, *inner, *copy = NULL, *root_copy = NULL;
    int error = snd_config_top(&conf);
    if (error >= 0) error = load_text(conf, "pcm.type plug");
    if (error >= 0) error = snd_config_search(conf, "pcm", &inner);
    if (error >= 0) error = copy_slave(root, slave, &copy);
    if (error >= 0 && !converts) error = keep_unchanged(copy, "rate");
    if (error >= 0 && !converts) error = keep_unchanged(copy, "channels");
    if (error >= 0) {
        error = snd_config_add(inner, copy);
        if (error >= 0) copy = NULL;
    }
    if (error >= 0) error = copy_root(root, &root_copy);
    if (error >= 0) error = snd_pcm_extplug_create(&made->plug, name, root_copy, conf, stream, mode);
    if (root_copy != NULL) snd_config_delete(root_copy);
    if (copy != NULL) snd_config_delete(copy);
    if (conf != NULL) snd_config_delete(conf);
    if (error < 0) return error;
    const unsigned count = sizeof formats / sizeof formats[0];
    snd_pcm_extplug_set_param_list(&made->plug, SND_PCM_EXTPLUG_HW_FORMAT, count, formats);
    snd_pcm_extplug_set_slave_param_list(&made->plug, SND_PCM_EXTPLUG_HW_FORMAT, count, formats);
    snd_pcm_extplug_set_param_link(&made->plug, SND_PCM_EXTPLUG_HW_FORMAT, 1);
    return 0;
}

/*
 * Whether the PCM accepts a rate that no card has, and one channel as well as two, so that something behind it
 * converts.
 */
static int takes_all(snd_pcm_t *pcm) {
    snd_pcm_hw_params_t *params;
    snd_pcm_hw_params_alloca(&params);
    return snd_pcm_hw_params_any(pcm, params) >= 0 && snd_pcm_hw_params_test_rate(pcm, params, 37777, 0) >= 0 &&
           snd_pcm_hw_params_test_channels(pcm, params, 1) >= 0 && snd_pcm_hw_params_test_channels(pcm, params, 2) >= 0;
}

/* Whether the definition configures the conversion of rates. */
static int says_rate(snd_config_t *slave) {
    snd_config_t *node;
    return snd_config_search(slave, "rate", &node) >= 0;
}

static int open_governed(
    snd_pcm_t **pcm, const char *name, snd_config_t *root, snd_config_t *conf, snd_pcm_stream_t stream, int mode) {
    struct stream *made = calloc(1, sizeof *made);
    if (made == NULL) return -ENOMEM;
    pthread_mutex_init(&made->lock, NULL);
    made->category = made->mode = made->options = AUDIOSESSION_KEEP;
    snd_config_t *slave = NULL;
    int error = 0;
    snd_config_iterator_t item, next;
    snd_config_for_each(item, next, conf) {
        snd_config_t *node = snd_config_iterator_entry(item);
        const char *id;
        if (error < 0 || snd_config_get_id(node, &id) < 0) continue;
        if (strcmp(id, "comment") == 0 || strcmp(id, "type") == 0 || strcmp(id, "hint") == 0) continue;
        if (strcmp(id, "slave") == 0) {
            slave = node;
        } else {
            error = read_field(made, node, id);
        }
    }
    if (error >= 0 && slave == NULL) {
        SNDERR("audiosession: slave is missing; name the PCM that plays, such as slave.pcm \"default\"");
        error = -EINVAL;
    }
    if (made->category == AUDIOSESSION_KEEP) {
        /* A program that has not said what its sound means silences no other. */
        made->category = AUDIOSESSION_PLAYBACK;
        if (made->options == AUDIOSESSION_KEEP) made->options = AUDIOSESSION_MIX_WITH_OTHERS;
    }
    made->passes = stream == SND_PCM_STREAM_CAPTURE || depth > 1 || governs_itself();
    if (error >= 0 && made->passes && open_slave(pcm, root, slave, stream, mode) >= 0) {
        free_stream(made);
        return 0;
    }
    if (error >= 0) {
        made->plug.version = SND_PCM_EXTPLUG_VERSION;
        made->plug.name = "Audio session";
        made->plug.callback = &callbacks;
        made->plug.private_data = made;
        error = create(made, name, root, slave, stream, mode, 0);
    }
    if (error >= 0 && !says_rate(slave) && !takes_all(made->plug.pcm)) {
        made->plug.callback = &no_callbacks;
        snd_pcm_close(made->plug.pcm);
        made->plug.callback = &callbacks;
        error = create(made, name, root, slave, stream, mode, 1);
    }
    if (error < 0) {
        free_stream(made);
        return error;
    }
    *pcm = made->plug.pcm;
    return 0;
}

SND_PCM_PLUGIN_DEFINE_FUNC(audiosession) {
    if (depth == DEEPEST) {
        SNDERR("audiosession: %s%sits slave leads back to it; name a PCM that plays, such as slave.pcm \"sysdefault\"",
               name != NULL ? name : "", name != NULL ? ": " : "");
        return -EINVAL;
    }
    depth++;
    const int error = open_governed(pcmp, name, root, conf, stream, mode);
    depth--;
    return error;
}

SND_PCM_PLUGIN_SYMBOL(audiosession);

/* ---- Before the default PCM, without editing a system file ---- */

/* Moves the entries of one configuration to the front of another. */
static int move_all(snd_config_t *from, snd_config_t *to) {
    snd_config_iterator_t item, next;
    snd_config_for_each(item, next, from) {
        snd_config_t *node = snd_config_iterator_entry(item), *there;
        const char *id;
        int error = snd_config_get_id(node, &id);
        if (error >= 0 && snd_config_search(to, id, &there) >= 0) error = snd_config_delete(there);
        if (error >= 0) error = snd_config_remove(node);
        if (error >= 0) error = snd_config_add(to, node);
        if (error < 0) return error;
    }
    return 0;
}

/*
 * Puts the plug-in before the PCM `default`, if there is one, or with `audiosession run --silent` before a silent card.
 * The `plug` before it converts only the formats that it does not accept, so a program finds the same rates and
 * channels as without the plug-in.
 */
static int wrap_default(snd_config_t *root) {
    Dl_info library;
    char text[9400];
    snd_config_t *node;
    const char *silent = getenv("AUDIOSESSION_ALSA_SILENT");
    const int is_silent = silent != NULL && silent[0] != 0, is_there = snd_config_search(root, "pcm.default", &node) >= 0;
    if (!is_there && !is_silent) return 0;
    if (dladdr((void *)(uintptr_t)wrap_default, &library) == 0) return -ENOENT;
    const int error = is_there ? snd_config_set_id(node, is_silent ? "audiosession_unheard" : "audiosession_slave") : 0;
    if (error < 0) return error;
    snprintf(
        text, sizeof text,
        "pcm_type.audiosession.lib \"%s\"\npcm_type.audiosession_silent.lib \"%s\"\n%s"
        "pcm.default { type plug slave { rate unchanged channels unchanged pcm { type audiosession slave {"
        " rate unchanged channels unchanged pcm audiosession_slave } } } }\n",
        library.dli_fname, library.dli_fname, is_silent ? "pcm.audiosession_slave.type audiosession_silent\n" : "");
    return load_text(root, text);
}

/*
 * The hook of the configuration that `audiosession run` names in ALSA_CONFIG_PATH: reads the configuration that the
 * program would have had, and puts the plug-in before its default PCM.
 */
int audiosession_configure(snd_config_t *root, snd_config_t *config, snd_config_t **result, snd_config_t *private_data) {
    (void)config;
    (void)private_data;
    *result = NULL;
    char usual[4200];
    const char *files = getenv("AUDIOSESSION_ALSA_CONFIG_PATH");
    if (files == NULL || files[0] == 0) {
        snprintf(usual, sizeof usual, "%s/alsa.conf", snd_config_topdir());
        files = usual;
    }
    snd_config_t *system = NULL;
    snd_config_update_t *update = NULL;
    int error = snd_config_update_r(&system, &update, files);
    /* The files may contain hooks, such as a sound server's, which run at the next search. */
    snd_config_t *found = NULL;
    if (error >= 0 && snd_config_search_definition(system, "pcm", "null", &found) >= 0) snd_config_delete(found);
    if (error >= 0) error = move_all(system, root);
    if (error >= 0) error = wrap_default(root);
    if (system != NULL) snd_config_delete(system);
    if (update != NULL) snd_config_update_free(update);
    return error;
}

SND_DLSYM_BUILD_VERSION(audiosession_configure, SND_CONFIG_DLSYM_VERSION_HOOK)
