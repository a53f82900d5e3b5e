/*
 * A music player in plain C, over Audio Queue Services: each buffer that has been played is filled with the file's next
 * frames, from the beginning again at its end. `queue_player FILE` claims the session for music; with a second argument it
 * leaves the category as it is. An interruption stops the queue, and where the session comes back it goes on.
 */
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <string.h>

enum { BUFFERS = 3, SECONDS_OF_BUFFER = 4 /* a quarter each */ };

struct player {
    AudioStreamBasicDescription format;
    AudioQueueRef queue;
    ExtAudioFileRef file;
    UInt32 frames;
};

static int failed(const char *what, OSStatus status)
{
    if (status != noErr) fprintf(stderr, "%s: %d\n", what, (int)status);
    return status != noErr;
}

static void refill(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer)
{
    struct player *player = data;
    UInt32 frames = 0;
    int turn;
    for (turn = 0; turn < 2 && frames == 0; ++turn) {
        AudioBufferList list = {1, {{player->format.mChannelsPerFrame, buffer->mAudioDataBytesCapacity, buffer->mAudioData}}};
        frames = player->frames;
        if (failed("read", ExtAudioFileRead(player->file, &frames, &list))) return;
        if (frames == 0 && failed("seek", ExtAudioFileSeek(player->file, 0))) return;
    }
    buffer->mAudioDataByteSize = frames * player->format.mBytesPerFrame;
    failed("enqueue", AudioQueueEnqueueBuffer(queue, buffer, 0, NULL));
}

static void interrupted(void *data, UInt32 state)
{
    struct player *player = data;
    printf("%s\n", state == kAudioSessionBeginInterruption ? "interrupted" : "over");
    fflush(stdout);
    if (state == kAudioSessionEndInterruption) failed("start again", AudioQueueStart(player->queue, NULL));
}

int main(int argc, char **argv)
{
    static struct player player;
    AudioQueueBufferRef buffers[BUFFERS];
    UInt32 category = kAudioSessionCategory_MediaPlayback, size = sizeof(player.format);
    CFURLRef url;
    int index;

    if (argc < 2) return 2;
    url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
    if (failed(argv[1], ExtAudioFileOpenURL(url, &player.file))) return 1;
    CFRelease(url);
    failed("initialize", AudioSessionInitialize(NULL, NULL, interrupted, &player));
    if (argc == 2) failed("category", AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, sizeof(category), &category));

    if (failed("format", ExtAudioFileGetProperty(player.file, kExtAudioFileProperty_FileDataFormat, &size, &player.format))) return 1;
    /* Whatever the file holds, the queue gets whole numbers of 16 bits. */
    player.format.mFormatID = kAudioFormatLinearPCM;
    player.format.mFormatFlags = kLinearPCMFormatFlagIsSignedInteger | kLinearPCMFormatFlagIsPacked;
    player.format.mBitsPerChannel = 16;
    player.format.mFramesPerPacket = 1;
    player.format.mBytesPerFrame = player.format.mBytesPerPacket = 2 * player.format.mChannelsPerFrame;
    if (failed("format", ExtAudioFileSetProperty(
            player.file, kExtAudioFileProperty_ClientDataFormat, size, &player.format))) return 1;
    if (failed("queue", AudioQueueNewOutput(&player.format, refill, &player, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0,
                                            &player.queue))) return 1;
    player.frames = (UInt32)(player.format.mSampleRate / SECONDS_OF_BUFFER);
    for (index = 0; index < BUFFERS; ++index) {
        if (failed("buffer", AudioQueueAllocateBuffer(player.queue, player.frames * player.format.mBytesPerPacket,
                                                      &buffers[index]))) return 1;
        refill(&player, player.queue, buffers[index]);
    }
    if (failed("start", AudioQueueStart(player.queue, NULL))) return 1;
    CFRunLoopRun();
    return 0;
}
