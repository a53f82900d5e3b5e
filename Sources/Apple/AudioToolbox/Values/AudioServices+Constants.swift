// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import CoreAudioTypes

// The names are Apple's.

/// The number of a system sound.
public typealias SystemSoundID = UInt32
/// The code of a property of a system sound.
public typealias AudioServicesPropertyID = UInt32
/// A function that is called when a system sound has ended.
public typealias AudioServicesSystemSoundCompletionProc =
    @convention(c) (SystemSoundID, UnsafeMutableRawPointer?) -> Void

public let kSystemSoundID_Vibrate: SystemSoundID = 0x0FFF  // The number that lets the device vibrate.

/// Whether the sound belongs to the user interface, so that the person's setting for sound effects concerns it; 'isui'.
public let kAudioServicesPropertyIsUISound: AudioServicesPropertyID = 0x6973_7569
/// Whether the sound is played to its end if the app dies; 'ifdi'.
public let kAudioServicesPropertyCompletePlaybackIfAppDies: AudioServicesPropertyID = 0x6966_6469

public let kAudioServicesNoError: OSStatus = 0  // It worked: 0.
public let kAudioServicesUnsupportedPropertyError: OSStatus = 0x7074_793F  // There is no such property: 'pty?'.
public let kAudioServicesBadPropertySizeError: OSStatus = 0x2173_697A  // The property has another size: '!siz'.
/// The specifier of the sound has another size: '!spc'.
public let kAudioServicesBadSpecifierSizeError: OSStatus = 0x2173_7063
public let kAudioServicesSystemSoundUnspecifiedError: OSStatus = -1500  // The sound cannot be read or played: -1500.
public let kAudioServicesSystemSoundClientTimedOutError: OSStatus = -1501  // The device did not answer in time: -1501.
/// The sound is longer than 30 seconds: -1502.
public let kAudioServicesSystemSoundExceededMaximumDurationError: OSStatus = -1502
