public import SessionPolicy
public import SessionWorld

/// A phone in virtual time, for tests: drive it, ask who is heard, save it, branch it, compare it.
///
///     var phone = Device(rules: .modern)
///     phone.launch("ipod", .system)
///     phone.play("ipod", "song")
///     phone.launch("nav", backgroundAudio: true)
///     phone.setCategory("nav", .playback, options: .duckOthers)
///     phone.activate("nav")
///     try phone.expect(ducked: ["ipod/song"])
///
///     var ringing = phone            // a branch: from here, ring
///     ringing.ring()
///     try ringing.expect(heard: ["ringtone"])
///
/// Every `expect` throws an `UnmetExpectation`, whose description says what was expected, what was, and the whole story
/// with the rules that decided; a test function of Swift Testing or XCTest that `throws` reports it as it is. Where a
/// test should go on, `#expect(phone.isHeard("ipod/song"), "\(phone.story)")` and
/// `XCTAssert(phone.isHeard("ipod/song"), phone.story)` do the same.
///
/// It is a value without a clock: many of them run in parallel, on any thread, and no time passes but by `advance`.
public struct Device: Sendable {
    private var world: World
    /// Nanoseconds from the start.
    private var nanoseconds: Int64 = 0
    private(set) var acts: [Act] = []

    /// One thing that was done, and what came of it.
    struct Act: Sendable {
        let event: Event
        let reply: Reply
    }

    /// Creates a phone: nothing plays, no app lives, the switch is at ring, nothing is plugged in.
    public init(rules: RuleBook = .iPhoneOS3) {
        world = World(rules)
    }

    /// The rules in force.
    public var rules: RuleBook { world.book }

    /// The state of the policy, for whoever asks what no query answers.
    public var state: PolicyState { world.state }

    var names: NameTable { world.names }
    var picture: Picture { world.picture }

    /// Virtual time since the start.
    public var time: Duration { .nanoseconds(nanoseconds) }

    /// What came of the last act; nil before the first.
    public var lastReply: Reply? { acts.last?.reply }

    // MARK: Time

    /// Lets time pass; whatever falls due on the way happens at its own time, in order.
    ///
    /// - Parameter length: How long; less than zero is zero.
    @discardableResult
    public mutating func advance(by length: Duration) -> Reply {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(Length(length).nanoseconds)
        nanoseconds = min(overflow ? .max : sum, Int64(TimedStep.latest) * 1_000_000_000)
        return take(.wait, .timePassed)
    }

    /// Takes any event of the policy, now.
    ///
    /// - Parameters:
    ///   - verb: The verb as which it stands in the story.
    ///   - event: What happens; its names are made by `name(_:)`.
    ///   - app: The app that it is about, if any.
    @discardableResult
    public mutating func take(_ verb: Verb, _ event: Event, app: AppID? = nil) -> Reply {
        let seconds = Double(nanoseconds) / 1_000_000_000
        let reply = world.take(TimedStep(verb, at: seconds, app: app, action: .event(event)))
        acts.append(Act(event: event, reply: reply))
        return reply
    }

    /// The name that stands for a text in the events of this device.
    public mutating func name(_ text: String) -> Name { world.name(text) }

    mutating func take(_ verb: Verb, _ app: String, _ event: (inout Device) -> AppEvent) -> Reply {
        let id = AppID(name(app))
        let event = event(&self)
        return take(verb, .app(id, event), app: id)
    }
}

extension Device: Hashable {
    /// Whether two phones are in the same situation at the same time under the same rules, whatever led there.
    public static func == (one: Device, other: Device) -> Bool {
        one.nanoseconds == other.nanoseconds && one.rules == other.rules
            && Situation(one.state, one.names) == Situation(other.state, other.names)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(nanoseconds)
        hasher.combine(Situation(state, names))
    }
}

extension Length {
    /// The length of a duration; less than zero is zero, more than 292 years is that.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        self.init(nanoseconds: overflow || carry ? (seconds < 0 ? 0 : .max) : sum)
    }
}
