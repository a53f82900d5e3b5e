#define _GNU_SOURCE
#include "client.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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

static double run(float *output, long periods) {
    double started = thread_seconds();
    for (long p = 0; p < periods; p++) period(output);
    return thread_seconds() - started;
}

int main(int count, char **words) {
    struct work work = {.voices = count == 2 ? atoi(words[1]) : 0, .source = noise(RATE, 1), .frames = RATE};
    if (work.voices < 1 || !work.source) {
        fprintf(stderr, "%s VOICES\n", words[0]);
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
