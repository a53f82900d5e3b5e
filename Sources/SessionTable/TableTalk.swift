public import SessionPolicy
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

        init(_ answer: PageAnswer, lines: [String] = [], started: [SoundReference]? = nil) {
            (self.answer, self.lines, self.started) = (answer, lines, started)
        }
    }

    /// The device, and what was tried with it.
    public private(set) var table: Table
    private let sounds: [TableSound]

    /// Creates a table with a device in its first state.
    ///
    /// - Parameters:
    ///   - book: The rules.
    ///   - sounds: The sounds that apps can play.
    ///   - now: The caller's clock.
    public init(_ book: RuleBook, sounds: [TableSound], at now: Instant) {
        self.sounds = sounds
        table = Table(book, soundLengths: sounds.lengths, at: now)
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
        default: return Outcome(PageAnswer(refused: 400, Self.wanted))
        }
    }

    private static let wanted =
        #"A message is an object with one of the keys step, go, undo, redo, begin, compare and text, such as "#
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
        self = TableTalk(book, sounds: sounds, at: now)
        return Outcome(PageAnswer(), lines: beginning(at: now), started: [])
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

    private static func noBook(_ name: String) -> Outcome {
        let names = RuleBook.all.map { $0.name }.joined(separator: ", ")
        return Outcome(PageAnswer(refused: 400, "There is no rule book \(name.quoted); choose one of \(names)."))
    }
}
