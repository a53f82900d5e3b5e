/* A program that keeps the bytes of a file itself, and is killed: while they are read, or while the file is open. */
#include <AudioToolbox/AudioFile.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static FILE *source;
static int is_killed_while_reading;

static OSStatus read_source(void *data, SInt64 position, UInt32 count, void *buffer, UInt32 *got)
{
    (void)data;
    if (position > 0 && is_killed_while_reading) raise(SIGKILL);
    if (fseek(source, (long)position, SEEK_SET) != 0) return -1;
    *got = (UInt32)fread(buffer, 1, count, source);
    return noErr;
}

static SInt64 size_of_source(void *data)
{
    (void)data;
    fseek(source, 0, SEEK_END);
    return ftell(source);
}

int main(int argc, char **argv)
{
    AudioFileID file = NULL;

    if (argc < 3) return 2;
    source = fopen(argv[1], "rb");
    if (!source) return 3;
    is_killed_while_reading = strcmp(argv[2], "reading") == 0;
    if (AudioFileOpenWithCallbacks(source, read_source, NULL, size_of_source, NULL, 0, &file) != noErr) return 4;
    raise(SIGKILL);
    return 5;
}
