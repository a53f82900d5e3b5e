import SessionPolicy

/// A trial device for pages, which receives steps, moves in the tree, and exports.
actor TrialDevice: PageDevice {
    private let clock: any PageClock
    private var conversation: PageConversation
    var audience = PageSubscribers()
    private var alarm: Task<Void, Never>?

    /// Creates a device whose clock is that of the conversation.
    /// - Parameter conversation: The device so far.
    init(_ conversation: PageConversation, clock: any PageClock = MachineClock()) {
        (self.conversation, self.clock) = (conversation, clock)
    }

    var tree: TrialTree { conversation.tree }

    func line(after cursor: inout PageCursor) -> String? { conversation.line(after: &cursor, at: clock.now) }

    func follow(_ message: [UInt8]) -> PageAnswer {
        let outcome = conversation.follow(message, at: clock.now)
        if outcome.hasChanged { settle() }
        return outcome.answer
    }

    // MARK: Time

    /// Publishes the current state, and waits for the next deadline.
    private func settle() {
        audience.signal()
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
        settle()
    }
}
