/* Audio Format Services, as far as they fill in descriptions of linear PCM. Any thread. */
#ifndef AUDIOTOOLBOX_AUDIOFORMAT_H
#define AUDIOTOOLBOX_AUDIOFORMAT_H

#include <CoreAudioTypes/CoreAudioTypes.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef UInt32 AudioFormatPropertyID;

/*
 * A description that is asked and answered in place. Of codecs it is told that there are none; of a name, and of the last
 * two, nothing.
 */
enum {
    kAudioFormatProperty_FormatInfo = 0x666D7469,                   /* 'fmti' */
    kAudioFormatProperty_Encoders = 0x6176656E,                     /* 'aven' */
    kAudioFormatProperty_Decoders = 0x61766465,                     /* 'avde' */
    kAudioFormatProperty_EncodeFormatIDs = 0x61636F66,              /* 'acof' */
    kAudioFormatProperty_DecodeFormatIDs = 0x61636966,              /* 'acif' */
    kAudioFormatProperty_FormatIsVBR = 0x66766272,                  /* 'fvbr' */
    kAudioFormatProperty_FormatIsExternallyFramed = 0x66657866,     /* 'fexf' */
    kAudioFormatProperty_FormatName = 0x666E616D,                   /* 'fnam' */
    kAudioFormatProperty_FormatList = 0x666C7374,                   /* 'flst' */
    kAudioFormatProperty_FirstPlayableFormatFromList = 0x6670666C   /* 'fpfl' */
};
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
