/*
 * Audio File Services: the bytes of sound files, as they are. Files are read that need no decoder, and made in linear PCM:
 * a packet is a frame. Any thread. A pointer to no file, or to one that is closed, is answered by kAudioFileNotOpenError.
 */
#ifndef AUDIOTOOLBOX_AUDIOFILE_H
#define AUDIOTOOLBOX_AUDIOFILE_H

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CoreFoundation.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef UInt32 AudioFileTypeID;
typedef UInt32 AudioFilePropertyID;
typedef UInt32 AudioFileFlags;
typedef SInt8 AudioFilePermissions;
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
    kAudioFileNotOptimizedError = 0x6F70746D,                   /* 'optm' */
    kAudioFileInvalidChunkError = 0x63686B3F,                   /* 'chk?' */
    kAudioFileDoesNotAllow64BitDataSizeError = 0x6F66663F,      /* 'off?' */
    kAudioFileInvalidPacketOffsetError = 0x70636B3F,            /* 'pck?' */
    kAudioFileInvalidPacketDependencyError = 0x6465703F,        /* 'dep?' */
    kAudioFileInvalidFileError = 0x6474613F,                    /* 'dta?' */
    kAudioFileOperationNotSupportedError = 0x6F703F3F,          /* 'op??' */
    kAudioFileNotOpenError = -38,
    kAudioFileEndOfFileError = -39,
    kAudioFilePositionError = -40,
    kAudioFileFileNotFoundError = -43
};
enum { kAudioFileReadPermission = 1, kAudioFileWritePermission = 2, kAudioFileReadWritePermission = 3 };
/* The same under their oldest names. */
enum { fsRdPerm = 1, fsWrPerm = 2, fsRdWrPerm = 3 };
enum { kAudioFileFlags_EraseFile = 1, kAudioFileFlags_DontPageAlignAudioData = 2 };

/* UInt32s, but for the description, the arrangement, the counts (UInt64), the offset (SInt64), the duration (Float64), the
 * translations, the list of formats, and the dictionary, which the caller releases. */
enum {
    kAudioFilePropertyFileFormat = 0x66666D74,                  /* 'ffmt' */
    kAudioFilePropertyDataFormat = 0x64666D74,                  /* 'dfmt' */
    kAudioFilePropertyIsOptimized = 0x6F70746D,                 /* 'optm' */
    kAudioFilePropertyMagicCookieData = 0x6D676963,             /* 'mgic' */
    kAudioFilePropertyAudioDataByteCount = 0x62636E74,          /* 'bcnt' */
    kAudioFilePropertyAudioDataPacketCount = 0x70636E74,        /* 'pcnt' */
    kAudioFilePropertyMaximumPacketSize = 0x70737A65,           /* 'psze' */
    kAudioFilePropertyDataOffset = 0x646F6666,                  /* 'doff' */
    kAudioFilePropertyChannelLayout = 0x636D6170,               /* 'cmap' */
    kAudioFilePropertyDeferSizeUpdates = 0x64737A75,            /* 'dszu' */
    kAudioFilePropertyPacketToFrame = 0x706B6672,               /* 'pkfr' */
    kAudioFilePropertyFrameToPacket = 0x6672706B,               /* 'frpk' */
    kAudioFilePropertyInfoDictionary = 0x696E666F,              /* 'info' */
    kAudioFilePropertyFormatList = 0x666C7374,                  /* 'flst' */
    kAudioFilePropertyPacketSizeUpperBound = 0x706B7562,        /* 'pkub' */
    kAudioFilePropertyEstimatedDuration = 0x65647572,           /* 'edur' */
    kAudioFilePropertyBitRate = 0x62726174,                     /* 'brat' */
    kAudioFilePropertySourceBitDepth = 0x73627464,              /* 'sbtd' */
    kAudioFilePropertyAudioTrackCount = 0x61746374              /* 'atct' */
};
#define kAFInfoDictionary_ApproximateDurationInSeconds "approximate duration in seconds"

typedef struct AudioFramePacketTranslation {
    SInt64 mFrame;
    SInt64 mPacket;
    UInt32 mFrameOffsetInPacket;
} AudioFramePacketTranslation;
typedef struct AudioFormatListItem {
    AudioStreamBasicDescription mASBD;
    AudioChannelLayoutTag mChannelLayoutTag;
} AudioFormatListItem;

/* A file that exists is read; to write to it is kAudioFileOperationNotSupportedError. Nothing depends on the hint. */
OSStatus AudioFileOpenURL(CFURLRef url, AudioFilePermissions permissions, AudioFileTypeID hint, AudioFileID *outFile);
/* WAVE, AIFF, AIFF-C or CAF. A file that is there is -48, unless it may be erased. */
OSStatus AudioFileCreateWithURL(
    CFURLRef url, AudioFileTypeID type, const AudioStreamBasicDescription *format, AudioFileFlags flags,
    AudioFileID *outFile);
/* How bytes are had of a file that the program keeps itself; such files are read only, all of it at once. */
typedef OSStatus (*AudioFile_ReadProc)(void *data, SInt64 position, UInt32 count, void *buffer, UInt32 *outCount);
typedef OSStatus (*AudioFile_WriteProc)(void *data, SInt64 position, UInt32 count, const void *buffer, UInt32 *outCount);
typedef SInt64 (*AudioFile_GetSizeProc)(void *data);
typedef OSStatus (*AudioFile_SetSizeProc)(void *data, SInt64 size);
OSStatus AudioFileOpenWithCallbacks(
    void *data, AudioFile_ReadProc read, AudioFile_WriteProc write, AudioFile_GetSizeProc getSize,
    AudioFile_SetSizeProc setSize, AudioFileTypeID hint, AudioFileID *outFile);
OSStatus AudioFileClose(AudioFileID file);
OSStatus AudioFileOptimize(AudioFileID file);
/* Fewer bytes are read only at the end, which is kAudioFileEndOfFileError. */
OSStatus AudioFileReadBytes(AudioFileID file, Boolean cached, SInt64 start, UInt32 *ioBytes, void *outBuffer);
OSStatus AudioFileWriteBytes(AudioFileID file, Boolean cached, SInt64 start, UInt32 *ioBytes, const void *buffer);
/* As many as there is room for; none at the end. */
OSStatus AudioFileReadPacketData(
    AudioFileID file, Boolean cached, UInt32 *ioBytes, AudioStreamPacketDescription *outDescriptions, SInt64 start,
    UInt32 *ioPackets, void *outBuffer);
/* The same; there has to be room for all that are wanted. */
OSStatus AudioFileReadPackets(
    AudioFileID file, Boolean cached, UInt32 *outBytes, AudioStreamPacketDescription *outDescriptions, SInt64 start,
    UInt32 *ioPackets, void *outBuffer);
OSStatus AudioFileWritePackets(
    AudioFileID file, Boolean cached, UInt32 bytes, const AudioStreamPacketDescription *descriptions, SInt64 start,
    UInt32 *ioPackets, const void *buffer);
OSStatus AudioFileGetPropertyInfo(AudioFileID file, AudioFilePropertyID property, UInt32 *outSize, UInt32 *outWritable);
OSStatus AudioFileGetProperty(AudioFileID file, AudioFilePropertyID property, UInt32 *ioSize, void *outData);
/* kAudioFilePropertyDeferSizeUpdates, which is kept. */
OSStatus AudioFileSetProperty(AudioFileID file, AudioFilePropertyID property, UInt32 size, const void *data);

#ifdef __cplusplus
}
#endif

#endif
