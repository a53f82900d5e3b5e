#define _GNU_SOURCE
#include "scratch.h"

#include <dirent.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Names the folder for files to the processes that are started.
static const char variable[] = "AUDIOSESSION_TEST_FILES";

static char house[PATH_MAX - 8];
static char temporary[PATH_MAX];
static pid_t owner;

static void fail(const char *what) {
    fprintf(stderr, "The tests have no folder for temporary files: %s: ", what);
    perror(NULL);
    _exit(EXIT_FAILURE);
}

void scratch_enter(void) {
    const char *outer = getenv("TMPDIR");
    // Short: sockets stand in it, whose paths may have a hundred letters.
    snprintf(house, sizeof house, "%s/audiosession-tests-XXXXXX", outer != NULL && *outer != '\0' ? outer : "/tmp");
    if (mkdtemp(house) == NULL) fail(house);
    char files[PATH_MAX];
    snprintf(files, sizeof files, "%s/files", house);
    snprintf(temporary, sizeof temporary, "%s/tmp", house);
    if (mkdir(files, 0700) != 0 || mkdir(temporary, 0700) != 0) fail(house);
    if (setenv("TMPDIR", temporary, 1) != 0 || setenv(variable, files, 1) != 0) fail(house);
    // Without a login's folder the client of PulseAudio makes one in the temporary folder, and leaves it there.
    char pulse[PATH_MAX];
    snprintf(pulse, sizeof pulse, "%s/pulse", house);
    if (setenv("PULSE_RUNTIME_PATH", pulse, 1) != 0) fail(house);
    owner = getpid();
}

const char *scratch_files(void) { return getenv(variable); }

static int remove_entry(const char *path, const struct stat *facts, int kind, struct FTW *place) {
    (void)facts, (void)kind, (void)place;
    return remove(path);
}

void scratch_remove(const char *path) { nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

__attribute__((constructor)) static void begin(void) {
    if (scratch_files() == NULL) scratch_enter();
}

// Says what is left in the temporary folder; how many there are.
static int tell(void) {
    int count = 0;
    DIR *folder = opendir(temporary);
    if (folder == NULL) return 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (count++ == 0) fprintf(stderr, "The tests have left files in the temporary folder; who writes them must remove them:\n");
        fprintf(stderr, "    %s\n", entry->d_name);
    }
    closedir(folder);
    return count;
}

__attribute__((destructor)) static void end(void) {
    // Of a copy of the process the house is not.
    if (owner != getpid()) return;
    int left = tell();
    scratch_remove(house);
    if (left == 0) return;
    fflush(NULL);
    _exit(EXIT_FAILURE);
}
