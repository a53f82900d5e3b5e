#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

// Stands before the C library's allocator and mutexes in the test program and counts what one thread does with them.

struct allocation_counts {
    long allocations;
    long frees;
    long locks;
};

// Whether it counts in this build: not under the thread sanitizer, which stands in the same place.
int allocation_counter_works(void);

// Counts on the calling thread from now on, beginning with zero.
void allocation_counter_begin(void);
// Stops counting on the calling thread and answers what was counted.
struct allocation_counts allocation_counter_end(void);

#endif
