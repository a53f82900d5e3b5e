/*
 * ALSA's plug-in against a host that is made of the test's own bytes, before a card whose time passes as the test says, or a
 * file. Each test is what a program does that knows of ALSA only, and beside it what its host sees and says, on a thread of
 * its own.
 */
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../Sources/Phone/CAudioSession/include/audiosession.h"
#include "../Library/fake_host.h"
#include "paced_pcm.h"

static char folder[64], path[100], file[100], configuration[100], plugin[4096], paced[4096];

/* ---- What tests share ---- */

/* A host at the tests' path. */
static struct play *begin_play(void (*script)(struct host *host)) { return play_begin(script, path); }

static void end_play(struct play *play) {
    play_end(play);
    unlink(path);
}

/* What ALSA has complained of since it was last asked. */
static char complaints[4000];

static void take_complaint(const char *source, int line, const char *function, int error, const char *form, ...) {
    (void)source, (void)line, (void)function, (void)error;
    const size_t length = strlen(complaints);
    va_list list;
    va_start(list, form);
    vsnprintf(complaints + length, sizeof complaints - length, form, list);
    va_end(list);
}

/* Makes a configuration the one of this process: the PCMs `file` and `card`, and what the test gives. */
static void configure(const char *text) {
    FILE *out = fopen(configuration, "w");
    CHECK(out != NULL);
    fprintf(out,
            "pcm.null.type null\npcm.file { type file file \"%s\" format raw slave.pcm null }\n"
            "pcm_type.paced.lib \"%s\"\npcm.card.type paced\npcm.mapped { type paced mapped yes }\n%s\n",
            file, paced, text);
    fclose(out);
    setenv("ALSA_CONFIG_PATH", configuration, 1);
    CHECK(snd_config_update_free_global() == 0);
    complaints[0] = 0;
}

/* The same with the plug-in's PCM, `governed`, which has these fields. */
static void configure_governed(const char *fields) {
    char text[4600];
    snprintf(text, sizeof text, "pcm_type.audiosession.lib \"%s\"\npcm.governed { type audiosession %s }", plugin, fields);
    configure(text);
}

static const char usual[] = "slave.pcm card app player";

enum { FRAMES = 480, CHANNELS = 2 }; /* a hundredth of a second */

static snd_pcm_t *open_pcm(const char *name, snd_pcm_format_t format) {
    snd_pcm_t *pcm;
    const int error = snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, 0);
    if (error < 0) fprintf(stderr, "%s: %s: %s\n", name, snd_strerror(error), complaints);
    CHECK(error >= 0);
    CHECK(snd_pcm_set_params(pcm, format, SND_PCM_ACCESS_RW_INTERLEAVED, CHANNELS, 48000, 0, 100000) >= 0);
    return pcm;
}

/* Takes what the PCM `file` has written by the time it was closed. */
static size_t take_file(void *bytes, size_t size) {
    FILE *in = fopen(file, "r");
    CHECK(in != NULL);
    const size_t count = fread(bytes, 1, size, in);
    fclose(in);
    CHECK(unlink(file) == 0);
    return count;
}

/* The PCM with a card behind it, which plays what it is given at once. */
static snd_pcm_t *open_card(const char *name) {
    snd_pcm_t *pcm = open_pcm(name, SND_PCM_FORMAT_FLOAT);
    paced_card_play_out(opened_card);
    return pcm;
}

static void close_card(snd_pcm_t *pcm) {
    release_card();
    CHECK(snd_pcm_close(pcm) == 0);
}

static void write_all(snd_pcm_t *pcm, const void *samples, snd_pcm_uframes_t count) {
    CHECK(snd_pcm_writei(pcm, samples, count) == (snd_pcm_sframes_t)count);
}

/* A period of ones; what the last one has become. */
static float play_ones(snd_pcm_t *pcm) {
    static float heard[10000000];
    float samples[FRAMES * CHANNELS];
    for (int sample = 0; sample < FRAMES * CHANNELS; sample++) samples[sample] = 1;
    write_all(pcm, samples, FRAMES);
    const size_t count = paced_card_bytes(opened_card, (uint8_t *)heard, sizeof heard) / sizeof heard[0];
    CHECK(count >= 2 && count % 2 == 0 && heard[count - 1] == heard[count - 2]);
    return heard[count - 1];
}

static int is_near(double one, double other) { return fabs(one - other) < 1e-5; }

/* Plays ones until their level is this one; fails after ten seconds and more. */
static void play_until(snd_pcm_t *pcm, float level) {
    for (int count = 0; count < 2000; count++) {
        if (is_near(play_ones(pcm), level)) return;
        usleep(5000); /* the host speaks */
    }
    CHECK(!"the level was reached");
}

static const struct shown sounding = {.runs = 1, .gain = 1, .duck = 1, .volume = 1, .outputs = 64, .pcm = "front"};

/* The host's side of a first write: the app's category, then its sound at a level. */
static void host_play_at(struct host *host, double volume) {
    host_greet(host, 16, "player", "player");
    host_grant(host, HOST_EXPECT(host, 16, "bbbbw", 0u, 2u, 255u, 1u, (uint32_t)1));
    host_settle(host);
    host_grant(host, HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0));
    struct shown shown = sounding;
    shown.begins = 1;
    shown.volume = volume;
    host_show(host, shown);
    host_settle(host);
}

/* ---- Samples ---- */

static const snd_pcm_format_t formats[] = {SND_PCM_FORMAT_S16, SND_PCM_FORMAT_S24,   SND_PCM_FORMAT_S24_3LE, SND_PCM_FORMAT_S32,
                                           SND_PCM_FORMAT_U8,  SND_PCM_FORMAT_FLOAT, SND_PCM_FORMAT_FLOAT64};
enum { FORMATS = sizeof formats / sizeof formats[0] };

/* One sample of a format, full scale being 1. */
static double value(snd_pcm_format_t format, const unsigned char *at) {
    switch (format) {
    case SND_PCM_FORMAT_S16: return *(const int16_t *)at / 32768.0;
    case SND_PCM_FORMAT_S24: return (int32_t)(*(const uint32_t *)at << 8) / 2147483648.0;
    case SND_PCM_FORMAT_S24_3LE: return (int32_t)((uint32_t)at[0] << 8 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 24) / 2147483648.0;
    case SND_PCM_FORMAT_S32: return *(const int32_t *)at / 2147483648.0;
    case SND_PCM_FORMAT_U8: return (at[0] - 128) / 128.0;
    case SND_PCM_FORMAT_FLOAT: return *(const float *)at;
    default: return *(const double *)at;
    }
}

/* Half of one step of the format, and what a product is rounded by. */
static double rounding(snd_pcm_format_t format) {
    switch (format) {
    case SND_PCM_FORMAT_S16: return 0.51 / 32768;
    case SND_PCM_FORMAT_S24:
    case SND_PCM_FORMAT_S24_3LE: return 0.51 / 8388608;
    case SND_PCM_FORMAT_U8: return 0.51 / 128;
    default: return 1e-7;
    }
}

/* Samples of a format from the least to the greatest that it has, noise between them. */
static void fill(snd_pcm_format_t format, unsigned char *at, size_t count) {
    const size_t size = (size_t)snd_pcm_format_physical_width(format) / 8;
    uint32_t state = 12345;
    for (size_t index = 0; index < count; index++) {
        state = state * 1664525 + 1013904223;
        const double noise = index == 0 ? -1 : index == 1 ? 2147483647 / 2147483648.0 : (int32_t)state / 2147483648.0;
        const int32_t whole = (int32_t)(noise * 2147483648.0);
        unsigned char *sample = at + index * size;
        switch (format) {
        case SND_PCM_FORMAT_S16: *(int16_t *)sample = (int16_t)(whole >> 16); break;
        case SND_PCM_FORMAT_S24: *(int32_t *)sample = whole >> 8; break;
        case SND_PCM_FORMAT_S24_3LE: memcpy(sample, (unsigned char *)&whole + 1, 3); break;
        case SND_PCM_FORMAT_S32: *(int32_t *)sample = whole; break;
        case SND_PCM_FORMAT_U8: *sample = (unsigned char)((whole >> 24) + 128); break;
        case SND_PCM_FORMAT_FLOAT: *(float *)sample = (float)noise; break;
        default: *(double *)sample = noise;
        }
    }
}

static unsigned char given[FRAMES * CHANNELS * 8], taken[FRAMES * CHANNELS * 8];

static void host_full(struct host *host) {
    host_play_at(host, 1);
    HOST_EXPECT(host, 64, "");
}

static void host_part(struct host *host) {
    host_play_at(host, 0.3);
    HOST_EXPECT(host, 64, "");
}

static void test_formats(void) {
    configure_governed("slave.pcm file app player");
    for (int index = 0; index < FORMATS; index++) {
        const snd_pcm_format_t format = formats[index];
        const size_t width = (size_t)snd_pcm_format_physical_width(format) / 8, size = FRAMES * CHANNELS * width;
        fill(format, given, FRAMES * CHANNELS);

        struct play *play = begin_play(host_full);
        snd_pcm_t *pcm = open_pcm("governed", format);
        write_all(pcm, given, FRAMES);
        CHECK(snd_pcm_close(pcm) == 0);
        end_play(play);
        CHECK(take_file(taken, sizeof taken) == size);
        CHECK(memcmp(given, taken, size) == 0);

        play = begin_play(host_part);
        pcm = open_pcm("governed", format);
        write_all(pcm, given, FRAMES);
        CHECK(snd_pcm_close(pcm) == 0);
        end_play(play);
        CHECK(take_file(taken, sizeof taken) == size);
        for (size_t sample = 0; sample < FRAMES * CHANNELS; sample++) {
            const double was = value(format, given + sample * width), is = value(format, taken + sample * width);
            CHECK(fabs(is - was * (double)0.3f) <= rounding(format));
        }
    }
}

/* Mapped memory, a channel after the other. */
static void test_mapped(void) {
    configure_governed("slave.pcm file app player");
    struct play *play = begin_play(host_part);
    snd_pcm_t *pcm;
    CHECK(snd_pcm_open(&pcm, "governed", SND_PCM_STREAM_PLAYBACK, 0) >= 0);
    CHECK(snd_pcm_set_params(pcm, SND_PCM_FORMAT_FLOAT, SND_PCM_ACCESS_MMAP_NONINTERLEAVED, CHANNELS, 48000, 0, 100000) >= 0);
    const snd_pcm_channel_area_t *areas;
    snd_pcm_uframes_t offset, frames = FRAMES;
    CHECK(snd_pcm_avail_update(pcm) >= FRAMES);
    CHECK(snd_pcm_mmap_begin(pcm, &areas, &offset, &frames) >= 0 && frames == FRAMES);
    for (int channel = 0; channel < CHANNELS; channel++) {
        float *at = (float *)((char *)areas[channel].addr + (areas[channel].first + offset * areas[channel].step) / 8);
        for (int frame = 0; frame < FRAMES; frame++) at[frame] = channel == 0 ? 0.5f : -1;
    }
    CHECK(snd_pcm_mmap_commit(pcm, offset, FRAMES) == FRAMES);
    CHECK(snd_pcm_start(pcm) == 0);
    CHECK(snd_pcm_close(pcm) == 0);
    end_play(play);
    float samples[FRAMES * CHANNELS];
    CHECK(take_file(samples, sizeof samples) == sizeof samples);
    for (int frame = 0; frame < FRAMES; frame++) {
        CHECK(is_near(samples[2 * frame], 0.15) && is_near(samples[2 * frame + 1], -0.3));
    }
}

/* The same calls in the same order, of a card whose time passes as the test says. */
static int walk(const char *name, long answers[64]) {
    snd_pcm_t *pcm = open_pcm(name, SND_PCM_FORMAT_FLOAT);
    /* A program waits for its PCM, or asks again later. */
    CHECK(snd_pcm_nonblock(pcm, 1) == 0);
    float samples[FRAMES * CHANNELS] = {0};
    int count = 0;
    snd_pcm_sframes_t delay;
    snd_pcm_uframes_t buffer, period;
    CHECK(snd_pcm_get_params(pcm, &buffer, &period) == 0);
    answers[count++] = (long)buffer;
    answers[count++] = (long)period;
    for (int round = 0; round < 3; round++) {
        answers[count++] = snd_pcm_state(pcm);
        answers[count++] = snd_pcm_avail(pcm);
        answers[count++] = snd_pcm_writei(pcm, samples, FRAMES);
        answers[count++] = snd_pcm_rewindable(pcm) > 0;
        answers[count++] = snd_pcm_rewind(pcm, 100);
        answers[count++] = snd_pcm_avail_update(pcm);
        answers[count++] = snd_pcm_writei(pcm, samples, 60);
        if (round == 0) answers[count++] = snd_pcm_start(pcm);
        CHECK(paced_card_advance(opened_card, 200));
        answers[count++] = snd_pcm_delay(pcm, &delay);
        answers[count++] = delay;
        answers[count++] = snd_pcm_avail(pcm);
        if (round == 1) {
            answers[count++] = snd_pcm_pause(pcm, 1);
            answers[count++] = snd_pcm_state(pcm);
            answers[count++] = snd_pcm_pause(pcm, 0);
            answers[count++] = snd_pcm_state(pcm);
        }
    }
    answers[count++] = snd_pcm_drop(pcm);
    answers[count++] = snd_pcm_state(pcm);
    answers[count++] = (long)paced_card_heard(opened_card);
    release_card();
    CHECK(snd_pcm_close(pcm) == 0);
    return count;
}

static void test_clock(void) {
    static const char *const cards[] = {"card", "mapped"};
    for (int kind = 0; kind < 2; kind++) {
        char fields[50];
        snprintf(fields, sizeof fields, "slave.pcm %s app player", cards[kind]);
        configure_governed(fields);
        long alone[64], governed[64];
        const int count = walk(cards[kind], alone);
        struct play *play = begin_play(host_full);
        CHECK(walk("governed", governed) == count);
        end_play(play);
        for (int index = 0; index < count; index++) {
            if (alone[index] == governed[index]) continue;
            fprintf(stderr, "%s: answer %d: alone %ld, behind the plug-in %ld\n", cards[kind], index, alone[index], governed[index]);
            abort();
        }
    }
}

/* ---- The policy ---- */

/* Posted when the program has heard what the host waits for, and when the host has been told of a pause. */
static sem_t heard, paused;

static void host_levels(struct host *host) {
    host_play_at(host, 1);
    struct shown shown = sounding;
    shown.duck = 0.2;
    host_show(host, shown);
    /* It has been heard when the program pauses its writing; then an interruption that ends. */
    host_grant(host, HOST_EXPECT(host, 20, "bs", 0u, "samples"));
    shown.runs = 0;
    host_show(host, shown);
    host_settle(host);
    sem_post(&paused);
    host_grant(host, HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0));
    shown = sounding;
    host_show(host, shown);
    host_settle(host);
    sem_wait(&heard);
    host_send(host, 133, 0, "qqb", (int64_t)1, (int64_t)5, 1u);
    shown.runs = 0;
    host_show(host, shown);
    /* The program knows nothing of it: the host resumes it, and the plug-in asks for nothing. */
    shown.runs = 1;
    shown.duck = 0.5;
    host_show(host, shown);
    host_send(host, 133, 0, "qqbb", (int64_t)2, (int64_t)6, 2u, 1u);
    host_send(host, 133, 0, "qqbb", (int64_t)3, (int64_t)7, 24u, 1u);
    HOST_EXPECT(host, 64, "");
}

static void test_levels(void) {
    configure_governed(usual);
    CHECK(sem_init(&heard, 0, 0) == 0 && sem_init(&paused, 0, 0) == 0);
    struct play *play = begin_play(host_levels);
    snd_pcm_t *pcm = open_card("governed");
    CHECK(play_ones(pcm) > 0.1f);
    play_until(pcm, 0.2f);
    /* The program writes nothing for longer than its buffer lasts. */
    sem_wait(&paused);
    play_until(pcm, 1);
    sem_post(&heard);
    play_until(pcm, 0.5f);
    close_card(pcm);
    end_play(play);
}

/* Posted when the host has told of an interruption, and when it has granted the play after it. */
static sem_t told, granted;

static void host_without_leave(struct host *host) {
    host_play_at(host, 1);
    struct shown shown = sounding;
    shown.runs = 0;
    for (int round = 0; round < 3; round++) {
        sem_wait(&heard);
        host_send(host, 133, 0, "qqb", (int64_t)1 + 2 * round, (int64_t)5, 1u);
        host_show(host, shown);
        host_send(host, 133, 0, "qqbb", (int64_t)2 + 2 * round, (int64_t)6, 2u, 0u);
        sem_post(&told);
        /* Nothing may come until the person acts, by a pause or a stop, or the policy recommends it. */
        if (round == 0) {
            host_grant(host, HOST_EXPECT(host, 20, "bs", 0u, "samples"));
            host_settle(host);
            sem_post(&paused);
        }
        if (round == 2) {
            sem_wait(&heard);
            host_send(host, 133, 0, "qqbb", (int64_t)7, (int64_t)6, 24u, 1u);
        }
        host_grant(host, HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0));
        host_show(host, sounding);
        host_settle(host);
        sem_post(&granted);
    }
    HOST_EXPECT(host, 64, "");
}

/* After an interruption that ended without leave a sound stays silent, over an underrun too, until the person acts. */
static void test_without_leave(void) {
    static const float samples[FRAMES * CHANNELS];
    char fields[4600];
    snprintf(fields, sizeof fields, "slave.pcm clock app player }\npcm_type.audiosession_silent.lib \"%s\"\n"
                                    "pcm.clock { type audiosession_silent", plugin);
    configure_governed(fields);
    CHECK(sem_init(&heard, 0, 0) == 0 && sem_init(&paused, 0, 0) == 0 && sem_init(&told, 0, 0) == 0 &&
          sem_init(&granted, 0, 0) == 0);
    struct play *play = begin_play(host_without_leave);
    snd_pcm_t *pcm = open_pcm("governed", SND_PCM_FORMAT_FLOAT);
    snd_pcm_uframes_t buffer, period;
    CHECK(snd_pcm_get_params(pcm, &buffer, &period) == 0);
    for (int round = 0; round < 3; round++) {
        write_all(pcm, samples, FRAMES);
        sem_post(&heard);
        sem_wait(&told);
        for (int count = 0; count < 30; count++) write_all(pcm, samples, FRAMES);
        /* The buffer runs dry: that the program prepares the PCM then is no act of the person. */
        while (snd_pcm_avail(pcm) < (snd_pcm_sframes_t)buffer) usleep(1000);
        CHECK(snd_pcm_drop(pcm) == 0 && snd_pcm_prepare(pcm) == 0);
        for (int count = 0; count < 30; count++) write_all(pcm, samples, FRAMES);
        if (round == 0) sem_wait(&paused);
        if (round == 2) sem_post(&heard);
        do {
            if (round == 1) CHECK(snd_pcm_drop(pcm) == 0 && snd_pcm_prepare(pcm) == 0);
            for (int count = 0; count < 5; count++) write_all(pcm, samples, FRAMES);
        } while (sem_trywait(&granted) != 0);
    }
    CHECK(snd_pcm_close(pcm) == 0);
    end_play(play);
}

static void host_refuses(struct host *host) {
    host_greet(host, 16, "player", "player");
    host_grant(host, HOST_EXPECT(host, 16, "bbbbw", 0u, 2u, 255u, 1u, (uint32_t)1));
    host_settle(host);
    const uint32_t number = HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0);
    host_send(host, 131, number, "qbbwssbh", (int64_t)1, 1u, 5u, (uint32_t)561017449, "R-INT-2", "The phone rings.", 0u, 0u);
    host_settle(host);
    sem_wait(&heard);
    host_send(host, 133, 0, "qqbb", (int64_t)1, (int64_t)5, 24u, 1u);
    host_grant(host, HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0));
    host_show(host, sounding);
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

/* A sound that is refused is silent, and is asked for again when the policy recommends it, not before. */
static void test_refused(void) {
    configure_governed(usual);
    CHECK(sem_init(&heard, 0, 0) == 0);
    struct play *play = begin_play(host_refuses);
    snd_pcm_t *pcm = open_card("governed");
    /* Longer than the plug-in waits between two looks at what the program writes. */
    for (int count = 0; count < 80; count++) {
        CHECK(play_ones(pcm) == 0);
        usleep(10000);
    }
    sem_post(&heard);
    play_until(pcm, 1);
    close_card(pcm);
    end_play(play);
}

static void host_meaning(struct host *host) {
    host_greet(host, 16, "nav", "nav");
    host_grant(host, HOST_EXPECT(host, 16, "bbbbw", 0u, 2u, 8u, 1u, (uint32_t)3));
    host_settle(host);
    host_grant(host, HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0));
    host_show(host, sounding);
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

static void test_fields(void) {
    configure_governed("slave.pcm card app nav category playback mode voicePrompt options [ mixWithOthers duckOthers ]");
    struct play *play = begin_play(host_meaning);
    snd_pcm_t *pcm = open_card("governed");
    play_ones(pcm);
    close_card(pcm);
    end_play(play);
}

/* ---- Without a host, and beside one ---- */

static void test_no_host(void) {
    configure_governed(usual);
    snd_pcm_t *pcm = open_card("governed");
    CHECK(play_ones(pcm) == 1);
    CHECK(strstr(complaints, path) != NULL && strstr(complaints, "not governed") != NULL);
    close_card(pcm);
    /* Where no path is given there need not be one. */
    unsetenv("AUDIOSESSION_SOCKET");
    complaints[0] = 0;
    pcm = open_card("governed");
    CHECK(play_ones(pcm) == 1);
    CHECK(complaints[0] == 0);
    close_card(pcm);
    setenv("AUDIOSESSION_SOCKET", path, 1);
}

static void host_dies(struct host *host) { host_play_at(host, 0.5); }

/* A host that ends takes no sound with it. */
static void test_host_ends(void) {
    configure_governed(usual);
    struct play *play = begin_play(host_dies);
    snd_pcm_t *pcm = open_card("governed");
    CHECK(play_ones(pcm) == 0.5f);
    end_play(play);
    CHECK(play_ones(pcm) == 0.5f);
    close_card(pcm);
}

static void host_joins(struct host *host) {
    host_greet(host, 0, "player", "player");
    HOST_EXPECT(host, 64, "");
}

/* A program that is on the host by the library applies its levels itself, and is no second app. */
static void test_joined(void) {
    configure_governed(usual);
    struct play *play = begin_play(host_joins);
    audiosession *session;
    CHECK(audiosession_open(&session, "player", NULL) == AUDIOSESSION_OK);
    snd_pcm_t *pcm = open_card("governed");
    CHECK(play_ones(pcm) == 1);
    close_card(pcm);
    audiosession_close(session);
    end_play(play);
    CHECK(complaints[0] == 0);
}

/* One PCM of the kind before another: the sound is governed once. */
static void test_twice(void) {
    char fields[4600];
    snprintf(fields, sizeof fields, "slave.pcm second app player }\npcm.second { type audiosession slave.pcm card app other");
    configure_governed(fields);
    struct play *play = begin_play(host_part);
    snd_pcm_t *pcm = open_card("governed");
    CHECK(is_near(play_ones(pcm), 0.3));
    close_card(pcm);
    end_play(play);
    CHECK(complaints[0] == 0);
}

/* A child of fork writes as if there were no host; its parent's app lives on. */
static void test_fork(void) {
    configure_governed(usual);
    struct play *play = begin_play(host_part);
    snd_pcm_t *pcm = open_card("governed");
    CHECK(is_near(play_ones(pcm), 0.3));
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        const int is_whole = play_ones(pcm) == 1;
        _exit(snd_pcm_close(pcm) == 0 && is_whole ? 0 : 1);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(is_near(play_ones(pcm), 0.3));
    close_card(pcm);
    end_play(play);
}

/* What is captured passes, and joins no host, from a slave with a name and from one without. */
static void test_capture(void) {
    static const char *const slaves[] = {"slave.pcm null app player", "slave.pcm { type null } app player"};
    for (int each = 0; each < 2; each++) {
        configure_governed(slaves[each]);
        snd_pcm_t *pcm;
        CHECK(snd_pcm_open(&pcm, "governed", SND_PCM_STREAM_CAPTURE, 0) >= 0);
        CHECK(snd_pcm_set_params(pcm, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, 48000, 0, 100000) >= 0);
        int16_t samples[FRAMES];
        CHECK(snd_pcm_readi(pcm, samples, FRAMES) == FRAMES);
        CHECK(snd_pcm_close(pcm) == 0);
        CHECK(complaints[0] == 0);
    }
}

/* ---- Configuration ---- */

static void refuses(const char *fields, int error, const char *complaint) {
    configure_governed(fields);
    snd_pcm_t *pcm = NULL;
    const int is = snd_pcm_open(&pcm, "governed", SND_PCM_STREAM_PLAYBACK, 0);
    if (is != error || strstr(complaints, complaint) == NULL) fprintf(stderr, "%s: %d: %s\n", fields, is, complaints);
    CHECK(is == error && strstr(complaints, complaint) != NULL);
}

static void test_mistakes(void) {
    refuses("", -EINVAL, "slave is missing; name the PCM that plays, such as slave.pcm \"default\"");
    refuses("slave.pcm card volume 1", -EINVAL, "it has no field volume; it has slave, app, category, mode and options");
    refuses("slave.pcm card category loud", -EINVAL, "category is loud; choose one of ambient, soloAmbient, playback");
    refuses("slave.pcm card category 3", -EINVAL, "category is no word; choose one of");
    refuses("slave.pcm card mode fast", -EINVAL, "mode is fast; choose one of default, voiceChat");
    refuses("slave.pcm card options [ mixWithOthers duck ]", -EINVAL, "options is duck; choose one of mixWithOthers, duckOthers");
    refuses("slave.pcm card app 7", -EINVAL, "app is no word; give the name of the app");
    refuses("slave.pcm nowhere", -ENOENT, "Unknown PCM nowhere");
    static const char circle[] = "its slave leads back to it; name a PCM that plays, such as slave.pcm \"sysdefault\"";
    refuses("slave.pcm governed", -EINVAL, circle);
    refuses("slave.pcm { type plug slave.pcm governed }", -EINVAL, circle);
    refuses("slave.pcm second }\npcm.second { type audiosession slave.pcm governed", -EINVAL, circle);
    refuses("slave.pcm second }\npcm.second { type copy slave.pcm { type audiosession slave.pcm governed }", -EINVAL, circle);
}

/* The configuration of `audiosession run`, before the one of the test. */
static void wrap(void) {
    char wrapped[100];
    snprintf(wrapped, sizeof wrapped, "%s/wrapped.conf", folder);
    FILE *out = fopen(wrapped, "w");
    CHECK(out != NULL);
    fprintf(out, "hook_func.audiosession { lib \"%s\" func audiosession_configure }\n@hooks [ { func audiosession } ]\n", plugin);
    fclose(out);
    setenv("AUDIOSESSION_ALSA_CONFIG_PATH", configuration, 1);
    setenv("ALSA_CONFIG_PATH", wrapped, 1);
    CHECK(snd_config_update_free_global() == 0);
}

/* What there is to play, and how. */
static const struct shape {
    snd_pcm_format_t format;
    unsigned channels, rate;
} shapes[] = {{SND_PCM_FORMAT_S16, 2, 44100},  {SND_PCM_FORMAT_U8, 1, 8000},      {SND_PCM_FORMAT_S24_3LE, 2, 96000},
              {SND_PCM_FORMAT_FLOAT, 6, 48000}, {SND_PCM_FORMAT_MU_LAW, 1, 11025}, {SND_PCM_FORMAT_S16_BE, 2, 48000}};

/* Plays in a process of its own, as an abort must not end the test: 0, or 1 where it cannot. */
static int can_play(const char *name, struct shape shape) {
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        static char samples[FRAMES * 6 * 4];
        snd_pcm_t *pcm;
        if (snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, 0) < 0) _exit(1);
        if (snd_pcm_set_params(pcm, shape.format, SND_PCM_ACCESS_RW_INTERLEAVED, shape.channels, shape.rate, 1, 100000) < 0) _exit(1);
        _exit(snd_pcm_writei(pcm, samples, FRAMES) == FRAMES ? 0 : 1);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* What plays on a PCM alone plays behind the plug-in, whatever stands behind the PCM: converters do above all. */
static void test_whatever_plays(void) {
    static const char *const definitions[] = {
        "{ type null }",
        "{ type plug slave.pcm null }",
        "{ type plug slave { pcm null rate 48000 } }",
        "{ type rate slave { pcm null rate 48000 } }",
        "{ type plug slave.pcm { type plug slave { pcm null rate 48000 } } }",
        "{ type asym playback.pcm { type plug slave { pcm null rate 48000 } } capture.pcm null }",
        "{ type asym playback.pcm { type rate slave { pcm null rate 48000 } } capture.pcm null }",
        "{ type file file /dev/null format raw slave.pcm null }",
        "{ type file file /dev/null format raw slave.pcm { type plug slave { pcm null rate 48000 } } }",
        "{ type file file /dev/null format raw slave.pcm { type rate slave { pcm null rate 48000 } } }",
        "{ type plug slave { pcm null format S16_BE } }",
        "{ type plug slave { pcm null channels 6 rate 96000 format S24_3LE } }",
        "{ type linear slave { pcm null format S16_BE } }",
        "{ type mulaw slave { pcm null format MU_LAW } }",
        "{ type lfloat slave { pcm null format FLOAT_LE } }",
        "{ type copy slave.pcm null }",
        "{ type route slave { pcm null channels 2 } ttable.0.0 1 ttable.1.1 1 }",
        "{ type empty slave.pcm null }",
        "{ type hooks slave.pcm null }",
        "{ type plug slave.pcm mapped }",
        "{ type plug slave { pcm mapped rate 48000 } }",
        "{ type audiosession_silent }",
        "{ type plug slave { pcm { type audiosession_silent } rate 48000 } }",
        "{ type rate slave { pcm { type audiosession_silent } rate 48000 } }"};
    int played = 0;
    unsetenv("AUDIOSESSION_SOCKET");
    for (size_t each = 0; each < sizeof definitions / sizeof definitions[0]; each++) {
        char text[13000];
        snprintf(text, sizeof text,
                 "pcm_type.audiosession.lib \"%s\"\npcm_type.audiosession_silent.lib \"%s\"\npcm.default %s\npcm.alone %s\n"
                 "pcm.governed { type audiosession slave.pcm alone }\n"
                 "pcm.plugged { type plug slave { rate unchanged channels unchanged pcm governed } }",
                 plugin, plugin, definitions[each], definitions[each]);
        configure(text);
        int alone[sizeof shapes / sizeof shapes[0]];
        for (size_t shape = 0; shape < sizeof shapes / sizeof shapes[0]; shape++) {
            alone[shape] = can_play("alone", shapes[shape]);
            played += alone[shape] == 0;
            if (alone[shape] != 0) continue;
            /* The PCM itself scales samples that are numbers of the machine's. */
            const int is_usual = shape < 4;
            if (can_play("plugged", shapes[shape]) == 0 && (!is_usual || can_play("governed", shapes[shape]) == 0)) continue;
            fprintf(stderr, "%s: shape %zu: plays alone, and not behind the plug-in\n", definitions[each], shape);
            abort();
        }
        wrap();
        for (size_t shape = 0; shape < sizeof shapes / sizeof shapes[0]; shape++) {
            if (alone[shape] != 0 || can_play("default", shapes[shape]) == 0) continue;
            fprintf(stderr, "%s: shape %zu: plays alone, and not as the default PCM of a run\n", definitions[each], shape);
            abort();
        }
        unsetenv("AUDIOSESSION_ALSA_CONFIG_PATH");
    }
    CHECK(played > 60);
    setenv("AUDIOSESSION_SOCKET", path, 1);
}

static int64_t milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* `audiosession run --silent` plays on a card that is none, on a machine without a default PCM: a sound takes its length. */
static void test_silent(void) {
    configure("");
    setenv("AUDIOSESSION_ALSA_SILENT", "1", 1);
    setenv("AUDIOSESSION_APP", "player", 1);
    wrap();
    struct play *play = begin_play(host_full);
    snd_pcm_t *pcm = open_pcm("default", SND_PCM_FORMAT_S16);
    static const int16_t samples[FRAMES * CHANNELS];
    int64_t began = milliseconds();
    for (int count = 0; count < 30; count++) write_all(pcm, samples, FRAMES);
    CHECK(snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING);
    CHECK(snd_pcm_drain(pcm) == 0);
    CHECK(milliseconds() - began >= 299);
    CHECK(snd_pcm_state(pcm) == SND_PCM_STATE_SETUP);
    /* Waiting by poll, as players do that write without blocking; time stands still over a pause and without samples. */
    CHECK(snd_pcm_prepare(pcm) == 0 && snd_pcm_nonblock(pcm, 1) == 0);
    began = milliseconds();
    for (int count = 0; count < 30;) {
        CHECK(snd_pcm_wait(pcm, 10000) == 1);
        const snd_pcm_sframes_t taken = snd_pcm_writei(pcm, samples, FRAMES);
        CHECK(taken == FRAMES || taken == -EAGAIN || (taken > 0 && taken < FRAMES));
        count += taken == FRAMES;
    }
    CHECK(snd_pcm_nonblock(pcm, 0) == 0);
    snd_pcm_sframes_t before, after;
    CHECK(snd_pcm_pause(pcm, 1) == 0 && snd_pcm_delay(pcm, &before) == 0);
    usleep(20000);
    CHECK(snd_pcm_delay(pcm, &after) == 0 && before == after && before > 0);
    CHECK(snd_pcm_pause(pcm, 0) == 0);
    snd_pcm_uframes_t buffer, period;
    CHECK(snd_pcm_get_params(pcm, &buffer, &period) == 0);
    while (snd_pcm_avail(pcm) < (snd_pcm_sframes_t)buffer) usleep(1000);
    CHECK(milliseconds() - began >= 299);
    CHECK(snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING);
    write_all(pcm, samples, FRAMES);
    CHECK(snd_pcm_drain(pcm) == 0);
    CHECK(snd_pcm_close(pcm) == 0);
    end_play(play);
    /* What is captured is silence, and takes as long. */
    CHECK(snd_pcm_open(&pcm, "default", SND_PCM_STREAM_CAPTURE, 0) == 0);
    CHECK(snd_pcm_set_params(pcm, SND_PCM_FORMAT_U8, SND_PCM_ACCESS_RW_INTERLEAVED, 1, 8000, 0, 100000) >= 0);
    uint8_t captured[1600];
    began = milliseconds();
    CHECK(snd_pcm_readi(pcm, captured, sizeof captured) == sizeof captured);
    CHECK(milliseconds() - began >= 199);
    for (size_t sample = 0; sample < sizeof captured; sample++) CHECK(captured[sample] == 128);
    CHECK(snd_pcm_close(pcm) == 0);
    unsetenv("AUDIOSESSION_ALSA_SILENT");
    unsetenv("AUDIOSESSION_ALSA_CONFIG_PATH");
    unsetenv("AUDIOSESSION_APP");
}

/* The configuration of `audiosession run` puts the plug-in before whatever PCM is the default. */
static void test_default(void) {
    configure("pcm.default card\npcm.other { type null }");
    setenv("AUDIOSESSION_APP", "player", 1);
    wrap();
    struct play *play = begin_play(host_part);
    snd_pcm_t *pcm = open_card("default");
    CHECK(is_near(play_ones(pcm), 0.3));
    close_card(pcm);
    end_play(play);
    CHECK(snd_pcm_open(&pcm, "other", SND_PCM_STREAM_PLAYBACK, 0) == 0 && snd_pcm_close(pcm) == 0);
    unsetenv("AUDIOSESSION_ALSA_CONFIG_PATH");
    unsetenv("AUDIOSESSION_APP");
}

/* ---- */

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
    {"formats", test_formats},   {"mapped memory", test_mapped}, {"clock", test_clock},   {"levels", test_levels},
    {"without leave", test_without_leave}, {"whatever plays", test_whatever_plays}, {"silent card", test_silent},
    {"refused", test_refused},   {"fields", test_fields},        {"no host", test_no_host}, {"host ends", test_host_ends},
    {"joined", test_joined},     {"twice", test_twice},          {"fork", test_fork},      {"capture", test_capture}, {"mistakes", test_mistakes},
    {"default", test_default}};

/* Without the names of tests all run. */
int main(int count, char **arguments) {
    CHECK(count >= 3 && realpath(arguments[1], plugin) != NULL && realpath(arguments[2], paced) != NULL);
    strcpy(folder, "/tmp/audiosession-plugin-XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/host", folder);
    snprintf(file, sizeof file, "%s/samples", folder);
    snprintf(configuration, sizeof configuration, "%s/asound.conf", folder);
    setenv("AUDIOSESSION_SOCKET", path, 1);
    snd_lib_error_set_handler(take_complaint);
    for (size_t index = 0; index < sizeof tests / sizeof tests[0]; index++) {
        int is_named = count == 3;
        for (int each = 3; each < count; each++) is_named = is_named || strcmp(arguments[each], tests[index].name) == 0;
        if (!is_named) continue;
        printf("%s\n", tests[index].name);
        fflush(stdout);
        tests[index].run();
    }
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
    return 0;
}
