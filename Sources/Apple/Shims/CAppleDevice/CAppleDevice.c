#include "CAppleDevice.h"

// Weak: tests that provide their own device link none, and C programs link no session.
extern void *audiosession_apple_linked_device(void) __attribute__((weak));
extern void *audiosession_apple_linked_session(void) __attribute__((weak));

void *audiosession_apple_device(void) {
    return audiosession_apple_linked_device ? audiosession_apple_linked_device() : 0;
}

void *audiosession_apple_session(void) {
    return audiosession_apple_linked_session ? audiosession_apple_linked_session() : 0;
}
