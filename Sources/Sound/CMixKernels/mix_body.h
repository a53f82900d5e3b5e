// The kernels' one source, compiled once per instruction set. The including file defines MIX_NAME(x), which gives a
// function its suffix, MIX_TARGET, the attribute that names the instruction set, and MIX_SUM(x, g, a), which is
// a + x * g for vectors and for single samples alike: both must round alike, or a sample would depend on whether it
// stands in the vectors or in the rest behind them.
//
// A fused sum can come out as -0 where the product is too small for any number; adding 0 before it is stored makes it
// 0 again, so that it does not matter which sums a sample went through on its way.
//
// Gains and pointers are copied to locals first: the stores to `output` could alias them and would force reloads.

#define MIX_INLINE static inline __attribute__((always_inline))

typedef float MIX_NAME(v8) __attribute__((vector_size(32), aligned(4), may_alias));
typedef float MIX_NAME(v2) __attribute__((vector_size(8), aligned(4), may_alias));
typedef float MIX_NAME(v4) __attribute__((vector_size(16), aligned(4), may_alias));
#define V8 MIX_NAME(v8)
#define V4 MIX_NAME(v4)
#define V2 MIX_NAME(v2)

// A voice's gain for every sample of a vector.
#define MIX_GAIN(voice)                                                                                                \
    ((V8){(voice).left, (voice).right, (voice).left, (voice).right, (voice).left, (voice).right, (voice).left,         \
          (voice).right})

// How many vectors of constant gain are added in turn.
#define MIX_TURN(voices) ((voices) < 3 ? 4 : 2)

// A voice's frame of this number; its source may lie outside of memory.
#define MIX_SOURCE(voice, frame) ((const float *)((uintptr_t)(voice).source + 8 * (uintptr_t)(frame)))

// Voices at constant gain, in whole blocks: a loop that need not look for an end within keeps all in registers.
MIX_TARGET MIX_INLINE void MIX_NAME(constant_of)(float *output, const struct mix_voice *voices, int count, int fresh,
                                                int64_t first, intptr_t frames) {
    const float *source[MIX_CONSTANT_VOICES];
    V8 gain[MIX_CONSTANT_VOICES];
    for (int v = 0; v < count; v++) {
        source[v] = MIX_SOURCE(voices[v], first);
        gain[v] = MIX_GAIN(voices[v]);
    }
    const int turn = MIX_TURN(count);
    for (intptr_t i = 0; i != 2 * frames; i += 2 * MIX_BLOCK_FRAMES) {
        for (int j = 0; j < 2 * MIX_BLOCK_FRAMES; j += 8 * turn) {
            V8 sum[4];
            for (int k = 0; k < turn; k++) sum[k] = fresh ? (V8){0} : *(const V8 *)(output + i + j + 8 * k);
            for (int v = 0; v < count; v++) {
                for (int k = 0; k < turn; k++) {
                    sum[k] = MIX_SUM(*(const V8 *)(source[v] + i + j + 8 * k), gain[v], sum[k]);
                }
            }
            for (int k = 0; k < turn; k++) {
                sum[k] += 0.0f;
                *(V8 *)(output + i + j + 8 * k) = sum[k];
            }
        }
    }
}

// In fewer frames than a block.
MIX_TARGET static void MIX_NAME(constant_at_end)(float *output, const struct mix_voice *voices, intptr_t count,
                                                int fresh, int64_t first, intptr_t frames) {
    intptr_t i = 0;
    for (; i + 8 <= 2 * frames; i += 8) {
        V8 sum = fresh ? (V8){0} : *(const V8 *)(output + i);
        for (intptr_t v = 0; v < count; v++) {
            sum = MIX_SUM(*(const V8 *)(MIX_SOURCE(voices[v], first) + i), MIX_GAIN(voices[v]), sum);
        }
        sum += 0.0f;
        *(V8 *)(output + i) = sum;
    }
    for (; i < 2 * frames; i += 2) {
        V2 sum = fresh ? (V2){0} : *(const V2 *)(output + i);
        for (intptr_t v = 0; v < count; v++) {
            const V2 gain = {voices[v].left, voices[v].right};
            sum = MIX_SUM(*(const V2 *)(MIX_SOURCE(voices[v], first) + i), gain, sum);
        }
        sum += 0.0f;
        *(V2 *)(output + i) = sum;
    }
}

// A loop of its own for every number of voices, and for fresh output.
#define MIX_CASE(n)                                                                                                    \
    case 2 * n: MIX_NAME(constant_of)(output, voices, n, 0, first, whole); break;                                      \
    case 2 * n + 1: MIX_NAME(constant_of)(output, voices, n, 1, first, whole); break;

// One pass over the output.
MIX_TARGET static void MIX_NAME(constant_pass)(float *output, const struct mix_voice *voices, intptr_t count, int fresh,
                                               int64_t first, intptr_t frames) {
    const intptr_t whole = frames - frames % MIX_BLOCK_FRAMES;
    if (whole < frames) {
        MIX_NAME(constant_at_end)(output + 2 * whole, voices, count, fresh, first + whole, frames - whole);
    }
    if (whole == 0) return;
    switch (2 * count + fresh) {
        MIX_CASE(1)
        MIX_CASE(2)
        MIX_CASE(3)
        MIX_CASE(4)
        MIX_CASE(5)
        MIX_CASE(6)
        MIX_CASE(7)
        MIX_CASE(8)
    }
}

MIX_TARGET static void MIX_NAME(constant)(float *output, const struct mix_voice *voices, intptr_t count, int fresh,
                                         int64_t first, intptr_t frames) {
    for (; count > MIX_CONSTANT_VOICES; voices += MIX_CONSTANT_VOICES, count -= MIX_CONSTANT_VOICES) {
        MIX_NAME(constant_pass)(output, voices, MIX_CONSTANT_VOICES, fresh, first, frames);
        fresh = 0;
    }
    MIX_NAME(constant_pass)(output, voices, count, fresh, first, frames);
}

MIX_TARGET static void MIX_NAME(gains)(float *output, const float *source, const float *gains, intptr_t frames) {
    for (intptr_t i = 0; i < 2 * frames; i++) output[i] = MIX_SUM(source[i], gains[i], output[i]) + 0.0f;
}

MIX_TARGET MIX_INLINE void MIX_NAME(filter_of)(float *output, const float *source, const intptr_t *offsets,
                                               const float *weights, intptr_t taps, intptr_t frames) {
    const uintptr_t origin = (uintptr_t)source - 8 * (uintptr_t)offsets[0];
    for (intptr_t i = 0; i < frames; i++, weights += 2 * taps) {
        const float *s = (const float *)(origin + 8 * (uintptr_t)offsets[i]);
        V8 sum = *(const V8 *)s * *(const V8 *)weights;
        for (intptr_t t = 8; t < 2 * taps; t += 8) {
            sum = MIX_SUM(*(const V8 *)(s + t), *(const V8 *)(weights + t), sum);
        }
        V4 half = __builtin_shufflevector(sum, sum, 0, 1, 2, 3) + __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
        output[2 * i] = half[0] + half[2];
        output[2 * i + 1] = half[1] + half[3];
    }
}

MIX_TARGET static void MIX_NAME(filter)(float *output, const float *source, const intptr_t *offsets,
                                        const float *weights, intptr_t taps, intptr_t frames) {
    if (taps == 16) {
        MIX_NAME(filter_of)(output, source, offsets, weights, 16, frames);
    } else {
        MIX_NAME(filter_of)(output, source, offsets, weights, taps, frames);
    }
}

MIX_TARGET static float MIX_NAME(peak)(const float *samples, intptr_t count) {
    typedef int32_t MIX_NAME(i8) __attribute__((vector_size(32), aligned(4), may_alias));
    // Without the sign bit the order of the bit patterns is the order of the magnitudes, and what is not a number
    // stands above infinity.
    typedef MIX_NAME(i8) I8;
    I8 largest = {0}, second = {0};
    intptr_t i = 0;
    for (; i + 16 <= count; i += 16) {
        I8 a = *(const I8 *)(samples + i) & 0x7fffffff, b = *(const I8 *)(samples + i + 8) & 0x7fffffff;
        largest = __builtin_elementwise_max(largest, a);
        second = __builtin_elementwise_max(second, b);
    }
    largest = __builtin_elementwise_max(largest, second);
    int32_t top = 0;
    for (int lane = 0; lane < 8; lane++) top = largest[lane] > top ? largest[lane] : top;
    for (; i < count; i++) {
        int32_t bits;
        memcpy(&bits, samples + i, sizeof bits);
        bits &= 0x7fffffff;
        top = bits > top ? bits : top;
    }
    if (top > 0x7f800000) top = 0x7f800000;
    float result;
    memcpy(&result, &top, sizeof result);
    return result;
}

static const mix_kernels MIX_NAME(table) = {
    MIX_LABEL, MIX_NAME(constant), MIX_NAME(gains), MIX_NAME(filter), MIX_NAME(peak),
};

#undef MIX_GAIN
#undef MIX_TURN
#undef MIX_SOURCE
#undef MIX_CASE
#undef V8
#undef V4
#undef V2
#undef MIX_INLINE
#undef MIX_NAME
#undef MIX_TARGET
#undef MIX_SUM
#undef MIX_LABEL
