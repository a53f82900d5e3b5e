#define _GNU_SOURCE /* program_invocation_short_name, and what a socket is opened with */
#include "place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char *from_environment(const char *name) {
    const char *value = getenv(name);
    return value != NULL && value[0] != 0 ? value : NULL;
}

int place_find(struct place *place, audiosession_why *why) {
    memset(place, 0, sizeof *place);
    const char *given = from_environment("AUDIOSESSION_SOCKET"), *folder = from_environment("XDG_RUNTIME_DIR");
    if (given != NULL) {
        place->is_given = 1;
        if (strlen(given) > LONGEST_PATH) {
            snprintf(why->sentence, sizeof why->sentence,
                     "%.99s... (AUDIOSESSION_SOCKET): the path is longer than %d bytes; give a shorter one", given,
                     LONGEST_PATH);
            return AUDIOSESSION_UNREACHABLE;
        }
        strcpy(place->path, given);
    } else if (folder != NULL && strlen(folder) + strlen("/audiosession/host") <= LONGEST_PATH) {
        sprintf(place->path, "%s/audiosession/host", folder);
    }
    return AUDIOSESSION_OK;
}

int place_name(const char *wanted, char *name, size_t size, audiosession_why *why) {
    const char *given = from_environment("AUDIOSESSION_APP");
    const char *chosen = given != NULL ? given : wanted != NULL ? wanted : program_invocation_short_name;
    const size_t length = strlen(chosen);
    int is_good = length > 0 && length < size;
    for (size_t byte = 0; is_good && byte < length; byte++) {
        const unsigned char sign = (unsigned char)chosen[byte];
        if (sign < 32 || sign == 127 || sign == '/') is_good = 0;
    }
    if (is_good) {
        memcpy(name, chosen, length + 1);
        return AUDIOSESSION_OK;
    }
    snprintf(why->sentence, sizeof why->sentence,
             "'%.64s' cannot be an app's name; give 1 to %zu bytes without slashes and control characters%s", chosen,
             size - 1, given != NULL ? " in AUDIOSESSION_APP" : "");
    return AUDIOSESSION_INVALID;
}

int place_connect(const struct place *place) {
    if (place->path[0] == 0) {
        errno = ENOENT;
        return -1;
    }
    struct sockaddr_un address;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    strcpy(address.sun_path, place->path);
    const int socket_fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket_fd < 0) return -1;
    if (connect(socket_fd, (struct sockaddr *)&address, sizeof address) == 0) return socket_fd;
    const int error = errno;
    close(socket_fd);
    errno = error;
    return -1;
}

int place_watch(const struct place *place) {
    if (place->path[0] == 0) return -1;
    const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (watch < 0) return -1;
    char folder[LONGEST_PATH + 3];
    sprintf(folder, "%s%s", place->path[0] == '/' ? "" : "./", place->path);
    for (char *slash; (slash = strrchr(folder, '/')) != NULL;) {
        slash[slash == folder] = 0;
        const uint32_t events = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
        if (inotify_add_watch(watch, folder, events) >= 0) return watch;
        if (slash == folder) break;
    }
    close(watch);
    return -1;
}
