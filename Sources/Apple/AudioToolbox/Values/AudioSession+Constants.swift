// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's; the codes are four characters each.

/// The code of a property of the session.
public typealias AudioSessionPropertyID = UInt32
/// A function that is called when an interruption begins or ends.
public typealias AudioSessionInterruptionListener = @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void
/// A function that is called when a property has changed.
public typealias AudioSessionPropertyListener =
    @convention(c) (UnsafeMutableRawPointer?, AudioSessionPropertyID, UInt32, UnsafeRawPointer?) -> Void
/// Whether the app should resume after an interruption.
public typealias AudioSessionInterruptionType = UInt32

public let kAudioSessionNoError: OSStatus = 0  // No error: 0.
public let kAudioSessionNotInitialized: OSStatus = 0x2169_6E69  // `AudioSessionInitialize` was not called yet: '!ini'.
/// `AudioSessionInitialize` was called already: 'init'.
public let kAudioSessionAlreadyInitialized: OSStatus = 0x696E_6974
public let kAudioSessionInitializationError: OSStatus = 0x696E_693F  // Initialization failed: 'ini?'.
/// The property, the access or the value is not supported: 'pty?'.
public let kAudioSessionUnsupportedPropertyError: OSStatus = 0x7074_793F
public let kAudioSessionBadPropertySizeError: OSStatus = 0x2173_697A  // The property size is wrong: '!siz'.
public let kAudioSessionNotActiveError: OSStatus = 0x2161_6374  // The session is not active: '!act'.
public let kAudioServicesNoHardwareError: OSStatus = 0x6E6F_6877  // No input is available: 'nohw'.
public let kAudioSessionNoCategorySet: OSStatus = 0x3F63_6174  // No category is set: '?cat'.
public let kAudioSessionIncompatibleCategory: OSStatus = 0x2163_6174  // Invalid in the category: '!cat'.
public let kAudioSessionUnspecifiedError: OSStatus = 0x7768_6174  // An unspecified error: 'what'.

public let kAudioSessionBeginInterruption: UInt32 = 1  // An interruption begins.
public let kAudioSessionEndInterruption: UInt32 = 0  // An interruption is over.
/// The app should resume: 'irsm'.
public let kAudioSessionInterruptionType_ShouldResume: AudioSessionInterruptionType = 0x6972_736D
/// The app should not resume: '!rsm'.
public let kAudioSessionInterruptionType_ShouldNotResume: AudioSessionInterruptionType = 0x2172_736D

public let kAudioSessionCategory_AmbientSound: UInt32 = 0x616D_6269  // Mixes and obeys the Ring/Silent switch: 'ambi'.
/// Interrupts others and obeys the Ring/Silent switch: 'solo'.
public let kAudioSessionCategory_SoloAmbientSound: UInt32 = 0x736F_6C6F
public let kAudioSessionCategory_MediaPlayback: UInt32 = 0x6D65_6469  // Playback that is central to the app: 'medi'.
public let kAudioSessionCategory_RecordAudio: UInt32 = 0x7265_6361  // Recording: 'reca'.
public let kAudioSessionCategory_PlayAndRecord: UInt32 = 0x706C_6172  // Recording and playback: 'plar'.
public let kAudioSessionCategory_AudioProcessing: UInt32 = 0x7072_6F63  // Offline processing: 'proc'.
/// The name of AmbientSound before 3.0: 'uifx'.
public let kAudioSessionCategory_UserInterfaceSoundEffects: UInt32 = 0x7569_6678
public let kAudioSessionCategory_LiveAudio: UInt32 = 0x6C69_7665  // The name of MediaPlayback before 3.0: 'live'.

public let kAudioSessionMode_Default: UInt32 = 0x6466_6C74  // The default mode: 'dflt'.
public let kAudioSessionMode_VoiceChat: UInt32 = 0x7663_6374  // Voice calls: 'vcct'.
public let kAudioSessionMode_VideoRecording: UInt32 = 0x7672_6364  // Video recording: 'vrcd'.
public let kAudioSessionMode_Measurement: UInt32 = 0x6D73_6D74  // Measurement: 'msmt'.
public let kAudioSessionMode_GameChat: UInt32 = 0x676D_6374  // Calls within a game: 'gmct'.

public let kAudioSessionOverrideAudioRoute_None: UInt32 = 0  // No override.
public let kAudioSessionOverrideAudioRoute_Speaker: UInt32 = 0x7370_6B72  // The speaker: 'spkr'.

public let kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation: UInt32 = 1  // Notifies the interrupted apps.

/// Frames per second that are wished; Float64; 'hwsr'.
public let kAudioSessionProperty_PreferredHardwareSampleRate: AudioSessionPropertyID = 0x6877_7372
/// Seconds of a buffer that are wished; Float32; 'iobd'.
public let kAudioSessionProperty_PreferredHardwareIOBufferDuration: AudioSessionPropertyID = 0x696F_6264
public let kAudioSessionProperty_AudioCategory: AudioSessionPropertyID = 0x6163_6174  // The category; UInt32; 'acat'.
public let kAudioSessionProperty_AudioRoute: AudioSessionPropertyID = 0x726F_7574  // The route as a CFString; 'rout'.
/// A change of the route as a CFDictionary, for listeners; 'roch'.
public let kAudioSessionProperty_AudioRouteChange: AudioSessionPropertyID = 0x726F_6368
/// Frames per second; Float64; 'chsr'.
public let kAudioSessionProperty_CurrentHardwareSampleRate: AudioSessionPropertyID = 0x6368_7372
/// The number of channels of input; UInt32; 'chic'.
public let kAudioSessionProperty_CurrentHardwareInputNumberChannels: AudioSessionPropertyID = 0x6368_6963
/// The number of channels of output; UInt32; 'choc'.
public let kAudioSessionProperty_CurrentHardwareOutputNumberChannels: AudioSessionPropertyID = 0x6368_6F63
/// The volume, 0 to 1; Float32; 'chov'.
public let kAudioSessionProperty_CurrentHardwareOutputVolume: AudioSessionPropertyID = 0x6368_6F76
/// Seconds of latency of the input; Float32; 'cilt'.
public let kAudioSessionProperty_CurrentHardwareInputLatency: AudioSessionPropertyID = 0x6369_6C74
/// Seconds of latency of the output; Float32; 'colt'.
public let kAudioSessionProperty_CurrentHardwareOutputLatency: AudioSessionPropertyID = 0x636F_6C74
/// Seconds of a buffer; Float32; 'chbd'.
public let kAudioSessionProperty_CurrentHardwareIOBufferDuration: AudioSessionPropertyID = 0x6368_6264
/// Whether another app is audible; UInt32; 'othr'.
public let kAudioSessionProperty_OtherAudioIsPlaying: AudioSessionPropertyID = 0x6F74_6872
/// The route in spite of the category; UInt32, only to be set; 'ovrd'.
public let kAudioSessionProperty_OverrideAudioRoute: AudioSessionPropertyID = 0x6F76_7264
/// Whether there is a microphone; UInt32; 'aiav'.
public let kAudioSessionProperty_AudioInputAvailable: AudioSessionPropertyID = 0x6169_6176
/// The media server is gone, for listeners; UInt32; 'died'.
public let kAudioSessionProperty_ServerDied: AudioSessionPropertyID = 0x6469_6564
/// Whether others are lowered; UInt32; 'duck'.
public let kAudioSessionProperty_OtherMixableAudioShouldDuck: AudioSessionPropertyID = 0x6475_636B
/// Whether the session mixes; UInt32; 'cmix'.
public let kAudioSessionProperty_OverrideCategoryMixWithOthers: AudioSessionPropertyID = 0x636D_6978
/// Whether the loudspeaker replaces the receiver; UInt32; 'cspk'.
public let kAudioSessionProperty_OverrideCategoryDefaultToSpeaker: AudioSessionPropertyID = 0x6373_706B
/// Whether a hands-free set may be the input; UInt32; 'cblu'.
public let kAudioSessionProperty_OverrideCategoryEnableBluetoothInput: AudioSessionPropertyID = 0x6362_6C75
/// Whether the app should resume, a UInt32, valid in listeners for an interruption's end: 'type'.
public let kAudioSessionProperty_InterruptionType: AudioSessionPropertyID = 0x7479_7065
public let kAudioSessionProperty_Mode: AudioSessionPropertyID = 0x6D6F_6465  // The mode; UInt32; 'mode'.
/// Whether the input's level can be set; UInt32; 'igav'.
public let kAudioSessionProperty_InputGainAvailable: AudioSessionPropertyID = 0x6967_6176
/// The input's level, 0 to 1; Float32; 'igsc'.
public let kAudioSessionProperty_InputGainScalar: AudioSessionPropertyID = 0x6967_7363
/// The route with its ports; CFDictionary; 'crar'.
public let kAudioSessionProperty_AudioRouteDescription: AudioSessionPropertyID = 0x6372_6172

/// The key of the reason in a change of the route: a CFNumber.
public let kAudioSession_AudioRouteChangeKey_Reason = "OutputDeviceDidChange_Reason"
/// The key of the route before it: a CFString.
public let kAudioSession_AudioRouteChangeKey_OldRoute = "OutputDeviceDidChange_OldRoute"
/// The key of the ports before it: a CFDictionary.
public var kAudioSession_AudioRouteChangeKey_PreviousRouteDescription: CFString {
    "ActiveAudioRouteDidChange_OldDetailedRoute"
}
/// The key of the ports after it: a CFDictionary.
public var kAudioSession_AudioRouteChangeKey_CurrentRouteDescription: CFString {
    "ActiveAudioRouteDidChange_NewDetailedRoute"
}
/// The key of a route's inputs: a CFArray of CFDictionaries.
public var kAudioSession_AudioRouteKey_Inputs: CFString { "RouteDetailedDescription_Inputs" }
/// The key of a route's outputs: a CFArray of CFDictionaries.
public var kAudioSession_AudioRouteKey_Outputs: CFString { "RouteDetailedDescription_Outputs" }
/// The key of a port's kind: a CFString.
public var kAudioSession_AudioRouteKey_Type: CFString { "RouteDetailedDescription_PortType" }

/// A line in.
public var kAudioSessionInputRoute_LineIn: CFString { "LineIn" }
/// The built-in microphone.
public var kAudioSessionInputRoute_BuiltInMic: CFString { "MicrophoneBuiltIn" }
/// The microphone of a wired headset.
public var kAudioSessionInputRoute_HeadsetMic: CFString { "MicrophoneWired" }
/// The microphone of a hands-free set.
public var kAudioSessionInputRoute_BluetoothHFP: CFString { "MicrophoneBluetooth" }
/// A microphone on USB.
public var kAudioSessionInputRoute_USBAudio: CFString { "USBInput" }
/// A line out.
public var kAudioSessionOutputRoute_LineOut: CFString { "LineOut" }
/// Wired headphones.
public var kAudioSessionOutputRoute_Headphones: CFString { "Headphones" }
/// A hands-free set.
public var kAudioSessionOutputRoute_BluetoothHFP: CFString { "BluetoothHFPOutput" }
/// Bluetooth A2DP.
public var kAudioSessionOutputRoute_BluetoothA2DP: CFString { "BluetoothA2DPOutput" }
/// The receiver, held to the ear.
public var kAudioSessionOutputRoute_BuiltInReceiver: CFString { "Receiver" }
/// The built-in speaker.
public var kAudioSessionOutputRoute_BuiltInSpeaker: CFString { "Speaker" }
/// A USB device.
public var kAudioSessionOutputRoute_USBAudio: CFString { "USBOutput" }
/// An HDMI display.
public var kAudioSessionOutputRoute_HDMI: CFString { "HDMIOutput" }
/// An AirPlay device.
public var kAudioSessionOutputRoute_AirPlay: CFString { "AirPlay" }
