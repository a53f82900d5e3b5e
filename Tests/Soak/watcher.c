// Finds out when a processor stood still: one thread for each, above everything else, that sleeps two milliseconds at a
// time, and writes down from when until when whenever it slept four or longer, in seconds of the steady clock.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *watch(void *processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((int)(long)processor, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
    for (double before = now();;) {
        struct timespec nap = {0, 2000000};
        clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
        double after = now();
        if (after - before > 0.004) printf("%.6f %.6f\n", before, after);
        before = after;
    }
    return NULL;
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct sched_param highest = {.sched_priority = 90};
    int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &highest);
    if (error != 0) {
        fprintf(stderr, "watcher: no real-time priority: %s\n", strerror(error));
        return 1;
    }
    for (long processor = 0; processor < sysconf(_SC_NPROCESSORS_ONLN); processor++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, watch, (void *)processor) != 0) return 1;
    }
    pause();
}
