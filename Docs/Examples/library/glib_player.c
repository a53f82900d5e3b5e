/* The player beside it under a GLib main loop: notices come there, while a thread plays and never waits for it. */
#include <alsa/asoundlib.h>
#include <audiosession.h>
#include <glib-unix.h>

enum { FRAMES = 512 };

static audiosession *session;
static GMainLoop *loop;
static FILE *file;
static unsigned rate, channels;
static gint other_pcm; /* the route names another PCM than the one that is open */

static snd_pcm_t *open_pcm(void) {
    char name[256];
    snd_pcm_t *pcm = NULL;
    audiosession_pcm(session, name, sizeof name);
    if (name[0] == 0 || snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, 0) < 0) return NULL;
    const snd_pcm_access_t access = SND_PCM_ACCESS_RW_INTERLEAVED;
    if (snd_pcm_set_params(pcm, SND_PCM_FORMAT_S16_LE, access, channels, rate, 1, 50000) == 0) return pcm;
    snd_pcm_close(pcm);
    return NULL;
}

static gboolean end(gpointer nothing) {
    (void)nothing;
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
}

static gpointer play(gpointer nothing) {
    snd_pcm_t *pcm = open_pcm();
    short samples[FRAMES * 8], heard[FRAMES * 8];
    for (size_t frames; (frames = fread(samples, 2 * channels, FRAMES, file)) > 0;) {
        int answer;
        do {
            if (g_atomic_int_compare_and_exchange(&other_pcm, 1, 0)) {
                if (pcm != NULL) snd_pcm_close(pcm);
                pcm = open_pcm();
            }
            memcpy(heard, samples, sizeof samples);
            answer = audiosession_process_s16(session, heard, frames); /* halted: silence, and the samples are kept */
            const snd_pcm_sframes_t wrote = pcm != NULL ? snd_pcm_writei(pcm, heard, frames) : -ENODEV;
            if (wrote >= 0 || (pcm != NULL && snd_pcm_recover(pcm, (int)wrote, 1) == 0)) continue;
            if (pcm != NULL) audiosession_output_lost(session); /* what follows comes as notices */
            g_usleep(frames * G_USEC_PER_SEC / rate);
        } while (answer == AUDIOSESSION_HALTED);
    }
    if (pcm != NULL) snd_pcm_drain(pcm), snd_pcm_close(pcm);
    g_idle_add(end, NULL); /* in the loop, for it may not run yet */
    return nothing;
}

static gboolean notices(gint descriptor, GIOCondition condition, gpointer nothing) {
    (void)descriptor, (void)condition, (void)nothing;
    for (audiosession_notice notice; audiosession_next(session, &notice);) {
        if (notice.advice == AUDIOSESSION_PAUSE) audiosession_pause(session);
        if (notice.advice == AUDIOSESSION_RESUME) audiosession_play(session, AUDIOSESSION_ENDLESS);
        if (notice.kind == AUDIOSESSION_NOTICE_PCM_CHANGED) g_atomic_int_set(&other_pcm, 1);
    }
    return G_SOURCE_CONTINUE;
}

int main(int count, char **arguments) {
    unsigned char head[44]; /* of a plain WAV file of 16 bits */
    file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (file == NULL || fread(head, 1, 44, file) != 44) return g_printerr("usage: glib_player FILE.wav\n"), 2;
    channels = head[22] < 8 ? head[22] : 8;
    rate = head[24] + 256u * head[25] + 65536u * head[26];
    audiosession_why why;
    if (audiosession_open(&session, NULL, &why) < 0) return g_printerr("glib_player: %s\n", why.sentence), 1;
    audiosession_set_category(session, AUDIOSESSION_PLAYBACK, AUDIOSESSION_KEEP, AUDIOSESSION_KEEP);
    audiosession_set_format(session, rate, channels);
    if (audiosession_play(session, AUDIOSESSION_ENDLESS) < 0) {
        audiosession_explain(session, &why);
        return g_printerr("glib_player: %s (%s)\n", why.sentence, why.rule), 1;
    }
    loop = g_main_loop_new(NULL, FALSE);
    g_unix_fd_add(audiosession_descriptor(session), G_IO_IN, notices, NULL);
    GThread *thread = g_thread_new("play", play, NULL);
    g_main_loop_run(loop);
    g_thread_join(thread);
    audiosession_stop(session);
    return audiosession_close(session), g_main_loop_unref(loop), fclose(file);
}
