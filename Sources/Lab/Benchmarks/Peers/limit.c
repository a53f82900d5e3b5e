// As little as the work can be done with: no voice ever starts or ends, no bus, no commands. What a mixer is measured
// against. Knows nothing of the mixer's own kernels.
#include "client.h"

#include <immintrin.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCES = 147, OUTPUTS = 160, TAPS = 16, GROUP = 8, RAMP_GROUP = 4 };

static struct work work;
static long turn;   // Periods so far.
static int place;   // The source frame the next period begins with.
static int phase;   // And its place among the OUTPUTS, where rates differ.
// Room for a period whose source goes beyond the end of the circle.
static float *joined;

static int offsets[OUTPUTS + PERIOD];
static float taps[OUTPUTS + PERIOD][2 * TAPS] __attribute__((aligned(64)));

static double sinc(double x) { return x == 0 ? 1 : sin(M_PI * x) / (M_PI * x); }

static void make_tables(void) {
    for (int k = 0; k < OUTPUTS + PERIOD; k++) {
        float fraction = (float)(k * SOURCES % OUTPUTS) / OUTPUTS;
        offsets[k] = k * SOURCES / OUTPUTS;
        double sum = 0, weight[TAPS];
        for (int t = 0; t < TAPS; t++) {
            double x = t - (TAPS / 2 - 1) - (double)fraction;
            weight[t] = 0.92 * sinc(0.92 * x) * (0.5 + 0.5 * cos(M_PI * x / (TAPS / 2)));
            sum += weight[t];
        }
        for (int i = 0; i < 2 * TAPS; i++) taps[k][i] = (float)(weight[i / 2] / sum);
    }
}

int begin(const struct work *given) {
    work = *given;
    joined = aligned_alloc(64, (size_t)GROUP * (PERIOD + TAPS) * 2 * sizeof(float));
    make_tables();
    return 0;
}

// `frames` frames of a voice from `place` on, copied only where the circle closes.
static const float *source_of(int voice, int frames, int slot) {
    const float *source = work.sources[voice];
    if (place + frames <= work.frames) return source + 2 * place;
    float *copy = joined + (size_t)slot * (PERIOD + TAPS) * 2;
    int first = work.frames - place;
    memcpy(copy, source + 2 * place, (size_t)first * 2 * sizeof(float));
    memcpy(copy + 2 * first, source, (size_t)(frames - first) * 2 * sizeof(float));
    return copy;
}

static inline __m256 pair(float left, float right) {
    return _mm256_setr_ps(left, right, left, right, left, right, left, right);
}

__attribute__((always_inline)) static inline void add_constant(float *output, int first, int count, int fresh) {
    const float *x[GROUP];
    __m256 g[GROUP];
    for (int v = 0; v < count; v++) {
        float gain = gain_of(first + v);
        x[v] = source_of(first + v, PERIOD, v);
        g[v] = pair(gain, gain);
    }
    for (int i = 0; i < 2 * PERIOD; i += 16) {
        __m256 a = fresh ? _mm256_setzero_ps() : _mm256_load_ps(output + i);
        __m256 b = fresh ? _mm256_setzero_ps() : _mm256_load_ps(output + i + 8);
        for (int v = 0; v < count; v++) {
            a = _mm256_fmadd_ps(_mm256_loadu_ps(x[v] + i), g[v], a);
            b = _mm256_fmadd_ps(_mm256_loadu_ps(x[v] + i + 8), g[v], b);
        }
        _mm256_store_ps(output + i, a);
        _mm256_store_ps(output + i + 8, b);
    }
}

// sum(g * x) + t * sum(d * x): two multiplications for each load, and no time of its own for any voice.
__attribute__((always_inline)) static inline void add_ramp(float *output, int first, int count, int fresh) {
    const float *x[RAMP_GROUP];
    __m256 g[RAMP_GROUP], d[RAMP_GROUP];
    for (int v = 0; v < count; v++) {
        long stretch = turn * PERIOD / RAMP_FRAMES;
        double step = ((double)gain_at(first + v, stretch + 1) - gain_at(first + v, stretch)) / RAMP_FRAMES;
        float from = (float)(gain_at(first + v, stretch) + step * (double)(turn * PERIOD % RAMP_FRAMES));
        float slope = (float)step;
        x[v] = source_of(first + v, PERIOD, v);
        g[v] = pair(from, from);
        d[v] = pair(slope, slope);
    }
    __m256 t = _mm256_setr_ps(0, 0, 1, 1, 2, 2, 3, 3);
    const __m256 four = _mm256_set1_ps(4);
    for (int i = 0; i < 2 * PERIOD; i += 8) {
        __m256 a = fresh ? _mm256_setzero_ps() : _mm256_load_ps(output + i), b = _mm256_setzero_ps();
        for (int v = 0; v < count; v++) {
            __m256 sample = _mm256_loadu_ps(x[v] + i);
            a = _mm256_fmadd_ps(sample, g[v], a);
            b = _mm256_fmadd_ps(sample, d[v], b);
        }
        _mm256_store_ps(output + i, _mm256_fmadd_ps(t, b, a));
        t = _mm256_add_ps(t, four);
    }
}

static void add_filtered(float *output, int voice) {
    const float *source = source_of(voice, PERIOD + TAPS, 0);
    const int *offset = offsets + phase;
    const __m128 gain = _mm_set1_ps(gain_of(voice));
    for (int j = 0; j < PERIOD; j++) {
        const float *x = source + 2 * (offset[j] - offset[0]), *w = taps[phase + j];
        __m256 a = _mm256_mul_ps(_mm256_loadu_ps(x), _mm256_load_ps(w));
        __m256 b = _mm256_mul_ps(_mm256_loadu_ps(x + 8), _mm256_load_ps(w + 8));
        a = _mm256_fmadd_ps(_mm256_loadu_ps(x + 16), _mm256_load_ps(w + 16), a);
        b = _mm256_fmadd_ps(_mm256_loadu_ps(x + 24), _mm256_load_ps(w + 24), b);
        a = _mm256_add_ps(a, b);
        __m128 half = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
        half = _mm_add_ps(half, _mm_movehl_ps(half, half));
        __m128 sum = _mm_castpd_ps(_mm_load_sd((const double *)(output + 2 * j)));
        _mm_store_sd((double *)(output + 2 * j), _mm_castps_pd(_mm_fmadd_ps(half, gain, sum)));
    }
}

static void mix_same_rate(float *output) {
    const int group = work.kind == CONSTANT ? GROUP : RAMP_GROUP;
    int v = 0;
    for (; v + group <= work.voices; v += group) {
        if (work.kind == CONSTANT) add_constant(output, v, GROUP, v == 0);
        else add_ramp(output, v, RAMP_GROUP, v == 0);
    }
    for (; v < work.voices; v++) {
        if (work.kind == CONSTANT) add_constant(output, v, 1, v == 0);
        else add_ramp(output, v, 1, v == 0);
    }
    place = (place + PERIOD) % work.frames;
}

static void mix_other_rate(float *output) {
    memset(output, 0, PERIOD * 2 * sizeof(float));
    for (int v = 0; v < work.voices; v++) add_filtered(output, v);
    place = (place + offsets[phase + PERIOD - 1] - offsets[phase]) % work.frames;
    // From the period's last frame to the next one's first.
    int last = (phase + PERIOD - 1) % OUTPUTS;
    place = (place + offsets[last + 1] - offsets[last]) % work.frames;
    phase = (phase + PERIOD) % OUTPUTS;
}

void period(float *output) {
    if (work.kind == SINC) mix_other_rate(output);
    else mix_same_rate(output);
    turn++;
}
