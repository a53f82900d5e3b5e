// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// The names of Swift 3 to 4.1; sources of that age say them without the type.

public let AVAudioSessionCategoryAmbient = AVAudioSession.Category.ambient
public let AVAudioSessionCategorySoloAmbient = AVAudioSession.Category.soloAmbient
public let AVAudioSessionCategoryPlayback = AVAudioSession.Category.playback
public let AVAudioSessionCategoryRecord = AVAudioSession.Category.record
public let AVAudioSessionCategoryPlayAndRecord = AVAudioSession.Category.playAndRecord
public let AVAudioSessionCategoryAudioProcessing = AVAudioSession.Category.audioProcessing
public let AVAudioSessionCategoryMultiRoute = AVAudioSession.Category.multiRoute
public let AVAudioSessionModeDefault = AVAudioSession.Mode.default
public let AVAudioSessionModeVoiceChat = AVAudioSession.Mode.voiceChat
public let AVAudioSessionModeGameChat = AVAudioSession.Mode.gameChat
public let AVAudioSessionModeVideoRecording = AVAudioSession.Mode.videoRecording
public let AVAudioSessionModeMeasurement = AVAudioSession.Mode.measurement
public let AVAudioSessionModeMoviePlayback = AVAudioSession.Mode.moviePlayback
public let AVAudioSessionModeVideoChat = AVAudioSession.Mode.videoChat
public let AVAudioSessionModeSpokenAudio = AVAudioSession.Mode.spokenAudio
public let AVAudioSessionPortLineIn = AVAudioSession.Port.lineIn
public let AVAudioSessionPortBuiltInMic = AVAudioSession.Port.builtInMic
public let AVAudioSessionPortHeadsetMic = AVAudioSession.Port.headsetMic
public let AVAudioSessionPortLineOut = AVAudioSession.Port.lineOut
public let AVAudioSessionPortHeadphones = AVAudioSession.Port.headphones
public let AVAudioSessionPortBluetoothA2DP = AVAudioSession.Port.bluetoothA2DP
public let AVAudioSessionPortBuiltInReceiver = AVAudioSession.Port.builtInReceiver
public let AVAudioSessionPortBuiltInSpeaker = AVAudioSession.Port.builtInSpeaker
public let AVAudioSessionPortHDMI = AVAudioSession.Port.HDMI
public let AVAudioSessionPortAirPlay = AVAudioSession.Port.airPlay
public let AVAudioSessionPortBluetoothLE = AVAudioSession.Port.bluetoothLE
public let AVAudioSessionPortBluetoothHFP = AVAudioSession.Port.bluetoothHFP
public let AVAudioSessionPortUSBAudio = AVAudioSession.Port.usbAudio
public let AVAudioSessionPortCarAudio = AVAudioSession.Port.carAudio

public typealias AVAudioSessionCategoryOptions = AVAudioSession.CategoryOptions
public typealias AVAudioSessionSetActiveOptions = AVAudioSession.SetActiveOptions
public typealias AVAudioSessionInterruptionType = AVAudioSession.InterruptionType
public typealias AVAudioSessionInterruptionOptions = AVAudioSession.InterruptionOptions
public typealias AVAudioSessionRouteChangeReason = AVAudioSession.RouteChangeReason
public typealias AVAudioSessionSilenceSecondaryAudioHintType = AVAudioSession.SilenceSecondaryAudioHintType
public typealias AVAudioSessionPortOverride = AVAudioSession.PortOverride
public typealias AVAudioSessionRecordPermission = AVAudioSession.RecordPermission
public typealias AVAudioSessionIOType = AVAudioSession.IOType
public typealias AVAudioSessionRouteSharingPolicy = AVAudioSession.RouteSharingPolicy
public typealias AVAudioSessionErrorCode = AVAudioSession.ErrorCode
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
