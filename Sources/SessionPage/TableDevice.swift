public import SessionPolicy
public import SessionTable
import SessionWorld

/// A device on a table, for pages: it is told steps, where to go in the tree, and what to hand out.
public actor TableDevice: PageDevice {
    private let clock: any PageClock
    private let sounds: PageSounds
    private let output: (any PageOutput)?
    public private(set) var table: Table
    private var audience = Audience()
    private var allowance = Allowance(atOnce: 200, perSecond: 100)
    private var alarm: Task<Void, Never>?

    /// Creates a device in its first state.
    ///
    /// - Parameters:
    ///   - book: The rules.
    ///   - sounds: The sounds that apps can play.
    ///   - output: What it is heard on, beside the pages; nil for none.
    ///   - clock: Its time.
    public init(
        _ book: RuleBook, sounds: PageSounds, output: (any PageOutput)? = nil, clock: any PageClock = SteadyClock()
    ) {
        (self.sounds, self.output, self.clock) = (sounds, output, clock)
        table = Table(book, soundLengths: sounds.lengths, at: clock.now)
    }

    // MARK: Looking

    public func look() -> AsyncStream<[UInt8]>? {
        audience.add(Audience.events(beginning)) { [weak self] number in
            Task { await self?.leave(number) }
        }
    }

    private func leave(_ number: Int) { audience.remove(number) }

    private var beginning: [String] {
        [Vocabulary.message(of: table.book, sounds: sounds, isHost: false)]
            + table.trials.indices.map { table.message(ofTrial: $0) } + [table.messageOfPresent(at: clock.now)]
    }

    private func tell(_ lines: [String]) { audience.tell(Audience.events(lines)) }

    /// Lets the connections of pages that have gone be noticed.
    public func beat() { audience.tell(Audience.heartbeat) }

    /// Sends all pages away, for the end of the program.
    public func close() {
        alarm?.cancel()
        audience.close()
    }

    // MARK: Messages

    public func follow(_ message: [UInt8]) async -> PageAnswer {
        guard allowance.take(at: clock.now.seconds) else {
            return PageAnswer(refused: 429, "Too many messages at once; send at most 100 in a second.")
        }
        let value: PositionedValue
        do {
            value = try PositionedValue(json: message, line: 1)
        } catch {
            return PageAnswer(refused: 400, "This message is no JSON: \(error.says).")
        }
        guard case .object(let members) = value.content, members.count == 1, let member = members.first else {
            return PageAnswer(refused: 400, Self.wanted)
        }
        switch (member.key, member.value.content) {
        case ("step", _): return take(member.value)
        case ("go", .number(let number)): return go(to: Int(exactly: number))
        case ("undo", _): return go(to: table.previous)
        case ("redo", _): return go(to: table.next)
        case ("begin", .string(let name)): return begin(name)
        case ("compare", .string(let name)): return compare(name)
        case ("text", .string(let name)): return text(name)
        default: return PageAnswer(refused: 400, Self.wanted)
        }
    }

    private static let wanted =
        #"A message is an object with one of the keys step, go, undo, redo, begin, compare and text, such as "#
        + #"{"step": {"do": "lock"}}."#

    private func take(_ step: PositionedValue) -> PageAnswer {
        switch table.take(step, at: clock.now) {
        case .unreadable(let error): return PageAnswer(refused: 422, "This is no step: \(error.says).")
        case .full:
            return PageAnswer(
                refused: 409, "\(Table.limit) steps have been tried; save them as a scenario and begin anew.")
        case .tried(let number):
            let reply = table.trials[number].reply
            let started = reply.map { $0.meanwhile.flatMap(\.started) + $0.moment.started } ?? []
            tell([table.message(ofTrial: number), table.messageOfPresent(at: clock.now, started: started)])
            settle(started)
            return PageAnswer(#"{"trial": \#(number)}"#)
        }
    }

    private func go(to number: Int?) -> PageAnswer {
        guard let number, table.go(to: number, at: clock.now) else {
            return PageAnswer(refused: 409, "There is no such step in the tree; choose one that it shows.")
        }
        tell([table.messageOfPresent(at: clock.now)])
        settle([])
        return PageAnswer(#"{"trial": \#(number)}"#)
    }

    private func begin(_ name: String) -> PageAnswer {
        guard let book = Self.book(name) else { return Self.noBook(name) }
        table = Table(book, soundLengths: sounds.lengths, at: clock.now)
        tell(beginning)
        settle([])
        return PageAnswer()
    }

    private func compare(_ name: String) -> PageAnswer {
        guard let book = Self.book(name) else { return Self.noBook(name) }
        return PageAnswer(table.compared(under: book, at: clock.now).message)
    }

    private func text(_ name: String) -> PageAnswer {
        guard let form = TableText(rawValue: name) else {
            let forms = TableText.allCases.map(\.rawValue).joined(separator: ", ")
            return PageAnswer(refused: 400, "There is no form of that name; ask for one of \(forms).")
        }
        return PageAnswer(#"{"text": \#(table.text(as: form, sounds: sounds.descriptions).quoted)}"#)
    }

    private static func book(_ name: String) -> RuleBook? { RuleBook.named(name) }

    private static func noBook(_ name: String) -> PageAnswer {
        let names = RuleBook.all.map(\.name).joined(separator: ", ")
        return PageAnswer(refused: 400, "There is no rule book \(name.quoted); choose one of \(names).")
    }

    // MARK: Time

    /// Makes audible what is on the table, and waits for what falls due next.
    private func settle(_ started: [SoundReference]) {
        output?.show(table.present(at: clock.now), started: started)
        alarm?.cancel()
        guard let due = table.nextDue(after: clock.now) else { return }
        let clock = clock
        alarm = Task { [weak self] in
            await clock.wait(until: due.advanced(by: .milliseconds(1)))
            guard !Task.isCancelled else { return }
            await self?.passTime()
        }
    }

    /// Tells what has fallen due by itself.
    public func passTime() {
        tell([table.messageOfPresent(at: clock.now)])
        settle([])
    }
}
