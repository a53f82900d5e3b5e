// SDL2_mixer, its periods pulled by hand. SDL_mixer gives its mixing function to SDL when it opens the device; the
// functions of the same names here take SDL's place and keep it, so that no device, thread or clock stands between.
#include "client.h"

#include <SDL2/SDL.h>
#include <SDL2/SDL_mixer.h>
#include <stdio.h>

static SDL_AudioSpec spec;

SDL_AudioDeviceID SDL_OpenAudioDevice(const char *name, int capture, const SDL_AudioSpec *wanted, SDL_AudioSpec *got,
                                      int changes) {
    (void)name, (void)capture, (void)changes;
    spec = *wanted;
    spec.silence = 0;
    spec.size = (Uint32)(spec.samples * spec.channels * sizeof(float));
    if (got) *got = spec;
    return 2;
}
void SDL_CloseAudioDevice(SDL_AudioDeviceID device) { (void)device; }
void SDL_PauseAudioDevice(SDL_AudioDeviceID device, int pause) { (void)device, (void)pause; }
void SDL_LockAudioDevice(SDL_AudioDeviceID device) { (void)device; }
void SDL_UnlockAudioDevice(SDL_AudioDeviceID device) { (void)device; }

int begin(const struct work *work) {
    SDL_setenv("SDL_AUDIODRIVER", "dummy", 1);
    if (SDL_Init(SDL_INIT_AUDIO) || Mix_OpenAudioDevice(RATE, AUDIO_F32SYS, 2, PERIOD, NULL, 0)
        || Mix_AllocateChannels(work->voices) != work->voices || !spec.callback) {
        fprintf(stderr, "SDL_mixer: %s\n", SDL_GetError());
        return 1;
    }
    for (int v = 0; v < work->voices; v++) {
        Mix_Chunk *chunk = Mix_QuickLoad_RAW((Uint8 *)work->source, (Uint32)work->frames * 2 * sizeof(float));
        Mix_Volume(v, (int)(gain_of(v) * MIX_MAX_VOLUME));
        if (!chunk || Mix_PlayChannel(v, chunk, -1) != v) {
            fprintf(stderr, "SDL_mixer: %s\n", Mix_GetError());
            return 1;
        }
    }
    return 0;
}

void period(float *output) { spec.callback(spec.userdata, (Uint8 *)output, PERIOD * 2 * sizeof(float)); }
