/// A conclusion of the policy about an app, a sound or the device, and the rule that says so.
public struct Decision: Hashable, Sendable {
    public let rule: RuleID
    public let subject: Subject
    public let sentence: Sentence
}

/// The app, the sound or the device that a decision is about.
public enum Subject: Hashable, Sendable {
    case device
    case app(AppID)

    /// The app, or nil for the device.
    package var app: AppID? { if case .app(let app) = self { app } else { nil } }
}

/// The outcome of one `reduce`: the next state, and everything the step has to say, in the order in which a host
/// honours it: first what apps are told, then vibration; the levels are the difference of the pictures.
public struct Step: Sendable {
    /// The state after the step.
    public var state: PolicyState
    /// Whether the state may be another one than before; if it is false, the state is the same.
    package private(set) var isChanged = false
    /// Nil if the step was accepted.
    public var refusal: Refusal?
    /// The answer to a question.
    public var answer: Answer?
    /// The notices to apps, in order.
    public var notices: [Notice] = []
    /// The decisions, in the order in which they were made.
    public var decisions: [Decision] = []
    /// The sounds that begin from their beginning at this step.
    public var started: [SoundReference] = []
    /// Whether the device vibrates.
    public var vibrates = false

    /// A step from which nothing has come yet.
    ///
    /// - Parameter state: The state before, and after.
    public init(idleIn state: PolicyState) { self.state = state }

    init(
        state: PolicyState, isChanged: Bool, refusal: Refusal?, answer: Answer?, notices: [Notice],
        decisions: [Decision], started: [SoundReference], vibrates: Bool
    ) {
        (self.state, self.isChanged, self.refusal, self.answer) = (state, isChanged, refusal, answer)
        (self.notices, self.decisions, self.started, self.vibrates) = (notices, decisions, started, vibrates)
    }
}
