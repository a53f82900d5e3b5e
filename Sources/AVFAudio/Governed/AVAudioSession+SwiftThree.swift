// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// The names of Swift 3 to 4.1; sources of that age say them without the type.

/// The category, as Swift 3 had it.
public let AVAudioSessionCategoryAmbient = AVAudioSession.Category.ambient
/// The category, as Swift 3 had it.
public let AVAudioSessionCategorySoloAmbient = AVAudioSession.Category.soloAmbient
/// The category, as Swift 3 had it.
public let AVAudioSessionCategoryPlayback = AVAudioSession.Category.playback
/// The category, as Swift 3 had it.
public let AVAudioSessionCategoryRecord = AVAudioSession.Category.record
/// The category, as Swift 3 had it.
public let AVAudioSessionCategoryPlayAndRecord = AVAudioSession.Category.playAndRecord
/// The category, as Swift 3 had it.
public let AVAudioSessionCategoryAudioProcessing = AVAudioSession.Category.audioProcessing
/// The category, as Swift 3 had it.
public let AVAudioSessionCategoryMultiRoute = AVAudioSession.Category.multiRoute
/// The mode, as Swift 3 had it.
public let AVAudioSessionModeDefault = AVAudioSession.Mode.default
/// The mode, as Swift 3 had it.
public let AVAudioSessionModeVoiceChat = AVAudioSession.Mode.voiceChat
/// The mode, as Swift 3 had it.
public let AVAudioSessionModeGameChat = AVAudioSession.Mode.gameChat
/// The mode, as Swift 3 had it.
public let AVAudioSessionModeVideoRecording = AVAudioSession.Mode.videoRecording
/// The mode, as Swift 3 had it.
public let AVAudioSessionModeMeasurement = AVAudioSession.Mode.measurement
/// The mode, as Swift 3 had it.
public let AVAudioSessionModeMoviePlayback = AVAudioSession.Mode.moviePlayback
/// The mode, as Swift 3 had it.
public let AVAudioSessionModeVideoChat = AVAudioSession.Mode.videoChat
/// The mode, as Swift 3 had it.
public let AVAudioSessionModeSpokenAudio = AVAudioSession.Mode.spokenAudio
/// The port, as Swift 3 had it.
public let AVAudioSessionPortLineIn = AVAudioSession.Port.lineIn
/// The port, as Swift 3 had it.
public let AVAudioSessionPortBuiltInMic = AVAudioSession.Port.builtInMic
/// The port, as Swift 3 had it.
public let AVAudioSessionPortHeadsetMic = AVAudioSession.Port.headsetMic
/// The port, as Swift 3 had it.
public let AVAudioSessionPortLineOut = AVAudioSession.Port.lineOut
/// The port, as Swift 3 had it.
public let AVAudioSessionPortHeadphones = AVAudioSession.Port.headphones
/// The port, as Swift 3 had it.
public let AVAudioSessionPortBluetoothA2DP = AVAudioSession.Port.bluetoothA2DP
/// The port, as Swift 3 had it.
public let AVAudioSessionPortBuiltInReceiver = AVAudioSession.Port.builtInReceiver
/// The port, as Swift 3 had it.
public let AVAudioSessionPortBuiltInSpeaker = AVAudioSession.Port.builtInSpeaker
/// The port, as Swift 3 had it.
public let AVAudioSessionPortHDMI = AVAudioSession.Port.HDMI
/// The port, as Swift 3 had it.
public let AVAudioSessionPortAirPlay = AVAudioSession.Port.airPlay
/// The port, as Swift 3 had it.
public let AVAudioSessionPortBluetoothLE = AVAudioSession.Port.bluetoothLE
/// The port, as Swift 3 had it.
public let AVAudioSessionPortBluetoothHFP = AVAudioSession.Port.bluetoothHFP
/// The port, as Swift 3 had it.
public let AVAudioSessionPortUSBAudio = AVAudioSession.Port.usbAudio
/// The port, as Swift 3 had it.
public let AVAudioSessionPortCarAudio = AVAudioSession.Port.carAudio

/// The type, as Swift 3 had it.
public typealias AVAudioSessionCategoryOptions = AVAudioSession.CategoryOptions
/// The type, as Swift 3 had it.
public typealias AVAudioSessionSetActiveOptions = AVAudioSession.SetActiveOptions
/// The type, as Swift 3 had it.
public typealias AVAudioSessionInterruptionType = AVAudioSession.InterruptionType
/// The type, as Swift 3 had it.
public typealias AVAudioSessionInterruptionOptions = AVAudioSession.InterruptionOptions
/// The type, as Swift 3 had it.
public typealias AVAudioSessionRouteChangeReason = AVAudioSession.RouteChangeReason
/// The type, as Swift 3 had it.
public typealias AVAudioSessionSilenceSecondaryAudioHintType = AVAudioSession.SilenceSecondaryAudioHintType
/// The type, as Swift 3 had it.
public typealias AVAudioSessionPortOverride = AVAudioSession.PortOverride
/// The type, as Swift 3 had it.
public typealias AVAudioSessionRecordPermission = AVAudioSession.RecordPermission
/// The type, as Swift 3 had it.
public typealias AVAudioSessionIOType = AVAudioSession.IOType
/// The type, as Swift 3 had it.
public typealias AVAudioSessionRouteSharingPolicy = AVAudioSession.RouteSharingPolicy
/// The type, as Objective-C has it.
public typealias AVAudioSessionErrorCode = AVAudioSession.ErrorCode
/// The type, as Objective-C has it.
public typealias AVAudioStereoOrientation = AVAudioSession.StereoOrientation

extension NSNotification.Name {
    /// `AVAudioSession.interruptionNotification`, as Swift 3 had it.
    public static let AVAudioSessionInterruption = AVAudioSession.interruptionNotification
    /// `AVAudioSession.routeChangeNotification`, as Swift 3 had it.
    public static let AVAudioSessionRouteChange = AVAudioSession.routeChangeNotification
    /// `AVAudioSession.mediaServicesWereLostNotification`, as Swift 3 had it.
    public static let AVAudioSessionMediaServicesWereLost = AVAudioSession.mediaServicesWereLostNotification
    /// `AVAudioSession.mediaServicesWereResetNotification`, as Swift 3 had it.
    public static let AVAudioSessionMediaServicesWereReset = AVAudioSession.mediaServicesWereResetNotification
    /// `AVAudioSession.silenceSecondaryAudioHintNotification`, as Swift 3 had it.
    public static let AVAudioSessionSilenceSecondaryAudioHint = AVAudioSession.silenceSecondaryAudioHintNotification
}
