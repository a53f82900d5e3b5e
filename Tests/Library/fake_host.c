#define _GNU_SOURCE
#include "fake_host.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void pack_number(struct bytes *bytes, uint64_t value, size_t size) {
    for (size_t byte = 0; byte < size; byte++) bytes->at[bytes->size++] = (uint8_t)(value >> (8 * byte));
}

static void pack_list(struct bytes *bytes, const char *form, va_list list) {
    for (; *form != 0; form++) {
        switch (*form) {
        case 'b': pack_number(bytes, va_arg(list, unsigned), 1); break;
        case 'h': pack_number(bytes, va_arg(list, unsigned), 2); break;
        case 'w': pack_number(bytes, va_arg(list, uint32_t), 4); break;
        case 'q': pack_number(bytes, (uint64_t)va_arg(list, int64_t), 8); break;
        case 'd': {
            const double value = va_arg(list, double);
            uint64_t bits;
            memcpy(&bits, &value, 8);
            pack_number(bytes, bits, 8);
            break;
        }
        case 's': {
            const char *text = va_arg(list, const char *);
            const size_t size = strlen(text);
            pack_number(bytes, size, 2);
            memcpy(bytes->at + bytes->size, text, size);
            bytes->size += size;
            break;
        }
        case 'n': pack_number(bytes, 65535, 2); break;
        default: CHECK(!"a letter of the form");
        }
    }
}

void pack(struct bytes *bytes, const char *form, ...) {
    va_list list;
    va_start(list, form);
    pack_list(bytes, form, list);
    va_end(list);
}

/* Something must come within a time that is only reached where a test has failed. */
static void wait_for(int descriptor) {
    struct pollfd one = {descriptor, POLLIN, 0};
    int ready;
    do ready = poll(&one, 1, 30000);
    while (ready < 0 && errno == EINTR);
    CHECK(ready == 1);
}

void host_listen(struct host *host, const char *path) {
    memset(host, 0, sizeof *host);
    host->program = -1;
    strcpy(host->path, path);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, path);
    unlink(path);
    host->listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    CHECK(host->listener >= 0);
    CHECK(bind(host->listener, (struct sockaddr *)&address, sizeof address) == 0);
    CHECK(listen(host->listener, 8) == 0);
}

void host_die(struct host *host) {
    if (host->program >= 0) close(host->program);
    if (host->listener >= 0) close(host->listener);
    host->program = host->listener = -1;
}

void host_accept(struct host *host) {
    wait_for(host->listener);
    host->program = accept(host->listener, NULL, NULL);
    CHECK(host->program >= 0);
}

void host_hear(struct host *host) {
    wait_for(host->program);
    const ssize_t size = recv(host->program, host->in.at, sizeof host->in.at, 0);
    CHECK(size >= 0);
    host->in.size = (size_t)size;
}

uint32_t host_check(struct host *host, unsigned kind, const char *form, ...) {
    static struct bytes wanted;
    wanted.size = 0;
    CHECK(host->in.size >= 8);
    uint32_t number = 0;
    for (int byte = 3; byte >= 0; byte--) number = number << 8 | host->in.at[4 + byte];
    pack(&wanted, "hhw", kind, 0u, number);
    va_list list;
    va_start(list, form);
    pack_list(&wanted, form, list);
    va_end(list);
    CHECK(host->in.at[0] + 256u * host->in.at[1] == kind);
    CHECK(host->in.size == wanted.size);
    CHECK(memcmp(host->in.at, wanted.at, wanted.size) == 0);
    return number;
}

void host_send(struct host *host, unsigned kind, uint32_t number, const char *form, ...) {
    struct bytes *message = malloc(sizeof *message);
    CHECK(message != NULL);
    message->size = 0;
    pack(message, "hhw", kind, 0u, number);
    va_list list;
    va_start(list, form);
    pack_list(message, form, list);
    va_end(list);
    CHECK(send(host->program, message->at, message->size, MSG_NOSIGNAL) == (ssize_t)message->size);
    free(message);
}

/* ---- Conversations ---- */

/* Lengths of its own, so that a library that guesses those of the rule books is wrong. */
#define MILLISECONDS(count) ((int64_t)(count) * 1000000)

void host_greet(struct host *host, unsigned flags, const char *name, const char *known_as) {
    host_greet_in(host, 1, flags, name, known_as);
}

void host_greet_in(struct host *host, unsigned version, unsigned flags, const char *name, const char *known_as) {
    host_accept(host);
    const uint32_t number = HOST_EXPECT(host, 1, "bbbbhhbs", 'A', 'S', 'E', 'S', 1u, 2u, flags, name);
    CHECK(number != 0);
    host_send(host, 129, number, "hssbb" "bqbqbqbqbqbqbqbq" "q", version, known_as, "modern", 1u, 8u, 0u, MILLISECONDS(100), 1u,
              MILLISECONDS(200), 2u, MILLISECONDS(40), 3u, MILLISECONDS(30), 4u, MILLISECONDS(5), 5u, MILLISECONDS(10), 6u,
              MILLISECONDS(20), 77u, MILLISECONDS(9), (int64_t)-1 /* of a later version */);
}

void host_grant(struct host *host, uint32_t number) {
    CHECK(number != 0);
    host_send(host, 131, number, "qbbh", (int64_t)1, 0u, 0u, 0u);
}

void host_facts(struct host *host, uint32_t number) {
    host_send(host, 132, number, "qbbwbbbb" "dbd" "bbbbb" "bb", (int64_t)1, 2u, 0u, 0u, 1u, 0u, 1u, 1u, 0.5, 5u, 0.5, 0u, 0u,
              1u, 2u, 0u, 0u, 0u);
}

void host_tell(struct host *host, struct told told) {
    host_send(host, 135, 0, "bbbbwbbbbb" "bb", 1u, 1u, told.category, told.mode, (uint32_t)told.options, told.phase,
              told.overrides, told.records, 0u, 1u, 5u, 1u /* a wish, which is passed over */);
}

void host_settle(struct host *host) { host_facts(host, HOST_EXPECT(host, 32, "")); }

void host_show(struct host *host, struct shown shown) {
    struct bytes *scene = malloc(sizeof *scene);
    CHECK(scene != NULL);
    scene->size = 0;
    pack(scene, "hhwqbbb", 134u, 0u, (uint32_t)0, shown.at, 1u, 5u, 6u);
    pack(scene, shown.pcm != NULL ? "s" : "n", shown.pcm);
    pack(scene, "nn", NULL);
    pack(scene, shown.is_finished ? "hbs" : "h", shown.is_finished ? 1u : 0u, 6u, "samples");
    if (shown.is_absent) {
        pack(scene, "h", 0u);
    } else {
        /* Behind a sound of another kind that has the same name. */
        pack(scene, "hbsbdddqhbbbbbbbbns", 2u, 7u, "samples", 7u, 0.0, 0.0, 0.0, (int64_t)-1, 64u, 5u, 3u, 2u, 6u, 0u, 5u, 6u,
             5u, "R-X-1");
        pack(scene, "bsbdddqhbbbbbbbbnn", 6u, "samples",
             (shown.runs ? 1u : 0u) + (shown.begins ? 2u : 0u) + (shown.is_silenced ? 4u : 0u), shown.gain, shown.duck,
             shown.volume, (int64_t)-1, shown.outputs, 5u, 3u, 2u, 6u, 0u, 5u, 6u, 5u);
    }
    pack(scene, "hhbdbh", 64u, 0u, 6u, 0.5, 1u, 64u); /* of a later version */
    CHECK(send(host->program, scene->at, scene->size, MSG_NOSIGNAL) == (ssize_t)scene->size);
    free(scene);
}

/* ---- On a thread of its own ---- */

static void *run_script(void *argument) {
    struct play *play = argument;
    play->script(&play->host);
    host_die(&play->host);
    return NULL;
}

struct play *play_begin(void (*script)(struct host *host), const char *path) {
    struct play *play = malloc(sizeof *play);
    CHECK(play != NULL);
    play->script = script;
    host_listen(&play->host, path);
    CHECK(pthread_create(&play->thread, NULL, run_script, play) == 0);
    return play;
}

void play_end(struct play *play) {
    CHECK(pthread_join(play->thread, NULL) == 0);
    free(play);
}
