/// A message to one app.
public struct Notice: Hashable, Sendable {
    public let app: AppID
    public let message: Message

    /// The messages, in the order in which those of one step are given.
    public enum Message: Hashable, Sendable {
        /// A sound ran to its end; a sound that was cut says nothing.
        case soundFinished(SoundID)
        case terminated
        case mediaServicesWereLost
        case mediaServicesWereReset
        /// `previous`: the route before.
        case routeChange(RouteChangeReason, previous: Route)
        case interruptionBegan(because: InterruptionReason = .default)
        /// `shouldResume` is nil in rule books without the flag.
        case interruptionEnded(shouldResume: Bool?)
        case silenceSecondaryAudioHint(begins: Bool)
        /// The media volume in force, 0 to 1.
        case outputVolume(Double)
        /// The system has activated the app's session for its call.
        case callActivated
        /// The system has taken the session of the app's call away: the call is on hold, or over.
        case callDeactivated
        /// The app's input has been muted or unmuted.
        case inputMuteStateChange(Bool)
        /// The person wants something of the app's playback.
        case remoteCommand(RemoteCommand)
        /// The app's session is active, by its own call or by the start of a sound.
        case becameActive
        /// The app's session is not active any more.
        case becameInactive(Deactivation)
        /// An interruption, or the reason for a refused activation, has ended. The value says whether to resume.
        case resumptionRecommended(Bool)
        /// The microphones that the app may use have changed.
        case availableInputsChange
        /// The person has shown the wish to hear the app, whose output is muted.
        case userIntentToUnmuteOutput
        /// The app's output has been muted or unmuted.
        case outputMuteStateChange(Bool)
        /// The phone has come to an ear, or has left it; told to the app in front.
        case proximityStateChange(Proximity)

        var rank: Int {
            switch self {
            case .soundFinished: 0
            case .terminated: 1
            case .mediaServicesWereLost, .mediaServicesWereReset: 2
            case .routeChange, .availableInputsChange: 3
            case .interruptionBegan, .interruptionEnded, .becameActive, .becameInactive, .resumptionRecommended: 4
            case .callActivated, .callDeactivated: 5
            case .silenceSecondaryAudioHint: 6
            case .outputVolume: 7
            case .inputMuteStateChange, .userIntentToUnmuteOutput, .outputMuteStateChange, .proximityStateChange: 8
            case .remoteCommand: 9
            }
        }
    }
}

extension Notice {
    /// Whether an app may resume that is told the end of an interruption: as the flag says, and always where the system has
    /// none (R-INT-5).
    package static func letsResume(_ shouldResume: Bool?) -> Bool { shouldResume ?? true }
}

/// The reason for which the route changed, with AVAudioSession's names and codes.
public enum RouteChangeReason: UInt8, CaseIterable, Hashable, Sendable {
    case unknown = 0
    case newDeviceAvailable = 1
    case oldDeviceUnavailable = 2
    case categoryChange = 3
    case override = 4
    case wakeFromSleep = 6
    case noSuitableRouteForCategory = 7
    case routeConfigurationChange = 8

    /// AVAudioSession's spelling.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .newDeviceAvailable: "newDeviceAvailable"
        case .oldDeviceUnavailable: "oldDeviceUnavailable"
        case .categoryChange: "categoryChange"
        case .override: "override"
        case .wakeFromSleep: "wakeFromSleep"
        case .noSuitableRouteForCategory: "noSuitableRouteForCategory"
        case .routeConfigurationChange: "routeConfigurationChange"
        }
    }
}

/// The reason for which an interruption began, with AVAudioSession's names.
public enum InterruptionReason: UInt8, CaseIterable, Hashable, Sendable {
    case `default` = 0
    case appWasSuspended = 1
    case builtInMicMuted = 2
    case routeDisconnected = 4

    /// AVAudioSession's spelling.
    public var name: String {
        switch self {
        case .default: "default"
        case .appWasSuspended: "appWasSuspended"
        case .builtInMicMuted: "builtInMicMuted"
        case .routeDisconnected: "routeDisconnected"
        }
    }
}

/// The cause that has made a session inactive: the app or the system, with the system's reason.
public enum Deactivation: Hashable, Sendable {
    /// The app itself.
    case app
    /// The system, by an interruption with this reason.
    case system(because: InterruptionReason)

    /// The name of its source, as AVAudioSession spells it.
    public var source: String { self == .app ? "app" : "system" }

    /// The reason, where the system has done it.
    public var reason: InterruptionReason? {
        if case .system(let reason) = self { reason } else { nil }
    }
}

extension Deactivation: CustomStringConvertible {
    public var description: String { reason.map { "system(because: \($0))" } ?? "app" }
}

/// The refusal of a step: AVAudioSession's error where it has one, the rule, and what would work instead.
public struct Refusal: Hashable, Sendable {
    public let error: SessionError
    public let rule: RuleID
    /// The app, the sound or the device that the sentence is about.
    public let subject: Subject
    /// The problem and what would work instead, as a sentence.
    public let sentence: Sentence
}

/// The errors of the session interface, with AVAudioSession's spelling and codes.
public enum SessionError: UInt8, VocabularyWord {
    case badParam, cannotInterruptOthers, cannotStartPlaying, cannotStartRecording, incompatibleCategory
    case insufficientPriority, isBusy, mediaServicesFailed
    /// The app is not alive and the step needs it to be; not Apple's.
    case notRunning
    case siriIsRecording

    public static let names = [
        "badParam", "cannotInterruptOthers", "cannotStartPlaying", "cannotStartRecording", "incompatibleCategory",
        "insufficientPriority", "isBusy", "mediaServicesFailed", "notRunning", "siriIsRecording",
    ]

    /// AVAudioSession's code, or nil for an error that it does not have.
    public var code: Int32? {
        switch self {
        case .badParam: -50
        case .cannotInterruptOthers: 560_557_684
        case .cannotStartPlaying: 561_015_905
        case .cannotStartRecording: 561_145_187
        case .incompatibleCategory: 560_161_140
        case .insufficientPriority: 561_017_449
        case .isBusy: 560_030_580
        case .mediaServicesFailed: 1_836_282_486
        case .notRunning: nil
        case .siriIsRecording: 1_936_290_409
        }
    }
}

/// An answer to an app.
public enum Answer: Hashable, Sendable {
    case flag(Bool)
    case volume(Double)
    case category(Category)
    case route(Route)
    /// Microphones.
    case inputs(PortSet)
    /// A microphone, or none.
    case input(Port?)
    /// The slider shows this level.
    case slider(Double)
    /// The slider gives way to the name of the accessory (R-VOL-7).
    case accessory(Accessory.Kind, name: Name?)
    /// The app's answer to a remote command.
    case status(RemoteCommandStatus)
    case promptStyle(PromptStyle)
}

/// The length of prompts that an app should speak, with AVAudioSession's names.
public enum PromptStyle: UInt8, VocabularyWord {
    case none, short, normal

    public static let names = ["none", "short", "normal"]
}
