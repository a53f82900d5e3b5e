import Mixer
import SessionPolicy
import Synchronization
import SystemSupport

/// The sounder behind a lock, and its thread's loop. With a manual clock, the calling threads do the work.
final class SounderLoop: Sendable {
    private let sounder: Mutex<Sounder>
    private let feeders: Feeders
    private let hand: ManualClock?
    private let tell: @Sendable (SoundingFact) -> Void

    init(
        _ sounder: sending Sounder, hand: ManualClock?, tell: @escaping @Sendable (SoundingFact) -> Void
    ) {
        feeders = sounder.feeders
        self.sounder = Mutex(sounder)
        (self.hand, self.tell) = (hand, tell)
    }

    var isByHand: Bool { hand != nil }

    var now: Int64 { hand?.now ?? SteadyClock.now }

    func run(_ inbox: Inbox) {
        while true {
            let due = sounder.withLock { $0.nextWakeUp }
            guard let items = inbox.next(within: due.map { max(0, $0 - SteadyClock.now) }) else { break }
            apply(items)
            inbox.note(followed: items.count)
        }
        close()
    }

    func close() { sounder.withLock { $0.close() } }

    var isQuiet: Bool { sounder.withLock { $0.isQuiet } }

    /// When to look next, in the machine's nanoseconds.
    var nextWakeUp: Int64? { sounder.withLock { $0.nextWakeUp } }

    var busCount: Int { sounder.withLock { $0.interpreter.busCount } }

    /// Handles items, performs due work and reports facts.
    func apply(_ items: [Inbox.Item]) {
        let facts = sounder.withLock { sounder in
            sounder.apply(items)
            return sounder.takeFacts()
        }
        for fact in facts { tell(fact) }
    }

    /// Handles an item on the caller's thread, with a manual clock. The caller may hold locks: facts are reported when
    /// time advances.
    func follow(_ item: @escaping Inbox.Item) { sounder.withLock { $0.apply([item]) } }

    /// Advances a manual clock.
    func advance(to moment: Int64, keepsHeard: Bool) -> [Float] {
        guard let hand else { return [] }
        var heard: [Float] = []
        while true {
            // Without the lock: an app that renders may call the device.
            feeders.renderByHand()
            let (facts, isThere, samples) = sounder.withLock { sounder in
                // If nothing runs, nothing is due on the way.
                let next = sounder.nextWakeUp.map { min($0, moment) } ?? moment
                hand.move(to: next)
                let samples = sounder.pull(keepsHeard: keepsHeard)
                sounder.apply([])
                return (sounder.takeFacts(), next >= moment, samples)
            }
            heard += samples
            for fact in facts { tell(fact) }
            if isThere { return heard }
        }
    }
}
