#define _GNU_SOURCE
#include "client.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Long enough for the clock, short enough for the programs to share the machine's bad moments.
static const double block_seconds = 0.010;

static double thread_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// White noise up to a quarter of full scale, the same for all programs.
static float *noise(int frames, uint32_t seed) {
    float *samples = aligned_alloc(64, (size_t)frames * 2 * sizeof(float));
    if (!samples) return NULL;
    for (int i = 0; i < 2 * frames; i++) {
        seed = seed * 1664525 + 1013904223;
        samples[i] = (float)(int32_t)seed * (0.25f / 2147483648.0f);
    }
    return samples;
}

static int make_work(struct work *work, const char *kind, int voices, int own) {
    const char *kinds[] = {"constant", "ramp", "sinc"};
    int k = 0;
    while (k < 3 && strcmp(kinds[k], kind)) k++;
    if (k == 3 || voices < 1) return 1;
    work->kind = (enum kind)k;
    work->voices = voices;
    work->frames = work->rate = k == SINC ? 44100 : RATE;
    // A whole number of 64-byte lines.
    work->frames -= work->frames % 8;
    work->sources = malloc((size_t)voices * sizeof *work->sources);
    for (int v = 0; v < voices; v++) {
        work->sources[v] = v == 0 || own ? noise(work->frames, 1 + (uint32_t)v) : work->sources[0];
        if (!work->sources[v]) return 1;
    }
    return 0;
}

static double run(float *output, long periods) {
    double started = thread_seconds();
    for (long p = 0; p < periods; p++) period(output);
    return thread_seconds() - started;
}

int main(int count, char **words) {
    if (count < 4) {
        fprintf(stderr, "%s KIND VOICES shared|own\n", words[0]);
        return 2;
    }
    struct work work;
    if (make_work(&work, words[1], atoi(words[2]), !strcmp(words[3], "own"))) {
        fprintf(stderr, "%s: cannot make %s for %s voices\n", words[0], words[1], words[2]);
        return 2;
    }
    if (begin(&work)) return 1;
    float *output = aligned_alloc(64, PERIOD * 2 * sizeof(float));

    double energy = 0;
    for (int p = 0; p < 8; p++) {
        period(output);
        for (int i = 0; i < 2 * PERIOD; i++) energy += (double)output[i] * output[i];
    }
    long periods = 1;
    while (run(output, periods) < block_seconds) periods *= 2;
    printf("%.9g\n", energy);
    fflush(stdout);

    // One block for each character, and what a frame of a voice took in nanoseconds.
    while (getchar() != EOF) {
        double seconds = run(output, periods);
        printf("%.9g\n", seconds * 1e9 / ((double)periods * PERIOD * work.voices));
        fflush(stdout);
    }
    return 0;
}
