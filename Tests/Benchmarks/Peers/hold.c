/*
 * The two programs beside `audiosession hold`, by their first argument: `music` links libaudiosession and plays in periods of
 * 256 frames by the clock, `command` is held. Both tell moments of CLOCK_MONOTONIC, in seconds.
 */
#include <audiosession.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PERIOD = 256, RATE = 48000 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Its number and the moment of its start; ends with its input. */
static int command(void) {
    char byte;
    printf("%d %.9f\n", (int)getpid(), now());
    fflush(stdout);
    while (read(STDIN_FILENO, &byte, 1) > 0) {}
    return 0;
}

/* Tells by `down` and `up` when the first sample differs from the one before, by `steady` when a period has no such sample. */
static int music(void) {
    audiosession *session = NULL;
    if (audiosession_open(&session, "music", NULL) < 0) return 1;
    audiosession_set_category(session, AUDIOSESSION_PLAYBACK, AUDIOSESSION_KEEP, AUDIOSESSION_KEEP);
    audiosession_set_format(session, RATE, 1);
    audiosession_play(session, AUDIOSESSION_ENDLESS);
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    float samples[PERIOD], before = 0;
    for (int moves = 1;;) {
        const double begin = now();
        for (int frame = 0; frame < PERIOD; frame++) samples[frame] = 1;
        if (audiosession_process(session, samples, PERIOD) == AUDIOSESSION_HALTED) return 1;
        int changes = 0;
        for (int frame = 0; frame < PERIOD; frame++) {
            const float sample = samples[frame];
            if (sample != before && !changes++ && !moves) {
                printf("%s %.9f\n", sample < before ? "down" : "up", begin + (double)frame / RATE);
            }
            before = sample;
        }
        if (!changes && moves) printf("steady %.9f\n", begin);
        moves = changes > 0;
        fflush(stdout);
        next.tv_nsec += 1000000000L / RATE * PERIOD;
        if (next.tv_nsec >= 1000000000L) (next.tv_sec++, next.tv_nsec -= 1000000000L);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }
}

int main(int count, char **words) {
    return count > 1 && strcmp(words[1], "music") == 0 ? music() : command();
}
