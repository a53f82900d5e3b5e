/* Files through a converter, a queue that plays one, and a unit that converts, from C. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include <AudioToolbox/AudioToolbox.h>
#include <AudioUnit/AudioUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES = 3000 };

static int failures;
static char path[] = "/tmp/audiosession-XXXXXX";

static void expect(const char *what, OSStatus is, OSStatus wanted)
{
    if (is == wanted) return;
    printf("%s: %d instead of %d\n", what, (int)is, (int)wanted);
    failures++;
}

#define EXPECT(call, wanted) expect(#call, (OSStatus)(call), (OSStatus)(wanted))

static AudioStreamBasicDescription pcm(Float64 rate, UInt32 flags)
{
    AudioStreamBasicDescription format = {0};
    format.mSampleRate = rate;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kLinearPCMFormatFlagIsSignedInteger | kLinearPCMFormatFlagIsPacked | flags;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = 1;
    format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;
    return format;
}

/* A ramp in AIFF, whose high bytes come first, written and read in this machine's order. */
static void ramp(CFURLRef url)
{
    AudioStreamBasicDescription format = pcm(22050, kLinearPCMFormatFlagIsBigEndian), client = pcm(22050, 0), read;
    SInt16 samples[FRAMES];
    AudioBufferList list = {1, {{1, sizeof samples, samples}}};
    AudioFileID plain = NULL;
    ExtAudioFileRef file = NULL, again = NULL;
    UInt32 count = FRAMES, size = sizeof read;
    int index;

    for (index = 0; index < FRAMES; ++index) samples[index] = (SInt16)index;
    EXPECT(ExtAudioFileCreateWithURL(url, kAudioFileAIFFType, &client, NULL, 1, &file), kAudioFileUnsupportedDataFormatError);
    EXPECT(ExtAudioFileCreateWithURL(url, kAudioFileAIFFType, &format, NULL, 0, &file), -48);
    EXPECT(ExtAudioFileWrite(file, FRAMES, &list), kAudio_ParamError);
    EXPECT(ExtAudioFileCreateWithURL(url, kAudioFileAIFFType, &format, NULL, kAudioFileFlags_EraseFile, &file), noErr);
    EXPECT(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client), noErr);
    EXPECT(ExtAudioFileWrite(file, FRAMES + 1, &list), kAudio_ParamError);
    EXPECT(ExtAudioFileWrite(file, FRAMES, &list), noErr);
    EXPECT(ExtAudioFileRead(file, &count, &list), kAudioFileOperationNotSupportedError);
    EXPECT(ExtAudioFileDispose(file), noErr);
    EXPECT(ExtAudioFileDispose(file), kAudio_ParamError);

    EXPECT(ExtAudioFileOpenURL(url, &file), noErr);
    EXPECT(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &read), noErr);
    EXPECT(memcmp(&read, &format, sizeof read), 0);
    size = sizeof plain;
    EXPECT(ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioFile, &size, &plain), noErr);
    EXPECT(ExtAudioFileWrapAudioFileID(plain, TRUE, &again), kAudioFileOperationNotSupportedError);
    EXPECT(ExtAudioFileWrapAudioFileID(plain, FALSE, &again), noErr);
    EXPECT(ExtAudioFileDispose(file), noErr);
    EXPECT(ExtAudioFileSetProperty(again, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client), noErr);
    memset(samples, 0, sizeof samples);
    EXPECT(ExtAudioFileRead(again, &count, &list), noErr);
    EXPECT(count, FRAMES);
    EXPECT(samples[2999], 2999);
    EXPECT(ExtAudioFileDispose(again), noErr);
    EXPECT(ExtAudioFileWrapAudioFileID(plain, FALSE, &again), kAudio_ParamError);
}

struct player {
    ExtAudioFileRef file;
    AudioStreamBasicDescription format;
    SInt64 frames;
    int is_running;
};

/* Fills a buffer out of the file; the queue ends behind the last. */
static void refill(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer)
{
    struct player *player = (struct player *)data;
    UInt32 frames = 1000;
    AudioBufferList list = {1, {{1, buffer->mAudioDataBytesCapacity, buffer->mAudioData}}};
    if (!player->is_running) return;
    EXPECT(ExtAudioFileRead(player->file, &frames, &list), noErr);
    if (frames > 0) {
        buffer->mAudioDataByteSize = list.mBuffers[0].mDataByteSize;
        player->frames += frames;
        EXPECT(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL), noErr);
    } else {
        player->is_running = 0;
        AudioQueueStop(queue, false);
        CFRunLoopStop(CFRunLoopGetMain());
    }
}

static void plays(CFURLRef url)
{
    struct player player = {0};
    AudioQueueRef queue = NULL;
    AudioQueueBufferRef buffer;
    UInt32 size = sizeof player.format;
    int index;

    EXPECT(ExtAudioFileOpenURL(url, &player.file), noErr);
    EXPECT(ExtAudioFileGetProperty(player.file, kExtAudioFileProperty_FileDataFormat, &size, &player.format), noErr);
    EXPECT(AudioQueueNewOutput(&player.format, refill, &player, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0, &queue), noErr);
    player.is_running = 1;
    for (index = 0; index < 3; ++index) {
        EXPECT(AudioQueueAllocateBuffer(queue, 2000, &buffer), noErr);
        refill(&player, queue, buffer);
    }
    EXPECT(AudioQueueStart(queue, NULL), noErr);
    if (player.is_running) CFRunLoopRunInMode(kCFRunLoopDefaultMode, 30, false);
    EXPECT(player.frames, FRAMES);
    EXPECT(AudioQueueDispose(queue, true), noErr);
    EXPECT(ExtAudioFileDispose(player.file), noErr);
}

static OSStatus half(
    void *data, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *list)
{
    UInt32 index;
    (void)data, (void)flags, (void)time, (void)bus;
    for (index = 0; index < frames; ++index) ((SInt16 *)list->mBuffers[0].mData)[index] = 16384;
    return noErr;
}

/* A converter makes floats of whole numbers, at another rate; what is not there is silence. */
static void converts(void)
{
    AudioComponentDescription wanted = {
        kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter, kAudioUnitManufacturer_Apple, 0, 0};
    AudioComponent component = AudioComponentFindNext(NULL, &wanted);
    AudioStreamBasicDescription given = pcm(22050, 0), made = pcm(44100, 0);
    AURenderCallbackStruct callback = {half, NULL};
    SInt16 samples[4000];
    AudioBufferList list = {1, {{1, sizeof samples, samples}}};
    AudioTimeStamp time = {0};
    AudioUnit unit = NULL;
    UInt32 most = 0xFFFFFFFFu;
    CFStringRef name = NULL;
    char called[64] = "";

    EXPECT(AudioComponentCopyName(component, &name), noErr);
    EXPECT(CFStringGetCString(name, called, sizeof called, kCFStringEncodingUTF8), 1);
    EXPECT(strcmp(called, "Apple: AUConverter"), 0);
    CFRelease(name);
    EXPECT(AudioComponentInstanceNew(component, &unit), noErr);
    EXPECT(AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &given, sizeof given), noErr);
    EXPECT(AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &made, sizeof made), noErr);
    EXPECT(AudioUnitSetProperty(unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &most, sizeof most),
           kAudioUnitErr_InvalidPropertyValue);
    EXPECT(AudioUnitInitialize(unit), noErr);
    EXPECT(AudioUnitRender(unit, NULL, &time, 0, 4000, &list), kAudioUnitErr_NoConnection);
    EXPECT(AudioUnitSetProperty(unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, sizeof callback), noErr);
    EXPECT(AudioUnitRender(unit, NULL, &time, 0, 0x7FFFFFFF, &list), kAudioUnitErr_TooManyFramesToProcess);
    EXPECT(AudioUnitRender(unit, NULL, &time, 0, 4000, &list), noErr);
    EXPECT(abs(samples[3999] - 16384) < 40, 1);
    EXPECT(AudioComponentInstanceDispose(unit), noErr);
    EXPECT(AudioUnitRender(unit, NULL, &time, 0, 100, &list), kAudio_ParamError);
}

/* Hands a converter a hundred frames at a time of a ramp, then the error that the program put behind it. */
typedef struct Ramp {
    SInt16 samples[FRAMES];
    UInt32 place;
    OSStatus end;
} Ramp;

static OSStatus feed(AudioConverterRef converter, UInt32 *packets, AudioBufferList *list,
    AudioStreamPacketDescription **descriptions, void *data)
{
    Ramp *source = (Ramp *)data;
    (void)converter, (void)descriptions;
    if (source->place == FRAMES && source->end) return source->end;
    *packets = FRAMES - source->place < 100 ? FRAMES - source->place : 100;
    list->mBuffers[0].mData = source->samples + source->place;
    list->mBuffers[0].mDataByteSize = *packets * 2;
    source->place += *packets;
    return noErr;
}

/* A ramp of 16 bits becomes floats in two channels, by a converter of its own. */
static void widens(OSStatus end)
{
    static Ramp source;
    static Float32 made[FRAMES + 10][2];
    AudioStreamBasicDescription from = pcm(44100, 0), to = pcm(44100, 0), told;
    AudioBufferList list = {1, {{2, sizeof made, made}}};
    AudioConverterRef converter = NULL;
    UInt32 count = FRAMES + 10, size = sizeof told, wrong = 0, index;

    to.mFormatFlags = kLinearPCMFormatFlagIsFloat | kLinearPCMFormatFlagIsPacked;
    to.mChannelsPerFrame = 2;
    to.mBytesPerPacket = to.mBytesPerFrame = 8;
    to.mBitsPerChannel = 32;
    for (index = 0; index < FRAMES; ++index) source.samples[index] = (SInt16)index;
    source.place = 0;
    source.end = end;
    EXPECT(AudioConverterNew(&from, NULL, &converter), kAudio_ParamError);
    told = to;
    told.mFormatID = 0x71717171;
    EXPECT(AudioConverterNew(&from, &told, &converter), kAudioConverterErr_FormatNotSupported);
    EXPECT(AudioConverterNew(&from, &to, &converter), noErr);
    EXPECT(AudioConverterGetProperty(converter, kAudioConverterCurrentOutputStreamDescription, &size, &told), noErr);
    EXPECT(memcmp(&told, &to, sizeof to), 0);
    EXPECT(AudioConverterSetProperty(converter, kAudioConverterEncodeBitRate, 4, &size), kAudioConverterErr_PropertyNotSupported);
    EXPECT(AudioConverterFillComplexBuffer(converter, NULL, NULL, &count, &list, NULL), kAudio_ParamError);
    EXPECT(AudioConverterFillComplexBuffer(converter, feed, &source, &count, &list, NULL), end);
    EXPECT(count, FRAMES);
    for (index = 0; index < FRAMES; ++index) {
        wrong += made[index][0] != (Float32)index / 32768 || made[index][1] != made[index][0];
    }
    EXPECT(wrong, 0);
    EXPECT(AudioConverterReset(converter), noErr);
    EXPECT(AudioConverterDispose(converter), noErr);
    EXPECT(AudioConverterDispose(converter), kAudio_ParamError);
}

int main(void)
{
    CFURLRef url;
    close(mkstemp(path));
    url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
    EXPECT(sizeof(AudioUnitConnection), 16);
    ramp(url);
    plays(url);
    converts();
    widens(noErr);
    widens(-12345);
    CFRelease(url);
    remove(path);
    return failures != 0;
}
