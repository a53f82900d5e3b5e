/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Audio Session Services: the old interface to the session that governs the program's sound. Before
 * AudioSessionInitialize every other call returns kAudioSessionNotInitialized. Any thread; listeners are called on the
 * run loop passed to AudioSessionInitialize, or on the main one: run it by CFRunLoopRun.
 */
#ifndef AUDIOTOOLBOX_AUDIOSESSION_H
#define AUDIOTOOLBOX_AUDIOSESSION_H

#include <CoreFoundation/CoreFoundation.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef UInt32 AudioSessionPropertyID;
typedef UInt32 AudioSessionInterruptionType;
typedef void (*AudioSessionInterruptionListener)(void *clientData, UInt32 state);
/* A CFDictionary is passed itself as the data, any other value by its address. */
typedef void (*AudioSessionPropertyListener)(void *clientData, AudioSessionPropertyID property, UInt32 size, const void *data);

/* Result codes; also kAudioServicesNoHardwareError. */
enum {
    kAudioSessionNoError = 0,
    kAudioSessionNotInitialized = 0x21696E69,    /* '!ini' */
    kAudioSessionAlreadyInitialized = 0x696E6974,    /* 'init' */
    kAudioSessionInitializationError = 0x696E693F,    /* 'ini?' */
    kAudioSessionUnsupportedPropertyError = 0x7074793F,    /* 'pty?' */
    kAudioSessionBadPropertySizeError = 0x2173697A,    /* '!siz' */
    kAudioSessionNotActiveError = 0x21616374,    /* '!act' */
    kAudioServicesNoHardwareError = 0x6E6F6877,    /* 'nohw' */
    kAudioSessionNoCategorySet = 0x3F636174,    /* '?cat' */
    kAudioSessionIncompatibleCategory = 0x21636174,    /* '!cat' */
    kAudioSessionUnspecifiedError = 0x77686174    /* 'what' */
};

/* The states passed to an interruption listener, and of kAudioSessionProperty_InterruptionType while it is called. */
enum {
    kAudioSessionBeginInterruption = 1,
    kAudioSessionEndInterruption = 0,
    kAudioSessionInterruptionType_ShouldResume = 0x6972736D,    /* 'irsm' */
    kAudioSessionInterruptionType_ShouldNotResume = 0x2172736D    /* '!rsm' */
};

/* Values of kAudioSessionProperty_AudioCategory. */
enum {
    kAudioSessionCategory_AmbientSound = 0x616D6269,    /* 'ambi' */
    kAudioSessionCategory_SoloAmbientSound = 0x736F6C6F,    /* 'solo' */
    kAudioSessionCategory_MediaPlayback = 0x6D656469,    /* 'medi' */
    kAudioSessionCategory_RecordAudio = 0x72656361,    /* 'reca' */
    kAudioSessionCategory_PlayAndRecord = 0x706C6172,    /* 'plar' */
    kAudioSessionCategory_AudioProcessing = 0x70726F63,    /* 'proc' */
    kAudioSessionCategory_UserInterfaceSoundEffects = 0x75696678,    /* 'uifx' */
    kAudioSessionCategory_LiveAudio = 0x6C697665    /* 'live' */
};

/* Values of kAudioSessionProperty_Mode. */
enum {
    kAudioSessionMode_Default = 0x64666C74,    /* 'dflt' */
    kAudioSessionMode_VoiceChat = 0x76636374,    /* 'vcct' */
    kAudioSessionMode_VideoRecording = 0x76726364,    /* 'vrcd' */
    kAudioSessionMode_Measurement = 0x6D736D74,    /* 'msmt' */
    kAudioSessionMode_GameChat = 0x676D6374    /* 'gmct' */
};

/* Values of kAudioSessionProperty_OverrideAudioRoute. */
enum {
    kAudioSessionOverrideAudioRoute_None = 0,
    kAudioSessionOverrideAudioRoute_Speaker = 0x73706B72    /* 'spkr' */
};

/* Reasons of route changes. */
enum {
    kAudioSessionRouteChangeReason_Unknown = 0,
    kAudioSessionRouteChangeReason_NewDeviceAvailable = 1,
    kAudioSessionRouteChangeReason_OldDeviceUnavailable = 2,
    kAudioSessionRouteChangeReason_CategoryChange = 3,
    kAudioSessionRouteChangeReason_Override = 4,
    kAudioSessionRouteChangeReason_WakeFromSleep = 6,
    kAudioSessionRouteChangeReason_NoSuitableRouteForCategory = 7,
    kAudioSessionRouteChangeReason_RouteConfigurationChange = 8
};

/* Flags of AudioSessionSetActiveWithFlags. */
enum {
    kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation = 1
};

/*
 * Properties. Float64: the sample rates. Float32: durations, latencies, the volume, the input gain. CF objects: the routes,
 * sources and destinations. UInt32: all others.
 */
enum {
    kAudioSessionProperty_PreferredHardwareSampleRate = 0x68777372,    /* 'hwsr' */
    kAudioSessionProperty_PreferredHardwareIOBufferDuration = 0x696F6264,    /* 'iobd' */
    kAudioSessionProperty_AudioCategory = 0x61636174,    /* 'acat' */
    kAudioSessionProperty_AudioRoute = 0x726F7574,    /* 'rout' */
    kAudioSessionProperty_AudioRouteChange = 0x726F6368,    /* 'roch' */
    kAudioSessionProperty_CurrentHardwareSampleRate = 0x63687372,    /* 'chsr' */
    kAudioSessionProperty_CurrentHardwareInputNumberChannels = 0x63686963,    /* 'chic' */
    kAudioSessionProperty_CurrentHardwareOutputNumberChannels = 0x63686F63,    /* 'choc' */
    kAudioSessionProperty_CurrentHardwareOutputVolume = 0x63686F76,    /* 'chov' */
    kAudioSessionProperty_CurrentHardwareInputLatency = 0x63696C74,    /* 'cilt' */
    kAudioSessionProperty_CurrentHardwareOutputLatency = 0x636F6C74,    /* 'colt' */
    kAudioSessionProperty_CurrentHardwareIOBufferDuration = 0x63686264,    /* 'chbd' */
    kAudioSessionProperty_OtherAudioIsPlaying = 0x6F746872,    /* 'othr' */
    kAudioSessionProperty_OverrideAudioRoute = 0x6F767264,    /* 'ovrd' */
    kAudioSessionProperty_AudioInputAvailable = 0x61696176,    /* 'aiav' */
    kAudioSessionProperty_ServerDied = 0x64696564,    /* 'died' */
    kAudioSessionProperty_OtherMixableAudioShouldDuck = 0x6475636B,    /* 'duck' */
    kAudioSessionProperty_OverrideCategoryMixWithOthers = 0x636D6978,    /* 'cmix' */
    kAudioSessionProperty_OverrideCategoryDefaultToSpeaker = 0x6373706B,    /* 'cspk' */
    kAudioSessionProperty_OverrideCategoryEnableBluetoothInput = 0x63626C75,    /* 'cblu' */
    kAudioSessionProperty_InterruptionType = 0x74797065,    /* 'type' */
    kAudioSessionProperty_Mode = 0x6D6F6465,    /* 'mode' */
    kAudioSessionProperty_InputGainAvailable = 0x69676176,    /* 'igav' */
    kAudioSessionProperty_InputGainScalar = 0x69677363,    /* 'igsc' */
    kAudioSessionProperty_AudioRouteDescription = 0x63726172    /* 'crar' */
};

/* Keys of a route change, as C strings. */
#define kAudioSession_AudioRouteChangeKey_Reason "OutputDeviceDidChange_Reason"
#define kAudioSession_AudioRouteChangeKey_OldRoute "OutputDeviceDidChange_OldRoute"

/* Keys and kinds of ports, as CFStrings. */
#define kAudioSession_AudioRouteChangeKey_PreviousRouteDescription CFSTR("ActiveAudioRouteDidChange_OldDetailedRoute")
#define kAudioSession_AudioRouteChangeKey_CurrentRouteDescription CFSTR("ActiveAudioRouteDidChange_NewDetailedRoute")
#define kAudioSession_AudioRouteKey_Inputs CFSTR("RouteDetailedDescription_Inputs")
#define kAudioSession_AudioRouteKey_Outputs CFSTR("RouteDetailedDescription_Outputs")
#define kAudioSession_AudioRouteKey_Type CFSTR("RouteDetailedDescription_PortType")
#define kAudioSessionInputRoute_LineIn CFSTR("LineIn")
#define kAudioSessionInputRoute_BuiltInMic CFSTR("MicrophoneBuiltIn")
#define kAudioSessionInputRoute_HeadsetMic CFSTR("MicrophoneWired")
#define kAudioSessionInputRoute_BluetoothHFP CFSTR("MicrophoneBluetooth")
#define kAudioSessionInputRoute_USBAudio CFSTR("USBInput")
#define kAudioSessionOutputRoute_LineOut CFSTR("LineOut")
#define kAudioSessionOutputRoute_Headphones CFSTR("Headphones")
#define kAudioSessionOutputRoute_BluetoothHFP CFSTR("BluetoothHFPOutput")
#define kAudioSessionOutputRoute_BluetoothA2DP CFSTR("BluetoothA2DPOutput")
#define kAudioSessionOutputRoute_BuiltInReceiver CFSTR("Receiver")
#define kAudioSessionOutputRoute_BuiltInSpeaker CFSTR("Speaker")
#define kAudioSessionOutputRoute_USBAudio CFSTR("USBOutput")
#define kAudioSessionOutputRoute_HDMI CFSTR("HDMIOutput")
#define kAudioSessionOutputRoute_AirPlay CFSTR("AirPlay")

/* NULL: the main run loop, its default mode, no listener. Returns kAudioSessionAlreadyInitialized the second time. */
OSStatus AudioSessionInitialize(
    CFRunLoopRef loop, CFStringRef mode, AudioSessionInterruptionListener listener, void *clientData);
OSStatus AudioSessionSetActive(Boolean active);
OSStatus AudioSessionSetActiveWithFlags(Boolean active, UInt32 flags);
/* The caller owns an object that it reads. */
OSStatus AudioSessionGetProperty(AudioSessionPropertyID property, UInt32 *ioSize, void *outData);
OSStatus AudioSessionSetProperty(AudioSessionPropertyID property, UInt32 size, const void *data);
OSStatus AudioSessionGetPropertySize(AudioSessionPropertyID property, UInt32 *outSize);
/* One listener for each property and clientData; the last one counts. */
OSStatus AudioSessionAddPropertyListener(
    AudioSessionPropertyID property, AudioSessionPropertyListener listener, void *clientData);
OSStatus AudioSessionRemovePropertyListener(AudioSessionPropertyID property);
OSStatus AudioSessionRemovePropertyListenerWithUserData(
    AudioSessionPropertyID property, AudioSessionPropertyListener listener, void *clientData);

#ifdef __cplusplus
}
#endif

#endif
