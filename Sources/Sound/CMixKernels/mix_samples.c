#include "mix_kernels.h"

#include <string.h>

#pragma clang fp contract(off)

// The nearest whole number from -32768 to 32767, ties to even: adding 1.5 * 2^23 leaves it in the lowest bits.
static inline int16_t nearest(float value) {
    // What is no number fails every comparison and becomes silence.
    value = value == value ? value : 0;
    value = value > 32767 ? 32767 : value;
    value = value < -32768 ? -32768 : value;
    value += 12582912;
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (int16_t)bits;
}

void mix_int16_from_float(int16_t *output, const float *input, intptr_t count) {
    for (intptr_t i = 0; i < count; i++) output[i] = nearest(input[i] * 32768);
}

void mix_dithered_int16_from_float(int16_t *output, const float *input, intptr_t count, uint32_t state[8]) {
    uint32_t lanes[8];
    memcpy(lanes, state, sizeof lanes);
    intptr_t i = 0;
    for (; i < count; i += 8) {
        float noise[8];
        for (int lane = 0; lane < 8; lane++) {
            uint32_t x = lanes[lane];
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            lanes[lane] = x;
            // The difference of two evenly spread numbers: a triangle from -1 to 1.
            noise[lane] = (float)((int32_t)(x >> 16) - (int32_t)(x & 0xffff)) * (1.0f / 65536);
        }
        const int rest = count - i < 8 ? (int)(count - i) : 8;
        for (int lane = 0; lane < rest; lane++) output[i + lane] = nearest(input[i + lane] * 32768 + noise[lane]);
    }
    memcpy(state, lanes, sizeof lanes);
}

void mix_float_from_int16(float *output, const int16_t *input, intptr_t count) {
    for (intptr_t i = 0; i < count; i++) output[i] = (float)input[i] * (1.0f / 32768);
}
