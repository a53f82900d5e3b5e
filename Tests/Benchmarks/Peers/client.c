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

static int make_work(struct work *work, const char *kind, int voices) {
    int ramps = !strcmp(kind, "ramp");
    if ((!ramps && strcmp(kind, "constant")) || voices < 1) return 1;
    *work = (struct work){.kind = ramps ? RAMP : CONSTANT, .voices = voices, .frames = RATE};
    return !(work->source = noise(work->frames, 1));
}

static double run(float *output, long periods) {
    double started = thread_seconds();
    for (long p = 0; p < periods; p++) period(output);
    return thread_seconds() - started;
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "%s KIND VOICES\n", words[0]);
        return 2;
    }
    struct work work;
    if (make_work(&work, words[1], atoi(words[2]))) {
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
