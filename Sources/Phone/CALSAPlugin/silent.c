/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The PCM `audiosession_silent`: a card that discards what it plays, records silence, and takes as long as a real one.
 * `audiosession run --silent` puts it behind the plug-in in place of the default PCM, so that a program that plays
 * through ALSA needs no card. It never underruns: without samples its time stops.
 */
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct silence {
    snd_pcm_ioplug_t plug;
    snd_pcm_uframes_t least; /* the available frames that wake a waiting program */
    snd_pcm_uframes_t boundary; /* where ALSA's pointers wrap around */
    int64_t began;           /* when frame 0 passed, in nanoseconds of CLOCK_MONOTONIC, while it runs */
    int64_t passed;          /* frames passed since the PCM was prepared */
};

static const int64_t second = 1000000000;

static int64_t nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * second + time.tv_nsec;
}

/* The duration of so many frames, rounded up; computed in whole seconds and a rest, so that the product fits. */
static int64_t length(const snd_pcm_ioplug_t *plug, int64_t frames) {
    return frames / plug->rate * second + (frames % plug->rate * second + plug->rate - 1) / plug->rate;
}

static int64_t frames_in(const snd_pcm_ioplug_t *plug, int64_t length) {
    return length / second * plug->rate + length % second * plug->rate / second;
}

static int is_running(const snd_pcm_ioplug_t *plug) {
    return plug->state == SND_PCM_STATE_RUNNING || plug->state == SND_PCM_STATE_DRAINING;
}

/* The frames that can pass before the card has nothing to play, or no room to record. */
static int64_t queued(snd_pcm_ioplug_t *plug) {
    return (int64_t)snd_pcm_ioplug_hw_avail(plug, plug->hw_ptr, plug->appl_ptr);
}

/* Wakes pollers at a time; 0: never. */
static void wake_at(const snd_pcm_ioplug_t *plug, int64_t moment) {
    const struct itimerspec time = {.it_value = {(time_t)(moment / second), (long)(moment % second)}};
    timerfd_settime(plug->poll_fd, TFD_TIMER_ABSTIME, &time, NULL);
}

static int start(snd_pcm_ioplug_t *plug) {
    struct silence *silence = plug->private_data;
    silence->began = nanoseconds() - length(plug, silence->passed);
    wake_at(plug, 1);
    return 0;
}

static int stop(snd_pcm_ioplug_t *plug) {
    wake_at(plug, 1);
    return 0;
}

static int prepare(snd_pcm_ioplug_t *plug) {
    struct silence *silence = plug->private_data;
    silence->passed = 0;
    const snd_pcm_channel_area_t *areas = snd_pcm_ioplug_mmap_areas(plug);
    if (plug->stream == SND_PCM_STREAM_CAPTURE && areas != NULL)
        snd_pcm_areas_silence(areas, 0, plug->channels, plug->buffer_size, plug->format);
    wake_at(plug, 1);
    return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *plug) {
    struct silence *silence = plug->private_data;
    if (is_running(plug)) {
        const int64_t now = nanoseconds(), most = silence->passed + queued(plug);
        silence->passed = frames_in(plug, now - silence->began);
        if (silence->passed >= most) {
            silence->passed = most;
            silence->began = now - length(plug, most);
        }
    }
    return (snd_pcm_sframes_t)((snd_pcm_uframes_t)silence->passed % silence->boundary);
}

static int pause_card(snd_pcm_ioplug_t *plug, int is_paused) {
    struct silence *silence = plug->private_data;
    if (!is_paused) return start(plug);
    silence->passed = frames_in(plug, nanoseconds() - silence->began);
    return 0;
}

static int resume(snd_pcm_ioplug_t *plug) { return start(plug); }

static int set_sw_params(snd_pcm_ioplug_t *plug, snd_pcm_sw_params_t *params) {
    struct silence *silence = plug->private_data;
    const int error = snd_pcm_sw_params_get_boundary(params, &silence->boundary);
    return error < 0 ? error : snd_pcm_sw_params_get_avail_min(params, &silence->least);
}

/*
 * Reports readiness if the program need not wait, else sets the timer. The timer stays expired meanwhile, so that the
 * next poll also returns immediately.
 */
static int revents(snd_pcm_ioplug_t *plug, struct pollfd *polled, unsigned count, unsigned short *events) {
    (void)polled, (void)count;
    const struct silence *silence = plug->private_data;
    const int64_t room = (int64_t)plug->buffer_size - queued(plug);
    const int64_t wanted = plug->state == SND_PCM_STATE_DRAINING ? (int64_t)plug->buffer_size : (int64_t)silence->least;
    const int64_t moment = silence->began + length(plug, silence->passed + wanted - room);
    const int is_ready = !is_running(plug) || room >= wanted || nanoseconds() >= moment;
    *events = !is_ready ? 0 : plug->stream == SND_PCM_STREAM_PLAYBACK ? POLLOUT : POLLIN;
    if (!is_ready) wake_at(plug, moment);
    return 0;
}

static int close_card(snd_pcm_ioplug_t *plug) {
    close(plug->poll_fd);
    free(plug->private_data);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start, .stop = stop, .pointer = pointer, .close = close_card, .prepare = prepare, .pause = pause_card,
    .resume = resume, .sw_params = set_sw_params, .poll_revents = revents};

/* The accepted parameters: more than cards have. */
static int limit(snd_pcm_ioplug_t *plug) {
    static const unsigned accesses[] = {SND_PCM_ACCESS_MMAP_INTERLEAVED, SND_PCM_ACCESS_MMAP_NONINTERLEAVED,
                                        SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_RW_NONINTERLEAVED};
    static const unsigned formats[] = {SND_PCM_FORMAT_S16,   SND_PCM_FORMAT_S32, SND_PCM_FORMAT_FLOAT, SND_PCM_FORMAT_S24_3LE,
                                       SND_PCM_FORMAT_S24, SND_PCM_FORMAT_U8,  SND_PCM_FORMAT_FLOAT64};
    static const struct {
        int what;
        unsigned least, most;
    } ranges[] = {{SND_PCM_IOPLUG_HW_CHANNELS, 1, 32}, {SND_PCM_IOPLUG_HW_RATE, 1000, 768000},
                  {SND_PCM_IOPLUG_HW_PERIOD_BYTES, 16, 1 << 22}, {SND_PCM_IOPLUG_HW_BUFFER_BYTES, 32, 1 << 24},
                  {SND_PCM_IOPLUG_HW_PERIODS, 2, 1024}};
    int error = snd_pcm_ioplug_set_param_list(plug, SND_PCM_IOPLUG_HW_ACCESS, sizeof accesses / sizeof accesses[0], accesses);
    if (error >= 0)
        error = snd_pcm_ioplug_set_param_list(plug, SND_PCM_IOPLUG_HW_FORMAT, sizeof formats / sizeof formats[0], formats);
    for (size_t index = 0; error >= 0 && index < sizeof ranges / sizeof ranges[0]; index++) {
        error = snd_pcm_ioplug_set_param_minmax(plug, ranges[index].what, ranges[index].least, ranges[index].most);
    }
    return error;
}

SND_PCM_PLUGIN_DEFINE_FUNC(audiosession_silent) {
    (void)root, (void)conf;
    struct silence *silence = calloc(1, sizeof *silence);
    if (silence == NULL) return -ENOMEM;
    silence->plug.version = SND_PCM_IOPLUG_VERSION;
    silence->plug.name = "Silent card";
    silence->plug.callback = &callbacks;
    silence->plug.private_data = silence;
    silence->plug.mmap_rw = 1;
    silence->plug.flags = SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
    silence->plug.poll_events = POLLIN;
    silence->plug.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    int error = silence->plug.poll_fd < 0 ? -errno : 0;
    if (error >= 0) error = snd_pcm_ioplug_create(&silence->plug, name, stream, mode);
    if (error < 0) {
        if (silence->plug.poll_fd >= 0) close(silence->plug.poll_fd);
        free(silence);
        return error;
    }
    error = limit(&silence->plug);
    if (error < 0) {
        snd_pcm_close(silence->plug.pcm); /* frees it */
        return error;
    }
    *pcmp = silence->plug.pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(audiosession_silent);
