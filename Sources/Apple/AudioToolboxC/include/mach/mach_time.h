/* SPDX-License-Identifier: Apache-2.0 */
/* The host clock, whose ticks are nanoseconds. */
#ifndef MACH_MACH_TIME_H
#define MACH_MACH_TIME_H

#include <stdint.h>

#define mach_absolute_time audiosession_mach_absolute_time

#ifdef __cplusplus
extern "C" {
#endif

typedef int kern_return_t;
typedef struct mach_timebase_info {
    uint32_t numer;
    uint32_t denom;
} mach_timebase_info_data_t, *mach_timebase_info_t;

uint64_t mach_absolute_time(void);
/* The ratio of nanoseconds to ticks. */
static inline kern_return_t mach_timebase_info(mach_timebase_info_t info)
{
    info->numer = info->denom = 1;
    return 0;
}

#ifdef __cplusplus
}
#endif

#endif
