// OpenAL Soft through its loopback device: periods pulled by hand, without limiter, head filter or distance.
#include "client.h"

#define AL_ALEXT_PROTOTYPES
#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <stdio.h>
#include <stdlib.h>

static LPALCRENDERSAMPLESSOFT render;
static ALCdevice *device;
static ALuint *voices;
static struct work work;

static void close_loopback(void) {
    ALCcontext *context = alcGetCurrentContext();
    alcMakeContextCurrent(NULL);
    alcDestroyContext(context);
    alcCloseDevice(device);
}

static ALCcontext *open_loopback(void) {
    LPALCLOOPBACKOPENDEVICESOFT open_device =
        (LPALCLOOPBACKOPENDEVICESOFT)alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT");
    render = (LPALCRENDERSAMPLESSOFT)alcGetProcAddress(NULL, "alcRenderSamplesSOFT");
    if (!open_device || !render || !(device = open_device(NULL))) return NULL;
    ALCint attributes[] = {
        ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT, ALC_FREQUENCY, RATE,
        ALC_MONO_SOURCES, 0, ALC_STEREO_SOURCES, work.voices, ALC_OUTPUT_LIMITER_SOFT, ALC_FALSE,
        ALC_HRTF_SOFT, ALC_FALSE, 0,
    };
    ALCcontext *context = alcCreateContext(device, attributes);
    return context && alcMakeContextCurrent(context) ? context : NULL;
}

int begin(const struct work *given) {
    work = *given;
    if (!open_loopback()) {
        fputs("OpenAL Soft: no loopback device\n", stderr);
        return 1;
    }
    atexit(close_loopback);
    voices = malloc((size_t)work.voices * sizeof *voices);
    alGenSources(work.voices, voices);
    ALuint buffer = 0;
    alGenBuffers(1, &buffer);
    alBufferData(buffer, AL_FORMAT_STEREO_FLOAT32, work.source, work.frames * 2 * (ALsizei)sizeof(float), RATE);
    for (int v = 0; v < work.voices; v++) {
        alSourcei(voices[v], AL_BUFFER, (ALint)buffer);
        alSourcei(voices[v], AL_LOOPING, AL_TRUE);
        alSourcei(voices[v], AL_DIRECT_CHANNELS_SOFT, AL_TRUE);
        alSourcef(voices[v], AL_GAIN, gain_of(v));
    }
    alSourcePlayv(work.voices, voices);
    if (alGetError() != AL_NO_ERROR) {
        fputs("OpenAL Soft cannot play so many sources\n", stderr);
        return 1;
    }
    return 0;
}

void period(float *output) { render(device, output, PERIOD); }
