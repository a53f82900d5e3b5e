/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Audio units: the route, kAudioUnitSubType_RemoteIO or kAudioUnitSubType_VoiceProcessingIO, and a converter of
 * formats, kAudioUnitSubType_AUConverter. The route plays what the program, or another unit, renders for bus 0, and
 * provides the microphone's sound on bus 1. Any thread; the program is called on the threads that render and capture.
 * An invalid unit is answered with kAudio_ParamError.
 */
#ifndef AUDIOUNIT_AUDIOUNIT_H
#define AUDIOUNIT_AUDIOUNIT_H

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CoreFoundation.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OpaqueAudioComponent *AudioComponent;
typedef struct OpaqueAudioComponentInstance *AudioComponentInstance;
typedef AudioComponentInstance AudioUnit;
typedef UInt32 AudioUnitPropertyID;
typedef UInt32 AudioUnitParameterID;
typedef UInt32 AudioUnitScope;
typedef UInt32 AudioUnitElement;
typedef Float32 AudioUnitParameterValue;
typedef UInt32 AudioUnitRenderActionFlags;

/* 0 matches anything. */
typedef struct AudioComponentDescription {
    OSType componentType;
    OSType componentSubType;
    OSType componentManufacturer;
    UInt32 componentFlags;
    UInt32 componentFlagsMask;
} AudioComponentDescription;

typedef OSStatus (*AURenderCallback)(
    void *data, AudioUnitRenderActionFlags *ioFlags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *ioData);
typedef struct AURenderCallbackStruct {
    AURenderCallback inputProc;
    void *inputProcRefCon;
} AURenderCallbackStruct;
/* A source of NULL disconnects. */
typedef struct AudioUnitConnection {
    AudioUnit sourceAudioUnit;
    UInt32 sourceOutputNumber;
    UInt32 destInputNumber;
} AudioUnitConnection;
typedef void (*AudioUnitPropertyListenerProc)(
    void *data, AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element);

enum {
    kAudioUnitManufacturer_Apple = 0x6170706C,                  /* 'appl' */
    kAudioUnitType_Output = 0x61756F75,                         /* 'auou' */
    kAudioUnitType_MusicDevice = 0x61756D75,                    /* 'aumu' */
    kAudioUnitType_Effect = 0x61756678,                         /* 'aufx' */
    kAudioUnitType_FormatConverter = 0x61756663,                /* 'aufc' */
    kAudioUnitType_Mixer = 0x61756D78,                          /* 'aumx' */
    kAudioUnitType_Generator = 0x6175676E,                      /* 'augn' */
    kAudioUnitSubType_RemoteIO = 0x72696F63,                    /* 'rioc' */
    kAudioUnitSubType_VoiceProcessingIO = 0x7670696F,           /* 'vpio' */
    kAudioUnitSubType_GenericOutput = 0x67656E72,               /* 'genr' */
    kAudioUnitSubType_MultiChannelMixer = 0x6D636D78,           /* 'mcmx' */
    kAudioUnitSubType_AUConverter = 0x636F6E76                  /* 'conv' */
};

enum {
    kAudioUnitErr_InvalidProperty = -10879,
    kAudioUnitErr_InvalidParameter = -10878,
    kAudioUnitErr_InvalidElement = -10877,
    kAudioUnitErr_NoConnection = -10876,
    kAudioUnitErr_FailedInitialization = -10875,
    kAudioUnitErr_TooManyFramesToProcess = -10874,
    kAudioUnitErr_InvalidFile = -10871,
    kAudioUnitErr_FormatNotSupported = -10868,
    kAudioUnitErr_Uninitialized = -10867,
    kAudioUnitErr_InvalidScope = -10866,
    kAudioUnitErr_PropertyNotWritable = -10865,
    kAudioUnitErr_CannotDoInCurrentContext = -10863,
    kAudioUnitErr_InvalidPropertyValue = -10851,
    kAudioUnitErr_PropertyNotInUse = -10850,
    kAudioUnitErr_Initialized = -10849,
    kAudioUnitErr_InvalidOfflineRender = -10848,
    kAudioUnitErr_Unauthorized = -10847
};

enum {
    kAudioUnitRenderAction_PreRender = 4,
    kAudioUnitRenderAction_PostRender = 8,
    kAudioUnitRenderAction_OutputIsSilence = 16,
    kAudioUnitRenderAction_PostRenderError = 256
};

enum { kAudioUnitScope_Global = 0, kAudioUnitScope_Input = 1, kAudioUnitScope_Output = 2 };

/* UInt32s, except the rate and the latency (Float64), the format, the error (OSStatus), connections and callbacks. */
enum {
    kAudioUnitProperty_MakeConnection = 1,
    kAudioUnitProperty_SampleRate = 2,
    kAudioUnitProperty_StreamFormat = 8,
    kAudioUnitProperty_ElementCount = 11,
    kAudioUnitProperty_Latency = 12,
    kAudioUnitProperty_MaximumFramesPerSlice = 14,
    kAudioUnitProperty_AudioChannelLayout = 19,
    kAudioUnitProperty_LastRenderError = 22,
    kAudioUnitProperty_SetRenderCallback = 23,
    kAudioUnitProperty_ShouldAllocateBuffer = 51,
    kAudioOutputUnitProperty_CurrentDevice = 2000,
    kAudioOutputUnitProperty_IsRunning = 2001,
    kAudioOutputUnitProperty_EnableIO = 2003,
    kAudioOutputUnitProperty_SetInputCallback = 2005,
    kAudioOutputUnitProperty_HasIO = 2006,
    kAUVoiceIOProperty_BypassVoiceProcessing = 2100,
    kAUVoiceIOProperty_VoiceProcessingEnableAGC = 2101,
    kAUVoiceIOProperty_MuteOutput = 2104
};

enum { kHALOutputParam_Volume = 14 };
/* Returns the next matching component, or the first for NULL; NULL if there is none. */
AudioComponent AudioComponentFindNext(AudioComponent component, const AudioComponentDescription *description);
UInt32 AudioComponentCount(const AudioComponentDescription *description);
OSStatus AudioComponentCopyName(AudioComponent component, CFStringRef *outName);
OSStatus AudioComponentGetDescription(AudioComponent component, AudioComponentDescription *outDescription);
OSStatus AudioComponentInstanceNew(AudioComponent component, AudioComponentInstance *outInstance);
OSStatus AudioComponentInstanceDispose(AudioComponentInstance instance);
/* Must precede AudioOutputUnitStart, which otherwise returns kAudioUnitErr_Uninitialized. */
OSStatus AudioUnitInitialize(AudioUnit unit);
OSStatus AudioUnitUninitialize(AudioUnit unit);
OSStatus AudioOutputUnitStart(AudioUnit unit);
OSStatus AudioOutputUnitStop(AudioUnit unit);
OSStatus AudioUnitReset(AudioUnit unit, AudioUnitScope scope, AudioUnitElement element);
/*
 * Returns the microphone's sound from bus 1 of the route, or a converter's output from bus 0. A buffer without memory
 * gets some of the unit's.
 */
OSStatus AudioUnitRender(
    AudioUnit unit, AudioUnitRenderActionFlags *ioFlags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *ioData);
OSStatus AudioUnitAddRenderNotify(AudioUnit unit, AURenderCallback callback, void *data);
OSStatus AudioUnitRemoveRenderNotify(AudioUnit unit, AURenderCallback callback, void *data);
OSStatus AudioUnitGetPropertyInfo(
    AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element, UInt32 *outSize,
    Boolean *outWritable);
OSStatus AudioUnitGetProperty(
    AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element, void *outData,
    UInt32 *ioSize);
OSStatus AudioUnitSetProperty(
    AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element, const void *data,
    UInt32 size);
/* The format and the running state notify. */
OSStatus AudioUnitAddPropertyListener(
    AudioUnit unit, AudioUnitPropertyID property, AudioUnitPropertyListenerProc listener, void *data);
OSStatus AudioUnitRemovePropertyListenerWithUserData(
    AudioUnit unit, AudioUnitPropertyID property, AudioUnitPropertyListenerProc listener, void *data);
OSStatus AudioUnitGetParameter(
    AudioUnit unit, AudioUnitParameterID parameter, AudioUnitScope scope, AudioUnitElement element,
    AudioUnitParameterValue *outValue);
OSStatus AudioUnitSetParameter(
    AudioUnit unit, AudioUnitParameterID parameter, AudioUnitScope scope, AudioUnitElement element,
    AudioUnitParameterValue value, UInt32 offset);

#ifdef __cplusplus
}
#endif

#endif
