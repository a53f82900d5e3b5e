#include "mix_kernels.h"

#pragma clang fp contract(off)

// What each channel gives to left and right, by the number of channels, in the order of WAVE files:
// front left, front right, centre, low frequency, back left, back right, side left, side right.
#define H 0.70710678f
static const float weights[8][8][2] = {
    {{1, 1}},
    {{1, 0}, {0, 1}},
    {{1, 0}, {0, 1}, {H, H}},
    {{1, 0}, {0, 1}, {H, 0}, {0, H}},
    {{1, 0}, {0, 1}, {H, H}, {H, 0}, {0, H}},
    {{1, 0}, {0, 1}, {H, H}, {0, 0}, {H, 0}, {0, H}},
    {{1, 0}, {0, 1}, {H, H}, {0, 0}, {H, H}, {H, 0}, {0, H}},
    {{1, 0}, {0, 1}, {H, H}, {0, 0}, {H, 0}, {0, H}, {H, 0}, {0, H}},
};
#undef H

void mix_stereo_from_channels(float *output, const float *input, intptr_t channels, intptr_t frames) {
    if (channels == 1) {
        for (intptr_t i = 0; i < frames; i++) output[2 * i] = output[2 * i + 1] = input[i];
        return;
    }
    if (channels == 2) {
        for (intptr_t i = 0; i < 2 * frames; i++) output[i] = input[i];
        return;
    }
    const float(*weight)[2] = weights[channels - 1];
    for (intptr_t i = 0; i < frames; i++, input += channels) {
        float left = 0, right = 0;
        for (intptr_t c = 0; c < channels; c++) {
            left += input[c] * weight[c][0];
            right += input[c] * weight[c][1];
        }
        output[2 * i] = left;
        output[2 * i + 1] = right;
    }
}
