/* A program whose files may not grow beyond 64 KiB, and which handles no signal: what does not fit is an error. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include <AudioToolbox/AudioFile.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static unsigned char bytes[1 << 20];

static OSStatus read_bytes(void *data, SInt64 position, UInt32 count, void *buffer, UInt32 *got)
{
    SInt64 rest = (SInt64)sizeof bytes - position;
    (void)data;
    *got = rest < count ? (UInt32)rest : count;
    memcpy(buffer, bytes + position, *got);
    return noErr;
}

static SInt64 size_of_bytes(void *data)
{
    (void)data;
    return sizeof bytes;
}

int main(int argc, char **argv)
{
    AudioStreamBasicDescription format = {0};
    struct rlimit limit = {1 << 16, 1 << 16};
    CFURLRef url;
    AudioFileID file = NULL;
    UInt32 count, small = 4, size = sizeof count;
    UInt64 total = 0;
    OSStatus status;

    if (argc < 2 || setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
    format.mSampleRate = 22050;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kLinearPCMFormatFlagIsSignedInteger | kLinearPCMFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;

    url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
    if (AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, kAudioFileFlags_EraseFile, &file) != noErr) return 3;
    if (AudioFileWritePackets(file, false, 2 * small, NULL, 0, &small, bytes) != noErr) return 4;
    count = sizeof bytes / 2;
    status = AudioFileWritePackets(file, false, sizeof bytes, NULL, 4, &count, bytes);
    if (status != kAudioFileUnspecifiedError) return printf("what is written: %d\n", (int)status), 5;
    AudioFileClose(file);

    /* What was written before is there. */
    if (AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) != noErr) return 6;
    size = sizeof total;
    if (AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &total) != noErr || total != 4) {
        return printf("%d packets\n", (int)total), 7;
    }
    AudioFileClose(file);
    CFRelease(url);

    /* What a program keeps itself goes through a file without a name. */
    status = AudioFileOpenWithCallbacks(NULL, read_bytes, NULL, size_of_bytes, NULL, 0, &file);
    if (status != kAudioFileUnspecifiedError) return printf("what is read: %d\n", (int)status), 8;
    return 0;
}
