public import SessionPolicy

/// What became of one call: the policy's verdict, with its reasons where they were asked for.
public struct CallOutcome: Hashable, Sendable {
    /// Nil where the call was accepted.
    public let refusal: CallRefusal?
    /// The answer to a question.
    public let answer: CallAnswer?
    /// When it was decided.
    public let at: MachineTime
    /// Every rule that decided something, in order; empty unless the call asked for reasons.
    public let because: [CallReason]
    /// What the app's process has been shown, and the app been told, once all that follows from the decision has come; nil
    /// from a device that does not count it.
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

/// How many scenes a process has been shown, and how many notices one of its apps been told, up to a decision and with what
/// follows from it.
public struct DecisionMark: Hashable, Sendable {
    /// The scenes of the process, counted from 1.
    public let scene: UInt64
    /// The number of the app's last notice; 0 before the first.
    public let notice: UInt64

    /// Describes a mark.
    public init(scene: UInt64, notice: UInt64) { (self.scene, self.notice) = (scene, notice) }
}

/// Why a call was refused. Nothing has changed, but for R-ACT-9 of the books from iOS 8 to iOS 18.
public struct CallRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public let error: SessionError
    public let rule: RuleID
    /// Why not, and what would work instead.
    public let sentence: String

    /// AVAudioSession's code; nil for an error that it does not have.
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
    /// The name of the app that it is about; nil for the device.
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
    /// What the volume slider shows.
    case slider(VolumeSlider)
    /// How much a prompt should say.
    case promptStyle(PromptStyle)
}

/// What a volume slider shows.
public enum VolumeSlider: Hashable, Sendable {
    /// The slider stands at this level, 0 to 1.
    case level(Double)
    /// It gives way to the name of an accessory without volume control (R-VOL-7).
    case accessory(Accessory.Kind, name: String?)
}
