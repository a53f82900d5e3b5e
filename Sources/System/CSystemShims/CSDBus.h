#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// What is called of sd-bus, and how its interface declares it; written out, so that neither a build nor a program without a
// desktop needs libsystemd. It is loaded by the first host that follows the session bus.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct {
    const char *name;
    const char *message;
    int need_free;
} csdbus_error;
typedef int (*csdbus_handler)(sd_bus_message *message, void *data, csdbus_error *error);

struct csdbus {
    int (*sd_bus_new)(sd_bus **bus);
    int (*sd_bus_open_user)(sd_bus **bus);
    int (*sd_bus_set_address)(sd_bus *bus, const char *address);
    int (*sd_bus_set_bus_client)(sd_bus *bus, int is_client);
    int (*sd_bus_start)(sd_bus *bus);
    sd_bus *(*sd_bus_close_unref)(sd_bus *bus);
    int (*sd_bus_is_ready)(sd_bus *bus);
    int (*sd_bus_get_fd)(sd_bus *bus);
    int (*sd_bus_get_events)(sd_bus *bus);
    int (*sd_bus_get_timeout)(sd_bus *bus, uint64_t *microseconds);
    int (*sd_bus_process)(sd_bus *bus, sd_bus_message **message);
    int (*sd_bus_send)(sd_bus *bus, sd_bus_message *message, uint64_t *cookie);
    int (*sd_bus_call_async)(
        sd_bus *bus, sd_bus_slot **slot, sd_bus_message *message, csdbus_handler handler, void *data,
        uint64_t microseconds);
    int (*sd_bus_add_match_async)(
        sd_bus *bus, sd_bus_slot **slot, const char *match, csdbus_handler handler, csdbus_handler installed, void *data);
    int (*sd_bus_add_object)(
        sd_bus *bus, sd_bus_slot **slot, const char *path, csdbus_handler handler, void *data);
    sd_bus_slot *(*sd_bus_slot_unref)(sd_bus_slot *slot);
    int (*sd_bus_message_new_method_call)(
        sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface,
        const char *member);
    int (*sd_bus_message_new_signal)(
        sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member);
    int (*sd_bus_message_new_method_return)(sd_bus_message *call, sd_bus_message **message);
    int (*sd_bus_message_new_method_error)(sd_bus_message *call, sd_bus_message **message, const csdbus_error *error);
    sd_bus_message *(*sd_bus_message_unref)(sd_bus_message *message);
    const char *(*sd_bus_message_get_sender)(sd_bus_message *message);
    const char *(*sd_bus_message_get_path)(sd_bus_message *message);
    const char *(*sd_bus_message_get_interface)(sd_bus_message *message);
    const char *(*sd_bus_message_get_member)(sd_bus_message *message);
    const csdbus_error *(*sd_bus_message_get_error)(sd_bus_message *message);
    int (*sd_bus_message_peek_type)(sd_bus_message *message, char *type, const char **contents);
    int (*sd_bus_message_enter_container)(sd_bus_message *message, char type, const char *contents);
    int (*sd_bus_message_exit_container)(sd_bus_message *message);
    int (*sd_bus_message_read_basic)(sd_bus_message *message, char type, void *value);
    int (*sd_bus_message_skip)(sd_bus_message *message, const char *types);
    int (*sd_bus_message_open_container)(sd_bus_message *message, char type, const char *contents);
    int (*sd_bus_message_close_container)(sd_bus_message *message);
    int (*sd_bus_message_append_basic)(sd_bus_message *message, char type, const void *value);
};

// Loads the library for as long as the program runs. Returns what is in the way, or NULL.
static inline const char *csdbus_load(struct csdbus *library) {
    void *handle = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
    const char *missing = NULL;
#define CSDBUS_FIND(name) \
    if (!(library->name = (__typeof__(library->name))dlsym(handle, #name))) missing = "it lacks " #name
    CSDBUS_FIND(sd_bus_new);
    CSDBUS_FIND(sd_bus_open_user);
    CSDBUS_FIND(sd_bus_set_address);
    CSDBUS_FIND(sd_bus_set_bus_client);
    CSDBUS_FIND(sd_bus_start);
    CSDBUS_FIND(sd_bus_close_unref);
    CSDBUS_FIND(sd_bus_is_ready);
    CSDBUS_FIND(sd_bus_get_fd);
    CSDBUS_FIND(sd_bus_get_events);
    CSDBUS_FIND(sd_bus_get_timeout);
    CSDBUS_FIND(sd_bus_process);
    CSDBUS_FIND(sd_bus_send);
    CSDBUS_FIND(sd_bus_call_async);
    CSDBUS_FIND(sd_bus_add_match_async);
    CSDBUS_FIND(sd_bus_add_object);
    CSDBUS_FIND(sd_bus_slot_unref);
    CSDBUS_FIND(sd_bus_message_new_method_call);
    CSDBUS_FIND(sd_bus_message_new_signal);
    CSDBUS_FIND(sd_bus_message_new_method_return);
    CSDBUS_FIND(sd_bus_message_new_method_error);
    CSDBUS_FIND(sd_bus_message_unref);
    CSDBUS_FIND(sd_bus_message_get_sender);
    CSDBUS_FIND(sd_bus_message_get_path);
    CSDBUS_FIND(sd_bus_message_get_interface);
    CSDBUS_FIND(sd_bus_message_get_member);
    CSDBUS_FIND(sd_bus_message_get_error);
    CSDBUS_FIND(sd_bus_message_peek_type);
    CSDBUS_FIND(sd_bus_message_enter_container);
    CSDBUS_FIND(sd_bus_message_exit_container);
    CSDBUS_FIND(sd_bus_message_read_basic);
    CSDBUS_FIND(sd_bus_message_skip);
    CSDBUS_FIND(sd_bus_message_open_container);
    CSDBUS_FIND(sd_bus_message_close_container);
    CSDBUS_FIND(sd_bus_message_append_basic);
#undef CSDBUS_FIND
    return missing;
}
