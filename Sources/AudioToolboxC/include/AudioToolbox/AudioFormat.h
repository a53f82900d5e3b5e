/* Audio Format Services, as far as they fill in descriptions of linear PCM. Any thread. */
#ifndef AUDIOTOOLBOX_AUDIOFORMAT_H
#define AUDIOTOOLBOX_AUDIOFORMAT_H

#include <CoreAudioTypes/CoreAudioTypes.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef UInt32 AudioFormatPropertyID;

/* A description that is asked and answered in place. */
enum { kAudioFormatProperty_FormatInfo = 0x666D7469 };              /* 'fmti' */
enum {
    kAudioFormatUnspecifiedError = 0x77686174,                      /* 'what' */
    kAudioFormatUnsupportedPropertyError = 0x70726F70,              /* 'prop' */
    kAudioFormatBadPropertySizeError = 0x2173697A                   /* '!siz' */
};

OSStatus AudioFormatGetPropertyInfo(
    AudioFormatPropertyID property, UInt32 specifierSize, const void *specifier, UInt32 *outSize);
/* kAudioFormatUnsupportedDataFormatError for what needs an encoder. */
OSStatus AudioFormatGetProperty(
    AudioFormatPropertyID property, UInt32 specifierSize, const void *specifier, UInt32 *ioSize, void *ioData);

#ifdef __cplusplus
}
#endif

#endif
