public import SessionPolicy
public import SessionScenario
import SessionWorld

/// What pages say to a table, and what they are told: messages come in, an answer and lines for every page go out.
///
/// It is the same behind a server and within a browser. A value; time is the caller's clock, as for the table.
public struct TableTalk: Sendable {
    /// What came of a message.
    public struct Outcome: Sendable {
        /// For the page that sent it.
        public let answer: PageAnswer
        /// For every page: what has changed, in order, one object of JSON each.
        public let lines: [String]
        /// The sounds that begin from their beginning with it; nil where nothing has changed.
        public let started: [SoundReference]?
        /// The sounds that a scenario describes which is on the table from now on; nil where they are those from before.
        public let described: [SoundEntry]?

        init(
            _ answer: PageAnswer, lines: [String] = [], started: [SoundReference]? = nil,
            described: [SoundEntry]? = nil
        ) {
            (self.answer, self.lines, self.started, self.described) = (answer, lines, started, described)
        }
    }

    /// The device, and what was tried with it.
    public private(set) var table: Table
    /// The sounds that apps have of themselves, and the device's own.
    private let own: [TableSound]
    /// Those, and in place of some of them what a scenario describes.
    private var sounds: [TableSound]

    /// Creates a table with a device in its first state.
    ///
    /// - Parameters:
    ///   - book: The rules.
    ///   - sounds: The sounds that apps can play.
    ///   - now: The caller's clock.
    public init(_ book: RuleBook, sounds: [TableSound], at now: Instant) {
        (own, self.sounds) = (sounds, sounds)
        table = Table(book, soundLengths: sounds.lengths, at: now)
    }

    /// Creates a table on which the steps of a scenario have been tried.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - sounds: The sounds that apps can play beside those of the scenario.
    ///   - duration: How long sound files are, in seconds, by their paths.
    ///   - now: The caller's clock.
    public init(_ scenario: Scenario, sounds: [TableSound], duration: (String) -> Double?, at now: Instant) {
        own = sounds
        let described = scenario.sounds.map { TableSound($0, duration: duration) }
        self.sounds = sounds.filter { sound in !described.contains { $0.id == sound.id } } + described
        // What the scenario plays and does not describe has no end there, whatever it is called here.
        let played = Set(scenario.steps.compactMap { $0.source["sound"]?.string })
        var lengths = sounds.lengths.filter { !played.contains($0.key) }
        for (id, seconds) in described.lengths { lengths[id] = seconds }
        table = Table(scenario, soundLengths: lengths, at: now)
    }

    /// What a page is told that begins to look: the vocabulary, every trial, and where the table stands.
    ///
    /// - Parameter now: The caller's clock.
    public func beginning(at now: Instant) -> [String] {
        [Vocabulary.message(of: table.book, sounds: sounds, isHost: false)]
            + table.trials.indices.map { table.message(ofTrial: $0) } + [table.messageOfPresent(at: now)]
    }

    /// Follows a message of a page.
    ///
    /// - Parameters:
    ///   - message: One object of JSON; `Docs/Page.md` lists them.
    ///   - now: The caller's clock.
    public mutating func follow(_ message: [UInt8], at now: Instant) -> Outcome {
        let value: PositionedValue
        do {
            value = try PositionedValue(json: message, line: 1)
        } catch {
            return Outcome(PageAnswer(refused: 400, "This message is no JSON: \(error.says)."))
        }
        guard case .object(let members) = value.content, members.count == 1, let member = members.first else {
            return Outcome(PageAnswer(refused: 400, Self.wanted))
        }
        switch (member.key, member.value.content) {
        case ("step", _): return take(member.value, at: now)
        case ("go", .number(let number)): return go(to: Int(exactly: number), at: now)
        case ("undo", _): return go(to: table.previous, at: now)
        case ("redo", _): return go(to: table.next, at: now)
        case ("begin", .string(let name)): return begin(name, at: now)
        case ("compare", .string(let name)): return compare(name, at: now)
        case ("text", .string(let name)): return text(name)
        case ("load", .object): return load(member.value, at: now)
        default: return Outcome(PageAnswer(refused: 400, Self.wanted))
        }
    }

    private static let wanted =
        #"A message is an object with one of the keys step, go, undo, redo, begin, compare, text and load, such as "#
        + #"{"step": {"do": "lock"}}."#

    private mutating func take(_ step: PositionedValue, at now: Instant) -> Outcome {
        switch table.take(step, at: now) {
        case .unreadable(let error): return Outcome(PageAnswer(refused: 422, "This is no step: \(error.says)."))
        case .full:
            let says = "\(Table.limit) steps have been tried; save them as a scenario and begin anew."
            return Outcome(PageAnswer(refused: 409, says))
        case .tried(let number):
            let reply = table.trials[number].reply
            let started = reply.map { $0.meanwhile.flatMap { $0.started } + $0.moment.started } ?? []
            return Outcome(
                PageAnswer(#"{"trial": \#(number)}"#),
                lines: [table.message(ofTrial: number), table.messageOfPresent(at: now, started: started)],
                started: started)
        }
    }

    private mutating func go(to number: Int?, at now: Instant) -> Outcome {
        guard let number, table.go(to: number, at: now) else {
            return Outcome(PageAnswer(refused: 409, "There is no such step in the tree; choose one that it shows."))
        }
        return Outcome(PageAnswer(#"{"trial": \#(number)}"#), lines: [table.messageOfPresent(at: now)], started: [])
    }

    private mutating func begin(_ name: String, at now: Instant) -> Outcome {
        guard let book = RuleBook.named(name) else { return Self.noBook(name) }
        self = TableTalk(book, sounds: own, at: now)
        return Outcome(PageAnswer(), lines: beginning(at: now), started: [], described: [])
    }

    private func compare(_ name: String, at now: Instant) -> Outcome {
        guard let book = RuleBook.named(name) else { return Self.noBook(name) }
        return Outcome(PageAnswer(table.compared(under: book, at: now).message))
    }

    private func text(_ name: String) -> Outcome {
        guard let form = TableText(rawValue: name) else {
            let forms = TableText.allCases.map { $0.rawValue }.joined(separator: ", ")
            return Outcome(PageAnswer(refused: 400, "There is no form of that name; ask for one of \(forms)."))
        }
        return Outcome(PageAnswer(#"{"text": \#(table.text(as: form, sounds: sounds.scenarios).quoted)}"#))
    }

    /// Reads a scenario that a person has opened, and puts what comes of it on the table.
    private mutating func load(_ value: PositionedValue, at now: Instant) -> Outcome {
        guard let file = value["file"]?.string, let text = value["text"]?.string else {
            return Outcome(PageAnswer(refused: 400, #"Say {"load": {"file": NAME, "text": SCENARIO}}."#))
        }
        // A browser tells the name of a file, and not the folder that it stands in.
        func duration(_ path: String) -> Double? {
            let name = path.split(separator: "/").last.map { String($0) } ?? ""
            let known = value["seconds"]?[path] ?? value["seconds"]?[name]
            guard case .number(let seconds)? = known?.content, seconds >= 0 else { return nil }
            return seconds
        }
        let scenario: Scenario
        do throws(ScenarioError) {
            scenario = try Scenario(text: text, file: file) { (path) throws(SoundDurationError) in
                guard let seconds = duration(path) else {
                    throw SoundDurationError(
                        "the sound file \(path) is not at hand; open it together with the scenario")
                }
                return seconds
            }
        } catch {
            let lines = error.description.split(separator: "\n").map { String($0) }
            return Outcome(PageAnswer(unreadable: "\(file) is no scenario that can be opened.", lines))
        }
        guard scenario.steps.count < Table.limit else {
            let says = "\(file) has \(scenario.steps.count) steps; a table holds less than \(Table.limit)."
            return Outcome(PageAnswer(unreadable: says, []))
        }
        self = TableTalk(scenario, sounds: own, duration: duration, at: now)
        // A sound file is heard where it was opened, and nowhere else.
        let made = scenario.sounds.filter { if case .file = $0.sound { false } else { true } }
        return Outcome(
            PageAnswer(table.summary(of: scenario)), lines: beginning(at: now), started: [], described: made)
    }

    private static func noBook(_ name: String) -> Outcome {
        let names = RuleBook.all.map { $0.name }.joined(separator: ", ")
        return Outcome(PageAnswer(refused: 400, "There is no rule book \(name.quoted); choose one of \(names)."))
    }
}
