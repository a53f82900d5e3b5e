/*
 * A player with a self-test, for `audiosession run --disrupt`: well-behaved, or with the fault that its argument names.
 */
#include <audiosession.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static audiosession *session;
static const char *fault;
/* Whether the person wants to hear the song. */
static int is_wanted;

static int has(const char *name) { return strcmp(fault, name) == 0; }

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void prepare(void) { audiosession_set_category(session, AUDIOSESSION_PLAYBACK, -1, -1); }

static void play(void) { audiosession_play(session, AUDIOSESSION_ENDLESS); }

static void pause_song(void) {
    audiosession_pause(session);
    is_wanted = 0;
}

static void react(const audiosession_notice *notice) {
    switch (notice->kind) {
    case AUDIOSESSION_NOTICE_INTERRUPTION_BEGAN:
        if (has("crashes")) raise(SIGSEGV);
        if (has("hangs")) for (;;) pause();
        break;
    case AUDIOSESSION_NOTICE_INTERRUPTION_ENDED:
        if (notice->should_resume && !has("stays-silent") && (is_wanted || has("resumes-what-was-paused"))) play();
        break;
    case AUDIOSESSION_NOTICE_ROUTE_CHANGED:
        if (notice->reason == AUDIOSESSION_OLD_DEVICE_UNAVAILABLE && is_wanted && !has("goes-on-aloud")) pause_song();
        break;
    case AUDIOSESSION_NOTICE_SERVICES_RESET:
        is_wanted = 0;
        if (!has("forgets-its-category")) prepare();
        break;
    default: break;
    }
}

/* The main loop of the program, for a while. */
static void run_for(double length) {
    const double end = seconds() + length;
    for (double left = length; left > 0; left = end - seconds()) {
        struct pollfd wakes = {audiosession_descriptor(session), POLLIN, 0};
        if (poll(&wakes, 1, (int)(left * 1000) + 1) <= 0) continue;
        audiosession_notice notice;
        while (audiosession_next(session, &notice)) react(&notice);
    }
}

int main(int count, char **words) {
    fault = count > 1 ? words[1] : "none";
    if (has("fails")) return 3;
    if (has("aborts")) abort();
    if (has("sleeps")) sleep(600);
    if (has("joins-nobody")) return 0;
    if (audiosession_open(&session, NULL, NULL) != AUDIOSESSION_OK) return 1;
    if (has("calls-nobody")) return 0;
    prepare();
    is_wanted = 1;
    play();
    run_for(0.9);
    pause_song();
    run_for(0.9);
    /* What the self-test expects fails where the phone rings, and counts only where it does not. */
    int others = 0;
    audiosession_ask(session, AUDIOSESSION_OTHER_AUDIO_IS_PLAYING, &others);
    audiosession_stop(session);
    audiosession_set_active(session, 0, !has("silences-others-for-good"));
    audiosession_close(session);
    return others ? 4 : 0;
}
