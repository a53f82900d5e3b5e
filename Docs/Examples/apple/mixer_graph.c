/*
 * Two tones in plain C: a mixer adds them up, and the route plays the sum. An interruption stops the graph, and where the
 * session comes back it goes on.
 */
#include <AudioToolbox/AudioToolbox.h>
#include <math.h>
#include <stdio.h>

struct tone {
    double hertz, phase;
};

static AUGraph graph;

static int failed(const char *what, OSStatus status)
{
    if (status != noErr) fprintf(stderr, "%s: %d\n", what, (int)status);
    return status != noErr;
}

static OSStatus render(
    void *data, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *list)
{
    struct tone *tone = data;
    Float32 *samples = list->mBuffers[0].mData;
    UInt32 frame;
    (void)flags, (void)time, (void)bus;
    for (frame = 0; frame < frames; ++frame) {
        samples[frame] = (Float32)(0.25 * sin(tone->phase));
        tone->phase = fmod(tone->phase + 2 * 3.14159265358979 * tone->hertz / 44100, 2 * 3.14159265358979);
    }
    return noErr;
}

static void interrupted(void *data, UInt32 state)
{
    Boolean runs = true;
    (void)data;
    failed("running", AUGraphIsRunning(graph, &runs));
    printf("%s, %s\n", state == kAudioSessionBeginInterruption ? "interrupted" : "over", runs ? "running" : "stopped");
    fflush(stdout);
    if (state == kAudioSessionEndInterruption) failed("start again", AUGraphStart(graph));
}

int main(void)
{
    static struct tone tones[2] = {{440, 0}, {550, 0}};
    AudioComponentDescription route = {kAudioUnitType_Output, kAudioUnitSubType_RemoteIO, kAudioUnitManufacturer_Apple, 0, 0};
    AudioComponentDescription mix = {kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer, kAudioUnitManufacturer_Apple, 0, 0};
    AudioStreamBasicDescription format = {
        44100, kAudioFormatLinearPCM, kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, 4, 1, 4, 1, 32, 0};
    AUNode output, mixer;
    AudioUnit unit;
    UInt32 bus, count = 2, category = kAudioSessionCategory_MediaPlayback;

    failed("initialize", AudioSessionInitialize(NULL, NULL, interrupted, NULL));
    failed("category", AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, sizeof(category), &category));
    failed("graph", NewAUGraph(&graph));
    failed("output", AUGraphAddNode(graph, &route, &output));
    failed("mixer", AUGraphAddNode(graph, &mix, &mixer));
    failed("connect", AUGraphConnectNodeInput(graph, mixer, 0, output, 0));
    failed("open", AUGraphOpen(graph));
    failed("unit", AUGraphNodeInfo(graph, mixer, NULL, &unit));
    failed("buses", AudioUnitSetProperty(unit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &count, sizeof(count)));
    for (bus = 0; bus < count; ++bus) {
        AURenderCallbackStruct callback = {render, &tones[bus]};
        failed("tone", AUGraphSetNodeInputCallback(graph, mixer, bus, &callback));
        failed("format", AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, bus, &format,
                                              sizeof(format)));
        failed("pan", AudioUnitSetParameter(unit, kMultiChannelMixerParam_Pan, kAudioUnitScope_Input, bus, bus ? 1 : -1, 0));
    }
    failed("get ready", AUGraphInitialize(graph));
    if (failed("start", AUGraphStart(graph))) return 1;
    CFRunLoopRun();
    return 0;
}
