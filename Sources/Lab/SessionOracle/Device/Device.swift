public import SessionPolicy
public import SessionWorld

/// A phone in virtual time, for tests: drive it, ask who is heard, save it, branch it, compare it.
///
///     var phone = Device()
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
/// with the rules that decided; a test function of Swift Testing or XCTest that `throws` reports it as it is. If a test
/// should continue, `#expect(phone.isHeard("ipod/song"), "\(phone.story)")` and `XCTAssert(phone.isHeard("ipod/song"),
/// phone.story)` do the same.
///
/// It is a value without a clock: many of them run in parallel, on any thread, and time passes only by `advance`.
public struct Device: Sendable {
    private var world: World
    private var instant = Instant.zero
    private(set) var acts: [Act] = []
    /// How often the media server has died.
    package private(set) var mediaServerLosses = 0

    struct Act: Sendable {
        let event: Event
        let reply: Reply
        /// Whether it became due by time on a running phone, rather than being caused by anyone.
        var wasDue = false
    }

    /// Creates a phone: nothing plays, no app lives, the switch is at ring, nothing is plugged in.
    public init(rules: RuleBook = .default) {
        world = World(rules)
    }

    /// The rules in force.
    public var rules: RuleBook { world.book }

    /// The state of the policy, for questions that no query answers.
    public var state: PolicyState { world.state }

    package var names: NameTable { world.names }
    var picture: Picture { world.picture }

    /// Virtual time since the start.
    public var time: Duration { Length(from: .zero, to: instant).duration }

    /// The number of acts so far.
    package var actCount: Int { acts.count }

    /// The event of an act.
    ///
    /// - Parameter index: Its number, from 0.
    package func event(ofAct index: Int) -> Event { acts[index].event }

    /// Whether an act was refused.
    ///
    /// - Parameter index: Its number, from 0.
    package func refused(act index: Int) -> Bool {
        if case .refused = acts[index].reply.outcome { true } else { false }
    }

    /// The act as a step for people, without the time: `setActive nav to true`.
    ///
    /// - Parameter index: Its number, from 0.
    package func phrase(ofAct index: Int) -> String { phrase(acts[index]) }

    /// The reply to the last act, or nil before the first.
    public var lastReply: Reply? { acts.last?.reply }

    // MARK: Time

    /// Advances the time; everything due on the way happens at its own time, in order.
    ///
    /// - Parameter length: The length of time; less than zero is zero.
    @discardableResult
    public mutating func advance(by length: Duration) -> Reply {
        instant = min(instant.advanced(by: Length(length)), .latest)
        return apply(.timePassed)
    }

    /// Takes any event of the policy, now.
    ///
    /// - Parameters:
    ///   - verb: The verb as which it is in the story.
    ///   - event: The event; its names are made by `name(_:)`.
    ///   - app: The app that it is about, if any.
    @discardableResult
    public mutating func apply(_ verb: Verb, _ event: Event, app: AppID? = nil) -> Reply {
        let reply = world.apply(TimedStep(verb, at: instant, app: app, action: .event(event)))
        acts.append(Act(event: event, reply: reply))
        if event == .mediaServices(.lost), refusal == nil { mediaServerLosses += 1 }
        return reply
    }

    /// Follows a decision of another phone under the same rules, and is as that phone afterwards.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - reply: The decision.
    ///   - world: The other phone after it.
    ///   - wasDue: Whether it became due by time, rather than being caused by anyone.
    package mutating func follow(_ event: Event, _ reply: Reply, _ world: World, wasDue: Bool = false) {
        follow(world)
        var event = event
        // A program may keep parts of its category; a step, and so a story, names all of it.
        if case .app(let app, .changeCategory(let category, let mode, let options, let policy)) = event,
            let session = state[app]?.session
        {
            let (all, kept) = (options ?? session.namedOptions, policy ?? session.policy)
            event = .app(app, .setCategory(category ?? session.category, mode ?? session.mode, all, policy: kept))
        }
        acts.append(Act(event: event, reply: reply, wasDue: wasDue))
        if event == .mediaServices(.lost), refusal == nil { mediaServerLosses += 1 }
    }

    /// Takes over the state of another phone.
    ///
    /// - Parameters:
    ///   - world: The other phone.
    ///   - now: Its time; nil for that of its last decision.
    package mutating func follow(_ world: World, at now: Instant? = nil) {
        (self.world, instant) = (world, now ?? world.time.instant)
    }

    /// The time since the start.
    package var now: Instant { instant }

    /// Returns whether an act became due by time on a running phone, rather than being caused by anyone.
    ///
    /// - Parameter index: Its number, from 0.
    package func wasDue(act index: Int) -> Bool { acts[index].wasDue }

    /// The time of an act.
    ///
    /// - Parameter index: Its number, from 0.
    package func time(ofAct index: Int) -> Instant { acts[index].reply.moment.at }

    mutating func apply(_ value: PositionedValue) throws(StepError) -> Reply {
        var reader = StepReader()
        reader.earliest = StepTime(instant)
        let step = try reader.read(value, names: &world.names)
        guard case .event(let event) = step.action else {
            throw StepError(value.position, "a device has its rule book from the start; say Device(rules:)")
        }
        instant = step.at?.instant ?? instant
        return apply(step.verb, event, app: step.app)
    }

    /// The name for a text in the events of this device.
    public mutating func name(_ text: String) -> Name { world.name(text) }

    mutating func apply(_ event: Event) -> Reply { apply(event.verb, event, app: event.app) }
}

extension Device: Hashable {
    /// Whether two phones are in the same situation at the same time under the same rules, whatever their steps.
    public static func == (one: Device, other: Device) -> Bool {
        one.instant == other.instant && one.rules == other.rules
            && Situation(one.state, one.names) == Situation(other.state, other.names)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(instant)
        hasher.combine(Situation(state, names))
    }
}

/// A state with texts for names, so that the numbers of names do not affect equality.
private struct Situation: Hashable {
    private let text: String

    init(_ state: PolicyState, _ names: NameTable) { text = Self.text(of: state, names) }

    private static func text(of value: Any, _ names: NameTable) -> String {
        if let name = value as? Name { return names[name].debugDescription }
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty { return "\(value)" }
        let parts = mirror.children.map { "\($0.label ?? ""): \(text(of: $0.value, names))" }
        let isUnordered = mirror.displayStyle == .set || mirror.displayStyle == .dictionary
        return "(" + (isUnordered ? parts.sorted() : parts).joined(separator: ", ") + ")"
    }
}
