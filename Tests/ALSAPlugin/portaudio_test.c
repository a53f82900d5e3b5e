/*
 * PortAudio behind ALSA's plug-in, as `audiosession run` puts it there: its probing of the default PCM finds it, it is PortAudio's
 * default device, and what plays on it is governed by the host, which is made of the test's own bytes.
 */
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <portaudio.h>
#include <string.h>
#include <unistd.h>

#include "../Library/fake_host.h"

static char folder[64], path[100], plugin[4096];

static void write_file(const char *name, const char *text) {
    FILE *out = fopen(name, "w");
    CHECK(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
}

/* The host's side: the app's category, its sound at a level, and its end. */
static void host_plays(struct host *host) {
    host_greet(host, 16, "player", "player");
    host_grant(host, HOST_EXPECT(host, 16, "bbbbw", 0u, 2u, 255u, 1u, (uint32_t)1));
    host_settle(host);
    host_grant(host, HOST_EXPECT(host, 19, "bsqd", 0u, "samples", (int64_t)-1, 1.0));
    host_show(host, (struct shown){.runs = 1, .begins = 1, .gain = 1, .duck = 1, .volume = 0.5, .outputs = 64, .pcm = "front"});
    host_settle(host);
    HOST_EXPECT(host, 64, "");
}

static int played;

static int fill(
    const void *input, void *output, unsigned long frames, const PaStreamCallbackTimeInfo *time, PaStreamCallbackFlags flags,
    void *context) {
    (void)input, (void)time, (void)flags, (void)context;
    memset(output, 1, frames * 2 * sizeof(short));
    played += (int)frames;
    return played < 9600 ? paContinue : paComplete;
}

static void test_default(const char *definition) {
    char text[5000], name[100], wrapped[100];
    printf("%s\n", definition);
    fflush(stdout);
    snprintf(name, sizeof name, "%s/asound.conf", folder);
    snprintf(wrapped, sizeof wrapped, "%s/wrapped.conf", folder);
    snprintf(text, sizeof text, "pcm_type.audiosession_silent.lib \"%s\"\npcm.null.type null\npcm.default %s\n", plugin, definition);
    write_file(name, text);
    snprintf(text, sizeof text, "hook_func.audiosession { lib \"%s\" func audiosession_configure }\n@hooks [ { func audiosession } ]\n",
             plugin);
    write_file(wrapped, text);
    setenv("AUDIOSESSION_ALSA_CONFIG_PATH", name, 1);
    setenv("ALSA_CONFIG_PATH", wrapped, 1);
    CHECK(snd_config_update_free_global() == 0);
    struct play *play = play_begin(host_plays, path);
    CHECK(Pa_Initialize() == paNoError);
    const PaDeviceIndex device = Pa_GetDefaultOutputDevice();
    CHECK(device != paNoDevice);
    const PaDeviceInfo *info = Pa_GetDeviceInfo(device);
    CHECK(strcmp(info->name, "default") == 0 && info->maxOutputChannels >= 2);
    PaStream *stream;
    played = 0;
    CHECK(Pa_OpenDefaultStream(&stream, 0, 2, paInt16, 48000, paFramesPerBufferUnspecified, fill, NULL) == paNoError);
    CHECK(Pa_StartStream(stream) == paNoError);
    for (int count = 0; count < 3000 && Pa_IsStreamActive(stream) == 1; count++) Pa_Sleep(10);
    CHECK(played >= 9600);
    CHECK(Pa_StopStream(stream) == paNoError && Pa_CloseStream(stream) == paNoError && Pa_Terminate() == paNoError);
    play_end(play);
    CHECK(unlink(path) == 0);
}

int main(int count, char **arguments) {
    CHECK(count == 2 && realpath(arguments[1], plugin) != NULL);
    strcpy(folder, "/tmp/audiosession-portaudio-XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/host", folder);
    setenv("AUDIOSESSION_SOCKET", path, 1);
    setenv("AUDIOSESSION_APP", "player", 1);
    test_default("{ type audiosession_silent }");
    test_default("{ type plug slave { pcm { type audiosession_silent } rate unchanged channels unchanged } }");
    test_default("{ type null }");
    test_default("{ type plug slave.pcm null }");
    test_default("{ type plug slave { pcm null rate 48000 } }");
    test_default("{ type rate slave { pcm null rate 48000 } }");
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
    return 0;
}
