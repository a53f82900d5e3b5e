#include "CAppleDevice.h"

/// Defined by the target AppleDevice. Weak: a test of code that uses Apple's names on a phone of its own links no device.
extern void *audiosession_apple_linked_device(void) __attribute__((weak));

void *audiosession_apple_device(void) {
    return audiosession_apple_linked_device ? audiosession_apple_linked_device() : 0;
}
