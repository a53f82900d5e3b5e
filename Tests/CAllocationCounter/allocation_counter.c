#define _GNU_SOURCE
#include "allocation_counter.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static __thread struct allocation_counts counts;
static __thread int counting;

void allocation_counter_begin(void) {
    counts = (struct allocation_counts){0, 0, 0};
    counting = 1;
}

struct allocation_counts allocation_counter_end(void) {
    counting = 0;
    return counts;
}

// Under the thread sanitizer its own functions stand where these would, and must.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WATCHED_BY_OTHERS 1
#endif
#endif

#ifdef WATCHED_BY_OTHERS

int allocation_counter_works(void) { return 0; }

#else

int allocation_counter_works(void) { return 1; }

// glibc's own names for what the functions below stand before.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

void *malloc(size_t size) {
    counts.allocations += counting;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    counts.allocations += counting;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    counts.allocations += counting;
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    counts.allocations += counting;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *got = memalign(alignment, size);
    if (got == NULL) return ENOMEM;
    *memory = got;
    return 0;
}

void free(void *memory) {
    counts.frees += counting && memory != NULL;
    __libc_free(memory);
}

typedef int lock_function(pthread_mutex_t *);
static lock_function *next_lock;

// Before main, so that no test is the first to look the symbol up.
__attribute__((constructor)) static void find_next_lock(void) {
    next_lock = (lock_function *)dlsym(RTLD_NEXT, "pthread_mutex_lock");
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    counts.locks += counting;
    if (next_lock == NULL) find_next_lock();
    return next_lock(mutex);
}

#endif
