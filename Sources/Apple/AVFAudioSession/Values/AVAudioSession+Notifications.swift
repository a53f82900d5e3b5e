// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// The names are Apple's.

extension AVAudioSession {
    /// Posted when an interruption begins or ends, on the main thread.
    public static let interruptionNotification = NSNotification.Name("AVAudioSessionInterruptionNotification")
    /// Posted when the route has changed, on a thread that is not the main one.
    public static let routeChangeNotification = NSNotification.Name("AVAudioSessionRouteChangeNotification")
    /// Posted when the media server is gone, on the main thread.
    public static let mediaServicesWereLostNotification = NSNotification.Name(
        "AVAudioSessionMediaServicesWereLostNotification")
    /// Posted when the media server is back, and knows nothing, on the main thread.
    public static let mediaServicesWereResetNotification = NSNotification.Name(
        "AVAudioSessionMediaServicesWereResetNotification")
    /// Posted when another app's main sound begins or ends, on the main thread.
    public static let silenceSecondaryAudioHintNotification = NSNotification.Name(
        "AVAudioSessionSilenceSecondaryAudioHintNotification")
    /// Never posted: it would tell that headphones begin or cease to render around the head.
    public static let spatialPlaybackCapabilitiesChangedNotification = NSNotification.Name(
        "AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification")
    /// Posted when other inputs can be had, on a thread that is not the main one.
    public static let availableInputsChangeNotification = NSNotification.Name(
        "AVAudioSessionAvailableInputsChangeNotification")
}

/// Holds an `InterruptionType` as a number; in both halves of an interruption.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// Holds `InterruptionOptions` as a number; in every end of an interruption.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// Holds an `InterruptionReason` as a number; in the beginning of an interruption.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Holds a truth value: the app was suspended when the interruption began.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// Holds a `RouteChangeReason` as a number.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// Holds the route that was left, as an `AVAudioSessionRouteDescription`.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// Holds a `SilenceSecondaryAudioHintType` as a number.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
/// Holds a truth value: headphones render around the head.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"
