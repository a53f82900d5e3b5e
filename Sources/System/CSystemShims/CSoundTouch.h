#include "Library.h"

// Functions of SoundTouch's C interface, as in its SoundTouchDLL.h. Debian's header declares only C++ classes, so they
// are declared here; building needs nothing.
#define CSOUNDTOUCH_FUNCTIONS(X) \
    X(void *, soundtouch_createInstance, (void)) \
    X(void, soundtouch_destroyInstance, (void *)) \
    X(void, soundtouch_setTempo, (void *, float)) \
    X(void, soundtouch_setChannels, (void *, unsigned)) \
    X(void, soundtouch_setSampleRate, (void *, unsigned)) \
    X(int, soundtouch_putSamples, (void *, const float *, unsigned)) \
    X(unsigned, soundtouch_receiveSamples, (void *, float *, unsigned)) \
    X(int, soundtouch_flush, (void *))

LIBRARY_DECLARED(csoundtouch, "libSoundTouchDll.so.1", CSOUNDTOUCH_FUNCTIONS)
