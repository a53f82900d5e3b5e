#include "Library.h"

// Functions of SoundTouch's C interface, as in its SoundTouchDLL.h. Debian's header declares only C++ classes, so they
// are declared here; building needs nothing.
void *soundtouch_createInstance(void);
void soundtouch_destroyInstance(void *);
void soundtouch_setTempo(void *, float);
void soundtouch_setChannels(void *, unsigned);
void soundtouch_setSampleRate(void *, unsigned);
int soundtouch_putSamples(void *, const float *, unsigned);
unsigned soundtouch_receiveSamples(void *, float *, unsigned);
int soundtouch_flush(void *);

#define CSOUNDTOUCH_FUNCTIONS(X) \
    X(soundtouch_createInstance) X(soundtouch_destroyInstance) X(soundtouch_setTempo) X(soundtouch_setChannels) \
    X(soundtouch_setSampleRate) X(soundtouch_putSamples) X(soundtouch_receiveSamples) X(soundtouch_flush)

LIBRARY(csoundtouch, "libSoundTouchDll.so.1", CSOUNDTOUCH_FUNCTIONS)
