/* SPDX-License-Identifier: Apache-2.0 */
/*
 * System Sound Services: short sounds outside the audio session. Any thread; completions are called on the main run loop
 * unless another one is named. Sounds are linear PCM or IMA4 in .caf, .aif or .wav, of 30 seconds at most.
 */
#ifndef AUDIOTOOLBOX_AUDIOSERVICES_H
#define AUDIOTOOLBOX_AUDIOSERVICES_H

#include <AudioToolbox/AudioSession.h>
#include <CoreFoundation/CoreFoundation.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef UInt32 SystemSoundID;
typedef UInt32 AudioServicesPropertyID;
typedef void (*AudioServicesSystemSoundCompletionProc)(SystemSoundID sound, void *clientData);

enum {
    kSystemSoundID_Vibrate = 0x00000FFF
};

enum {
    kAudioServicesPropertyIsUISound = 0x69737569,                   /* 'isui' */
    kAudioServicesPropertyCompletePlaybackIfAppDies = 0x69666469    /* 'ifdi' */
};

enum {
    kAudioServicesNoError = 0,
    kAudioServicesUnsupportedPropertyError = 0x7074793F,            /* 'pty?' */
    kAudioServicesBadPropertySizeError = 0x2173697A,                /* '!siz' */
    kAudioServicesBadSpecifierSizeError = 0x21737063,               /* '!spc' */
    kAudioServicesSystemSoundUnspecifiedError = -1500,
    kAudioServicesSystemSoundClientTimedOutError = -1501,
    kAudioServicesSystemSoundExceededMaximumDurationError = -1502
};

/* Creates a sound from a file. -1502 if it is too long, -1500 if it is unreadable. */
OSStatus AudioServicesCreateSystemSoundID(CFURLRef url, SystemSoundID *outSound);
/* Disposes of a sound; if it is playing it continues to its end. */
OSStatus AudioServicesDisposeSystemSoundID(SystemSoundID sound);
/* Plays a sound and returns immediately. */
void AudioServicesPlaySystemSound(SystemSoundID sound);
/* Plays a sound as an alert, which also vibrates if the device is set to, and returns immediately. */
void AudioServicesPlayAlertSound(SystemSoundID sound);
/* Sets the function to call whenever a sound has ended. NULL: the main run loop, the default mode. */
OSStatus AudioServicesAddSystemSoundCompletion(
    SystemSoundID sound, CFRunLoopRef loop, CFStringRef mode, AudioServicesSystemSoundCompletionProc routine,
    void *clientData);
void AudioServicesRemoveSystemSoundCompletion(SystemSoundID sound);
/* The specifier is the SystemSoundID; both properties are UInt32. */
OSStatus AudioServicesSetProperty(
    AudioServicesPropertyID property, UInt32 specifierSize, const void *specifier, UInt32 size, const void *data);

#ifdef __cplusplus
}
#endif

#endif
