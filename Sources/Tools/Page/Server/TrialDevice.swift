import SessionPolicy
import SessionScenario

/// A trial device for pages, which receives steps, moves in the tree, and exports.
actor TrialDevice: PageDevice {
    private let clock: any PageClock
    private let output: MachineOutput?
    private var conversation: PageConversation
    private var audience = PageSubscribers()
    private var allowance = Allowance(atOnce: 200, perSecond: 100)
    private var alarm: Task<Void, Never>?

    /// Creates a device whose clock is that of the conversation.
    /// - Parameters:
    ///   - conversation: The device so far.
    ///   - described: The sounds of its scenario.
    ///   - output: A further output on which it is audible, or nil.
    init(
        _ conversation: PageConversation, described: [SoundEntry] = [], output: MachineOutput? = nil,
        clock: any PageClock = MachineClock()
    ) {
        (self.conversation, self.output, self.clock) = (conversation, output, clock)
        if !described.isEmpty { output?.use(described) }
    }

    var tree: TrialTree { conversation.tree }

    // MARK: Looking

    func look() -> AsyncStream<Void>? {
        audience.add { [weak self] number in Task { await self?.leave(number) } }
    }

    private func leave(_ number: Int) { audience.remove(number) }

    func news(since cursor: inout PageCursor) -> [UInt8]? {
        let now = clock.now
        return PageSubscribers.events { conversation.line(after: &cursor, at: now) }
    }

    func beat() { audience.signal() }

    // MARK: Messages

    func follow(_ message: [UInt8]) async -> PageAnswer {
        guard allowance.spend(at: clock.now.seconds) else {
            return PageAnswer(refused: 429, "Too many messages at once; send at most 100 in a second.")
        }
        let outcome = conversation.follow(message, at: clock.now)
        if let described = outcome.described { output?.use(described) }
        if let started = outcome.started { settle(started) }
        return outcome.answer
    }

    // MARK: Time

    /// Publishes and plays the current state, and waits for the next deadline.
    private func settle(_ started: [SoundReference]) {
        audience.signal()
        output?.show(tree.present(at: clock.now), started: started)
        alarm?.cancel()
        guard let due = tree.nextDue(after: clock.now) else { return }
        let clock = clock
        alarm = Task { [weak self] in
            await clock.wait(until: due.advanced(by: .milliseconds(1)))
            guard !Task.isCancelled else { return }
            await self?.passTime()
        }
    }

    func passTime() {
        conversation.passTime()
        settle([])
    }
}
