#define _GNU_SOURCE
#include "thread_sanitizer.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WATCHED 1
#endif
#endif

#ifndef WATCHED

bool thread_sanitizer_watches(void) { return false; }
bool mutex_handover_is_seen(void) { return false; }
long mutex_waits(void) { return 0; }

#else

bool thread_sanitizer_watches(void) { return true; }

// A Mutex that no other thread wants is taken and given back by an atomic exchange in the caller's own code, which the
// sanitizer sees. One that is wanted twice goes through libswiftSynchronization, which is not built for it: a waiting
// thread takes it by an exchange in there, or by the kernel's hand. These are the functions behind which that lies, for
// Linux, of the ABI since Swift 6.0: the Mutex in the register of `self`, the thread's number before it.
#define WAIT_AND_LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_TO_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_AND_WAKE "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void wait_and_lock(uint32_t thread, SELF void *mutex) __asm__(WAIT_AND_LOCK);
SWIFT bool try_to_lock(SELF void *mutex) __asm__(TRY_TO_LOCK);
SWIFT void unlock_and_wake(SELF void *mutex) __asm__(UNLOCK_AND_WAKE);

typedef SWIFT void wait_and_lock_function(uint32_t thread, SELF void *mutex);
typedef SWIFT bool try_to_lock_function(SELF void *mutex);
typedef SWIFT void unlock_and_wake_function(SELF void *mutex);

static wait_and_lock_function *next_wait_and_lock;
static try_to_lock_function *next_try_to_lock;
static unlock_and_wake_function *next_unlock_and_wake;
static atomic_long waits;

// Before main, so that there is one thread only.
__attribute__((constructor)) static void find_next(void) {
    next_wait_and_lock = (wait_and_lock_function *)dlsym(RTLD_NEXT, WAIT_AND_LOCK);
    next_try_to_lock = (try_to_lock_function *)dlsym(RTLD_NEXT, TRY_TO_LOCK);
    next_unlock_and_wake = (unlock_and_wake_function *)dlsym(RTLD_NEXT, UNLOCK_AND_WAKE);
}

bool mutex_handover_is_seen(void) {
    return next_wait_and_lock != NULL && next_try_to_lock != NULL && next_unlock_and_wake != NULL;
}

// Relaxed, so that counting orders nothing that the Mutex does not.
long mutex_waits(void) { return atomic_load_explicit(&waits, memory_order_relaxed); }

// The exchanges in the caller's code order by the same address, so that either way out meets either way in.
SWIFT void wait_and_lock(uint32_t thread, SELF void *mutex) {
    atomic_fetch_add_explicit(&waits, 1, memory_order_relaxed);
    next_wait_and_lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT bool try_to_lock(SELF void *mutex) {
    bool is_locked = next_try_to_lock(mutex);
    if (is_locked) __tsan_acquire(mutex);
    return is_locked;
}

SWIFT void unlock_and_wake(SELF void *mutex) {
    __tsan_release(mutex);
    next_unlock_and_wake(mutex);
}

#endif
