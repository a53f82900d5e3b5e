import Mixer
import SessionPolicy
import Synchronization
import SystemSupport

/// The sounder behind a lock, and the loop of its thread; where time is moved by hand, the threads that move it do what is due.
final class SounderLoop: Sendable {
    private let sounder: Mutex<Sounder>
    /// The time that is given by hand.
    private let hand: ManualClock?
    private let tell: @Sendable (SoundingFact) -> Void

    init(
        _ sounder: sending Sounder, hand: ManualClock?, tell: @escaping @Sendable (SoundingFact) -> Void
    ) {
        self.sounder = Mutex(sounder)
        (self.hand, self.tell) = (hand, tell)
    }

    var isByHand: Bool { hand != nil }

    var now: Int64 { hand?.now ?? SteadyClock.now }

    /// Follows what comes in, until the end.
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

    /// The moment of the next look, in the machine's nanoseconds.
    var nextWakeUp: Int64? { sounder.withLock { $0.nextWakeUp } }

    /// The number of sounds that have a bus.
    var busCount: Int { sounder.withLock { $0.interpreter.busCount } }

    /// Does what is due by time that has been given by hand, and tells what came of it.
    func look() { apply([]) }

    private func apply(_ items: [Inbox.Item]) {
        let facts = sounder.withLock { sounder in
            sounder.apply(items)
            return sounder.takeFacts()
        }
        for fact in facts { tell(fact) }
    }

    /// Follows on the caller's thread, by hand. The caller may hold locks: facts are told when time moves.
    func follow(_ item: Inbox.Item) { sounder.withLock { $0.apply([item]) } }

    /// Lets time by hand pass.
    func advance(to moment: Int64, keepsHeard: Bool) -> [Float] {
        guard let hand else { return [] }
        var heard: [Float] = []
        while true {
            let (facts, isThere, samples) = sounder.withLock { sounder in
                // Where nothing runs nothing is due on the way.
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
