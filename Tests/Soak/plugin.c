// The paced test card as a PCM that any program can open: it follows the system's clock, and writes into the file that
// PACED_FIGURES names how narrowly it was served, when it is closed.
#include "paced_card.h"

#include <alsa/pcm_external.h>
#include <stdio.h>
#include <stdlib.h>

static paced_card *card;

static void write_figures(void) {
    const char *path = getenv("PACED_FIGURES");
    FILE *file = path == NULL || card == NULL ? NULL : fopen(path, "w");
    if (file == NULL) return;
    paced_card_figures figures = paced_card_counted(card);
    fprintf(file, "%zu %zu %zu %zu %zu %ld\n", figures.frames, figures.transfers, figures.xruns, figures.late_periods,
            figures.least_left, figures.longest_work / 1000);
    for (size_t number = 0; number < figures.xruns && number < 64; number++) {
        fprintf(file, "%.6f\n", figures.xrun_times[number]);
    }
    fclose(file);
}

SND_PCM_PLUGIN_DEFINE_FUNC(paced) {
    (void)name, (void)root, (void)conf, (void)mode;
    if (stream != SND_PCM_STREAM_PLAYBACK || card != NULL) return -EINVAL;
    paced_card_options options = {
        .rate_min = 48000, .rate_max = 48000, .format = SND_PCM_FORMAT_S32_LE, .mapped_too = true, .forgetful = true,
        .real_time = true,
    };
    int error;
    card = paced_card_open(options, pcmp, &error);
    if (card != NULL) atexit(write_figures);
    return error;
}

SND_PCM_PLUGIN_SYMBOL(paced);
