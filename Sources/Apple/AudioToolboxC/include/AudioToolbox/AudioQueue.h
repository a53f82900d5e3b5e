/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Audio Queue Services: buffers of linear PCM that are played in order, or filled by the microphone. Any thread; the
 * program is called on the queue's own thread, or on the run loop that it named. To the session a queue is a sound of
 * the program, or a recording: an interruption stops it, and AudioQueueStart continues. An invalid or disposed queue is
 * answered with kAudio_ParamError.
 */
#ifndef AUDIOTOOLBOX_AUDIOQUEUE_H
#define AUDIOTOOLBOX_AUDIOQUEUE_H

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CoreFoundation.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef UInt32 AudioQueuePropertyID;
typedef UInt32 AudioQueueParameterID;
typedef Float32 AudioQueueParameterValue;
typedef struct OpaqueAudioQueue *AudioQueueRef;
typedef struct OpaqueAudioQueueTimeline *AudioQueueTimelineRef;

/* A buffer, owned by the queue and valid until it is disposed of. */
typedef struct AudioQueueBuffer {
    const UInt32 mAudioDataBytesCapacity;
    void *const mAudioData;
    UInt32 mAudioDataByteSize;
    void *mUserData;
    const UInt32 mPacketDescriptionCapacity;
    AudioStreamPacketDescription *const mPacketDescriptions;
    UInt32 mPacketDescriptionCount;
} AudioQueueBuffer;
typedef AudioQueueBuffer *AudioQueueBufferRef;

typedef struct AudioQueueParameterEvent {
    AudioQueueParameterID mID;
    AudioQueueParameterValue mValue;
} AudioQueueParameterEvent;
typedef struct AudioQueueLevelMeterState {
    Float32 mAveragePower;
    Float32 mPeakPower;
} AudioQueueLevelMeterState;

typedef void (*AudioQueueOutputCallback)(void *userData, AudioQueueRef queue, AudioQueueBufferRef buffer);
typedef void (*AudioQueueInputCallback)(
    void *userData, AudioQueueRef queue, AudioQueueBufferRef buffer, const AudioTimeStamp *start, UInt32 packets,
    const AudioStreamPacketDescription *descriptions);
typedef void (*AudioQueuePropertyListenerProc)(void *userData, AudioQueueRef queue, AudioQueuePropertyID property);

enum {
    kAudioQueueErr_InvalidBuffer = -66687,
    kAudioQueueErr_BufferEmpty = -66686,
    kAudioQueueErr_InvalidProperty = -66684,
    kAudioQueueErr_InvalidPropertySize = -66683,
    kAudioQueueErr_InvalidParameter = -66682,
    kAudioQueueErr_BufferInQueue = -66679,
    kAudioQueueErr_InvalidRunState = -66678,
    kAudioQueueErr_InvalidQueueType = -66677,
    kAudioQueueErr_QueueInvalidated = -66671,
    kAudioQueueErr_BufferEnqueuedTwice = -66666,
    kAudioQueueErr_EnqueueDuringReset = -66632,
    kAudioFormatUnsupportedDataFormatError = 0x666D743F         /* 'fmt?' */
};

/* Float32s; the volume from 0 to 1, the rate from 0.5 to 2, the ramp in seconds, the pan from -1 to 1. */
enum {
    kAudioQueueParam_Volume = 1,
    kAudioQueueParam_PlayRate = 2,
    kAudioQueueParam_Pitch = 3,
    kAudioQueueParam_VolumeRampTime = 4,
    kAudioQueueParam_Pan = 13
};

/*
 * UInt32s, except the device's rate (Float64), the description, and the levels (an AudioQueueLevelMeterState per
 * channel).
 */
enum {
    kAudioQueueProperty_IsRunning = 0x6171726E,                 /* 'aqrn' */
    kAudioQueueDeviceProperty_SampleRate = 0x61717372,          /* 'aqsr' */
    kAudioQueueDeviceProperty_NumberChannels = 0x61716463,      /* 'aqdc' */
    kAudioQueueProperty_CurrentDevice = 0x61716364,             /* 'aqcd' */
    kAudioQueueProperty_MagicCookie = 0x61716D63,               /* 'aqmc' */
    kAudioQueueProperty_MaximumOutputPacketSize = 0x786F7073,   /* 'xops' */
    kAudioQueueProperty_StreamDescription = 0x61716674,         /* 'aqft' */
    kAudioQueueProperty_ChannelLayout = 0x6171636C,             /* 'aqcl' */
    kAudioQueueProperty_EnableLevelMetering = 0x61716D65,       /* 'aqme' */
    kAudioQueueProperty_CurrentLevelMeter = 0x61716D76,         /* 'aqmv' */
    kAudioQueueProperty_CurrentLevelMeterDB = 0x61716D64,       /* 'aqmd' */
    kAudioQueueProperty_DecodeBufferSizeFrames = 0x64636266,    /* 'dcbf' */
    kAudioQueueProperty_ConverterError = 0x71637665,            /* 'qcve' */
    kAudioQueueProperty_EnableTimePitch = 0x715F7470,           /* 'q_tp' */
    kAudioQueueProperty_TimePitchAlgorithm = 0x71747061,        /* 'qtpa' */
    kAudioQueueProperty_HardwareCodecPolicy = 0x61716370        /* 'aqcp' */
};

/* Linear PCM of 1 to 8 channels at 1,000 to 768,000 frames per second; 'fmt?' for anything else. */
OSStatus AudioQueueNewOutput(
    const AudioStreamBasicDescription *format, AudioQueueOutputCallback callback, void *userData, CFRunLoopRef loop,
    CFStringRef mode, UInt32 flags, AudioQueueRef *outQueue);
OSStatus AudioQueueNewInput(
    const AudioStreamBasicDescription *format, AudioQueueInputCallback callback, void *userData, CFRunLoopRef loop,
    CFStringRef mode, UInt32 flags, AudioQueueRef *outQueue);
/* Immediately, or after the enqueued buffers have been played. */
OSStatus AudioQueueDispose(AudioQueueRef queue, Boolean immediate);
OSStatus AudioQueueAllocateBuffer(AudioQueueRef queue, UInt32 size, AudioQueueBufferRef *outBuffer);
OSStatus AudioQueueAllocateBufferWithPacketDescriptions(
    AudioQueueRef queue, UInt32 size, UInt32 descriptions, AudioQueueBufferRef *outBuffer);
OSStatus AudioQueueFreeBuffer(AudioQueueRef queue, AudioQueueBufferRef buffer);
OSStatus AudioQueueEnqueueBuffer(
    AudioQueueRef queue, AudioQueueBufferRef buffer, UInt32 count, const AudioStreamPacketDescription *descriptions);
/* The parameters take effect immediately; trimming is ignored. */
OSStatus AudioQueueEnqueueBufferWithParameters(
    AudioQueueRef queue, AudioQueueBufferRef buffer, UInt32 count, const AudioStreamPacketDescription *descriptions,
    UInt32 trimAtStart, UInt32 trimAtEnd, UInt32 parameterCount, const AudioQueueParameterEvent *parameters,
    const AudioTimeStamp *start, AudioTimeStamp *outStart);
OSStatus AudioQueueStart(AudioQueueRef queue, const AudioTimeStamp *start);
OSStatus AudioQueuePrime(AudioQueueRef queue, UInt32 frames, UInt32 *outPrepared);
/* Returns all buffers, immediately or after the enqueued ones have been played. */
OSStatus AudioQueueStop(AudioQueueRef queue, Boolean immediate);
OSStatus AudioQueuePause(AudioQueueRef queue);
OSStatus AudioQueueFlush(AudioQueueRef queue);
OSStatus AudioQueueReset(AudioQueueRef queue);
OSStatus AudioQueueGetParameter(AudioQueueRef queue, AudioQueueParameterID parameter, AudioQueueParameterValue *outValue);
OSStatus AudioQueueSetParameter(AudioQueueRef queue, AudioQueueParameterID parameter, AudioQueueParameterValue value);
OSStatus AudioQueueGetProperty(AudioQueueRef queue, AudioQueuePropertyID property, void *outData, UInt32 *ioSize);
OSStatus AudioQueueSetProperty(AudioQueueRef queue, AudioQueuePropertyID property, const void *data, UInt32 size);
OSStatus AudioQueueGetPropertySize(AudioQueueRef queue, AudioQueuePropertyID property, UInt32 *outSize);
/* Only kAudioQueueProperty_IsRunning notifies. */
OSStatus AudioQueueAddPropertyListener(
    AudioQueueRef queue, AudioQueuePropertyID property, AudioQueuePropertyListenerProc listener, void *userData);
OSStatus AudioQueueRemovePropertyListener(
    AudioQueueRef queue, AudioQueuePropertyID property, AudioQueuePropertyListenerProc listener, void *userData);
/* kAudioQueueErr_InvalidRunState while the queue is not running. */
OSStatus AudioQueueGetCurrentTime(
    AudioQueueRef queue, AudioQueueTimelineRef timeline, AudioTimeStamp *outTime, Boolean *outDiscontinuity);

#ifdef __cplusplus
}
#endif

#endif
