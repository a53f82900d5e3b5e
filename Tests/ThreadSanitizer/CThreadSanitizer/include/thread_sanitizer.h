#ifndef THREAD_SANITIZER_H
#define THREAD_SANITIZER_H

#include <stdbool.h>

// Under the thread sanitizer, stands before the parts of Swift's Mutex that lie in its library, where the sanitizer sees
// nothing, and tells it of every hand-over from one thread to the next; otherwise does nothing.

// Whether this build is watched by the thread sanitizer.
bool thread_sanitizer_watches(void);

// Whether all of those parts were found. If not, a Mutex that two threads want is reported as a race.
bool mutex_handover_is_seen(void);

// How often a thread has wanted a Mutex, so far, that another one held. Counted before it waits.
long mutex_waits(void);

#endif
