#include "mix_kernels.h"

#include <math.h>
#include <string.h>

// What is fused is said by MIX_SUM and left to no optimiser: a sample must not depend on where the compiler found
// something to fuse.
#pragma clang fp contract(off)
// Vectors wider than the plain path's registers are passed between inlined functions only.
#pragma clang diagnostic ignored "-Wpsabi"

#define MIX_NAME(x) mix_##x##_plain
#define MIX_TARGET
#define MIX_SUM(x, g, a) ((a) + (x) * (g))
#define MIX_LABEL "plain"
#include "mix_body.h"

#if defined(__x86_64__)
#define MIX_NAME(x) mix_##x##_avx2
#define MIX_TARGET __attribute__((target("avx2,fma")))
#define MIX_SUM(x, g, a) __builtin_elementwise_fma(x, g, a)
#define MIX_LABEL "avx2"
#include "mix_body.h"
#elif defined(__aarch64__)
// Every 64-bit ARM has NEON, which fuses as AVX2 does: the bits are the same.
#define MIX_NAME(x) mix_##x##_neon
#define MIX_TARGET
#define MIX_SUM(x, g, a) __builtin_elementwise_fma(x, g, a)
#define MIX_LABEL "neon"
#include "mix_body.h"
#endif

const mix_kernels *mix_kernels_plain(void) { return &mix_table_plain; }

const mix_kernels *mix_kernels_best(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &mix_table_avx2;
#elif defined(__aarch64__)
    return &mix_table_neon;
#endif
    return &mix_table_plain;
}
