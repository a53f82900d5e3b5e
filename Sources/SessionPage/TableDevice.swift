public import SessionPolicy
public import SessionScenario
public import SessionTable
import SessionWorld

/// A device on a table, for pages: it is told steps, where to go in the tree, and what to hand out.
public actor TableDevice: PageDevice {
    private let clock: any PageClock
    private let output: (any PageOutput)?
    private var talk: TableTalk
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
        _ book: RuleBook, sounds: PageSounds, output: (any PageOutput)? = nil, clock: any PageClock = MachineClock()
    ) {
        (self.output, self.clock) = (output, clock)
        talk = TableTalk(book, sounds: sounds.all, at: clock.now)
    }

    /// Creates a device with which the steps of a scenario have been tried.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - sounds: The sounds that apps can play, among them its sound files.
    ///   - output: What it is heard on, beside the pages; nil for none.
    ///   - clock: Its time.
    public init(
        _ scenario: Scenario, sounds: PageSounds, output: (any PageOutput)? = nil, clock: any PageClock = MachineClock()
    ) {
        (self.output, self.clock) = (output, clock)
        talk = TableTalk(scenario, sounds: sounds.all, duration: { sounds.files[$0]?.seconds }, at: clock.now)
        output?.use(scenario.sounds)
    }

    /// The device, and what was tried with it.
    public var table: Table { talk.table }

    // MARK: Looking

    public func look() -> AsyncStream<[UInt8]>? {
        audience.add(Audience.events(talk.beginning(at: clock.now))) { [weak self] number in
            Task { await self?.leave(number) }
        }
    }

    private func leave(_ number: Int) { audience.remove(number) }

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
        let outcome = talk.follow(message, at: clock.now)
        if let described = outcome.described { output?.use(described) }
        if !outcome.lines.isEmpty { tell(outcome.lines) }
        if let started = outcome.started { settle(started) }
        return outcome.answer
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
