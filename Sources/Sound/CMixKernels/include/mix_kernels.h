#ifndef MIX_KERNELS_H
#define MIX_KERNELS_H

#include <stdint.h>

// The inner loops of the mixer. All sources and outputs are interleaved stereo float frames.
//
// Every kernel multiplies and adds in the same order wherever a sample stands, so that on one machine any split of a
// period into pieces gives the same bits. The paths for AVX2 and for NEON fuse the two, which rounds once where the
// plain path rounds twice: between machines with and without one of them the last bits of a sum may differ. None
// allocates or locks.

// The most voices `constant` adds in one pass over the output, and the frames of a block, whose loop looks for no end.
enum { MIX_CONSTANT_VOICES = 8, MIX_BLOCK_FRAMES = 16 };

enum mix_shape { MIX_SHAPE_LINEAR = 0, MIX_SHAPE_DECIBELS = 1, MIX_SHAPE_RAISED_COSINE = 2 };

// One voice of a pass: where its frame 0 stands, an address which may lie outside of memory, as only frames that are asked
// for are read; and its gains.
struct mix_voice {
    const float *source;
    float left, right;
};

// A ramp as the kernels read it; position 0 is its first frame.
struct mix_shape_ramp {
    double from, to;
    int64_t frames;
    int32_t shape;
};

typedef struct mix_kernels {
    const char *name;
    // output += the sum of `count` voices at constant gain, added in order, from their frame `first` on. If `fresh` is 1
    // and not 0, what the output holds does not matter: it counts as zero.
    void (*constant)(float *output, const struct mix_voice *voices, intptr_t count, int fresh, int64_t first,
                     intptr_t frames);
    // output += one voice, each sample of it multiplied by its own gain.
    void (*gains)(float *output, const float *source, const float *gains, intptr_t frames);
    // Writes `frames` frames, each from `taps` of the source (a multiple of 4) and 2 * taps weights.
    void (*filter)(float *output, const float *source, const intptr_t *offsets, const float *weights, intptr_t taps,
                   intptr_t frames);
    // The largest magnitude of the samples; infinity when any of them is not a number.
    float (*peak)(const float *samples, intptr_t count);
} mix_kernels;

// The kernels for this machine: AVX2 and FMA where the processor has both, NEON on 64-bit ARM, else the plain path.
const mix_kernels *mix_kernels_best(void);
// The plain path, for comparison.
const mix_kernels *mix_kernels_plain(void);

// gains[i] *= the ramp's gain at frame position + i.
void mix_shape_gains(float *gains, const struct mix_shape_ramp *ramp, int64_t position, intptr_t frames);
// The ramp's gain at one position.
float mix_shape_gain(const struct mix_shape_ramp *ramp, int64_t position);

// Tables for a conversion that makes `outputs` frames of every `sources` frames; entry k serves output frame k.
// offsets[k]: whole source frames before output frame k.
void mix_fill_offsets(intptr_t *offsets, int64_t sources, int64_t outputs, intptr_t count);
// 2 * taps weights for each of `outputs` output frames: a Kaiser-windowed sinc, the same for left and right.
void mix_fill_sinc_weights(float *weights, int64_t sources, int64_t outputs, intptr_t taps);

// Brings interleaved frames of 1 to 8 channels to stereo (ITU-R BS.775 weights, no low-frequency channel).
void mix_stereo_from_channels(float *output, const float *input, intptr_t channels, intptr_t frames);

#endif
