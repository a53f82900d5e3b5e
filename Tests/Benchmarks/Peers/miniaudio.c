// miniaudio's engine without a device: periods pulled by hand, without spatialization or pitch.
#include "client.h"

#define MA_NO_DEVICE_IO
#define MA_NO_DECODING
#define MA_NO_ENCODING
#define MA_NO_GENERATION
#define MINIAUDIO_IMPLEMENTATION
#include "miniaudio.h"

#include <stdio.h>
#include <stdlib.h>

static struct work work;
static ma_engine engine;
static ma_audio_buffer_ref *buffers;
static ma_sound *sounds;

int begin(const struct work *given) {
    work = *given;
    ma_engine_config config = ma_engine_config_init();
    config.noDevice = MA_TRUE;
    config.channels = 2;
    config.sampleRate = RATE;
    config.periodSizeInFrames = PERIOD;
    // Like the others, it has no smoothing of volumes.
    config.defaultVolumeSmoothTimeInPCMFrames = 0;
    if (ma_engine_init(&config, &engine) != MA_SUCCESS) {
        fputs("miniaudio: no engine\n", stderr);
        return 1;
    }
    buffers = calloc((size_t)work.voices, sizeof *buffers);
    sounds = calloc((size_t)work.voices, sizeof *sounds);
    for (int v = 0; v < work.voices; v++) {
        ma_uint32 flags = MA_SOUND_FLAG_NO_PITCH | MA_SOUND_FLAG_NO_SPATIALIZATION;
        if (ma_audio_buffer_ref_init(ma_format_f32, 2, work.source, (ma_uint64)work.frames, &buffers[v])
            || ma_sound_init_from_data_source(&engine, &buffers[v], flags, NULL, &sounds[v])) {
            fputs("miniaudio: cannot make so many sounds\n", stderr);
            return 1;
        }
        // Without this a sound's rate is unknown, and a converter stands before it.
        buffers[v].sampleRate = RATE;
        ma_sound_set_looping(&sounds[v], MA_TRUE);
        ma_sound_set_volume(&sounds[v], gain_of(v));
        ma_sound_start(&sounds[v]);
    }
    return 0;
}

void period(float *output) { ma_engine_read_pcm_frames(&engine, output, PERIOD, NULL); }
