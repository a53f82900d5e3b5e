/* The kinds of sound files, and what they fail of. Files are read by ExtendedAudioFile.h. */
#ifndef AUDIOTOOLBOX_AUDIOFILE_H
#define AUDIOTOOLBOX_AUDIOFILE_H

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CoreFoundation.h>

typedef UInt32 AudioFileTypeID;
enum {
    kAudioFileWAVEType = 0x57415645,                            /* 'WAVE' */
    kAudioFileAIFFType = 0x41494646,                            /* 'AIFF' */
    kAudioFileAIFCType = 0x41494643,                            /* 'AIFC' */
    kAudioFileCAFType = 0x63616666,                             /* 'caff' */
    kAudioFileMP3Type = 0x4D504733,                             /* 'MPG3' */
    kAudioFileM4AType = 0x6D346166,                             /* 'm4af' */
    kAudioFileMPEG4Type = 0x6D703466,                           /* 'mp4f' */
    kAudioFileAAC_ADTSType = 0x61647473                         /* 'adts' */
};
enum {
    kAudioFileUnspecifiedError = 0x7768743F,                    /* 'wht?' */
    kAudioFileUnsupportedFileTypeError = 0x7479703F,            /* 'typ?' */
    kAudioFileUnsupportedDataFormatError = 0x666D743F,          /* 'fmt?' */
    kAudioFilePermissionsError = 0x70726D3F,                    /* 'prm?' */
    kAudioFileInvalidFileError = 0x6474613F,                    /* 'dta?' */
    kAudioFileEndOfFileError = -39,
    kAudioFileFileNotFoundError = -43
};

#endif
