import SessionPolicy
import SessionScenario
import SessionWorld

/// A device on a table: all trials are kept as a tree, each of them a step with the world after it. Going back to an
/// earlier trial is choosing another world; nothing is undone, and nothing is lost. Time is the caller's: a clock that
/// counts on from any moment. A table is a value and may be used on any thread.
struct TrialTree: Sendable {
    /// The largest number of trials on a table. A world takes some kilobytes.
    static let limit = 10_000

    /// One step that was tried, and the world that came of it.
    struct Trial: Sendable {
        /// Its number, from 0: the place among all trials, in the order in which they were made.
        let number: Int
        /// The trial that it followed, or nil for the beginning.
        let parent: Int?
        /// The step with its time, and with the length of its sound where that is known, or nil for the beginning.
        let step: PositionedValue?
        /// The reply to the step, or nil for the beginning.
        let reply: Reply?
        let world: World
        /// The trial after it that was visited last.
        var next: Int?
        /// Whether the step came out otherwise under the book before this one.
        var differs = false
    }

    /// The result of a step.
    enum Outcome: Sendable {
        /// The step was taken, perhaps refused by a rule: a trial of this number.
        case tried(Int)
        /// The line is no step; nothing has changed.
        case unreadable(StepError)
        /// The trials are too many; nothing has changed.
        case full
    }

    private(set) var trials: [Trial]
    /// The number of the trial whose world is on the table.
    private(set) var here = 0
    /// The lengths of the sounds that have names here, in seconds; a sound without an end is not in it.
    let soundLengths: [String: Double]
    private(set) var title = "Tried on the table"
    /// The file of the book at the beginning, where it is none of those that every command knows by name.
    private(set) var bookFile: String?
    /// The caller's clock less the time of the world on the table, in nanoseconds.
    private var lead: Int64

    /// Creates a table with a device in its first state.
    /// - Parameters:
    ///   - bookFile: The file that they were read from, or nil for a book that every command knows by name.
    ///   - soundLengths: The lengths of the sounds, in seconds, by their ids; others have no end unless a step says so.
    ///   - now: The caller's clock.
    init(
        _ book: RuleBook, bookFile: String? = nil, soundLengths: [String: Double] = [:], at now: Instant
    ) {
        trials = [Trial(number: 0, parent: nil, step: nil, reply: nil, world: World(book))]
        (self.bookFile, self.soundLengths) = (bookFile, soundLengths)
        lead = now.nanoseconds
    }

    /// Creates a table on which the steps of a scenario have been tried, one after the other, each at its time.
    /// - Parameters:
    ///   - scenario: The scenario; what does not fit into a table is left out.
    ///   - bookFile: The file that its rules were read from, or nil for a book that every command knows by name.
    ///   - soundLengths: The lengths of sounds that the scenario plays, in seconds, by their ids.
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

    /// The changes to the book that `--set` made, as a scenario has them under `set`, or nil for none.
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

    /// The time of the device at a moment of the caller's clock, in whole milliseconds; never before the trial that is on
    /// the table.
    func time(at now: Instant) -> Instant {
        let passed = max(0, now.nanoseconds - lead) / 1_000_000 * 1_000_000
        return max(Instant(nanoseconds: passed), trials[here].world.time.instant)
    }

    /// The time at which something is due next, on the caller's clock, or nil if only a step can change anything.
    /// - Parameter now: The caller's clock: things that were due before do not count.
    func nextDue(after now: Instant) -> Instant? {
        let due = presentWorld(at: now).world.state.nextDeadline
        return due.map { Instant(nanoseconds: max(0, $0.nanoseconds + lead)) }
    }

    /// The state at a moment: the reply to a `wait` until then, of a world that is then forgotten.
    /// - Parameter now: The caller's clock.
    func present(at now: Instant) -> Reply { presentWorld(at: now).reply }

    private func presentWorld(at now: Instant) -> (world: World, reply: Reply) {
        var world = trials[here].world
        let reply = world.apply(TimedStep(.wait, at: time(at: now), action: .event(.timePassed)))
        return (world, reply)
    }

    // MARK: Steps

    /// Takes a step now, and keeps it as a trial that follows the one on the table.
    /// - Parameters:
    ///   - value: One object of the step vocabulary. Its time counts where it lies ahead: then the device's time
    ///     continues to it at once.
    ///   - now: The caller's clock.
    mutating func attempt(_ value: PositionedValue, at now: Instant) -> Outcome {
        guard trials.count < Self.limit else { return .full }
        var world = trials[here].world
        var reader = StepReader()
        // A step that does not say when means now.
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

    /// Takes every step again under another rule book. The steps, their order and the one on the table stay.
    ///
    /// - Parameters:
    ///   - book: The other rules.
    ///   - bookFile: The file that they were read from; nil for a book that every command knows by name.
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

    /// The trial before the one on the table; nil at the beginning.
    var previous: Int? { trials[here].parent }

    /// The trial after the one on the table that was visited last, or nil if there is none.
    var next: Int? { trials[here].next }

    /// Puts the world of a trial on the table, as it was right after it; its time continues from there.
    /// - Parameters:
    ///   - number: The number of the trial.
    ///   - now: The caller's clock.
    /// - Returns: Whether there is such a trial; if not, nothing has changed.
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

    /// The trials from the first step to the one on the table.
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
    /// The object without a key.
    func removing(_ key: String) -> PositionedValue {
        guard case .object(let members) = content else { return self }
        return PositionedValue(.object(members.filter { $0.key != key }), at: position)
    }

    /// The object with one key more at its end, or with another value behind it.
    func adding(_ key: String, _ content: Content) -> PositionedValue {
        guard case .object(let members) = self.content else { return self }
        let member = Member(key: key, keyPosition: position, value: PositionedValue(content, at: position))
        return PositionedValue(.object(members.filter { $0.key != key } + [member]), at: position)
    }

    /// The step with the time at which it was taken, its verb and its app as its first keys, and the length of its sound
    /// as its last.
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
