// The mixer's kernels held against sums written out in double, at every length and count, onto fresh output or not: run where the
// Swift tests cannot, under an emulator of another processor. Says what it compared, or the first thing that differs.
#include "mix_kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 70, SAMPLES = 2 * FRAMES, ROOM = 400, VOICES = 2 * MIX_CONSTANT_VOICES + 1 };

static uint32_t state = 1;
static long compared;
// Of every bit that came out, so that two machines can be held against each other.
static uint64_t bits = 14695981039346656037u;

// From -1 to 1.
static float noise(void) {
    state = state * 1664525 + 1013904223;
    return (float)(int32_t)state * (1.0f / 2147483648.0f);
}

static float sources[VOICES][ROOM], before[SAMPLES], output[SAMPLES];
static struct mix_voice voices[VOICES];

static void make_inputs(void) {
    for (int v = 0; v < VOICES; v++) {
        for (int i = 0; i < ROOM; i++) sources[v][i] = noise();
        voices[v].source = sources[v];
        voices[v].left = noise();
        voices[v].right = noise();
    }
    for (int i = 0; i < SAMPLES; i++) before[i] = noise();
}

static void expect(const char *what, int index, double value, double expected, double allowed) {
    compared++;
    const float sample = (float)value;
    uint32_t pattern;
    memcpy(&pattern, &sample, sizeof pattern);
    bits = (bits ^ pattern) * 1099511628211u;
    if (fabs(value - expected) <= allowed) return;
    fprintf(stderr, "%s, sample %d: %.9g, not %.9g\n", what, index, value, expected);
    exit(1);
}

static double sum_at(int i, int count, int fresh, int first) {
    double sum = fresh ? 0 : before[i];
    for (int v = 0; v < count; v++) {
        sum += (double)sources[v][2 * first + i] * (i % 2 ? voices[v].right : voices[v].left);
    }
    return sum;
}

static void sums(const mix_kernels *kernels, int frames, int fresh) {
    const int first = 13;
    for (int count = 1; count <= VOICES; count++) {
        memcpy(output, before, sizeof output);
        kernels->constant(output, voices, count, fresh, first, frames);
        for (int i = 0; i < SAMPLES; i++) {
            double sum = i < 2 * frames ? sum_at(i, count, fresh, first) : before[i];
            expect("constant", i, output[i], sum, i < 2 * frames ? 2e-6 * count : 0);
        }
    }
}

static void others(const mix_kernels *kernels, int frames) {
    static intptr_t offsets[FRAMES];
    static float weights[FRAMES * 32];
    for (int i = 0; i < FRAMES; i++) offsets[i] = i * 147 / 160;
    for (int i = 0; i < FRAMES * 32; i++) weights[i] = noise();
    memcpy(output, before, sizeof output);
    kernels->gains(output, sources[0], sources[1], frames);
    for (int i = 0; i < 2 * frames; i++) {
        expect("gains", i, output[i], before[i] + (double)sources[0][i] * sources[1][i], 1e-6);
    }
    for (int taps = 4; taps <= 16; taps *= 4) {
        kernels->filter(output, sources[0], offsets, weights, taps, frames);
        for (int i = 0; i < 2 * frames; i++) {
            double sum = 0;
            for (int t = 0; t < taps; t++) {
                sum += (double)sources[0][2 * (offsets[i / 2] + t) + i % 2] * weights[2 * (taps * (i / 2) + t) + i % 2];
            }
            expect("filter", i, output[i], sum, 8e-6);
        }
    }
}

static void peaks(const mix_kernels *kernels, int count) {
    float samples[SAMPLES];
    const float wild[] = {3, -3, NAN, -INFINITY};
    for (int place = 0; place < count; place++) {
        for (int w = 0; w < 4; w++) {
            for (int i = 0; i < count; i++) samples[i] = -0.25f;
            samples[place] = wild[w];
            float peak = kernels->peak(samples, count);
            compared++;
            if (w < 2 ? peak == 3 : peak == INFINITY) continue;
            fprintf(stderr, "peak of %d samples, %g at %d: %g\n", count, wild[w], place, peak);
            exit(1);
        }
    }
}

// A sample must not depend on where a period is cut: the same bits whole and in two parts.
static void cuts(const mix_kernels *kernels) {
    static float whole[SAMPLES], parts[SAMPLES];
    for (int cut = 0; cut <= FRAMES; cut++) {
        for (int count = 1; count <= VOICES; count++) {
            kernels->constant(whole, voices, count, 1, 3, FRAMES);
            kernels->constant(parts, voices, count, 1, 3, cut);
            kernels->constant(parts + 2 * cut, voices, count, 1, 3 + cut, FRAMES - cut);
            compared++;
            if (!memcmp(whole, parts, sizeof whole)) continue;
            fprintf(stderr, "a sum of %d voices cut at frame %d has other bits\n", count, cut);
            exit(1);
        }
    }
}

int main(void) {
    const mix_kernels *tables[] = {mix_kernels_best(), mix_kernels_plain()};
    for (int t = 0; t < 2; t++) {
        for (int seed = 0; seed < 3; seed++) {
            make_inputs();
            for (int frames = 0; frames <= FRAMES; frames++) {
                for (int fresh = 0; fresh < 2; fresh++) sums(tables[t], frames, fresh);
                others(tables[t], frames);
            }
            cuts(tables[t]);
        }
        for (int count = 1; count <= 40; count++) peaks(tables[t], count);
        printf("%s: %ld comparisons hold, bits %016llx\n", tables[t]->name, compared, (unsigned long long)bits);
        compared = 0;
        bits = 14695981039346656037u;
        state = 1;
    }
    return 0;
}
