#include "mix_kernels.h"

#include <math.h>

#pragma clang fp contract(off)

// The modified Bessel function of the first kind, order 0: the shape of the Kaiser window.
static double bessel(double x) {
    double sum = 1, term = 1;
    for (int n = 1; term > sum * 1e-17; n++) {
        term *= (x / (2 * n)) * (x / (2 * n));
        sum += term;
    }
    return sum;
}

// One tap: a low pass of `cutoff` cycles per source frame, `distance` source frames from its middle.
static double windowed_sinc(double distance, double cutoff, double half_width) {
    const double beta = 6.5;
    double place = distance / half_width;
    if (place <= -1 || place >= 1) return 0;
    double x = 2 * cutoff * distance;
    double sinc = x == 0 ? 1 : sin(M_PI * x) / (M_PI * x);
    return 2 * cutoff * sinc * bessel(beta * sqrt(1 - place * place)) / bessel(beta);
}

void mix_fill_offsets(intptr_t *offsets, int64_t sources, int64_t outputs, intptr_t count) {
    for (intptr_t k = 0; k < count; k++) offsets[k] = (intptr_t)(k * sources / outputs);
}

void mix_fill_sinc_weights(float *weights, int64_t sources, int64_t outputs, intptr_t taps) {
    const double ratio = (double)outputs / (double)sources;
    const double cutoff = 0.46 * (ratio < 1 ? ratio : 1);
    for (int64_t k = 0; k < outputs; k++, weights += 2 * taps) {
        const double middle = (double)(taps / 2 - 1) + (double)(k * sources % outputs) / (double)outputs;
        double sum = 0;
        for (intptr_t tap = 0; tap < taps; tap++) sum += windowed_sinc((double)tap - middle, cutoff, (double)taps / 2);
        for (intptr_t tap = 0; tap < taps; tap++) {
            double weight = windowed_sinc((double)tap - middle, cutoff, (double)taps / 2) / sum;
            weights[2 * tap] = weights[2 * tap + 1] = (float)weight;
        }
    }
}
