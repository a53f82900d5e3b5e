#include "Library.h"
#include <stdint.h>

// Functions and types of libpulse, declared here because its headers need GLib's. It is installed with ALSA's plug-in
// for PulseAudio, and is loaded when that plug-in is used, or when a host follows a desktop's streams.

typedef struct pa_context pa_context;
typedef struct pa_operation pa_operation;
typedef struct pa_stream pa_stream;
typedef struct pa_threaded_mainloop pa_threaded_mainloop;
struct pa_mainloop_api;
struct pa_proplist;

enum { CPULSE_MOST_CHANNELS = 32 };

struct cpulse_sample_spec {
    int format;
    uint32_t rate;
    uint8_t channels;
};

struct cpulse_channel_map {
    uint8_t channels;
    int positions[CPULSE_MOST_CHANNELS];
};

// The volume of each channel; 0x10000 is 1, and the amplitude is the third power.
struct cpulse_volumes {
    uint8_t channels;
    uint32_t values[CPULSE_MOST_CHANNELS];
};

// The beginning of a stream that a program plays: pa_sink_input_info.
struct cpulse_stream {
    uint32_t index;
    const char *name;
    uint32_t owner_module;
    uint32_t client;
    uint32_t sink;
    struct cpulse_sample_spec sample_spec;
    struct cpulse_channel_map channel_map;
    struct cpulse_volumes volume;
    uint64_t buffer_microseconds;
    uint64_t sink_microseconds;
    const char *resample_method;
    const char *driver;
    int is_muted;
    struct pa_proplist *properties;
    int is_corked;
    int has_volume;
    int is_volume_writable;
};

// The beginning of a stream that a program records: pa_source_output_info.
struct cpulse_recording {
    uint32_t index;
    const char *name;
    uint32_t owner_module;
    uint32_t client;
    uint32_t source;
    struct cpulse_sample_spec sample_spec;
    struct cpulse_channel_map channel_map;
    uint64_t buffer_microseconds;
    uint64_t source_microseconds;
    const char *resample_method;
    const char *driver;
    struct pa_proplist *properties;
    int is_corked;
};

// The beginning of the server itself: pa_server_info.
struct cpulse_server {
    const char *user_name;
    const char *host_name;
    const char *server_version;
    const char *server_name;
    struct cpulse_sample_spec sample_spec;
    const char *default_sink;
    const char *default_source;
    uint32_t cookie;
};

// The stored settings of a program's next stream: pa_ext_stream_restore_info.
struct cpulse_kept_volume {
    const char *name;
    struct cpulse_channel_map channel_map;
    struct cpulse_volumes volume;
    const char *device;
    int is_muted;
};

// How a stream is buffered, in bytes: pa_buffer_attr.
struct cpulse_buffer {
    uint32_t longest;
    uint32_t target;
    uint32_t prebuffer;
    uint32_t least;
    uint32_t fragment;
};

typedef void (*cpulse_on_stream)(pa_context *context, const struct cpulse_stream *stream, int end, void *data);
typedef void (*cpulse_on_recording)(pa_context *context, const struct cpulse_recording *recording, int end, void *data);
typedef void (*cpulse_on_server)(pa_context *context, const struct cpulse_server *server, void *data);
typedef void (*cpulse_on_kept_volume)(pa_context *context, const struct cpulse_kept_volume *entry, int end, void *data);
typedef void (*cpulse_on_success)(pa_context *context, int success, void *data);
typedef void (*cpulse_on_state)(pa_context *context, void *data);
typedef void (*cpulse_on_stream_state)(pa_stream *stream, void *data);
typedef void (*cpulse_on_samples)(pa_stream *stream, size_t bytes, void *data);
typedef void (*cpulse_on_event)(pa_context *context, int event, uint32_t index, void *data);

enum {
    CPULSE_CONTEXT_NOAUTOSPAWN = 1,
    CPULSE_CONTEXT_READY = 4,
    CPULSE_CONTEXT_FAILED = 5,
    CPULSE_CONTEXT_TERMINATED = 6,
    CPULSE_SUBSCRIPTION_SINKS = 1,
    CPULSE_SUBSCRIPTION_SOURCES = 2,
    CPULSE_SUBSCRIPTION_STREAMS = 4,
    CPULSE_SUBSCRIPTION_RECORDINGS = 8,
    CPULSE_EVENT_STREAM = 2,
    CPULSE_EVENT_RECORDING = 3,
    CPULSE_EVENT_SUBJECTS = 0xf,
    CPULSE_EVENT_CHANGE = 0x10,
    CPULSE_EVENT_REMOVE = 0x20,
    CPULSE_EVENT_TYPES = 0x30,
    CPULSE_REPLACE = 2,
    CPULSE_FLOAT = 5,
    CPULSE_STREAM_READY = 2,
    CPULSE_STREAM_FAILED = 3,
    CPULSE_STREAM_TERMINATED = 4,
    // Peaks of a stream that stays on its sink and lets it suspend, with low latency: pa_stream_flags_t.
    CPULSE_METER = 0x200 | 0x800 | 0x2000 | 0x8000,
};

#define CPULSE_FUNCTIONS(X) \
    X(pa_threaded_mainloop *, pa_threaded_mainloop_new, (void)) \
    X(struct pa_mainloop_api *, pa_threaded_mainloop_get_api, (pa_threaded_mainloop *loop)) \
    X(int, pa_threaded_mainloop_start, (pa_threaded_mainloop *loop)) \
    X(void, pa_threaded_mainloop_stop, (pa_threaded_mainloop *loop)) \
    X(void, pa_threaded_mainloop_free, (pa_threaded_mainloop *loop)) \
    X(void, pa_threaded_mainloop_lock, (pa_threaded_mainloop *loop)) \
    X(void, pa_threaded_mainloop_unlock, (pa_threaded_mainloop *loop)) \
    X(pa_context *, pa_context_new, (struct pa_mainloop_api *api, const char *name)) \
    X(int, pa_context_connect, (pa_context *context, const char *server, int flags, const void *spawn)) \
    X(int, pa_context_get_state, (const pa_context *context)) \
    X(void, pa_context_set_state_callback, (pa_context *context, cpulse_on_state callback, void *data)) \
    X(void, pa_context_set_subscribe_callback, (pa_context *context, cpulse_on_event callback, void *data)) \
    X(void, pa_context_disconnect, (pa_context *context)) \
    X(void, pa_context_unref, (pa_context *context)) \
    X(void, pa_operation_unref, (pa_operation *operation)) \
    X(const char *, pa_proplist_gets, (const struct pa_proplist *properties, const char *key)) \
    X(pa_operation *, pa_context_subscribe, \
      (pa_context *context, int facilities, cpulse_on_success callback, void *data)) \
    X(pa_operation *, pa_context_get_server_info, (pa_context *context, cpulse_on_server callback, void *data)) \
    X(pa_operation *, pa_context_get_sink_input_info, \
      (pa_context *context, uint32_t index, cpulse_on_stream callback, void *data)) \
    X(pa_operation *, pa_context_get_sink_input_info_list, \
      (pa_context *context, cpulse_on_stream callback, void *data)) \
    X(pa_operation *, pa_context_get_source_output_info, \
      (pa_context *context, uint32_t index, cpulse_on_recording callback, void *data)) \
    X(pa_operation *, pa_context_get_source_output_info_list, \
      (pa_context *context, cpulse_on_recording callback, void *data)) \
    X(pa_operation *, pa_context_set_sink_input_volume, \
      (pa_context *context, uint32_t index, const struct cpulse_volumes *volumes, cpulse_on_success callback, \
       void *data)) \
    X(pa_operation *, pa_context_set_sink_input_mute, \
      (pa_context *context, uint32_t index, int is_muted, cpulse_on_success callback, void *data)) \
    X(pa_operation *, pa_ext_stream_restore_read, (pa_context *context, cpulse_on_kept_volume callback, void *data)) \
    X(pa_operation *, pa_ext_stream_restore_write, \
      (pa_context *context, int mode, const struct cpulse_kept_volume *entries, unsigned count, \
       int apply_immediately, cpulse_on_success callback, void *data)) \
    X(pa_stream *, pa_stream_new, \
      (pa_context *context, const char *name, const struct cpulse_sample_spec *sample_spec, \
       const struct cpulse_channel_map *channel_map)) \
    X(int, pa_stream_set_monitor_stream, (pa_stream *stream, uint32_t index)) \
    X(int, pa_stream_connect_record, \
      (pa_stream *stream, const char *device, const struct cpulse_buffer *buffer, int flags)) \
    X(void, pa_stream_set_read_callback, (pa_stream *stream, cpulse_on_samples callback, void *data)) \
    X(void, pa_stream_set_state_callback, (pa_stream *stream, cpulse_on_stream_state callback, void *data)) \
    X(int, pa_stream_get_state, (const pa_stream *stream)) \
    X(int, pa_stream_peek, (pa_stream *stream, const void **data, size_t *bytes)) \
    X(int, pa_stream_drop, (pa_stream *stream)) \
    X(int, pa_stream_disconnect, (pa_stream *stream)) \
    X(void, pa_stream_unref, (pa_stream *stream))

LIBRARY_DECLARED(cpulse, "libpulse.so.0", CPULSE_FUNCTIONS)
