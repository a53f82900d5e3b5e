// As little as the work can be done with: no voice ever starts or ends, no bus, no commands. What a mixer is measured
// against. Knows nothing of the mixer's own kernels.
#include "client.h"

#include <immintrin.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 8 };

static struct work work;
static int place;   // The source frame the next period begins with.
// Room for a period whose source goes beyond the end of the circle.
static float *joined;

int begin(const struct work *given) {
    work = *given;
    joined = aligned_alloc(64, (size_t)GROUP * PERIOD * 2 * sizeof(float));
    return 0;
}

// A period of the source from `place` on, copied only where the circle closes.
static const float *source_of(int slot) {
    if (place + PERIOD <= work.frames) return work.source + 2 * place;
    float *copy = joined + (size_t)slot * PERIOD * 2;
    int first = work.frames - place;
    memcpy(copy, work.source + 2 * place, (size_t)first * 2 * sizeof(float));
    memcpy(copy + 2 * first, work.source, (size_t)(PERIOD - first) * 2 * sizeof(float));
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
        x[v] = source_of(v);
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

void period(float *output) {
    int v = 0;
    for (; v + GROUP <= work.voices; v += GROUP) add_constant(output, v, GROUP, v == 0);
    for (; v < work.voices; v++) add_constant(output, v, 1, v == 0);
    place = (place + PERIOD) % work.frames;
}
