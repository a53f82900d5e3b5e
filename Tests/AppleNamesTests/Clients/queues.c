/* A queue and the unit of the route from C: three buffers are played and come back, and what is wrong has Apple's codes. */
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

static void too_late(CFRunLoopTimerRef timer, void *data)
{
    (void)timer;
    printf("%s\n", (const char *)data);
    failures++;
    CFRunLoopStop(CFRunLoopGetMain());
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
    CFRunLoopTimerContext context = {0, (void *)"no buffer came back", NULL, NULL, NULL};
    CFRunLoopTimerRef timer =
        CFRunLoopTimerCreate(NULL, CFAbsoluteTimeGetCurrent() + 30, 0, 0, 0, too_late, &context);

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
    CFRunLoopAddTimer(CFRunLoopGetMain(), timer, kCFRunLoopCommonModes);
    CFRunLoopRun();
    CFRunLoopTimerInvalidate(timer);
    CFRelease(timer);
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
    EXPECT(CFBooleanGetValue(kCFBooleanTrue), TRUE);
    queue();
    unit();
    return failures != 0;
}
