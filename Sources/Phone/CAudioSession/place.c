/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* program_invocation_short_name, SOCK_CLOEXEC */
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
    char whole[LONGEST_PATH + 1];
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
    /* Resolve a relative path now: the program may change its folder. */
    if (place->path[0] != 0 && place->path[0] != '/' && getcwd(whole, sizeof whole) != NULL &&
        strlen(whole) + 1 + strlen(place->path) <= LONGEST_PATH) {
        strcat(strcat(whole, "/"), place->path);
        strcpy(place->path, whole);
    }
    return AUDIOSESSION_OK;
}

/* The largest number of bytes of an app's name; a host appends the number of a second one. */
enum { LONGEST_APP = 248 };

/*
 * Reads one character of UTF-8 and advances. Returns -1 at an invalid one, such as an overlong form or half of a
 * surrogate pair.
 */
static int32_t character(const unsigned char **text) {
    static const int32_t least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char first = *(*text)++;
    if (first < 0x80) return first;
    if (first < 0xC2 || first > 0xF4) return -1;
    const int more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    int32_t sign = first & (0x3F >> more);
    for (int byte = 0; byte < more; byte++) {
        if ((**text & 0xC0) != 0x80) return -1;
        sign = sign << 6 | (*(*text)++ & 0x3F);
    }
    return sign < least[more] || sign > 0x10FFFF || (sign >= 0xD800 && sign < 0xE000) ? -1 : sign;
}

/*
 * The characters that no name has, besides the slash: the complement of `isPrintable` in Swift, by which a host
 * decides. A test compares both for every character.
 */
static const struct {
    int32_t first, last;
} unprintable[] = {
    {0, 0x1F},           /* control characters */
    {0x7F, 0x9F},
    {0x61C, 0x61C},      /* direction of writing */
    {0x200E, 0x200F},
    {0x2028, 0x202E},    /* ends of lines and paragraphs, direction of writing */
    {0x2066, 0x2069},
    {0xFEFF, 0xFEFF},    /* invisible: the byte order mark, the marks of annotations */
    {0xFFF9, 0xFFFB},
    {0xFFFE, 0xFFFF}};   /* no characters */

int place_is_name(const char *name) {
    const unsigned char *text = (const unsigned char *)name;
    while (*text != 0) {
        const int32_t sign = character(&text);
        if (sign < 0 || sign == '/') return 0;
        for (size_t range = 0; range < sizeof unprintable / sizeof *unprintable; range++) {
            if (sign >= unprintable[range].first && sign <= unprintable[range].last) return 0;
        }
    }
    return 1;
}

int place_fitting(const char *text, int most) {
    const unsigned char *at = (const unsigned char *)text;
    int fitting = 0;
    while (*at != 0) {
        if (character(&at) < 0) return -1;
        const long size = (const char *)at - text;
        if (size <= most) fitting = (int)size;
    }
    return fitting;
}

int place_name(const char *wanted, char *name, size_t size, audiosession_why *why) {
    const char *given = from_environment("AUDIOSESSION_APP");
    const char *chosen = given != NULL ? given : wanted != NULL ? wanted : program_invocation_short_name;
    const size_t length = strlen(chosen);
    if (length > 0 && length <= LONGEST_APP && length < size && place_is_name(chosen)) {
        memcpy(name, chosen, length + 1);
        return AUDIOSESSION_OK;
    }
    snprintf(why->sentence, sizeof why->sentence,
             "'%.64s' cannot be an app's name; give 1 to %d bytes of UTF-8 without slashes and characters that show nothing%s",
             chosen, LONGEST_APP, given != NULL ? " in AUDIOSESSION_APP" : "");
    return AUDIOSESSION_INVALID;
}

/* Whether the listening process belongs to this user or to root: another's could name any PCM. */
static int is_own(int socket_fd) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket_fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return 0;
    return peer.uid == geteuid() || peer.uid == 0;
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
    const int is_connected = connect(socket_fd, (struct sockaddr *)&address, sizeof address) == 0;
    if (is_connected && is_own(socket_fd)) return socket_fd;
    const int error = is_connected ? EPERM : errno;
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
