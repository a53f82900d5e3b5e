#ifndef MIX_KERNELS_H
#define MIX_KERNELS_H
#endif
