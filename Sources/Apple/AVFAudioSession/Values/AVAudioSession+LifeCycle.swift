public import Foundation

// The names are Apple's, of iOS 26 and 27.

extension AVAudioSession {
    /// Posted when the session has become active, on the main thread; from iOS 27 on (R-LC-1).
    public static let didBecomeActiveNotification = NSNotification.Name("AVAudioSessionDidBecomeActiveNotification")
    /// Posted when the session has become inactive, by the app or the system, on the main thread; from iOS 27 on (R-LC-2).
    public static let didBecomeInactiveNotification = NSNotification.Name(
        "AVAudioSessionDidBecomeInactiveNotification")
    /// Holds the `DeactivationContext` of `didBecomeInactiveNotification`.
    public static let deactivationContextKey = "AVAudioSessionDeactivationContextKey"
    /// Posted when an interruption is over, or what refused the session is, on the main thread; from iOS 27 on (R-LC-3).
    public static let resumptionRecommendationNotification = NSNotification.Name(
        "AVAudioSessionResumptionRecommendationNotification")
    /// Holds the `ResumptionContext` of `resumptionRecommendationNotification`.
    public static let resumptionContextKey = "AVAudioSessionResumptionContextKey"
    /// Posted when the app's output is muted, and when it is not any more, on the main thread; from iOS 26 on (R-OM-2).
    public static let outputMuteStateChangeNotification = NSNotification.Name(
        "AVAudioSessionOutputMuteStateChangeNotification")
    /// Holds 1 for an output that is muted now, else 0.
    public static let muteStateKey = "AVAudioSessionMuteStateKey"
    /// Posted when the person turns the volume up while the app's output is muted, on the main thread; from iOS 26 on
    /// (R-OM-3).
    public static let userIntentToUnmuteOutputNotification = NSNotification.Name(
        "AVAudioSessionUserIntentToUnmuteOutputNotification")

    /// The side that made a session inactive.
    public enum DeactivationSource: UInt, Sendable {
        case app = 1  // The app itself.
        case system = 2  // The system, by an interruption.
    }

    /// The reason of an interruption by the system.
    public final class InterruptionContext: NSObject, Sendable {
        public let reason: InterruptionReason

        init(reason: InterruptionReason) { self.reason = reason }
    }

    /// The side that made a session inactive, and the system's reason.
    public final class DeactivationContext: NSObject, Sendable {
        public let source: DeactivationSource
        /// Nil if the app itself has done it.
        public let interruptionContext: InterruptionContext?

        package init(reason: InterruptionReason?) {
            source = reason == nil ? .app : .system
            interruptionContext = reason.map(InterruptionContext.init)
        }
    }

    /// The advice to an app whose interruption is over.
    public enum ResumptionRecommendation: UInt, Sendable {
        case shouldNotResume = 0  // Wait for the person.
        case shouldResume = 1  // Go on.
    }

    /// The advice to an app whose interruption is over, in a notification.
    public final class ResumptionContext: NSObject, Sendable {
        public let recommendation: ResumptionRecommendation

        package init(recommendation: ResumptionRecommendation) { self.recommendation = recommendation }
    }
}
