#include "paced_card.h"

#include <alsa/pcm_external.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct paced_card {
    snd_pcm_ioplug_t plug;
    paced_card_options options;
    pthread_mutex_t lock;
    pthread_cond_t changed;

    bool running, xrun, disconnected, playing_out;
    // Time is counted in `played`, and began at `heard_before` of all that has been played or was given to hear.
    size_t heard_before;
    // Of the card's two owners, the PCM and the test, the last one to go frees it.
    bool closed, released;
    // Since the last prepare.
    size_t written, played;
    struct timespec started;

    int starts;
    int fail_error, fail_times, resume_attempts;
    size_t shorten;

    paced_card_witness *witness;
    void *witness_context;
    size_t transfers;

    paced_card_figures figures;
    // Of the thread that plays, at the last transfer; its own time.
    struct timespec worked;

    uint8_t *bytes;
    size_t byte_count, byte_capacity, total_frames;
};

static bool is_capture(const paced_card *card) {
    return card->options.capture;
}

static long nanoseconds_between(const struct timespec *from, const struct timespec *to) {
    return (to->tv_sec - from->tv_sec) * 1000000000l + (to->tv_nsec - from->tv_nsec);
}

// With the lock held: the card has nothing more to play.
static void run_dry(paced_card *card) {
    card->played = card->written;
    card->xrun = true;
    card->running = false;
    // Who drains wants it to.
    if (card->plug.state == SND_PCM_STATE_DRAINING) return;
    paced_card_figures *figures = &card->figures;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    size_t known = sizeof figures->xrun_times / sizeof figures->xrun_times[0];
    if (figures->xruns < known) figures->xrun_times[figures->xruns] = (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
    figures->xruns++;
}

// With the lock held, at a transfer, on the thread that plays.
static void count_transfer(paced_card *card) {
    paced_card_figures *figures = &card->figures;
    struct timespec worked;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &worked);
    long work = figures->transfers == 0 ? 0 : nanoseconds_between(&card->worked, &worked);
    card->worked = worked;
    if (work > figures->longest_work) figures->longest_work = work;
    if (card->running) {
        size_t left = card->written - card->played;
        if (left < figures->least_left) figures->least_left = left;
        if (left < card->plug.buffer_size / 2) figures->late_periods++;
    }
    figures->transfers++;
}

static void wake(paced_card *card) {
    if (!card->options.real_time) eventfd_write(card->plug.poll_fd, 1);
}

// With the lock held.
static void follow_clock(paced_card *card) {
    if (card->playing_out && card->running) card->played = card->written;
    if (!card->options.real_time || !card->running) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)(now.tv_sec - card->started.tv_sec) + (double)(now.tv_nsec - card->started.tv_nsec) * 1e-9;
    card->played = (size_t)(seconds * card->plug.rate);
    if (!is_capture(card) && card->played > card->written) run_dry(card);
}

static int on_start(snd_pcm_ioplug_t *plug) {
    paced_card *card = plug->private_data;
    pthread_mutex_lock(&card->lock);
    card->running = true;
    card->starts++;
    clock_gettime(CLOCK_MONOTONIC, &card->started);
    if (card->options.real_time) {
        long interval = (long)(1000000000ull * plug->period_size / plug->rate);
        struct itimerspec tick = {{0, interval}, {0, interval}};
        timerfd_settime(plug->poll_fd, 0, &tick, NULL);
    }
    pthread_cond_broadcast(&card->changed);
    pthread_mutex_unlock(&card->lock);
    return 0;
}

static int on_stop(snd_pcm_ioplug_t *plug) {
    paced_card *card = plug->private_data;
    pthread_mutex_lock(&card->lock);
    card->running = false;
    pthread_mutex_unlock(&card->lock);
    return 0;
}

static int on_hw_params(snd_pcm_ioplug_t *plug, snd_pcm_hw_params_t *params) {
    (void)params;
    const paced_card *card = plug->private_data;
    return card->options.busy ? -EBUSY : 0;
}

static int on_prepare(snd_pcm_ioplug_t *plug) {
    paced_card *card = plug->private_data;
    pthread_mutex_lock(&card->lock);
    int result = card->disconnected ? -ENODEV : 0;
    card->running = card->xrun = false;
    card->heard_before += card->played;
    card->written = card->played = 0;
    pthread_mutex_unlock(&card->lock);
    return result;
}

// With the lock held, on the thread that captures: whether more has been heard than the buffer holds.
static void find_overrun(paced_card *card) {
    if (!is_capture(card) || !card->running || card->played <= card->plug.appl_ptr + card->plug.buffer_size) return;
    card->xrun = true;
    card->running = false;
}

static snd_pcm_sframes_t on_pointer(snd_pcm_ioplug_t *plug) {
    paced_card *card = plug->private_data;
    pthread_mutex_lock(&card->lock);
    follow_clock(card);
    find_overrun(card);
    snd_pcm_sframes_t position = card->xrun ? -EPIPE : (snd_pcm_sframes_t)card->played;
    if (card->disconnected) snd_pcm_ioplug_set_state(plug, SND_PCM_STATE_DISCONNECTED);
    pthread_mutex_unlock(&card->lock);
    return position;
}

// With the lock held.
static void keep(paced_card *card, const uint8_t *source, size_t bytes) {
    if (card->byte_count + bytes > card->byte_capacity) {
        card->byte_capacity = 2 * (card->byte_count + bytes);
        card->bytes = realloc(card->bytes, card->byte_capacity);
    }
    memcpy(card->bytes + card->byte_count, source, bytes);
    card->byte_count += bytes;
}

// With the lock held: what was heard at a frame since the last prepare; silence once the test has nothing more to say.
static void hear(paced_card *card, uint8_t *target, size_t first, size_t frames, size_t frame_bytes) {
    size_t begin = (card->heard_before + first) * frame_bytes, bytes = frames * frame_bytes;
    size_t left = begin < card->byte_count ? card->byte_count - begin : 0;
    size_t spoken = bytes < left ? bytes : left;
    if (spoken > 0) memcpy(target, card->bytes + begin, spoken);
    memset(target + spoken, 0, bytes - spoken);
}

// With the lock held: who plays has had frames back that come anew.
static void take_back(paced_card *card, size_t frame_bytes) {
    if (card->plug.appl_ptr >= card->written) return;
    size_t frames = card->written - card->plug.appl_ptr;
    card->written -= frames;
    card->total_frames -= frames;
    if (!card->options.forgetful) card->byte_count -= frames * frame_bytes;
}

static snd_pcm_sframes_t on_transfer(
    snd_pcm_ioplug_t *plug, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
    paced_card *card = plug->private_data;
    pthread_mutex_lock(&card->lock);
    if (card->witness != NULL) card->witness(card->witness_context, card->transfers);
    card->transfers++;
    if (!is_capture(card)) count_transfer(card);
    snd_pcm_sframes_t result = (snd_pcm_sframes_t)size;
    if (card->disconnected) {
        result = -ENODEV;
    } else if (card->fail_times > 0) {
        card->fail_times--;
        result = card->fail_error;
    } else {
        if (card->shorten != 0 && size > card->shorten) result = (snd_pcm_sframes_t)card->shorten;
        size_t frame = areas[0].step / 8;
        uint8_t *samples = (uint8_t *)areas[0].addr + areas[0].first / 8 + offset * frame;
        if (!is_capture(card)) take_back(card, frame);
        if (is_capture(card)) {
            hear(card, samples, plug->appl_ptr, (size_t)result, frame);
        } else if (!card->options.forgetful) {
            keep(card, samples, (size_t)result * frame);
        }
        card->written += (size_t)result;
        card->total_frames += (size_t)result;
    }
    pthread_cond_broadcast(&card->changed);
    pthread_mutex_unlock(&card->lock);
    return result;
}

static int on_revents(snd_pcm_ioplug_t *plug, struct pollfd *descriptors, unsigned count, unsigned short *events) {
    (void)count;
    paced_card *card = plug->private_data;
    uint64_t ticks;
    pthread_mutex_lock(&card->lock);
    // A fault stays until a test asks for its reason.
    find_overrun(card);
    bool failed = card->disconnected || card->xrun;
    unsigned short ready = is_capture(card) ? POLLIN : POLLOUT;
    // A card that says it is ready, and will say "not now" all the same.
    bool pretends = card->fail_times > 0 && card->fail_error == -EAGAIN;
    pthread_mutex_unlock(&card->lock);
    *events = failed ? POLLERR : read(descriptors[0].fd, &ticks, sizeof ticks) > 0 ? ready : 0;
    if (pretends) wake(card);
    return 0;
}

static int on_resume(snd_pcm_ioplug_t *plug) {
    paced_card *card = plug->private_data;
    pthread_mutex_lock(&card->lock);
    int result = card->resume_attempts < 0 ? -ENOSYS : card->resume_attempts > 0 ? -EAGAIN : 0;
    if (card->resume_attempts > 0) card->resume_attempts--;
    pthread_mutex_unlock(&card->lock);
    return result;
}

static int on_delay(snd_pcm_ioplug_t *plug, snd_pcm_sframes_t *delay) {
    paced_card *card = plug->private_data;
    pthread_mutex_lock(&card->lock);
    follow_clock(card);
    int result = card->disconnected ? -ENODEV : card->options.delay_refused ? -ENOSYS : card->xrun ? -EPIPE : 0;
    *delay = (snd_pcm_sframes_t)(card->written - card->played + card->options.delay_more);
    pthread_mutex_unlock(&card->lock);
    return result;
}

static void free_card(paced_card *card) {
    close(card->plug.poll_fd);
    pthread_cond_destroy(&card->changed);
    pthread_mutex_destroy(&card->lock);
    free(card->bytes);
    free(card);
}

// Marks one owner as gone.
static void leave(paced_card *card, bool *owner) {
    pthread_mutex_lock(&card->lock);
    *owner = true;
    bool last = card->closed && card->released;
    pthread_mutex_unlock(&card->lock);
    if (last) free_card(card);
}

static int on_close(snd_pcm_ioplug_t *plug) {
    paced_card *card = plug->private_data;
    leave(card, &card->closed);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .close = on_close,
    .start = on_start,
    .stop = on_stop,
    .hw_params = on_hw_params,
    .prepare = on_prepare,
    .pointer = on_pointer,
    .transfer = on_transfer,
    .poll_revents = on_revents,
    .resume = on_resume,
};

static const snd_pcm_ioplug_callback_t callbacks_with_delay = {
    .close = on_close,
    .start = on_start,
    .stop = on_stop,
    .hw_params = on_hw_params,
    .prepare = on_prepare,
    .pointer = on_pointer,
    .transfer = on_transfer,
    .poll_revents = on_revents,
    .resume = on_resume,
    .delay = on_delay,
};

static int restrict_range(snd_pcm_ioplug_t *plug, int what, unsigned least, unsigned most) {
    return most == 0 ? 0 : snd_pcm_ioplug_set_param_minmax(plug, what, least, most);
}

static int restrict_parameters(paced_card *card) {
    const paced_card_options *options = &card->options;
    unsigned accesses[] = {SND_PCM_ACCESS_MMAP_INTERLEAVED, SND_PCM_ACCESS_RW_INTERLEAVED};
    unsigned *access = options->mapped_too ? accesses : accesses + 1;
    unsigned format = (unsigned)options->format;
    int error = snd_pcm_ioplug_set_param_list(
        &card->plug, SND_PCM_IOPLUG_HW_ACCESS, options->mapped_too ? 2 : 1, access);
    if (error >= 0) error = snd_pcm_ioplug_set_param_list(&card->plug, SND_PCM_IOPLUG_HW_FORMAT, 1, &format);
    if (error >= 0) error = restrict_range(&card->plug, SND_PCM_IOPLUG_HW_RATE, options->rate_min, options->rate_max);
    unsigned channels = options->channels_max == 0 ? 2 : options->channels_max;
    unsigned least = options->channels_max == 0 ? 2 : options->channels_min;
    if (error >= 0) error = restrict_range(&card->plug, SND_PCM_IOPLUG_HW_CHANNELS, least, channels);
    unsigned frame = channels * (unsigned)snd_pcm_format_physical_width(options->format) / 8;
    if (error >= 0) {
        error = restrict_range(&card->plug, SND_PCM_IOPLUG_HW_PERIOD_BYTES, options->period_frames_min * frame,
                               options->period_frames_max * frame);
    }
    return error;
}

paced_card *paced_card_open(paced_card_options options, snd_pcm_t **pcm, int *error) {
    paced_card *card = calloc(1, sizeof *card);
    card->options = options;
    pthread_mutex_init(&card->lock, NULL);
    pthread_cond_init(&card->changed, NULL);
    card->figures.least_left = SIZE_MAX;
    card->plug.version = SND_PCM_IOPLUG_VERSION;
    card->plug.name = "paced test card";
    card->plug.flags = SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
    card->plug.callback = options.delay_refused || options.delay_more != 0 ? &callbacks_with_delay : &callbacks;
    card->plug.private_data = card;
    card->plug.poll_fd = options.real_time ? timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK) : eventfd(0, EFD_NONBLOCK);
    card->plug.poll_events = POLLIN;
    card->plug.mmap_rw = 0;
    snd_pcm_stream_t stream = options.capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK;
    *error = snd_pcm_ioplug_create(&card->plug, "paced", stream, SND_PCM_NONBLOCK);
    if (*error < 0) {
        free_card(card);
        return NULL;
    }
    *pcm = card->plug.pcm;
    *error = restrict_parameters(card);
    if (*error < 0) {
        snd_pcm_close(*pcm);
        paced_card_release(card);
        return NULL;
    }
    return card;
}

void paced_card_release(paced_card *card) {
    leave(card, &card->released);
}

// With the lock held: waits for a change until the deadline; false when it has passed.
static bool wait_until(paced_card *card, const struct timespec *deadline) {
    return pthread_cond_timedwait(&card->changed, &card->lock, deadline) == 0;
}

static struct timespec ten_seconds_on(void) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 10;
    return deadline;
}

bool paced_card_advance(paced_card *card, size_t frames) {
    struct timespec deadline = ten_seconds_on();
    pthread_mutex_lock(&card->lock);
    while (!card->running && wait_until(card, &deadline)) {}
    bool ran = card->running;
    if (ran) {
        card->played += frames;
        if (!is_capture(card) && card->played > card->written) run_dry(card);
    }
    pthread_mutex_unlock(&card->lock);
    wake(card);
    return ran;
}

void paced_card_provide(paced_card *card, const void *bytes, size_t count) {
    pthread_mutex_lock(&card->lock);
    keep(card, bytes, count);
    pthread_mutex_unlock(&card->lock);
}

void paced_card_play_out(paced_card *card) {
    pthread_mutex_lock(&card->lock);
    card->playing_out = true;
    pthread_mutex_unlock(&card->lock);
    wake(card);
}

bool paced_card_wait(paced_card *card, size_t frames) {
    struct timespec deadline = ten_seconds_on();
    pthread_mutex_lock(&card->lock);
    while (card->total_frames < frames && wait_until(card, &deadline)) {}
    bool arrived = card->total_frames >= frames;
    pthread_mutex_unlock(&card->lock);
    return arrived;
}

void paced_card_watch(paced_card *card, paced_card_witness *witness, void *context) {
    pthread_mutex_lock(&card->lock);
    card->witness = witness;
    card->witness_context = context;
    pthread_mutex_unlock(&card->lock);
}

bool paced_card_wait_starts(paced_card *card, int times) {
    struct timespec deadline = ten_seconds_on();
    pthread_mutex_lock(&card->lock);
    while (card->starts < times && wait_until(card, &deadline)) {}
    bool started = card->starts >= times;
    pthread_mutex_unlock(&card->lock);
    return started;
}

void paced_card_fail(paced_card *card, int error, int times) {
    pthread_mutex_lock(&card->lock);
    card->fail_error = error;
    card->fail_times = times;
    pthread_mutex_unlock(&card->lock);
    wake(card);
}

void paced_card_shorten(paced_card *card, size_t frames) {
    pthread_mutex_lock(&card->lock);
    card->shorten = frames;
    pthread_mutex_unlock(&card->lock);
}

void paced_card_resume_after(paced_card *card, int attempts) {
    pthread_mutex_lock(&card->lock);
    card->resume_attempts = attempts;
    pthread_mutex_unlock(&card->lock);
}

void paced_card_disconnect(paced_card *card) {
    pthread_mutex_lock(&card->lock);
    card->disconnected = true;
    card->running = false;
    pthread_mutex_unlock(&card->lock);
    wake(card);
}

int paced_card_starts(paced_card *card) {
    pthread_mutex_lock(&card->lock);
    int starts = card->starts;
    pthread_mutex_unlock(&card->lock);
    return starts;
}

size_t paced_card_heard(paced_card *card) {
    pthread_mutex_lock(&card->lock);
    size_t frames = card->heard_before + card->played;
    pthread_mutex_unlock(&card->lock);
    return frames;
}

size_t paced_card_frames(paced_card *card) {
    pthread_mutex_lock(&card->lock);
    size_t frames = card->total_frames;
    pthread_mutex_unlock(&card->lock);
    return frames;
}

size_t paced_card_bytes(paced_card *card, uint8_t *buffer, size_t capacity) {
    pthread_mutex_lock(&card->lock);
    size_t count = card->byte_count;
    memcpy(buffer, card->bytes, count < capacity ? count : capacity);
    pthread_mutex_unlock(&card->lock);
    return count;
}

paced_card_figures paced_card_counted(paced_card *card) {
    pthread_mutex_lock(&card->lock);
    paced_card_figures figures = card->figures;
    figures.frames = card->total_frames;
    pthread_mutex_unlock(&card->lock);
    return figures;
}
