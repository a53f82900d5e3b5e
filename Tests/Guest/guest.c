/*
 * A program on a host, as the tests want it to be: it does what each line of its input says, and answers with the same
 * word and a number.
 */
#define _GNU_SOURCE
#include <audiosession.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void limit(int kind, unsigned long value) {
    struct rlimit limit;
    getrlimit(kind, &limit);
    limit.rlim_cur = value;
    setrlimit(kind, &limit);
}

/* No more memory than there is now. */
static void limit_memory(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%lu", &pages) != 1) abort();
    fclose(file);
    limit(RLIMIT_AS, pages * (unsigned long)sysconf(_SC_PAGESIZE));
}

static double volume_of(audiosession *session) {
    double volume = -1;
    audiosession_ask_volume(session, &volume);
    return volume;
}

/* Plays so many frames: the factor that the last of them got, below zero where the sound stands still. */
static double play_frames(audiosession *session, size_t frames) {
    audiosession_set_format(session, 48000, 1);
    if (audiosession_process(session, NULL, frames) == AUDIOSESSION_HALTED) return -1;
    return (double)audiosession_gain(session);
}

/* Ends at once, and leaves children behind that send facts over its connection as fast as they can, until it is closed. */
static void abandon(int children) {
    static const unsigned char moved[] = {48, 0, 0, 0, 0, 0, 0, 0, 1, 0, 'x', 1, 0, 0, 0, 0, 0, 0, 0};
    int connection = 3, kind = 0;
    for (socklen_t size = sizeof kind; connection < 64; connection++) {
        if (getsockopt(connection, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 && kind == SOCK_SEQPACKET) break;
    }
    for (int each = 0; each < children; each++) {
        if (fork() != 0) continue;
        for (int stream = 0; stream < 3; stream++) close(stream);
        while (send(connection, moved, sizeof moved, MSG_NOSIGNAL) > 0) {}
        _exit(0);
    }
    printf("abandon %d\n", connection);
    fflush(stdout);
    _exit(0);
}

int main(void) {
    audiosession *session = NULL, *second = NULL;
    char line[256];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        char *rest = strchr(line, ' ');
        if (rest != NULL) *rest++ = 0;
        const double number = rest != NULL ? atof(rest) : 0;
        double answer = 0;
        if (strcmp(line, "open") == 0) answer = audiosession_open(&session, NULL, NULL);
        else if (strcmp(line, "why") == 0) {
            /* The first sentence of why no host takes it. */
            audiosession_why why;
            memset(&why, 0, sizeof why);
            answer = audiosession_open(&session, NULL, &why);
            const char *said = strstr(why.sentence, "The host");
            printf("%.*s\n", said == NULL ? 0 : (int)strcspn(said, ".,") + 1, said == NULL ? "" : said);
            continue;
        }
        else if (strcmp(line, "second") == 0) answer = audiosession_open(&second, NULL, NULL);
        else if (strcmp(line, "close") == 0) audiosession_close(session);
        else if (strcmp(line, "category") == 0) answer = audiosession_set_category(session, (int)number, -1, -1);
        else if (strcmp(line, "active") == 0) answer = audiosession_set_active(session, (int)number, 0);
        else if (strcmp(line, "play") == 0) answer = audiosession_play(session, number);
        else if (strcmp(line, "pause") == 0) answer = audiosession_pause(session);
        else if (strcmp(line, "gain") == 0) answer = audiosession_set_gain(session, number);
        else if (strcmp(line, "frames") == 0) answer = play_frames(session, (size_t)number);
        else if (strcmp(line, "volume") == 0) answer = volume_of(session);
        else if (strcmp(line, "files") == 0) limit(RLIMIT_NOFILE, (unsigned long)number);
        else if (strcmp(line, "memory") == 0) limit_memory();
        else if (strcmp(line, "flood") == 0) for (int turn = 0;; turn++) audiosession_set_gain(session, turn % 2);
        else if (strcmp(line, "abandon") == 0) abandon((int)number);
        else if (strcmp(line, "fork") == 0) {
            const int child = fork();
            if (child == 0) for (;;) pause();
            answer = child;
        }
        else if (strcmp(line, "child") == 0) {
            const int child = fork();
            if (child == 0) exit(0);
            int status = -1;
            waitpid(child, &status, 0);
            answer = status;
        }
        printf("%s %.10g\n", line, answer);
    }
    return 0;
}
