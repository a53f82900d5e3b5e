/*
 * Extended Audio File Services, as far as they read: a sound file in linear PCM of the program's form. Any thread, one at a
 * time for each file. A pointer to no file is answered by kAudio_ParamError.
 */
#ifndef AUDIOTOOLBOX_EXTENDEDAUDIOFILE_H
#define AUDIOTOOLBOX_EXTENDEDAUDIOFILE_H

#include <AudioToolbox/AudioFile.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OpaqueExtAudioFile *ExtAudioFileRef;
typedef UInt32 ExtAudioFilePropertyID;

/* Descriptions, and an SInt64. */
enum {
    kExtAudioFileProperty_FileDataFormat = 0x66666D74,          /* 'ffmt' */
    kExtAudioFileProperty_ClientDataFormat = 0x63666D74,        /* 'cfmt' */
    kExtAudioFileProperty_FileLengthFrames = 0x2366726D         /* '#frm' */
};
enum {
    kExtAudioFileError_InvalidProperty = -66561,
    kExtAudioFileError_InvalidPropertySize = -66562,
    kExtAudioFileError_NonPCMClientFormat = -66563,
    kExtAudioFileError_InvalidOperationOrder = -66565,
    kExtAudioFileError_InvalidSeek = -66568
};

OSStatus ExtAudioFileOpenURL(CFURLRef url, ExtAudioFileRef *outFile);
OSStatus ExtAudioFileDispose(ExtAudioFileRef file);
/* As many frames as are wanted and there is room for; none at the end. */
OSStatus ExtAudioFileRead(ExtAudioFileRef file, UInt32 *ioFrames, AudioBufferList *ioData);
/* Frames of the file. */
OSStatus ExtAudioFileSeek(ExtAudioFileRef file, SInt64 frame);
OSStatus ExtAudioFileTell(ExtAudioFileRef file, SInt64 *outFrame);
OSStatus ExtAudioFileGetProperty(ExtAudioFileRef file, ExtAudioFilePropertyID property, UInt32 *ioSize, void *outData);
/* The format in which it is read. */
OSStatus ExtAudioFileSetProperty(ExtAudioFileRef file, ExtAudioFilePropertyID property, UInt32 size, const void *data);

#ifdef __cplusplus
}
#endif

#endif
