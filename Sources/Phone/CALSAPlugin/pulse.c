/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ALSA's PCM `pulse` with mapped memory, for the plug-in to write into. ALSA's own emulation of such memory does not
 * query the server's position, so a program that polls waits forever; and it lets the server wait for more samples than
 * the buffer holds, so each drain takes half a minute.
 */
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>

struct mapped {
    snd_pcm_ioplug_t plug;
    snd_pcm_t *pulse;
    snd_pcm_uframes_t written;  /* since the PCM was prepared, modulo `boundary` */
    snd_pcm_uframes_t boundary; /* where ALSA's pointers wrap around */
};

static snd_pcm_t *pulse_of(snd_pcm_ioplug_t *plug) { return ((struct mapped *)plug->private_data)->pulse; }

/* It may have started by itself when the samples reached its threshold. */
static int start(snd_pcm_ioplug_t *plug) {
    snd_pcm_t *pulse = pulse_of(plug);
    return snd_pcm_state(pulse) == SND_PCM_STATE_RUNNING ? 0 : snd_pcm_start(pulse);
}

static int stop(snd_pcm_ioplug_t *plug) { return snd_pcm_drop(pulse_of(plug)); }
static int resume(snd_pcm_ioplug_t *plug) { return snd_pcm_resume(pulse_of(plug)); }
static int free_hw_params(snd_pcm_ioplug_t *plug) { return snd_pcm_hw_free(pulse_of(plug)); }

static int prepare(snd_pcm_ioplug_t *plug) {
    struct mapped *mapped = plug->private_data;
    mapped->written = 0;
    return snd_pcm_prepare(mapped->pulse);
}

static int pause_pulse(snd_pcm_ioplug_t *plug, int is_paused) { return snd_pcm_pause(pulse_of(plug), is_paused); }

static int drain(snd_pcm_ioplug_t *plug) {
    struct mapped *mapped = plug->private_data;
    snd_pcm_nonblock(mapped->pulse, 0);
    const int error = snd_pcm_drain(mapped->pulse);
    snd_pcm_nonblock(mapped->pulse, 1);
    return error;
}

/* Everything that is not free in the server's buffer is still to be played. */
static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *plug) {
    const struct mapped *mapped = plug->private_data;
    const snd_pcm_sframes_t available = snd_pcm_avail_update(mapped->pulse);
    if (available < 0) return available;
    const snd_pcm_uframes_t waiting =
        (snd_pcm_uframes_t)available < plug->buffer_size ? plug->buffer_size - (snd_pcm_uframes_t)available : 0;
    return (snd_pcm_sframes_t)(mapped->written >= waiting ? mapped->written - waiting
                                                          : mapped->written + mapped->boundary - waiting);
}

static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *plug, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
    struct mapped *mapped = plug->private_data;
    const char *samples = (const char *)areas->addr + (areas->first + areas->step * offset) / 8;
    const snd_pcm_sframes_t count = snd_pcm_writei(mapped->pulse, samples, size);
    if (count > 0) mapped->written = (mapped->written + (snd_pcm_uframes_t)count) % mapped->boundary;
    return count;
}

static int delay(snd_pcm_ioplug_t *plug, snd_pcm_sframes_t *frames) { return snd_pcm_delay(pulse_of(plug), frames); }

static int set_hw_params(snd_pcm_ioplug_t *plug, snd_pcm_hw_params_t *params) {
    (void)params;
    snd_pcm_t *pulse = pulse_of(plug);
    snd_pcm_hw_params_t *same;
    snd_pcm_hw_params_alloca(&same);
    int error = snd_pcm_hw_params_any(pulse, same);
    if (error >= 0) error = snd_pcm_hw_params_set_access(pulse, same, SND_PCM_ACCESS_RW_INTERLEAVED);
    if (error >= 0) error = snd_pcm_hw_params_set_format(pulse, same, plug->format);
    if (error >= 0) error = snd_pcm_hw_params_set_channels(pulse, same, plug->channels);
    if (error >= 0) error = snd_pcm_hw_params_set_rate(pulse, same, plug->rate, 0);
    if (error >= 0) error = snd_pcm_hw_params_set_buffer_size(pulse, same, plug->buffer_size);
    /* To ALSA a period is a fraction of the buffer; this PCM gets whole frames. */
    snd_pcm_uframes_t period = plug->period_size;
    if (error >= 0) error = snd_pcm_hw_params_set_period_size_near(pulse, same, &period, NULL);
    return error < 0 ? error : snd_pcm_hw_params(pulse, same);
}

/*
 * The server starts once as many samples wait as the program sets; if that is more than the buffer holds, it would
 * never start.
 */
static int set_sw_params(snd_pcm_ioplug_t *plug, snd_pcm_sw_params_t *params) {
    struct mapped *mapped = plug->private_data;
    snd_pcm_sw_params_t *same;
    snd_pcm_uframes_t least, threshold;
    snd_pcm_sw_params_alloca(&same);
    int error = snd_pcm_sw_params_get_boundary(params, &mapped->boundary);
    if (error >= 0) error = snd_pcm_sw_params_get_avail_min(params, &least);
    if (error >= 0) error = snd_pcm_sw_params_current(mapped->pulse, same);
    if (error >= 0) error = snd_pcm_sw_params_get_start_threshold(params, &threshold);
    if (error >= 0) error = snd_pcm_sw_params_set_start_threshold(mapped->pulse, same, threshold);
    if (error >= 0) error = snd_pcm_sw_params_set_avail_min(mapped->pulse, same, least);
    return error < 0 ? error : snd_pcm_sw_params(mapped->pulse, same);
}

static int count_descriptors(snd_pcm_ioplug_t *plug) { return snd_pcm_poll_descriptors_count(pulse_of(plug)); }

static int descriptors(snd_pcm_ioplug_t *plug, struct pollfd *polled, unsigned space) {
    return snd_pcm_poll_descriptors(pulse_of(plug), polled, space);
}

static int revents(snd_pcm_ioplug_t *plug, struct pollfd *polled, unsigned count, unsigned short *events) {
    return snd_pcm_poll_descriptors_revents(pulse_of(plug), polled, count, events);
}

static snd_pcm_chmap_query_t **query_maps(snd_pcm_ioplug_t *plug) { return snd_pcm_query_chmaps(pulse_of(plug)); }

static snd_pcm_chmap_t *get_map(snd_pcm_ioplug_t *plug) { return snd_pcm_get_chmap(pulse_of(plug)); }

static int set_map(snd_pcm_ioplug_t *plug, const snd_pcm_chmap_t *map) {
    return snd_pcm_set_chmap(pulse_of(plug), map);
}

static int close_pulse(snd_pcm_ioplug_t *plug) {
    struct mapped *mapped = plug->private_data;
    snd_pcm_close(mapped->pulse);
    free(mapped);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start, .stop = stop, .pointer = pointer, .transfer = transfer, .close = close_pulse, .hw_params = set_hw_params,
    .hw_free = free_hw_params, .sw_params = set_sw_params, .prepare = prepare, .drain = drain, .pause = pause_pulse,
    .resume = resume, .poll_descriptors_count = count_descriptors, .poll_descriptors = descriptors, .poll_revents = revents,
    .delay = delay, .query_chmaps = query_maps, .get_chmap = get_map, .set_chmap = set_map};

/* Accepts what the server's PCM accepts. */
static int limit(snd_pcm_ioplug_t *plug, snd_pcm_t *pulse) {
    static const unsigned accesses[] = {SND_PCM_ACCESS_MMAP_INTERLEAVED, SND_PCM_ACCESS_RW_INTERLEAVED};
    unsigned formats[SND_PCM_FORMAT_LAST + 1], count = 0, channels[2], rates[2];
    snd_pcm_hw_params_t *params;
    snd_pcm_hw_params_alloca(&params);
    int error = snd_pcm_hw_params_any(pulse, params);
    if (error < 0) return error;
    for (int format = 0; format <= SND_PCM_FORMAT_LAST; format++) {
        if (snd_pcm_hw_params_test_format(pulse, params, (snd_pcm_format_t)format) == 0) formats[count++] = (unsigned)format;
    }
    error = snd_pcm_hw_params_get_channels_min(params, &channels[0]);
    if (error >= 0) error = snd_pcm_hw_params_get_channels_max(params, &channels[1]);
    if (error >= 0) error = snd_pcm_hw_params_get_rate_min(params, &rates[0], NULL);
    if (error >= 0) error = snd_pcm_hw_params_get_rate_max(params, &rates[1], NULL);
    if (error >= 0) error = snd_pcm_ioplug_set_param_list(plug, SND_PCM_IOPLUG_HW_ACCESS, 2, accesses);
    if (error >= 0) error = snd_pcm_ioplug_set_param_list(plug, SND_PCM_IOPLUG_HW_FORMAT, count, formats);
    if (error >= 0) error = snd_pcm_ioplug_set_param_minmax(plug, SND_PCM_IOPLUG_HW_CHANNELS, channels[0], channels[1]);
    if (error >= 0) error = snd_pcm_ioplug_set_param_minmax(plug, SND_PCM_IOPLUG_HW_RATE, rates[0], rates[1]);
    /* ALSA does not report another PCM's limits in bytes: these are those of its PCM `pulse`. */
    if (error >= 0) error = snd_pcm_ioplug_set_param_minmax(plug, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 1, 4 << 20);
    if (error >= 0) error = snd_pcm_ioplug_set_param_minmax(plug, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 128, 2 << 20);
    return error < 0 ? error : snd_pcm_ioplug_set_param_minmax(plug, SND_PCM_IOPLUG_HW_PERIODS, 3, 1024);
}

static int can_be_mapped(snd_pcm_t *pcm) {
    snd_pcm_hw_params_t *params;
    snd_pcm_hw_params_alloca(&params);
    return snd_pcm_hw_params_any(pcm, params) < 0 ||
           snd_pcm_hw_params_test_access(pcm, params, SND_PCM_ACCESS_MMAP_INTERLEAVED) == 0;
}

/* Opens ALSA's own PCM, whose library stays loaded. */
static int open_pulse(
    snd_pcm_t **pcm, const char *name, snd_config_t *root, snd_config_t *conf, snd_pcm_stream_t stream, int mode) {
    char why[256] = "";
    void *library = snd_dlopen("libasound_module_pcm_pulse.so", RTLD_NOW, why, sizeof why);
    if (library == NULL) {
        SNDERR("audiosession: the PCM pulse cannot be loaded: %s", why);
        return -ENOENT;
    }
    int (*open)(snd_pcm_t **, const char *, snd_config_t *, snd_config_t *, snd_pcm_stream_t, int);
    void *symbol = snd_dlsym(library, "_snd_pcm_pulse_open", SND_DLSYM_VERSION(SND_PCM_DLSYM_VERSION));
    if (symbol == NULL) return -ENXIO;
    memcpy(&open, &symbol, sizeof open);
    return open(pcm, name, root, conf, stream, mode);
}

SND_PCM_PLUGIN_DEFINE_FUNC(audiosession_pulse) {
    snd_pcm_t *pulse;
    int error = open_pulse(&pulse, name, root, conf, stream, mode);
    if (error < 0) return error;
    if (stream == SND_PCM_STREAM_CAPTURE || can_be_mapped(pulse)) {
        *pcmp = pulse;
        return 0;
    }
    struct mapped *mapped = calloc(1, sizeof *mapped);
    if (mapped == NULL) {
        snd_pcm_close(pulse);
        return -ENOMEM;
    }
    mapped->pulse = pulse;
    mapped->plug.version = SND_PCM_IOPLUG_VERSION;
    mapped->plug.name = "ALSA <-> PulseAudio PCM I/O Plugin, mapped";
    mapped->plug.callback = &callbacks;
    mapped->plug.private_data = mapped;
    mapped->plug.flags = SND_PCM_IOPLUG_FLAG_BOUNDARY_WA;
    mapped->plug.poll_fd = -1;
    snd_pcm_nonblock(pulse, 1);
    error = snd_pcm_ioplug_create(&mapped->plug, name, stream, mode);
    if (error < 0) {
        close_pulse(&mapped->plug);
        return error;
    }
    error = limit(&mapped->plug, pulse);
    if (error < 0) {
        snd_pcm_close(mapped->plug.pcm); /* frees both */
        return error;
    }
    *pcmp = mapped->plug.pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(audiosession_pulse);
