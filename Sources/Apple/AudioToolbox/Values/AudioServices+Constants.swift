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

public let kSystemSoundID_Vibrate: SystemSoundID = 0x0FFF  // The number of the vibration.

/// Whether the sound obeys the user's setting for sound effects: 'isui'.
public let kAudioServicesPropertyIsUISound: AudioServicesPropertyID = 0x6973_7569
/// Whether the sound plays to its end if the app terminates: 'ifdi'.
public let kAudioServicesPropertyCompletePlaybackIfAppDies: AudioServicesPropertyID = 0x6966_6469

public let kAudioServicesNoError: OSStatus = 0  // No error: 0.
public let kAudioServicesUnsupportedPropertyError: OSStatus = 0x7074_793F  // The property is not supported: 'pty?'.
public let kAudioServicesBadPropertySizeError: OSStatus = 0x2173_697A  // The property size is wrong: '!siz'.
/// The specifier size is wrong: '!spc'.
public let kAudioServicesBadSpecifierSizeError: OSStatus = 0x2173_7063
public let kAudioServicesSystemSoundUnspecifiedError: OSStatus = -1500  // The sound cannot be read or played: -1500.
public let kAudioServicesSystemSoundClientTimedOutError: OSStatus = -1501  // The device did not answer in time: -1501.
/// The sound is longer than 30 seconds: -1502.
public let kAudioServicesSystemSoundExceededMaximumDurationError: OSStatus = -1502
