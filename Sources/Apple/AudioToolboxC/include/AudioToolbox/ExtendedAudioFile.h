/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Extended Audio File Services: reads or writes a sound file in linear PCM of the program's format. Any thread, one at
 * a time for each file. An invalid file is answered with kAudio_ParamError.
 */
#ifndef AUDIOTOOLBOX_EXTENDEDAUDIOFILE_H
#define AUDIOTOOLBOX_EXTENDEDAUDIOFILE_H

#include <AudioToolbox/AudioFile.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OpaqueExtAudioFile *ExtAudioFileRef;
typedef UInt32 ExtAudioFilePropertyID;

/* Descriptions, an SInt64, UInt32s, and an AudioFileID. */
enum {
    kExtAudioFileProperty_FileDataFormat = 0x66666D74,          /* 'ffmt' */
    kExtAudioFileProperty_ClientDataFormat = 0x63666D74,        /* 'cfmt' */
    kExtAudioFileProperty_FileLengthFrames = 0x2366726D,        /* '#frm' */
    kExtAudioFileProperty_FileMaxPacketSize = 0x666D7073,       /* 'fmps' */
    kExtAudioFileProperty_ClientMaxPacketSize = 0x636D7073,     /* 'cmps' */
    kExtAudioFileProperty_AudioFile = 0x6166696C,               /* 'afil' */
    kExtAudioFileProperty_CodecManufacturer = 0x636D616E,       /* 'cman' */
    kExtAudioFileProperty_AudioConverter = 0x61636E76,          /* 'acnv', which linear PCM does not have, as the others */
    kExtAudioFileProperty_ConverterConfig = 0x61636366,         /* 'accf' */
    kExtAudioFileProperty_FileChannelLayout = 0x66636C6F,       /* 'fclo' */
    kExtAudioFileProperty_ClientChannelLayout = 0x63636C6F,     /* 'cclo' */
    kExtAudioFileProperty_IOBufferSizeBytes = 0x696F6273,       /* 'iobs' */
    kExtAudioFileProperty_PacketTable = 0x78707469              /* 'xpti' */
};
enum {
    kExtAudioFileError_InvalidProperty = -66561,
    kExtAudioFileError_InvalidPropertySize = -66562,
    kExtAudioFileError_NonPCMClientFormat = -66563,
    kExtAudioFileError_InvalidOperationOrder = -66565,
    kExtAudioFileError_InvalidChannelMap = -66564,
    kExtAudioFileError_InvalidDataFormat = -66566,
    kExtAudioFileError_MaxPacketSizeUnknown = -66567,
    kExtAudioFileError_InvalidSeek = -66568,
    kExtAudioFileError_AsyncWriteTooLarge = -66569,
    kExtAudioFileError_AsyncWriteBufferOverflow = -66570
};

OSStatus ExtAudioFileOpenURL(CFURLRef url, ExtAudioFileRef *outFile);
/*
 * Creates WAVE, AIFF, AIFF-C or CAF of linear PCM. Returns -48 for an existing file that may not be erased. The layout
 * is ignored.
 */
OSStatus ExtAudioFileCreateWithURL(
    CFURLRef url, AudioFileTypeID type, const AudioStreamBasicDescription *format, const AudioChannelLayout *layout,
    UInt32 flags, ExtAudioFileRef *outFile);
/* Opens the file of kExtAudioFileProperty_AudioFile again, for reading. */
OSStatus ExtAudioFileWrapAudioFileID(AudioFileID file, Boolean forWriting, ExtAudioFileRef *outFile);
/* Completes a file that was written. */
OSStatus ExtAudioFileDispose(ExtAudioFileRef file);
/* Reads as many frames as requested and as fit; none at the end. */
OSStatus ExtAudioFileRead(ExtAudioFileRef file, UInt32 *ioFrames, AudioBufferList *ioData);
/* Appends frames in the client format. */
OSStatus ExtAudioFileWrite(ExtAudioFileRef file, UInt32 frames, const AudioBufferList *data);
/* Appends a copy of the frames on another thread, whose errors the next call returns. NULL only prepares. */
OSStatus ExtAudioFileWriteAsync(ExtAudioFileRef file, UInt32 frames, const AudioBufferList *data);
/* For files open for reading. */
OSStatus ExtAudioFileSeek(ExtAudioFileRef file, SInt64 frame);
OSStatus ExtAudioFileTell(ExtAudioFileRef file, SInt64 *outFrame);
OSStatus ExtAudioFileGetProperty(ExtAudioFileRef file, ExtAudioFilePropertyID property, UInt32 *ioSize, void *outData);
OSStatus ExtAudioFileGetPropertyInfo(
    ExtAudioFileRef file, ExtAudioFilePropertyID property, UInt32 *outSize, Boolean *outWritable);
/* The format in which it is read or written. */
OSStatus ExtAudioFileSetProperty(ExtAudioFileRef file, ExtAudioFilePropertyID property, UInt32 size, const void *data);

#ifdef __cplusplus
}
#endif

#endif
