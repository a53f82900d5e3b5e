/*
 * Converters: linear PCM of one form made into another, its samples, its channels and its rate. Any thread, one at a time for
 * each converter. A pointer to no converter is answered by kAudio_ParamError.
 */
#ifndef AUDIOTOOLBOX_AUDIOCONVERTER_H
#define AUDIOTOOLBOX_AUDIOCONVERTER_H

#include <CoreAudioTypes/CoreAudioTypes.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OpaqueAudioConverter *AudioConverterRef;
typedef UInt32 AudioConverterPropertyID;

/* Puts the memory of frames into the list, and says how many they are; none ends the stream. */
typedef OSStatus (*AudioConverterComplexInputDataProc)(
    AudioConverterRef converter, UInt32 *ioPackets, AudioBufferList *ioData,
    AudioStreamPacketDescription **outDescriptions, void *data);

enum {
    kAudioConverterErr_FormatNotSupported = 0x666D743F,             /* 'fmt?' */
    kAudioConverterErr_OperationNotSupported = 0x6F703F3F,          /* 'op??' */
    kAudioConverterErr_PropertyNotSupported = 0x70726F70,           /* 'prop' */
    kAudioConverterErr_InvalidInputSize = 0x696E737A,               /* 'insz' */
    kAudioConverterErr_InvalidOutputSize = 0x6F74737A,              /* 'otsz' */
    kAudioConverterErr_UnspecifiedError = 0x77686174,               /* 'what' */
    kAudioConverterErr_BadPropertySizeError = 0x2173697A,           /* '!siz' */
    kAudioConverterErr_RequiresPacketDescriptionsError = 0x21706B64, /* '!pkd' */
    kAudioConverterErr_InputSampleRateOutOfRange = 0x21697372,      /* '!isr' */
    kAudioConverterErr_OutputSampleRateOutOfRange = 0x216F7372,     /* '!osr' */
    kAudioConverterErr_HardwareInUse = 0x21687763,                  /* '!hwc' */
    kAudioConverterErr_NoHardwarePermission = 0x7065726D            /* 'perm' */
};
/* Codecs, of which there are none: an AudioClassDescription names one by these. */
enum {
    kAudioEncoderComponentType = 0x61656E63,                        /* 'aenc' */
    kAudioDecoderComponentType = 0x61646563,                        /* 'adec' */
    kAppleSoftwareAudioCodecManufacturer = 0x6170706C,              /* 'appl' */
    kAppleHardwareAudioCodecManufacturer = 0x61706877               /* 'aphw' */
};

typedef struct AudioConverterPrimeInfo {
    UInt32 leadingFrames;
    UInt32 trailingFrames;
} AudioConverterPrimeInfo;

/* UInt32s, but for the two descriptions and the frames; what encoders and decoders need, linear PCM does not have. */
enum {
    kAudioConverterPrimeInfo = 0x7072696D,                          /* 'prim' */
    kAudioConverterEncodeBitRate = 0x62726174,                      /* 'brat' */
    kAudioConverterCodecQuality = 0x63647175,                       /* 'cdqu' */
    kAudioConverterCompressionMagicCookie = 0x636D6763,             /* 'cmgc' */
    kAudioConverterDecompressionMagicCookie = 0x646D6763,           /* 'dmgc' */
    kAudioConverterPropertyMinimumInputBufferSize = 0x6D696273,     /* 'mibs' */
    kAudioConverterPropertyMinimumOutputBufferSize = 0x6D6F6273,    /* 'mobs' */
    kAudioConverterPropertyMaximumInputPacketSize = 0x78697073,     /* 'xips' */
    kAudioConverterPropertyMaximumOutputPacketSize = 0x786F7073,    /* 'xops' */
    kAudioConverterPropertyCalculateInputBufferSize = 0x63696273,   /* 'cibs' */
    kAudioConverterPropertyCalculateOutputBufferSize = 0x636F6273,  /* 'cobs' */
    kAudioConverterCurrentInputStreamDescription = 0x61636964,      /* 'acid' */
    kAudioConverterCurrentOutputStreamDescription = 0x61636F64,     /* 'acod' */
    kAudioConverterSampleRateConverterQuality = 0x73726371,         /* 'srcq' */
    kAudioConverterSampleRateConverterComplexity = 0x73726361,      /* 'srca' */
    kAudioConverterPrimeMethod = 0x70726D6D                         /* 'prmm' */
};
enum {
    kAudioConverterQuality_Max = 0x7F,
    kAudioConverterQuality_High = 0x60,
    kAudioConverterQuality_Medium = 0x40,
    kAudioConverterQuality_Low = 0x20
};

OSStatus AudioConverterNew(
    const AudioStreamBasicDescription *source, const AudioStreamBasicDescription *destination,
    AudioConverterRef *outConverter);
/* Linear PCM needs no codecs, whichever are chosen. */
OSStatus AudioConverterNewSpecific(
    const AudioStreamBasicDescription *source, const AudioStreamBasicDescription *destination, UInt32 classCount,
    const AudioClassDescription *classes, AudioConverterRef *outConverter);
OSStatus AudioConverterDispose(AudioConverterRef converter);
OSStatus AudioConverterReset(AudioConverterRef converter);
/* Where the rate stays the same. */
OSStatus AudioConverterConvertBuffer(
    AudioConverterRef converter, UInt32 inputSize, const void *input, UInt32 *ioOutputSize, void *output);
OSStatus AudioConverterConvertComplexBuffer(
    AudioConverterRef converter, UInt32 frames, const AudioBufferList *input, AudioBufferList *output);
/* What the function answers, with the frames that there are. */
OSStatus AudioConverterFillComplexBuffer(
    AudioConverterRef converter, AudioConverterComplexInputDataProc proc, void *data, UInt32 *ioPackets,
    AudioBufferList *output, AudioStreamPacketDescription *outDescriptions);
OSStatus AudioConverterGetPropertyInfo(
    AudioConverterRef converter, AudioConverterPropertyID property, UInt32 *outSize, Boolean *outWritable);
OSStatus AudioConverterGetProperty(
    AudioConverterRef converter, AudioConverterPropertyID property, UInt32 *ioSize, void *outData);
OSStatus AudioConverterSetProperty(
    AudioConverterRef converter, AudioConverterPropertyID property, UInt32 size, const void *data);

#ifdef __cplusplus
}
#endif

#endif
