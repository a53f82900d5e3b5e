/* Files by their packets and through a converter, a queue that plays one, and a unit that converts, from C. */
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

/* A ramp in AIFF, whose high bytes come first; read again as it is, and by a converter in this machine's order. */
/* Places that no file has, of bytes and of packets. */
static void far_away(AudioFileID file)
{
    static const SInt64 places[] = {INT64_MAX, INT64_MAX - 7, (SInt64)1 << 56, (SInt64)1 << 40, -1, INT64_MIN};
    unsigned char room[64];
    size_t index;
    for (index = 0; index < sizeof places / sizeof *places; ++index) {
        UInt32 size = 16, count = UINT32_MAX;
        EXPECT(AudioFileReadBytes(file, false, places[index], &size, room) != noErr, 1);
        EXPECT(size, 0);
        size = sizeof room;
        AudioFileReadPacketData(file, false, &size, NULL, places[index], &count, room);
        EXPECT(count, 0);
        size = 16;
        EXPECT(AudioFileWriteBytes(file, false, places[index], &size, room) != noErr, 1);
    }
}

static void packets(CFURLRef url)
{
    AudioStreamBasicDescription format = pcm(22050, kLinearPCMFormatFlagIsBigEndian), client = pcm(22050, 0), read;
    unsigned char bytes[2 * FRAMES], again[2 * FRAMES];
    SInt16 samples[FRAMES];
    AudioBufferList list = {1, {{1, sizeof samples, samples}}};
    AudioStreamPacketDescription descriptions[4];
    AudioFileID file = NULL;
    ExtAudioFileRef converted = NULL;
    UInt32 count = FRAMES, size = sizeof again, type = 0;
    UInt64 total = 0;
    int index;

    for (index = 0; index < FRAMES; ++index) bytes[2 * index] = (unsigned char)(index >> 8), bytes[2 * index + 1] = (unsigned char)index;
    EXPECT(AudioFileCreateWithURL(url, kAudioFileAIFFType, &client, kAudioFileFlags_EraseFile, &file), kAudioFileUnsupportedDataFormatError);
    EXPECT(AudioFileCreateWithURL(url, kAudioFileAIFFType, &format, 0, &file), -48);
    EXPECT(AudioFileWritePackets(file, false, 2, NULL, 0, &count, bytes), kAudioFileNotOpenError);
    EXPECT(AudioFileCreateWithURL(url, kAudioFileAIFFType, &format, kAudioFileFlags_EraseFile, &file), noErr);
    count = FRAMES;
    EXPECT(AudioFileWritePackets(file, false, 3, NULL, 0, &count, bytes), kAudio_ParamError);
    count = FRAMES;
    EXPECT(AudioFileWritePackets(file, false, sizeof bytes, NULL, 0, &count, bytes), noErr);
    EXPECT(AudioFileClose(file), noErr);
    EXPECT(AudioFileClose(file), kAudioFileNotOpenError);

    EXPECT(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file), noErr);
    size = sizeof type;
    EXPECT(AudioFileGetProperty(file, kAudioFilePropertyFileFormat, &size, &type), noErr);
    EXPECT(type, kAudioFileAIFFType);
    size = sizeof read;
    EXPECT(AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &read), noErr);
    EXPECT(memcmp(&read, &format, sizeof read), 0);
    size = sizeof total;
    EXPECT(AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &total), noErr);
    EXPECT(total, FRAMES);
    size = 9, count = 4;
    EXPECT(AudioFileReadPacketData(file, false, &size, descriptions, 1000, &count, again), noErr);
    EXPECT(count, 4);
    EXPECT(size, 8);
    EXPECT(descriptions[3].mStartOffset, 6);
    EXPECT(memcmp(again, bytes + 2000, 8), 0);
    count = FRAMES;
    EXPECT(AudioFileReadPackets(file, false, &size, NULL, 10, &count, again), noErr);
    EXPECT(count, FRAMES - 10);
    EXPECT(memcmp(again, bytes + 20, size), 0);
    EXPECT(AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, NULL), kAudioFileUnsupportedPropertyError);

    EXPECT(ExtAudioFileWrapAudioFileID(file, FALSE, &converted), noErr);
    EXPECT(ExtAudioFileSetProperty(converted, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client), noErr);
    count = FRAMES;
    EXPECT(ExtAudioFileRead(converted, &count, &list), noErr);
    EXPECT(count, FRAMES);
    EXPECT(samples[2999], 2999);
    EXPECT(ExtAudioFileDispose(converted), noErr);
    EXPECT(AudioFileClose(file), noErr);
}

/* A file as a program has it in memory, or within a larger one. */
struct memory { unsigned char bytes[4 * FRAMES]; SInt64 size; OSStatus answer; };

static OSStatus read_memory(void *data, SInt64 position, UInt32 count, void *buffer, UInt32 *got)
{
    struct memory *memory = (struct memory *)data;
    SInt64 rest = memory->size - position;
    *got = rest < 0 ? 0 : rest < count ? (UInt32)rest : count;
    memcpy(buffer, memory->bytes + position, *got);
    return memory->answer;
}

static SInt64 size_of_memory(void *data) { return ((struct memory *)data)->size; }

/* The ramp of before, without its file. */
static void in_memory(void)
{
    static struct memory memory;
    unsigned char bytes[2 * FRAMES];
    SInt16 samples[FRAMES];
    AudioBufferList list = {1, {{1, sizeof samples, samples}}};
    AudioStreamBasicDescription client = pcm(22050, 0);
    AudioFileID file = NULL;
    ExtAudioFileRef converted = NULL;
    UInt32 size = sizeof bytes, count = FRAMES;
    FILE *source = fopen(path, "rb");
    int index;

    memory.size = source ? (SInt64)fread(memory.bytes, 1, sizeof memory.bytes, source) : 0;
    if (source) fclose(source);
    EXPECT(AudioFileOpenWithCallbacks(&memory, NULL, NULL, size_of_memory, NULL, 0, &file), kAudio_ParamError);
    memory.answer = -77;
    EXPECT(AudioFileOpenWithCallbacks(&memory, read_memory, NULL, size_of_memory, NULL, 0, &file), -77);
    memory.answer = noErr;
    EXPECT(AudioFileOpenWithCallbacks(&memory, read_memory, NULL, size_of_memory, NULL, kAudioFileWAVEType, &file), noErr);
    EXPECT(AudioFileReadBytes(file, false, 0, &size, bytes), noErr);
    far_away(file);
    for (index = 0; index < FRAMES; ++index) EXPECT(bytes[2 * index] << 8 | bytes[2 * index + 1], index);
    EXPECT(ExtAudioFileWrapAudioFileID(file, false, &converted), noErr);
    EXPECT(ExtAudioFileSetProperty(converted, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client), noErr);
    EXPECT(ExtAudioFileRead(converted, &count, &list), noErr);
    EXPECT(count, FRAMES);
    for (index = 0; index < FRAMES; ++index) EXPECT(samples[index], index);
    EXPECT(ExtAudioFileDispose(converted), noErr);
    EXPECT(AudioFileClose(file), noErr);
    memory.bytes[0] = 'x';
    EXPECT(AudioFileOpenWithCallbacks(&memory, read_memory, NULL, size_of_memory, NULL, 0, &file), kAudioFileUnsupportedFileTypeError);
}

struct player {
    AudioFileID file;
    AudioStreamBasicDescription format;
    SInt64 packet;
    int is_running;
};

/* Fills a buffer out of the file; the queue ends behind the last. */
static void refill(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer)
{
    struct player *player = (struct player *)data;
    UInt32 bytes = buffer->mAudioDataBytesCapacity, packets = 1000;
    if (!player->is_running) return;
    EXPECT(AudioFileReadPacketData(player->file, false, &bytes, NULL, player->packet, &packets, buffer->mAudioData), noErr);
    if (packets > 0) {
        buffer->mAudioDataByteSize = bytes;
        player->packet += packets;
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

    EXPECT(AudioFileOpenURL(url, fsRdPerm, 0, &player.file), noErr);
    EXPECT(AudioFileGetProperty(player.file, kAudioFilePropertyDataFormat, &size, &player.format), noErr);
    EXPECT(AudioQueueNewOutput(&player.format, refill, &player, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0, &queue), noErr);
    player.is_running = 1;
    for (index = 0; index < 3; ++index) {
        EXPECT(AudioQueueAllocateBuffer(queue, 2000, &buffer), noErr);
        refill(&player, queue, buffer);
    }
    EXPECT(AudioQueueStart(queue, NULL), noErr);
    if (player.is_running) CFRunLoopRunInMode(kCFRunLoopDefaultMode, 30, false);
    EXPECT(player.packet, FRAMES);
    EXPECT(AudioQueueDispose(queue, true), noErr);
    EXPECT(AudioFileClose(player.file), noErr);
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

int main(void)
{
    CFURLRef url;
    close(mkstemp(path));
    url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
    EXPECT(sizeof(AudioFramePacketTranslation), 24);
    EXPECT(sizeof(AudioFormatListItem), 48);
    EXPECT(sizeof(AudioUnitConnection), 16);
    packets(url);
    in_memory();
    plays(url);
    converts();
    CFRelease(url);
    remove(path);
    return failures != 0;
}
