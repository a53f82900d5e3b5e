/// The result of a call, with the reasons if requested.
public struct CallOutcome: Hashable, Sendable {
    /// The refusal, or nil if the call was accepted.
    public let refusal: CallRefusal?
    /// The answer to a question.
    public let answer: CallAnswer?
    /// The time of the decision.
    public let at: MachineTime
    /// The rules that decided, in order; empty unless requested.
    public let because: [CallReason]
    /// How far a client must read to have seen every effect of the call, or nil from a device that does not count.
    public var mark: DecisionMark?

    /// Whether the call was accepted.
    public var isAccepted: Bool { refusal == nil }

    /// Describes an outcome.
    public init(
        refusal: CallRefusal? = nil, answer: CallAnswer? = nil, at: MachineTime, because: [CallReason] = [],
        mark: DecisionMark? = nil
    ) {
        (self.refusal, self.answer, self.at, self.because, self.mark) = (refusal, answer, at, because, mark)
    }
}

/// How far a client must read to have seen every effect of a call: the number of the last scene and of the last notice.
public struct DecisionMark: Hashable, Sendable {
    /// The number of the process's last scene, from 1.
    public let scene: UInt64
    /// The number of the app's last notice; 0 before the first.
    public let notice: UInt64

    /// Describes a mark.
    public init(scene: UInt64, notice: UInt64) { (self.scene, self.notice) = (scene, notice) }
}

/// The refusal of a call. Nothing has changed, except by R-ACT-9 in the books of iOS 8 to iOS 18.
public struct CallRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let error: SessionError
    public let rule: RuleID
    /// The problem and what would work instead, as a sentence.
    public let sentence: String

    /// AVAudioSession's code, or nil for an error that it does not have.
    public var code: Int32? { error.code }

    /// The error, the rule and the sentence.
    public var description: String { "\(error.name): \(sentence) (\(rule.id))" }

    /// Describes a refusal.
    public init(error: SessionError, rule: RuleID, sentence: String) {
        (self.error, self.rule, self.sentence) = (error, rule, sentence)
    }
}

/// A rule that decided something, with its sentence.
public struct CallReason: Hashable, Sendable {
    public let rule: RuleID
    /// The app that it is about, or nil for the device.
    public let app: String?
    public let sentence: String

    /// Describes a reason.
    public init(rule: RuleID, app: String?, sentence: String) {
        (self.rule, self.app, self.sentence) = (rule, app, sentence)
    }
}

/// The answer to a question of an app.
public enum CallAnswer: Hashable, Sendable {
    case flag(Bool)
    /// A volume, 0 to 1.
    case volume(Double)
    case category(Category)
    case route(RouteFacts)
    /// The state of the volume slider.
    case slider(VolumeSlider)
    /// The length of prompts that the app should speak.
    case promptStyle(PromptStyle)
}

/// The state of a volume slider.
public enum VolumeSlider: Hashable, Sendable {
    /// The slider's level, 0 to 1.
    case level(Double)
    /// The name of an accessory without volume control, shown instead of the slider (R-VOL-7).
    case accessory(Accessory.Kind, name: String?)
}
