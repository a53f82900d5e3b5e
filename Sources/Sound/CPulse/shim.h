#include <dlfcn.h>
#include <stdint.h>

// What is called of libpulse, and how its interface declares it; written out, as its headers come with GLib's. It is there
// wherever ALSA's plug-in for PulseAudio is, which is linked to it, and is loaded only when that plug-in is used.
struct cpulse {
    struct pa_threaded_mainloop *(*pa_threaded_mainloop_new)(void);
    struct pa_mainloop_api *(*pa_threaded_mainloop_get_api)(struct pa_threaded_mainloop *loop);
    int (*pa_threaded_mainloop_start)(struct pa_threaded_mainloop *loop);
    void (*pa_threaded_mainloop_stop)(struct pa_threaded_mainloop *loop);
    void (*pa_threaded_mainloop_free)(struct pa_threaded_mainloop *loop);
    struct pa_context *(*pa_context_new)(struct pa_mainloop_api *api, const char *name);
    void (*pa_context_set_state_callback)(
        struct pa_context *context, void (*callback)(struct pa_context *context, void *data), void *data);
    int (*pa_context_get_state)(const struct pa_context *context);
    int (*pa_context_connect)(struct pa_context *context, const char *server, int flags, const void *spawn);
    void (*pa_context_set_subscribe_callback)(
        struct pa_context *context,
        void (*callback)(struct pa_context *context, int event, uint32_t index, void *data), void *data);
    struct pa_operation *(*pa_context_subscribe)(
        struct pa_context *context, int facilities,
        void (*callback)(struct pa_context *context, int success, void *data), void *data);
    void (*pa_operation_unref)(struct pa_operation *operation);
    void (*pa_context_disconnect)(struct pa_context *context);
    void (*pa_context_unref)(struct pa_context *context);
};

enum {
    CPULSE_CONTEXT_NOAUTOSPAWN = 1,
    CPULSE_CONTEXT_READY = 4,
    CPULSE_CONTEXT_FAILED = 5,
    CPULSE_CONTEXT_TERMINATED = 6,
    CPULSE_SUBSCRIPTION_SINKS = 1,
    CPULSE_SUBSCRIPTION_SOURCES = 2,
    CPULSE_EVENT_CHANGE = 0x10,
    CPULSE_EVENT_TYPES = 0x30,
};

// Loads the library for as long as the program runs. Returns whether all of it is there.
static inline int cpulse_load(struct cpulse *library) {
    void *handle = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return 0;
    int complete = 1;
#define CPULSE_FIND(name) \
    if (!(library->name = (__typeof__(library->name))dlsym(handle, #name))) complete = 0
    CPULSE_FIND(pa_threaded_mainloop_new);
    CPULSE_FIND(pa_threaded_mainloop_get_api);
    CPULSE_FIND(pa_threaded_mainloop_start);
    CPULSE_FIND(pa_threaded_mainloop_stop);
    CPULSE_FIND(pa_threaded_mainloop_free);
    CPULSE_FIND(pa_context_new);
    CPULSE_FIND(pa_context_set_state_callback);
    CPULSE_FIND(pa_context_get_state);
    CPULSE_FIND(pa_context_connect);
    CPULSE_FIND(pa_context_set_subscribe_callback);
    CPULSE_FIND(pa_context_subscribe);
    CPULSE_FIND(pa_operation_unref);
    CPULSE_FIND(pa_context_disconnect);
    CPULSE_FIND(pa_context_unref);
#undef CPULSE_FIND
    return complete;
}
