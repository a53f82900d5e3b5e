import SessionPolicy
import SessionScenario
import SessionWorld

/// A trial device: a tree of trials, each a step with the resulting world. Going back selects another world; nothing is
/// undone and nothing is lost. The caller supplies the time, from a clock with an arbitrary origin. A value that may be
/// used on any thread.
struct TrialTree: Sendable {
    /// The largest number of trials. A world takes some kilobytes.
    static let limit = 10_000

    /// A step that was tried, and the resulting world.
    struct Trial: Sendable {
        /// Its number, from 0, in order of creation.
        let number: Int
        let parent: Int?
        /// The step with its time, and the length of its sound if known, or nil for the beginning.
        let step: PositionedValue?
        let reply: Reply?
        let world: World
        /// The next trial that was visited last.
        var next: Int?
        /// Whether the step came out differently under the previous book.
        var differs = false
    }

    enum Outcome: Sendable {
        /// The step was tried, and possibly refused by a rule: a trial of this number.
        case tried(Int)
        /// The line is not a step; nothing has changed.
        case unreadable(StepError)
        /// There are too many trials; nothing has changed.
        case full
    }

    private(set) var trials: [Trial]
    /// The number of the current trial.
    private(set) var here = 0
    /// The lengths of the finite sounds with names, in seconds.
    let soundLengths: [String: Double]
    private(set) var title = "Tried on the table"
    /// The file of the initial book, or nil for a built-in one.
    private(set) var bookFile: String?
    /// The caller's clock minus the time of the current world, in nanoseconds.
    private var lead: Int64

    /// Creates a tree with a device in its initial state.
    /// - Parameters:
    ///   - bookFile: The file of the rules, or nil for a built-in book.
    ///   - soundLengths: The lengths of the sounds, in seconds, by id; others are endless unless a step says otherwise.
    ///   - now: The caller's clock.
    init(
        _ book: RuleBook, bookFile: String? = nil, soundLengths: [String: Double] = [:], at now: Instant
    ) {
        trials = [Trial(number: 0, parent: nil, step: nil, reply: nil, world: World(book))]
        (self.bookFile, self.soundLengths) = (bookFile, soundLengths)
        lead = now.nanoseconds
    }

    /// Creates a tree in which the steps of a scenario have been tried, each at its time.
    /// - Parameters:
    ///   - scenario: The scenario; features that a tree lacks are omitted.
    ///   - bookFile: The file of the rules, or nil for a built-in book.
    ///   - soundLengths: The lengths of sounds that the scenario plays, in seconds, by id.
    ///   - now: The caller's clock; the time of the device is that of the last step.
    init(
        _ scenario: Scenario, bookFile: String? = nil, soundLengths: [String: Double], at now: Instant
    ) {
        self.init(scenario.book, bookFile: bookFile, soundLengths: soundLengths, at: now)
        title = scenario.title
        for step in scenario.steps { _ = attempt(step.source.removing("expect"), at: now) }
    }

    var book: RuleBook { trials[here].world.book }

    var firstBook: RuleBook { trials[0].world.book }

    /// The book's changes from `--set`, in a scenario's format under `set`, or nil.
    var settings: PositionedValue? {
        let changes = firstBook.switched
        if changes.isEmpty { return nil }
        return changes.reduce(PositionedValue(.object([]), at: .nowhere)) { object, change in
            switch change.value {
            case .word(let word): object.adding(change.name, .string(word))
            case .flag(let flag): object.adding(change.name, .bool(flag))
            case .number(let number): object.adding(change.name, .number(number))
            }
        }
    }

    // MARK: Time

    /// Returns the time of the device in whole milliseconds, never before the current trial.
    func time(at now: Instant) -> Instant {
        let passed = max(0, now.nanoseconds - lead) / 1_000_000 * 1_000_000
        return max(Instant(nanoseconds: passed), trials[here].world.time.instant)
    }

    /// Returns the time of the next deadline on the caller's clock, or nil if only a step can change anything.
    /// - Parameter now: The caller's clock; earlier deadlines are ignored.
    func nextDue(after now: Instant) -> Instant? {
        let due = presentWorld(at: now).world.state.nextDeadline
        return due.map { Instant(nanoseconds: max(0, $0.nanoseconds + lead)) }
    }

    /// Returns the current state: the reply to a `wait` in a copy of the world.
    /// - Parameter now: The caller's clock.
    func present(at now: Instant) -> Reply { presentWorld(at: now).reply }

    private func presentWorld(at now: Instant) -> (world: World, reply: Reply) {
        var world = trials[here].world
        let reply = world.apply(TimedStep(.wait, at: time(at: now), action: .event(.timePassed)))
        return (world, reply)
    }

    // MARK: Steps

    /// Tries a step now, and adds it as a trial after the current one.
    /// - Parameters:
    ///   - value: An object of the step vocabulary. A time in the future advances the device to it immediately.
    ///   - now: The caller's clock.
    mutating func attempt(_ value: PositionedValue, at now: Instant) -> Outcome {
        guard trials.count < Self.limit else { return .full }
        var world = trials[here].world
        var reader = StepReader()
        // A step without a time means now.
        reader.needsTime = false
        var parsed: ParsedStep
        do { parsed = try reader.parse(value) } catch { return .unreadable(error) }
        let seconds = parsed.soundOfUnknownLength.flatMap { soundLengths[$0] }
        let step = parsed.step(names: &world.names) { _ in seconds.map { Length(seconds: $0) } }
        let present = time(at: now)
        let moment = max(present, step.at?.instant ?? .zero)
        lead -= moment.nanoseconds - present.nanoseconds
        let reply = world.apply(TimedStep(step.verb, at: moment, app: step.app, action: step.action))
        let told = value.told(at: moment, seconds: seconds)
        let number = trials.count
        trials.append(Trial(number: number, parent: here, step: told, reply: reply, world: world))
        trials[here].next = number
        here = number
        return .tried(number)
    }

    // MARK: Another book

    /// Repeats every step under another rule book. The steps, their order and the current trial stay the same.
    ///
    /// - Parameter bookFile: The file of the rules, or nil for a built-in book.
    mutating func decide(under book: RuleBook, bookFile: String?) {
        var decided: [Trial] = []
        for trial in trials {
            guard let step = trial.step, let parent = trial.parent, let before = trial.reply else {
                decided.append(
                    Trial(
                        number: trial.number, parent: nil, step: nil, reply: nil, world: World(book), next: trial.next))
                continue
            }
            var world = decided[parent].world
            let reply = world.apply(step)
            decided.append(
                Trial(
                    number: trial.number, parent: parent, step: step, reply: reply, world: world, next: trial.next,
                    differs: NoticeableReply(before) != NoticeableReply(reply)))
        }
        (trials, self.bookFile) = (decided, bookFile)
    }

    // MARK: The tree

    var previous: Int? { trials[here].parent }

    /// The next trial that was visited last, or nil.
    var next: Int? { trials[here].next }

    /// Returns to the world of a trial, as it was right after the step; time continues from there.
    /// - Parameter now: The caller's clock.
    /// - Returns: Whether the trial exists; otherwise nothing has changed.
    mutating func go(to number: Int, at now: Instant) -> Bool {
        guard trials.indices.contains(number) else { return false }
        var child = number
        while let parent = trials[child].parent {
            trials[parent].next = child
            child = parent
        }
        here = number
        lead = now.nanoseconds - trials[number].world.time.instant.nanoseconds
        return true
    }

    /// The trials from the first step to the current one.
    var path: [Trial] {
        var path: [Trial] = []
        var place = here
        while let parent = trials[place].parent {
            path.append(trials[place])
            place = parent
        }
        return path.reversed()
    }
}

extension PositionedValue {
    /// Returns the object without a key.
    func removing(_ key: String) -> PositionedValue {
        guard case .object(let members) = content else { return self }
        return PositionedValue(.object(members.filter { $0.key != key }), at: position)
    }

    /// Returns the object with a key added at the end, or its value replaced.
    func adding(_ key: String, _ content: Content) -> PositionedValue {
        guard case .object(let members) = self.content else { return self }
        let member = Member(key: key, keyPosition: position, value: PositionedValue(content, at: position))
        return PositionedValue(.object(members.filter { $0.key != key } + [member]), at: position)
    }

    /// Returns the step with its time, its verb and its app as the first keys, and the length of its sound as the last.
    func told(at moment: Instant, seconds: Double?) -> PositionedValue {
        var value = self
        if let seconds { value = value.adding("seconds", .number(seconds)) }
        guard case .object(let members) = value.content else { return self }
        let time = Member(
            key: "at", keyPosition: position, value: PositionedValue(.number(moment.seconds), at: position))
        let first = ["do", "app"].compactMap { key in members.first { $0.key == key } }
        let others = members.filter { !["at", "do", "app"].contains($0.key) }
        return PositionedValue(.object([time] + first + others), at: position)
    }
}
