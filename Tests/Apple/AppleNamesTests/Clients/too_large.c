/* A program whose files may not grow beyond 64 KiB, and which handles no signal: what does not fit is an error. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include <AudioToolbox/ExtendedAudioFile.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static unsigned char bytes[1 << 20];

int main(int argc, char **argv)
{
    AudioStreamBasicDescription format = {0};
    struct rlimit limit = {1 << 16, 1 << 16};
    CFURLRef url;
    ExtAudioFileRef file = NULL;
    AudioBufferList list = {1, {{1, sizeof bytes, bytes}}};
    UInt32 size;
    SInt64 total = 0;
    OSStatus status;

    if (argc < 2 || setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
    format.mSampleRate = 22050;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kLinearPCMFormatFlagIsSignedInteger | kLinearPCMFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;

    url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
    if (ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &format, NULL, kAudioFileFlags_EraseFile, &file) != noErr) return 3;
    if (ExtAudioFileWrite(file, 4, &list) != noErr) return 4;
    status = ExtAudioFileWrite(file, sizeof bytes / 2, &list);
    if (status != kAudioFileUnspecifiedError) return printf("what is written: %d\n", (int)status), 5;
    ExtAudioFileDispose(file);

    /* What was written before is there. */
    if (ExtAudioFileOpenURL(url, &file) != noErr) return 6;
    size = sizeof total;
    if (ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &total) != noErr || total != 4) {
        return printf("%d frames\n", (int)total), 7;
    }
    ExtAudioFileDispose(file);
    CFRelease(url);
    return 0;
}
