public import SessionPolicy

/// One step of the vocabulary, read and checked: what happens, and when.
public struct TimedStep: Sendable {
    public let verb: Verb
    /// Seconds from the start; nil for the time of the step before.
    public let at: Double?
    /// The app that the step names, if any.
    public let app: AppID?
    public let action: Action
    /// Where the step stands in its text.
    public let position: SourcePosition
    /// Where its time stands.
    let timePosition: SourcePosition

    /// What a step does.
    public enum Action: Sendable {
        case event(Event)
        /// The rule book comes into force; only as the first step.
        indirect case rules(RuleBook)
    }

    /// The longest time that a step may have, in seconds: the clock counts nanoseconds in 63 bits.
    public static let latest = 9e9

    /// Creates a step without a text.
    ///
    /// - Parameters:
    ///   - verb: The verb as which it is reported.
    ///   - at: Seconds from the start; nil for the time of the step before.
    ///   - app: The app that it is about, if any.
    ///   - action: What it does.
    public init(_ verb: Verb, at: Double? = nil, app: AppID? = nil, action: Action) {
        let nowhere = SourcePosition(line: 0, column: 0)
        self.init(verb: verb, at: at, app: app, action: action, position: nowhere, timePosition: nowhere)
    }

    init(
        verb: Verb, at: Double?, app: AppID?, action: Action, position: SourcePosition, timePosition: SourcePosition
    ) {
        self.verb = verb
        self.at = at
        self.app = app
        self.action = action
        self.position = position
        self.timePosition = timePosition
    }

    /// What is wrong with the time of this step after a step at another time; nil where nothing is.
    package func timeError(after previous: Double) -> StepError? {
        guard let at else { return nil }
        guard at >= 0, at <= Self.latest else {
            return StepError(timePosition, "\"at\" is \(at); it must be from 0 to 9000000000 seconds")
        }
        guard at >= previous else {
            return StepError(
                timePosition, "time runs backwards from \(previous) to \(at); \"at\" must be \(previous) or more")
        }
        return nil
    }
}
