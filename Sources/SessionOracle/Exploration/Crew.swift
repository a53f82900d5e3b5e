import Glibc
import SessionPolicy
import Synchronization
import Threads

/// Threads that share out pieces of work; whoever gives them the work waits for them, and works too.
enum Crew {
    /// How long the processors have worked for this thread or process, in seconds.
    static func work(by meter: clockid_t) -> Double {
        Length(nanoseconds: SteadyClock.nanoseconds(of: meter)).seconds
    }

    /// Does every piece of some work.
    ///
    /// - Parameters:
    ///   - count: How many pieces there are.
    ///   - hands: How many threads work, the calling one among them; where a thread cannot be had, fewer do.
    ///   - work: Does one piece, told its number and that of the hand that does it, from 0.
    /// - Returns: The outcomes in the order of the pieces, whoever did them.
    static func share<Outcome: Sendable>(
        _ count: Int, among hands: Int, _ work: @escaping @Sendable (_ piece: Int, _ hand: Int) -> Outcome
    ) -> [Outcome] {
        guard hands > 1, count > 1 else { return (0..<count).map { work($0, 0) } }
        let bench = Bench(count: count, work: work)
        let helpers = (1..<min(hands, count)).compactMap { hand in
            try? OrdinaryThread.start { bench.work(by: hand) }
        }
        bench.work(by: 0)
        for helper in helpers { helper.join() }
        return bench.outcomes
    }
}

/// Where the pieces lie, and what has become of them.
private final class Bench<Outcome: Sendable>: Sendable {
    private let count: Int
    private let work: @Sendable (Int, Int) -> Outcome
    private let next = Atomic(0)
    private let done: Mutex<[Outcome?]>

    init(count: Int, work: @escaping @Sendable (Int, Int) -> Outcome) {
        self.count = count
        self.work = work
        done = Mutex(Array(repeating: nil, count: count))
    }

    /// Takes piece after piece until none is left.
    func work(by hand: Int) {
        while true {
            let piece = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard piece < count else { return }
            let outcome = work(piece, hand)
            done.withLock { $0[piece] = outcome }
        }
    }

    var outcomes: [Outcome] { done.withLock { $0.compactMap { $0 } } }
}
