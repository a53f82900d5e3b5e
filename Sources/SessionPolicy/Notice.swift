/// What one app is told.
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
        case routeChange(RouteChangeReason)
        case interruptionBegan
        /// `shouldResume` is nil in rule books without the flag.
        case interruptionEnded(shouldResume: Bool?)
        case silenceSecondaryAudioHint(begins: Bool)
        /// The media volume in force, 0 to 1.
        case outputVolume(Double)

        var rank: Int {
            switch self {
            case .soundFinished: 0
            case .terminated: 1
            case .mediaServicesWereLost, .mediaServicesWereReset: 2
            case .routeChange: 3
            case .interruptionBegan, .interruptionEnded: 4
            case .silenceSecondaryAudioHint: 5
            case .outputVolume: 6
            }
        }
    }
}

/// Why the route changed, with AVAudioSession's names and codes.
public enum RouteChangeReason: UInt8, CaseIterable, Hashable, Sendable {
    case unknown = 0
    case newDeviceAvailable = 1
    case oldDeviceUnavailable = 2
    case categoryChange = 3
    case override = 4
    case wakeFromSleep = 6
    case noSuitableRouteForCategory = 7
    case routeConfigurationChange = 8
}

/// Why a step was refused: AVAudioSession's error where it has one, the rule, and what would work instead.
public struct Refusal: Hashable, Sendable {
    public let error: SessionError
    public let rule: RuleID
    /// Whom the sentence is about.
    public let subject: Subject
    /// Why not, and what would work instead.
    public let sentence: Sentence
}

/// The errors of the session interface, with AVAudioSession's spelling and codes.
public enum SessionError: UInt8, CaseIterable, Hashable, Sendable {
    case badParam, cannotInterruptOthers, cannotStartPlaying, cannotStartRecording, incompatibleCategory
    case insufficientPriority, isBusy, mediaServicesFailed
    /// Not Apple's: the app is not alive and the step needs it to be.
    case notRunning

    /// AVAudioSession's name of the error, `notRunning` excepted.
    public var name: String {
        switch self {
        case .badParam: "badParam"
        case .cannotInterruptOthers: "cannotInterruptOthers"
        case .cannotStartPlaying: "cannotStartPlaying"
        case .cannotStartRecording: "cannotStartRecording"
        case .incompatibleCategory: "incompatibleCategory"
        case .insufficientPriority: "insufficientPriority"
        case .isBusy: "isBusy"
        case .mediaServicesFailed: "mediaServicesFailed"
        case .notRunning: "notRunning"
        }
    }

    /// AVAudioSession's code; nil for an error that it does not have.
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
        }
    }
}

/// What an app is answered.
public enum Answer: Hashable, Sendable {
    case flag(Bool)
    case volume(Double)
    case category(Category)
    case route(Route)
    /// The slider shows this level.
    case slider(Double)
    /// The slider gives way to the name of the accessory (R-VOL-7).
    case accessory(Accessory.Kind, name: Name?)
}
