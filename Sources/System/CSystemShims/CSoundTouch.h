#include <dlfcn.h>
#include <stddef.h>

// What is called of SoundTouch's interface in C, as its header SoundTouchDLL.h declares it. Debian's header declares C++
// classes only, so that the declarations stand here; nothing is needed to build.
struct csoundtouch {
    void *(*soundtouch_createInstance)(void);
    void (*soundtouch_destroyInstance)(void *);
    void (*soundtouch_setTempo)(void *, float);
    void (*soundtouch_setChannels)(void *, unsigned);
    void (*soundtouch_setSampleRate)(void *, unsigned);
    int (*soundtouch_putSamples)(void *, const float *, unsigned);
    unsigned (*soundtouch_receiveSamples)(void *, float *, unsigned);
    int (*soundtouch_flush)(void *);
};

// Loads the library for as long as the program runs. Returns what is in the way, or NULL.
static inline const char *csoundtouch_load(struct csoundtouch *library) {
    void *handle = dlopen("libSoundTouchDll.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
    const char *missing = NULL;
#define CSOUNDTOUCH_FIND(name) \
    if (!(library->name = (__typeof__(library->name))dlsym(handle, #name))) missing = "it lacks " #name
    CSOUNDTOUCH_FIND(soundtouch_createInstance);
    CSOUNDTOUCH_FIND(soundtouch_destroyInstance);
    CSOUNDTOUCH_FIND(soundtouch_setTempo);
    CSOUNDTOUCH_FIND(soundtouch_setChannels);
    CSOUNDTOUCH_FIND(soundtouch_setSampleRate);
    CSOUNDTOUCH_FIND(soundtouch_putSamples);
    CSOUNDTOUCH_FIND(soundtouch_receiveSamples);
    CSOUNDTOUCH_FIND(soundtouch_flush);
#undef CSOUNDTOUCH_FIND
    return missing;
}
