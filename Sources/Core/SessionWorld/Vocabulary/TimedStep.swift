public import SessionPolicy

/// An event that is made at its decision, because its names get their numbers from the world.
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
        /// A rule book comes into force, with what is to be otherwise in it; only as the first step. Without a book it
        /// is the one that the world was made with, else the default of the version. `version`: as of which version of
        /// the protocol replies are told, or nil for the one before it could be chosen.
        indirect case rules(RuleBook?, set: [RuleBook.Change] = [], version: Int? = nil)
    }

    /// Creates a step without a text.
    ///
    /// - Parameters:
    ///   - verb: The verb as which it is reported.
    ///   - at: When it happens, at most `Instant.latest`, or nil for the time of the step before.
    ///   - app: The app that it is about, if any.
    ///   - action: What it does.
    public init(_ verb: Verb, at: Instant? = nil, app: AppID? = nil, action: Action) {
        self.init(
            verb: verb, at: at.map { StepTime($0) }, app: app, action: action, position: .nowhere,
            timePosition: .nowhere)
    }

    /// Creates a step out of an event, reported as its own verb.
    ///
    /// - Parameter at: When it happens, at most `Instant.latest`, or nil for the time of the step before.
    public init(_ event: Event, at: Instant? = nil) {
        self.init(event.verb, at: at, app: event.app, action: .event(event))
    }

    init(
        verb: Verb, at: StepTime?, app: AppID?, action: Action, position: SourcePosition, timePosition: SourcePosition
    ) {
        self.verb = verb
        self.at = at
        self.app = app
        self.action = action
        self.position = position
        self.timePosition = timePosition
    }

    /// Returns what is wrong with the time of this step after a step at another time, or nil if nothing is.
    func timeError(after previous: StepTime) -> StepError? { at?.error(after: previous, at: timePosition) }
}

/// The time of a step: the moment, and the number of seconds by which its text told it, which a reply repeats.
public struct StepTime: Comparable, Sendable {
    public let instant: Instant
    /// Seconds from the start, as they were told; they may differ from the moment by less than a nanosecond.
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

    /// Returns what is wrong with this time after another one, or nil if nothing is.
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
