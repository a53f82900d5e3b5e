/* SPDX-License-Identifier: Apache-2.0 */
/* Formats, buffer lists and time stamps. */
#ifndef COREAUDIOTYPES_COREAUDIOTYPES_H
#define COREAUDIOTYPES_COREAUDIOTYPES_H

#include <MacTypes.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    kAudio_FileNotFoundError = -43,
    kAudio_ParamError = -50,
    kAudio_MemFullError = -108
};

typedef UInt32 AudioFormatID;
typedef UInt32 AudioFormatFlags;
typedef Float32 AudioSampleType;
typedef Float32 AudioUnitSampleType;

typedef struct AudioStreamBasicDescription {
    Float64 mSampleRate;
    AudioFormatID mFormatID;
    AudioFormatFlags mFormatFlags;
    UInt32 mBytesPerPacket;
    UInt32 mFramesPerPacket;
    UInt32 mBytesPerFrame;
    UInt32 mChannelsPerFrame;
    UInt32 mBitsPerChannel;
    UInt32 mReserved;
} AudioStreamBasicDescription;

typedef struct AudioStreamPacketDescription {
    SInt64 mStartOffset;
    UInt32 mVariableFramesInPacket;
    UInt32 mDataByteSize;
} AudioStreamPacketDescription;

typedef struct AudioBuffer {
    UInt32 mNumberChannels;
    UInt32 mDataByteSize;
    void *mData;
} AudioBuffer;

/* A list of buffers: a header with the first buffer, followed in memory by the others. */
typedef struct AudioBufferList {
    UInt32 mNumberBuffers;
    AudioBuffer mBuffers[1];
} AudioBufferList;

typedef struct SMPTETime {
    SInt16 mSubframes;
    SInt16 mSubframeDivisor;
    UInt32 mCounter;
    UInt32 mType;
    UInt32 mFlags;
    SInt16 mHours;
    SInt16 mMinutes;
    SInt16 mSeconds;
    SInt16 mFrames;
} SMPTETime;

typedef UInt32 AudioTimeStampFlags;
enum {
    kAudioTimeStampSampleTimeValid = 1,
    kAudioTimeStampHostTimeValid = 2,
    kAudioTimeStampRateScalarValid = 4,
    kAudioTimeStampWordClockTimeValid = 8,
    kAudioTimeStampSMPTETimeValid = 16,
    kAudioTimeStampSampleHostTimeValid = 3
};

/* A time in several clocks; the host time is that of mach_absolute_time. */
typedef struct AudioTimeStamp {
    Float64 mSampleTime;
    UInt64 mHostTime;
    Float64 mRateScalar;
    UInt64 mWordClockTime;
    SMPTETime mSMPTETime;
    AudioTimeStampFlags mFlags;
    UInt32 mReserved;
} AudioTimeStamp;

/* Encodings. */
enum {
    kAudioFormatLinearPCM = 0x6C70636D,             /* 'lpcm' */
    kAudioFormatAC3 = 0x61632D33,                   /* 'ac-3' */
    kAudioFormat60958AC3 = 0x63616333,              /* 'cac3' */
    kAudioFormatAppleIMA4 = 0x696D6134,             /* 'ima4' */
    kAudioFormatMPEG4AAC = 0x61616320,              /* 'aac ' */
    kAudioFormatMPEG4AAC_HE = 0x61616368,           /* 'aach' */
    kAudioFormatMPEG4AAC_HE_V2 = 0x61616370,        /* 'aacp' */
    kAudioFormatMPEG4AAC_LD = 0x6161636C,           /* 'aacl' */
    kAudioFormatMPEG4AAC_ELD = 0x61616365,          /* 'aace' */
    kAudioFormatMPEG4CELP = 0x63656C70,             /* 'celp' */
    kAudioFormatULaw = 0x756C6177,                  /* 'ulaw' */
    kAudioFormatALaw = 0x616C6177,                  /* 'alaw' */
    kAudioFormatMPEGLayer1 = 0x2E6D7031,            /* '.mp1' */
    kAudioFormatMPEGLayer2 = 0x2E6D7032,            /* '.mp2' */
    kAudioFormatMPEGLayer3 = 0x2E6D7033,            /* '.mp3' */
    kAudioFormatAppleLossless = 0x616C6163,         /* 'alac' */
    kAppleLosslessFormatFlag_16BitSourceData = 1,
    kAppleLosslessFormatFlag_20BitSourceData = 2,
    kAppleLosslessFormatFlag_24BitSourceData = 3,
    kAppleLosslessFormatFlag_32BitSourceData = 4,
    kMPEG4Object_AAC_Main = 1,
    kMPEG4Object_AAC_LC = 2,
    kAudioFormatAMR = 0x73616D72,                   /* 'samr' */
    kAudioFormatiLBC = 0x696C6263,                  /* 'ilbc' */
    kAudioFormatFLAC = 0x666C6163,                  /* 'flac' */
    kAudioFormatOpus = 0x6F707573                   /* 'opus' */
};

/* The layout of linear PCM samples. */
enum {
    kAudioFormatFlagIsFloat = 1,
    kAudioFormatFlagIsBigEndian = 2,
    kAudioFormatFlagIsSignedInteger = 4,
    kAudioFormatFlagIsPacked = 8,
    kAudioFormatFlagIsAlignedHigh = 16,
    kAudioFormatFlagIsNonInterleaved = 32,
    kAudioFormatFlagIsNonMixable = 64,
    kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat,
    kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian,
    kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger,
    kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked,
    kLinearPCMFormatFlagIsAlignedHigh = kAudioFormatFlagIsAlignedHigh,
    kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved,
    kLinearPCMFormatFlagsSampleFractionShift = 7,
    kLinearPCMFormatFlagsSampleFractionMask = 0x3F << kLinearPCMFormatFlagsSampleFractionShift,
    kAudioFormatFlagsNativeEndian = 0,
    kAudioFormatFlagsNativeFloatPacked = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked,
    kAudioFormatFlagsCanonical = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked,
    kAudioFormatFlagsAudioUnitCanonical =
        kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved
};
#define kAudioFormatFlagsAreAllClear 0x80000000u
/* A rate of a description that may be any. */
#define kAudioStreamAnyRate 0.0
#define kLinearPCMFormatFlagsAreAllClear kAudioFormatFlagsAreAllClear
/* The number of fraction bits of a unit's sample, which is a float. */

typedef UInt32 AudioChannelLabel;
typedef UInt32 AudioChannelLayoutTag;
typedef UInt32 AudioChannelBitmap;
typedef UInt32 AudioChannelFlags;
typedef struct AudioChannelDescription {
    AudioChannelLabel mChannelLabel;
    AudioChannelFlags mChannelFlags;
    Float32 mCoordinates[3];
} AudioChannelDescription;
typedef struct AudioChannelLayout {
    AudioChannelLayoutTag mChannelLayoutTag;
    AudioChannelBitmap mChannelBitmap;
    UInt32 mNumberChannelDescriptions;
    AudioChannelDescription mChannelDescriptions[1];
} AudioChannelLayout;
enum {
    kAudioChannelLabel_Unused = 0,
    kAudioChannelLabel_Left = 1,
    kAudioChannelLabel_Right = 2,
    kAudioChannelLabel_Center = 3,
    kAudioChannelLabel_LFEScreen = 4,
    kAudioChannelLabel_LeftSurround = 5,
    kAudioChannelLabel_RightSurround = 6,
    kAudioChannelLabel_LeftCenter = 7,
    kAudioChannelLabel_RightCenter = 8,
    kAudioChannelLabel_CenterSurround = 9,
    kAudioChannelLabel_LeftSurroundDirect = 10,
    kAudioChannelLabel_RightSurroundDirect = 11,
    kAudioChannelLabel_TopCenterSurround = 12,
    kAudioChannelLabel_VerticalHeightLeft = 13,
    kAudioChannelLabel_VerticalHeightCenter = 14,
    kAudioChannelLabel_VerticalHeightRight = 15,
    kAudioChannelLabel_TopBackLeft = 16,
    kAudioChannelLabel_TopBackCenter = 17,
    kAudioChannelLabel_TopBackRight = 18,
    kAudioChannelLabel_RearSurroundLeft = 33,
    kAudioChannelLabel_RearSurroundRight = 34,
    kAudioChannelLabel_LeftWide = 35,
    kAudioChannelLabel_RightWide = 36,
    kAudioChannelLabel_LFE2 = 37,
    kAudioChannelLabel_LeftTotal = 38,
    kAudioChannelLabel_RightTotal = 39,
    kAudioChannelLabel_HearingImpaired = 40,
    kAudioChannelLabel_Narration = 41,
    kAudioChannelLabel_Mono = 42,
    kAudioChannelLabel_DialogCentricMix = 43,
    kAudioChannelLabel_CenterSurroundDirect = 44,
    kAudioChannelLabel_Haptic = 45,
    kAudioChannelLabel_Discrete = 400,
    kAudioChannelLabel_Discrete_0 = 1 << 16
};
#define kAudioChannelLabel_Unknown 0xFFFFFFFFu
enum { kAudioChannelFlags_AllOff = 0 };
enum {
    kAudioChannelLayoutTag_UseChannelDescriptions = 0,
    kAudioChannelLayoutTag_UseChannelBitmap = 1 << 16,
    kAudioChannelLayoutTag_Mono = (100 << 16) | 1,
    kAudioChannelLayoutTag_Stereo = (101 << 16) | 2,
    kAudioChannelLayoutTag_StereoHeadphones = (102 << 16) | 2,
    kAudioChannelLayoutTag_Binaural = (106 << 16) | 2,
    kAudioChannelLayoutTag_Quadraphonic = (108 << 16) | 4,
    kAudioChannelLayoutTag_Pentagonal = (109 << 16) | 5,
    kAudioChannelLayoutTag_Cube = (112 << 16) | 8
};

#ifdef __cplusplus
}
#endif

#endif
