/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "audiosession.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void give_up(const char *what) {
    perror(what);
    exit(2);
}

void phone_open(struct phone *phone, const char *rules) {
    const char *program = getenv("AUDIOSESSION");
    int to[2], from[2];
    if (!program) program = "audiosession";
    if (pipe(to) || pipe(from)) give_up("pipe");
    signal(SIGPIPE, SIG_IGN); /* An oracle that has died is told by its reply that does not come. */
    phone->process = fork();
    if (phone->process < 0) give_up("fork");
    if (phone->process == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[0]), close(to[1]), close(from[0]), close(from[1]);
        execlp(program, program, "oracle", rules ? "--rules" : NULL, rules, (char *)NULL);
        perror(program);
        _exit(127);
    }
    close(to[0]), close(from[1]);
    phone->steps = fdopen(to[1], "w");
    phone->replies = fdopen(from[0], "r");
    if (!phone->steps || !phone->replies) give_up("fdopen");
    phone->reply = NULL;
    phone->capacity = 0;
}

const char *phone_step(struct phone *phone, const char *step) {
    fprintf(phone->steps, "%s\n", step);
    fflush(phone->steps);
    if (getline(&phone->reply, &phone->capacity, phone->replies) < 0) {
        fprintf(stderr, "no reply to %s; does AUDIOSESSION name the program?\n", step);
        exit(2);
    }
    return phone->reply;
}

int phone_close(struct phone *phone) {
    int status = 0;
    fclose(phone->steps);
    fclose(phone->replies);
    free(phone->reply);
    return waitpid(phone->process, &status, 0) == phone->process ? status : -1;
}

/* The oracle writes JSON on one line, with one space after each colon and each comma, so walking it is short. */

static const char *after_string(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

static const char *after_value(const char *at) {
    int depth = 0;
    if (*at == '"') return after_string(at);
    for (; *at; at++) {
        if (*at == '"') {
            at = after_string(at) - 1;
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            if (depth-- <= 1) return depth < 0 ? at : at + 1;
        } else if (*at == ',' && depth == 0) {
            return at;
        }
    }
    return at;
}

/* The value behind one part of a path: the key of an object or the place in a list; NULL where there is none. */
static const char *member(const char *at, const char *part, size_t length) {
    int is_object = *at == '{';
    long place = is_object ? -1 : strtol(part, NULL, 10);
    if ((*at != '{' && *at != '[') || at[1] == '}' || at[1] == ']') return NULL;
    for (at++;; at += 2) {
        if (is_object) {
            const char *end = after_string(at);
            int is_wanted = (size_t)(end - at) == length + 2 && !strncmp(at + 1, part, length);
            at = end + 2;
            if (is_wanted) return at;
        } else if (place-- == 0) {
            return at;
        }
        at = after_value(at);
        if (*at != ',') return NULL;
    }
}

char *field(const char *json, const char *path, char *text, size_t size) {
    const char *at = json;
    text[0] = '\0';
    while (*path) {
        size_t length = strcspn(path, "/");
        at = member(at, path, length);
        if (!at) return text;
        path += length;
        if (*path) path++;
    }
    size_t count = (size_t)(after_value(at) - at);
    if (*at == '"' && count >= 2) at++, count -= 2;
    if (count >= size) return text;
    memcpy(text, at, count);
    text[count] = '\0';
    return text;
}
