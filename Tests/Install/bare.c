/* A program that knows of ALSA only: plays a hundredth of a second on the PCM that it is given. */
#include <alsa/asoundlib.h>

int main(int count, char **arguments) {
    snd_pcm_t *pcm;
    short samples[480];
    for (int frame = 0; frame < 480; frame++) samples[frame] = (short)(2 * frame);
    if (count != 2 || snd_pcm_open(&pcm, arguments[1], SND_PCM_STREAM_PLAYBACK, 0) < 0) return 1;
    if (snd_pcm_set_params(pcm, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, 48000, 0, 100000) < 0) return 1;
    return snd_pcm_writei(pcm, samples, 480) != 480 || snd_pcm_close(pcm) < 0;
}
