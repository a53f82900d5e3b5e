#include <dlfcn.h>
#include <soxr.h>

// What is called of libsoxr. It is loaded with the first sound that needs another rate and not with the program, which
// would wait for it and for its OpenMP runtime each time it starts.
struct csoxr {
    __typeof__(soxr_quality_spec) *soxr_quality_spec;
    __typeof__(soxr_io_spec) *soxr_io_spec;
    __typeof__(soxr_create) *soxr_create;
    __typeof__(soxr_process) *soxr_process;
    __typeof__(soxr_delete) *soxr_delete;
};

// Loads the library for as long as the program runs. Returns what is in the way, or NULL.
static inline const char *csoxr_load(struct csoxr *library) {
    void *handle = dlopen("libsoxr.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
    const char *missing = NULL;
#define CSOXR_FIND(name) \
    if (!(library->name = (__typeof__(library->name))dlsym(handle, #name))) missing = "it lacks " #name
    CSOXR_FIND(soxr_quality_spec);
    CSOXR_FIND(soxr_io_spec);
    CSOXR_FIND(soxr_create);
    CSOXR_FIND(soxr_process);
    CSOXR_FIND(soxr_delete);
#undef CSOXR_FIND
    return missing;
}
