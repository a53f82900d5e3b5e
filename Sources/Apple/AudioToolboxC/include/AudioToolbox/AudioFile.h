/* SPDX-License-Identifier: Apache-2.0 */
/* The file types and error codes of Audio File Services, whose functions are not available. */
#ifndef AUDIOTOOLBOX_AUDIOFILE_H
#define AUDIOTOOLBOX_AUDIOFILE_H

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CoreFoundation.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef UInt32 AudioFileTypeID;
typedef UInt32 AudioFileFlags;
typedef struct OpaqueAudioFileID *AudioFileID;

enum {
    kAudioFileWAVEType = 0x57415645,                            /* 'WAVE' */
    kAudioFileAIFFType = 0x41494646,                            /* 'AIFF' */
    kAudioFileAIFCType = 0x41494643,                            /* 'AIFC' */
    kAudioFileCAFType = 0x63616666,                             /* 'caff' */
    kAudioFileMP3Type = 0x4D504733,                             /* 'MPG3' */
    kAudioFileM4AType = 0x6D346166,                             /* 'm4af' */
    kAudioFileMPEG4Type = 0x6D703466,                           /* 'mp4f' */
    kAudioFileAAC_ADTSType = 0x61647473,                        /* 'adts' */
    kAudioFileFLACType = 0x666C6163                             /* 'flac' */
};
enum {
    kAudioFileUnspecifiedError = 0x7768743F,                    /* 'wht?' */
    kAudioFileUnsupportedFileTypeError = 0x7479703F,            /* 'typ?' */
    kAudioFileUnsupportedDataFormatError = 0x666D743F,          /* 'fmt?' */
    kAudioFileUnsupportedPropertyError = 0x7074793F,            /* 'pty?' */
    kAudioFileBadPropertySizeError = 0x2173697A,                /* '!siz' */
    kAudioFilePermissionsError = 0x70726D3F,                    /* 'prm?' */
    kAudioFileInvalidFileError = 0x6474613F,                    /* 'dta?' */
    kAudioFileOperationNotSupportedError = 0x6F703F3F,          /* 'op??' */
    kAudioFileFileNotFoundError = -43
};
enum { kAudioFileFlags_EraseFile = 1, kAudioFileFlags_DontPageAlignAudioData = 2 };

#ifdef __cplusplus
}
#endif

#endif
