/* Plays a WAV file of 16 bits on the device that the policy's route names, for as long as the policy lets it. */
#include <alsa/asoundlib.h>
#include <audiosession.h>
#include <poll.h>
#include <time.h>

enum { FRAMES = 512 };

/* NULL where no device is to be opened, or none can be: then the sound passes by the clock. */
static snd_pcm_t *open_pcm(audiosession *session, unsigned rate, unsigned channels) {
    char name[256];
    snd_pcm_t *pcm = NULL;
    audiosession_pcm(session, name, sizeof name);
    if (name[0] == 0 || snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, 0) < 0) return NULL;
    const snd_pcm_access_t access = SND_PCM_ACCESS_RW_INTERLEAVED;
    if (snd_pcm_set_params(pcm, SND_PCM_FORMAT_S16_LE, access, channels, rate, 1, 50000) == 0) return pcm;
    snd_pcm_close(pcm);
    return NULL;
}

static void write_pcm(audiosession *session, snd_pcm_t *pcm, const short *samples, size_t frames, unsigned rate) {
    const snd_pcm_sframes_t wrote = pcm != NULL ? snd_pcm_writei(pcm, samples, frames) : -ENODEV;
    if (wrote >= 0 || (pcm != NULL && snd_pcm_recover(pcm, (int)wrote, 1) == 0)) return;
    if (pcm != NULL) audiosession_output_lost(session); /* what follows comes as notices */
    const struct timespec time = {0, (long)(frames * 1000000000 / rate)};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

int main(int count, char **arguments) {
    unsigned char head[44]; /* of a plain WAV file */
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (file == NULL || fread(head, 1, 44, file) != 44) return fputs("usage: player FILE.wav\n", stderr), 2;
    const unsigned channels = head[22] < 8 ? head[22] : 8, rate = head[24] + 256u * head[25] + 65536u * head[26];
    audiosession *session;
    audiosession_why why;
    if (audiosession_open(&session, NULL, &why) < 0) return fprintf(stderr, "player: %s\n", why.sentence), 1;
    audiosession_set_category(session, AUDIOSESSION_PLAYBACK, AUDIOSESSION_KEEP, AUDIOSESSION_KEEP);
    audiosession_set_format(session, rate, channels);
    if (audiosession_play(session, AUDIOSESSION_ENDLESS) < 0) {
        audiosession_explain(session, &why);
        return fprintf(stderr, "player: %s (%s)\n", why.sentence, why.rule), 1;
    }
    const audiosession_now_playing playing = {.title = arguments[1], .state = AUDIOSESSION_STATE_PLAYING};
    audiosession_set_now_playing(session, &playing);
    snd_pcm_t *pcm = open_pcm(session, rate, channels);
    short samples[FRAMES * 8], heard[FRAMES * 8];
    struct pollfd notices = {audiosession_descriptor(session), POLLIN, 0};
    for (size_t frames; (frames = fread(samples, 2 * channels, FRAMES, file)) > 0;) {
        do {
            for (audiosession_notice notice; audiosession_next(session, &notice);) {
                if (notice.advice == AUDIOSESSION_PAUSE) audiosession_pause(session);
                if (notice.advice == AUDIOSESSION_RESUME) audiosession_play(session, AUDIOSESSION_ENDLESS);
                if (notice.kind != AUDIOSESSION_NOTICE_PCM_CHANGED) continue;
                if (pcm != NULL) snd_pcm_close(pcm);
                pcm = open_pcm(session, rate, channels);
            }
            memcpy(heard, samples, sizeof samples); /* what is not heard now is kept for later */
        } while (audiosession_process_s16(session, heard, frames) == AUDIOSESSION_HALTED && poll(&notices, 1, -1));
        write_pcm(session, pcm, heard, frames, rate);
    }
    audiosession_stop(session);
    if (pcm != NULL) snd_pcm_drain(pcm), snd_pcm_close(pcm);
    return fclose(file), audiosession_close(session), 0;
}
