/// The result of one call: the policy's verdict, with its reasons where they were asked for.
public struct CallOutcome: Hashable, Sendable {
    /// Nil if the call was accepted.
    public let refusal: CallRefusal?
    /// The answer to a question.
    public let answer: CallAnswer?
    /// The time of the decision.
    public let at: MachineTime
    /// Every rule that decided something, in order; empty unless the call asked for reasons.
    public let because: [CallReason]
    /// The scenes and notices that will have arrived once all that follows from the decision has come; nil from a
    /// device that does not count them.
    public var mark: DecisionMark?

    /// Whether the policy did what was asked.
    public var isAccepted: Bool { refusal == nil }

    /// Describes an outcome.
    public init(
        refusal: CallRefusal? = nil, answer: CallAnswer? = nil, at: MachineTime, because: [CallReason] = [],
        mark: DecisionMark? = nil
    ) {
        (self.refusal, self.answer, self.at, self.because, self.mark) = (refusal, answer, at, because, mark)
    }
}

/// The numbers of the last scene of a process and of the last notice of one of its apps, up to a decision and with what
/// follows from it.
public struct DecisionMark: Hashable, Sendable {
    /// The scenes of the process, counted from 1.
    public let scene: UInt64
    /// The number of the app's last notice; 0 before the first.
    public let notice: UInt64

    /// Describes a mark.
    public init(scene: UInt64, notice: UInt64) { (self.scene, self.notice) = (scene, notice) }
}

/// The refusal of a call. Nothing has changed, except for R-ACT-9 of the books from iOS 8 to iOS 18.
public struct CallRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let error: SessionError
    public let rule: RuleID
    /// A sentence that says what is wrong, and what would work instead.
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

/// One rule that decided something, and what it says here.
public struct CallReason: Hashable, Sendable {
    public let rule: RuleID
    /// The name of the app that it is about, or nil for the device.
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
    /// The slider stands at this level, 0 to 1.
    case level(Double)
    /// The slider gives way to the name of an accessory without volume control (R-VOL-7).
    case accessory(Accessory.Kind, name: String?)
}
