/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Converters between linear PCM of two forms, or between linear PCM and packets of AAC, Apple Lossless or, decoding only, MP3. One
 * thread at a time for each converter. A pointer to no converter is answered by kAudio_ParamError.
 */
#ifndef AUDIOTOOLBOX_AUDIOCONVERTER_H
#define AUDIOTOOLBOX_AUDIOCONVERTER_H

#include <CoreAudioTypes/CoreAudioTypes.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OpaqueAudioConverter *AudioConverterRef;
typedef UInt32 AudioConverterPropertyID;

/* UInt32, bytes, UInt32, and two descriptions. */
enum {
    kAudioConverterPropertyMaximumOutputPacketSize = 0x786F7073,   /* 'xops' */
    kAudioConverterDecompressionMagicCookie = 0x646D6763,          /* 'dmgc' */
    kAudioConverterCompressionMagicCookie = 0x636D6763,            /* 'cmgc' */
    kAudioConverterEncodeBitRate = 0x62726174,                     /* 'brat' */
    kAudioConverterCurrentInputStreamDescription = 0x61636973,     /* 'acis' */
    kAudioConverterCurrentOutputStreamDescription = 0x61636F73     /* 'acos' */
};
enum {
    kAudioConverterErr_FormatNotSupported = 0x666D743F,            /* 'fmt?' */
    kAudioConverterErr_OperationNotSupported = 0x6F703F3F,         /* 'op??' */
    kAudioConverterErr_PropertyNotSupported = 0x70726F70,          /* 'prop' */
    kAudioConverterErr_InvalidInputSize = 0x696E737A,              /* 'insz' */
    kAudioConverterErr_InvalidOutputSize = 0x6F74737A,             /* 'otsz' */
    kAudioConverterErr_UnspecifiedError = 0x77686174,              /* 'what' */
    kAudioConverterErr_BadPropertySizeError = 0x2173697A,          /* '!siz' */
    kAudioConverterErr_RequiresPacketDescriptionsError = 0x21706B64 /* '!pkd' */
};

/* Sets the list's buffers and the number of packets, which is 0 at the end; an error ends the call with that error. */
typedef OSStatus (*AudioConverterComplexInputDataProc)(
    AudioConverterRef converter, UInt32 *ioPackets, AudioBufferList *ioData, AudioStreamPacketDescription **outDescriptions,
    void *userData);

OSStatus AudioConverterNew(
    const AudioStreamBasicDescription *source, const AudioStreamBasicDescription *destination, AudioConverterRef *outConverter);
OSStatus AudioConverterDispose(AudioConverterRef converter);
/* Discards the input so far. */
OSStatus AudioConverterReset(AudioConverterRef converter);
/* Fewer packets than wanted come out only at the end of the input, or if the callback returned an error. */
OSStatus AudioConverterFillComplexBuffer(
    AudioConverterRef converter, AudioConverterComplexInputDataProc callback, void *userData, UInt32 *ioPackets,
    AudioBufferList *outData, AudioStreamPacketDescription *outDescriptions);
OSStatus AudioConverterGetProperty(
    AudioConverterRef converter, AudioConverterPropertyID property, UInt32 *ioSize, void *outData);
/* The cookie of a decoder, or the bit rate of an encoder. */
OSStatus AudioConverterSetProperty(
    AudioConverterRef converter, AudioConverterPropertyID property, UInt32 size, const void *data);

#ifdef __cplusplus
}
#endif

#endif
