#include "mix_kernels.h"

#include <math.h>

#pragma clang fp contract(off)

// A ramp in decibels is offset + scale * 2^(rate * t), t from 0 to 1. Between levels more than 60 dB apart, as to and from
// silence, it spans 60 dB and the offset moves its ends to where they belong: a steeper one ends in a click.
struct exponential {
    double offset, scale, rate;
};

static struct exponential exponential_of(const struct mix_shape_ramp *ramp) {
    const double rate = log2(ramp->to / ramp->from), most = log2(1e3);
    if (fabs(rate) <= most) return (struct exponential){0, ramp->from, rate};
    const double scale = (ramp->to - ramp->from) / (rate > 0 ? 1e3 - 1 : 1e-3 - 1);
    return (struct exponential){ramp->from - scale, scale, copysign(most, rate)};
}

void mix_shape_gains(float *gains, const struct mix_shape_ramp *ramp, int64_t position, intptr_t frames) {
    const double step = 1.0 / (double)ramp->frames, from = ramp->from, to = ramp->to;
    const double begin = (double)position;
    switch (ramp->shape) {
    case MIX_SHAPE_DECIBELS: {
        const struct exponential e = exponential_of(ramp);
        for (intptr_t i = 0; i < frames; i++) {
            gains[i] *= (float)(e.offset + e.scale * exp2(e.rate * ((begin + (double)i) * step)));
        }
        break;
    }
    case MIX_SHAPE_RAISED_COSINE:
        for (intptr_t i = 0; i < frames; i++) {
            double t = (begin + (double)i) * step;
            gains[i] *= (float)(from + (to - from) * (0.5 - 0.5 * cos(M_PI * t)));
        }
        break;
    default:
        for (intptr_t i = 0; i < frames; i++) {
            gains[i] *= (float)(from + (to - from) * ((begin + (double)i) * step));
        }
        break;
    }
}

float mix_shape_gain(const struct mix_shape_ramp *ramp, int64_t position) {
    if (position >= ramp->frames) return (float)ramp->to;
    float gain = 1;
    mix_shape_gains(&gain, ramp, position < 0 ? 0 : position, 1);
    return gain;
}
