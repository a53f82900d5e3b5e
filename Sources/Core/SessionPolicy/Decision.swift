/// A conclusion of the policy about an app, a sound or the device, with its rule.
public struct Decision: Hashable, Sendable {
    public let rule: RuleID
    public let subject: Subject
    public let sentence: Sentence
}

/// The app, the sound or the device that a decision is about.
public enum Subject: Hashable, Sendable {
    case device
    case app(AppID)

    /// The app, or the device without one.
    init(_ app: AppID?) { self = app.map(Subject.app) ?? .device }

    /// The app, or nil for the device.
    package var app: AppID? { if case .app(let app) = self { app } else { nil } }
}

/// The outcome of one `reduce`: the next state and its effects, in the order in which a host carries them out. Level
/// changes are the difference of the pictures.
public struct Step: Sendable {
    /// The state after the step.
    public var state: PolicyState
    /// Whether the state may have changed; if false, it is equal.
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
}

extension Step {
    /// Creates a step without effects.
    ///
    /// - Parameter state: The state before, and after.
    public init(idleIn state: PolicyState) { self.init(state: state) }
}
