#include "Library.h"
#include <stdint.h>

// Functions and types of sd-bus, declared here so that neither a build nor a program without D-Bus needs libsystemd.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct {
    const char *name;
    const char *message;
    int need_free;
} csdbus_error;
typedef int (*csdbus_handler)(sd_bus_message *message, void *data, csdbus_error *error);

#define CSDBUS_FUNCTIONS(X) \
    X(int, sd_bus_new, (sd_bus **bus)) \
    X(int, sd_bus_open_user, (sd_bus **bus)) \
    X(int, sd_bus_set_address, (sd_bus *bus, const char *address)) \
    X(int, sd_bus_set_bus_client, (sd_bus *bus, int is_client)) \
    X(int, sd_bus_start, (sd_bus *bus)) \
    X(sd_bus *, sd_bus_close_unref, (sd_bus *bus)) \
    X(int, sd_bus_is_ready, (sd_bus *bus)) \
    X(int, sd_bus_get_fd, (sd_bus *bus)) \
    X(int, sd_bus_get_events, (sd_bus *bus)) \
    X(int, sd_bus_get_timeout, (sd_bus *bus, uint64_t *microseconds)) \
    X(int, sd_bus_process, (sd_bus *bus, sd_bus_message **message)) \
    X(int, sd_bus_wait, (sd_bus *bus, uint64_t microseconds)) \
    X(int, sd_bus_path_encode, (const char *prefix, const char *label, char **path)) \
    X(int, sd_bus_send, (sd_bus *bus, sd_bus_message *message, uint64_t *cookie)) \
    X(int, sd_bus_call_async, \
      (sd_bus *bus, sd_bus_slot **slot, sd_bus_message *message, csdbus_handler handler, void *data, \
       uint64_t microseconds)) \
    X(int, sd_bus_add_match_async, \
      (sd_bus *bus, sd_bus_slot **slot, const char *match, csdbus_handler handler, csdbus_handler installed, \
       void *data)) \
    X(int, sd_bus_add_object, (sd_bus *bus, sd_bus_slot **slot, const char *path, csdbus_handler handler, void *data)) \
    X(sd_bus_slot *, sd_bus_slot_unref, (sd_bus_slot *slot)) \
    X(int, sd_bus_message_new_method_call, \
      (sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface, \
       const char *member)) \
    X(int, sd_bus_message_new_signal, \
      (sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member)) \
    X(int, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **message)) \
    X(int, sd_bus_message_new_method_error, \
      (sd_bus_message *call, sd_bus_message **message, const csdbus_error *error)) \
    X(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *message)) \
    X(const char *, sd_bus_message_get_sender, (sd_bus_message *message)) \
    X(const char *, sd_bus_message_get_path, (sd_bus_message *message)) \
    X(const char *, sd_bus_message_get_interface, (sd_bus_message *message)) \
    X(const char *, sd_bus_message_get_member, (sd_bus_message *message)) \
    X(int, sd_bus_message_get_reply_cookie, (sd_bus_message *message, uint64_t *cookie)) \
    X(const csdbus_error *, sd_bus_message_get_error, (sd_bus_message *message)) \
    X(int, sd_bus_message_peek_type, (sd_bus_message *message, char *type, const char **contents)) \
    X(int, sd_bus_message_enter_container, (sd_bus_message *message, char type, const char *contents)) \
    X(int, sd_bus_message_exit_container, (sd_bus_message *message)) \
    X(int, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value)) \
    X(int, sd_bus_message_skip, (sd_bus_message *message, const char *types)) \
    X(int, sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents)) \
    X(int, sd_bus_message_close_container, (sd_bus_message *message)) \
    X(int, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value))

LIBRARY_DECLARED(csdbus, "libsystemd.so.0", CSDBUS_FUNCTIONS)
