#include <dlfcn.h>
#include <sndfile.h>

// What is called of libsndfile. It is loaded with the first sound file and not with the program: it brings seven decoders
// along, for which a program that opens no sound would wait each time it starts.
struct csndfile {
    __typeof__(sf_open_virtual) *sf_open_virtual;
    __typeof__(sf_close) *sf_close;
    __typeof__(sf_readf_float) *sf_readf_float;
    __typeof__(sf_writef_float) *sf_writef_float;
    __typeof__(sf_read_raw) *sf_read_raw;
    __typeof__(sf_write_raw) *sf_write_raw;
    __typeof__(sf_seek) *sf_seek;
    __typeof__(sf_command) *sf_command;
    __typeof__(sf_strerror) *sf_strerror;
};

// Loads the library for as long as the program runs. Returns what is in the way, or NULL.
static inline const char *csndfile_load(struct csndfile *library) {
    void *handle = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
    const char *missing = NULL;
#define CSNDFILE_FIND(name) \
    if (!(library->name = (__typeof__(library->name))dlsym(handle, #name))) missing = "it lacks " #name
    CSNDFILE_FIND(sf_open_virtual);
    CSNDFILE_FIND(sf_close);
    CSNDFILE_FIND(sf_readf_float);
    CSNDFILE_FIND(sf_writef_float);
    CSNDFILE_FIND(sf_read_raw);
    CSNDFILE_FIND(sf_write_raw);
    CSNDFILE_FIND(sf_seek);
    CSNDFILE_FIND(sf_command);
    CSNDFILE_FIND(sf_strerror);
#undef CSNDFILE_FIND
    return missing;
}
