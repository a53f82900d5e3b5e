/* A queue and the unit of the route from C: three buffers are played and come back, and what is wrong has Apple's codes. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include <AudioToolbox/AudioToolbox.h>
#include <AudioUnit/AudioUnit.h>
#include <CoreAudio/CoreAudioTypes.h>
#include <mach/mach_time.h>

static int failures;

static void expect(const char *what, OSStatus is, OSStatus wanted)
{
    if (is == wanted) return;
    printf("%s: %d instead of %d\n", what, (int)is, (int)wanted);
    failures++;
}

#define EXPECT(call, wanted) expect(#call, (OSStatus)(call), (OSStatus)(wanted))

static void played(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer)
{
    (void)queue, (void)buffer;
    if (++*(int *)data == 3) CFRunLoopStop(CFRunLoopGetMain());
}

static AudioStreamBasicDescription pcm(Float64 rate)
{
    AudioStreamBasicDescription format = {0};
    format.mSampleRate = rate;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kLinearPCMFormatFlagIsSignedInteger | kLinearPCMFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 4;
    format.mFramesPerPacket = 1;
    format.mChannelsPerFrame = 2;
    format.mBitsPerChannel = 16;
    return format;
}

static void queue(void)
{
    AudioStreamBasicDescription format = pcm(22050), other = pcm(0);
    AudioQueueRef queue = NULL;
    AudioQueueBufferRef buffer;
    Float32 volume = 0;
    UInt32 size = 2;
    int count = 0, index;
    const CFAbsoluteTime began = CFAbsoluteTimeGetCurrent();

    EXPECT(AudioQueueNewOutput(&other, played, &count, NULL, NULL, 0, &queue), kAudioFormatUnsupportedDataFormatError);
    EXPECT(queue == NULL, 1);
    EXPECT(AudioQueueStart(NULL, NULL), kAudio_ParamError);
    EXPECT(AudioQueueDispose((AudioQueueRef)&count, TRUE), kAudio_ParamError);
    EXPECT(AudioQueueNewOutput(&format, played, &count, CFRunLoopGetMain(), kCFRunLoopCommonModes, 0, &queue), noErr);
    for (index = 0; index < 3; ++index) {
        EXPECT(AudioQueueAllocateBuffer(queue, 4410, &buffer), noErr);
        EXPECT(buffer->mAudioDataBytesCapacity, 4410);
        memset(buffer->mAudioData, 1, 4410);
        buffer->mAudioDataByteSize = 4410;
        EXPECT(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL), noErr);
    }
    EXPECT(AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &volume, &size), kAudioQueueErr_InvalidPropertySize);
    EXPECT(AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &volume), noErr);
    EXPECT(volume == 1, 1);
    EXPECT(AudioQueueSetParameter(queue, 77, 1), kAudioQueueErr_InvalidParameter);
    EXPECT(AudioQueueStart(queue, NULL), noErr);
    EXPECT(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 30, FALSE), kCFRunLoopRunStopped);
    EXPECT(CFAbsoluteTimeGetCurrent() - began < 30, 1);
    EXPECT(count, 3);
    EXPECT(AudioQueueDispose(queue, TRUE), noErr);
    EXPECT(AudioQueueStop(queue, TRUE), kAudio_ParamError);
}

static OSStatus silence(
    void *data, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *list)
{
    (void)data, (void)flags, (void)time, (void)bus, (void)frames, (void)list;
    return noErr;
}

static void unit(void)
{
    AudioComponentDescription wanted = {kAudioUnitType_Output, kAudioUnitSubType_RemoteIO, kAudioUnitManufacturer_Apple, 0, 0};
    AudioStreamBasicDescription format = pcm(44100), read;
    AURenderCallbackStruct render = {silence, NULL};
    AudioUnit unit = NULL;
    UInt32 size = sizeof read;
    Boolean writable = 2;

    EXPECT(AudioComponentInstanceNew(NULL, &unit), kAudio_ParamError);
    EXPECT(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &wanted), &unit), noErr);
    EXPECT(AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, sizeof format), noErr);
    EXPECT(AudioUnitGetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &read, &size), noErr);
    EXPECT(memcmp(&format, &read, sizeof read), 0);
    EXPECT(AudioUnitSetProperty(unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &render, 3),
           kAudioUnitErr_InvalidPropertyValue);
    EXPECT(AudioUnitSetProperty(unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &render, sizeof render),
           noErr);
    EXPECT(AudioUnitGetPropertyInfo(unit, kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0, &size, &writable), noErr);
    EXPECT(size, 4);
    EXPECT(writable, FALSE);
    EXPECT(AudioUnitInitialize(unit), noErr);
    EXPECT(AudioOutputUnitStart(unit), noErr);
    EXPECT(AudioOutputUnitStop(unit), noErr);
    EXPECT(AudioComponentInstanceDispose(unit), noErr);
    EXPECT(AudioUnitInitialize(unit), kAudio_ParamError);
}

/* Reads a ramp of 22,050 Hz out of a file: as it is, at twice the rate, and from the middle. */
static void file(void)
{
    static const unsigned char head[44] =
        "RIFF\x34\x11\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x22\x56\0\0\x44\xAC\0\0\x02\0\x10\0" "data\x10\x11\0";
    char path[1000];
    SInt16 samples[2184], read[4400];
    AudioStreamBasicDescription format;
    AudioBufferList list = {1, {{1, sizeof read, read}}};
    ExtAudioFileRef file = NULL;
    CFURLRef url;
    SInt64 place = 0;
    UInt32 size = sizeof format, frames = 1000;
    int index;
    FILE *out;

    snprintf(path, sizeof path, "%s/ramp.wav", getenv("TMPDIR"));
    out = fopen(path, "wb");
    for (index = 0; index < 2184; ++index) samples[index] = (SInt16)index;
    fwrite(head, 1, 44, out);
    fwrite(samples, 2, 2184, out);
    fclose(out);
    url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), FALSE);
    EXPECT(ExtAudioFileOpenURL(url, &file), noErr);
    EXPECT(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &format), noErr);
    EXPECT(format.mSampleRate, 22050);
    EXPECT(format.mBitsPerChannel, 16);
    EXPECT(ExtAudioFileRead(file, &frames, &list), noErr);
    EXPECT(frames, 1000);
    EXPECT(memcmp(samples, read, 2000), 0);
    EXPECT(ExtAudioFileTell(file, &place), noErr);
    EXPECT(place, 1000);
    format.mSampleRate = 44100;
    EXPECT(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof format, &format), noErr);
    EXPECT(ExtAudioFileSeek(file, 0), noErr);
    frames = 2000, list.mBuffers[0].mDataByteSize = sizeof read;
    EXPECT(ExtAudioFileRead(file, &frames, &list), noErr);
    EXPECT(frames, 2000);
    EXPECT(abs(read[1000] - 500) <= 1, TRUE);
    EXPECT(ExtAudioFileSeek(file, 9999), kExtAudioFileError_InvalidSeek);
    EXPECT(ExtAudioFileSeek(file, 2184), noErr);
    frames = 10;
    EXPECT(ExtAudioFileRead(file, &frames, &list), noErr);
    EXPECT(frames, 0);
    EXPECT(ExtAudioFileDispose(file), noErr);
    EXPECT(ExtAudioFileTell(file, &place), kAudio_ParamError);
    CFRelease(url);
    remove(path);
}

int main(void)
{
    mach_timebase_info_data_t base;
    uint64_t now = mach_absolute_time();
    EXPECT(sizeof(AudioStreamBasicDescription), 40);
    EXPECT(sizeof(AudioTimeStamp), 64);
    EXPECT(sizeof(AudioBufferList), 24);
    EXPECT(sizeof(AudioQueueBuffer), 56);
    EXPECT(mach_timebase_info(&base), 0);
    EXPECT(mach_absolute_time() >= now && base.numer == 1, 1);
    EXPECT(CFSwapInt32HostToBig(0x6C70636D), 0x6D63706C);
    EXPECT(strcmp(CFStringGetCStringPtr(CFSTR("Speaker"), CFStringGetSystemEncoding()), "Speaker"), 0);
    queue();
    unit();
    file();
    return failures != 0;
}
