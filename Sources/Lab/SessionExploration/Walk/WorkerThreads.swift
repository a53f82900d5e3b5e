import Glibc
import SessionPolicy
import Synchronization
import SystemSupport

/// Threads that share out pieces of work; the thread that gives them the work waits for them, and works too.
enum WorkerThreads {
    /// Returns the time that the processors have worked for this thread or process, in seconds.
    static func work(by meter: clockid_t) -> Double {
        Length(nanoseconds: SteadyClock.nanoseconds(of: meter)).seconds
    }

    /// Does every piece of some work.
    /// - Parameters:
    ///   - count: The number of pieces.
    ///   - threads: The number of threads that work, the calling one among them; if a thread cannot be created, fewer do.
    ///   - work: Does one piece, given its number and that of the thread.
    /// - Returns: The outcomes in the order of the pieces, whichever thread did them.
    static func share<Outcome: Sendable>(
        _ count: Int, among threads: Int, _ work: @escaping @Sendable (_ piece: Int, _ thread: Int) -> Outcome
    ) -> [Outcome] {
        let shared = SharedWork(count, work)
        let helpers = (1..<max(1, min(threads, count))).compactMap { thread in
            try? OrdinaryThread.start { shared.work(as: thread) }
        }
        shared.work(as: 0)
        for helper in helpers { helper.join() }
        return shared.outcomes
    }
}

/// The pieces of work that are left, and the outcomes of the others.
private final class SharedWork<Outcome: Sendable>: Sendable {
    private let piece: @Sendable (Int, Int) -> Outcome
    private let count: Int
    private let next = Atomic(0)
    private let done: Mutex<[Outcome?]>

    init(_ count: Int, _ piece: @escaping @Sendable (Int, Int) -> Outcome) {
        (self.count, self.piece) = (count, piece)
        done = Mutex(Array(repeating: nil, count: count))
    }

    /// Does one piece after the other until none is left.
    func work(as thread: Int) {
        while true {
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard number < count else { return }
            let outcome = piece(number, thread)
            done.withLock { $0[number] = outcome }
        }
    }

    var outcomes: [Outcome] { done.withLock { $0.compactMap { $0 } } }
}
