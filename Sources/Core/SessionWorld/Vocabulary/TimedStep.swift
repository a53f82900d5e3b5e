public import SessionPolicy

/// An event created at its decision, with the world's numbers for names.
package typealias DeferredEvent = @Sendable (inout World) -> Event

/// One step of the vocabulary, read and checked: what happens, and when.
public struct TimedStep: Sendable {
    public let verb: Verb
    /// The time of the step, or nil for that of the step before.
    public let at: StepTime?
    /// The app that the step names, if any.
    public let app: AppID?
    public let action: Action
    /// The place of the step in its text.
    public let position: SourcePosition
    let timePosition: SourcePosition

    /// The action of a step.
    public enum Action: Sendable {
        case event(Event)
        /// Chooses a rule book and its changes; first step only. Without a book, the world's book or the version's
        /// default is used. `version`: the version of the protocol for replies, or nil for the oldest.
        indirect case rules(RuleBook?, set: [RuleBook.Change] = [], version: Int? = nil)
    }

    /// Returns the error of this step's time after a previous one, if any.
    func timeError(after previous: StepTime) -> StepError? { at?.error(after: previous, at: timePosition) }
}

extension TimedStep {
    /// Creates a step without a text.
    ///
    /// - Parameters:
    ///   - verb: The verb to report.
    ///   - at: The time, at most `Instant.latest`, or nil for that of the previous step.
    ///   - app: The app that it is about, if any.
    ///   - action: What it does.
    public init(_ verb: Verb, at: Instant? = nil, app: AppID? = nil, action: Action) {
        self.init(
            verb: verb, at: at.map { StepTime($0) }, app: app, action: action, position: .nowhere,
            timePosition: .nowhere)
    }

    /// Creates a step out of an event, reported as its own verb.
    ///
    /// - Parameter at: The time, at most `Instant.latest`, or nil for that of the previous step.
    public init(_ event: Event, at: Instant? = nil) {
        self.init(event.verb, at: at, app: event.app, action: .event(event))
    }
}

/// The time of a step, with the seconds of its text, which a reply repeats.
public struct StepTime: Comparable, Sendable {
    public let instant: Instant
    /// Seconds from the start as written; may differ from the instant by less than a nanosecond.
    public let seconds: Double

    /// The time that a text tells in seconds from the start.
    public init(seconds: Double) {
        instant = Instant(seconds: seconds)
        self.seconds = seconds
    }

    /// The time of a step that was never told in seconds.
    public init(_ instant: Instant) {
        self.instant = instant
        seconds = instant.seconds
    }

    public static let zero = StepTime(.zero)

    public static func < (earlier: StepTime, later: StepTime) -> Bool {
        (earlier.instant, earlier.seconds) < (later.instant, later.seconds)
    }

    /// Returns the error of this time after a previous one, if any.
    func error(after previous: StepTime, at position: SourcePosition) -> StepError? {
        guard instant >= .zero, instant <= .latest else {
            return StepError(
                position, "\"at\" is \(seconds); it must be from 0 to \(Instant.latest.secondsText) seconds")
        }
        guard self >= previous else {
            return StepError(
                position,
                "time runs backwards from \(previous.seconds) to \(seconds); \"at\" must be \(previous.seconds) or more"
            )
        }
        return nil
    }
}
