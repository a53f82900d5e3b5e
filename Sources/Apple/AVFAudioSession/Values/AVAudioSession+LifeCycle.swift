public import Foundation

// The names are Apple's, of iOS 26 and 27.

extension AVAudioSession {
    /// Posted when the session has become active, on the main thread; from iOS 27 on (R-LC-1).
    public static let didBecomeActiveNotification = NSNotification.Name("AVAudioSessionDidBecomeActiveNotification")
    /// Posted when the session has become inactive, by the app or the system, on the main thread; from iOS 27 on (R-LC-2).
    public static let didBecomeInactiveNotification = NSNotification.Name(
        "AVAudioSessionDidBecomeInactiveNotification")
    /// The key for the `DeactivationContext` of `didBecomeInactiveNotification`.
    public static let deactivationContextKey = "AVAudioSessionDeactivationContextKey"
    /// Posted on the main thread when an interruption, or the cause of a refused activation, has ended; from iOS 27 on
    /// (R-LC-3).
    public static let resumptionRecommendationNotification = NSNotification.Name(
        "AVAudioSessionResumptionRecommendationNotification")
    /// The key for the `ResumptionContext` of `resumptionRecommendationNotification`.
    public static let resumptionContextKey = "AVAudioSessionResumptionContextKey"
    /// Posted on the main thread when the app's output has been muted or unmuted; from iOS 26 on (R-OM-2).
    public static let outputMuteStateChangeNotification = NSNotification.Name(
        "AVAudioSessionOutputMuteStateChangeNotification")
    /// The key for the mute state: 1 if the output is muted, else 0.
    public static let muteStateKey = "AVAudioSessionMuteStateKey"
    /// Posted on the main thread when the user turns up the volume while the app's output is muted; from iOS 26 on (R-OM-3).
    public static let userIntentToUnmuteOutputNotification = NSNotification.Name(
        "AVAudioSessionUserIntentToUnmuteOutputNotification")

    /// The side that made a session inactive.
    public enum DeactivationSource: UInt, Sendable {
        case app = 1  // The app itself.
        case system = 2  // The system, by an interruption.
    }

    /// The context of an interruption by the system.
    public final class InterruptionContext: NSObject, Sendable {
        public let reason: InterruptionReason

        init(reason: InterruptionReason) { self.reason = reason }
    }

    /// The context of a deactivation: its source and the system's reason.
    public final class DeactivationContext: NSObject, Sendable {
        public let source: DeactivationSource
        /// The interruption, or nil if the app deactivated the session itself.
        public let interruptionContext: InterruptionContext?

        package init(reason: InterruptionReason?) {
            source = reason == nil ? .app : .system
            interruptionContext = reason.map(InterruptionContext.init)
        }
    }

    /// The recommendation to an app whose interruption has ended.
    public enum ResumptionRecommendation: UInt, Sendable {
        case shouldNotResume = 0  // Wait for the user.
        case shouldResume = 1  // Resume.
    }

    /// The context of a recommendation to resume.
    public final class ResumptionContext: NSObject, Sendable {
        public let recommendation: ResumptionRecommendation

        package init(recommendation: ResumptionRecommendation) { self.recommendation = recommendation }
    }
}
