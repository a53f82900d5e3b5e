import Glibc
import SessionPolicy
import Synchronization
import SystemSupport

/// Threads that share work; the calling thread takes part and waits for the rest.
enum WorkerThreads {
    /// Returns the processor time of this thread or process, in seconds.
    static func work(by meter: clockid_t) -> Double {
        Length(nanoseconds: SteadyClock.nanoseconds(of: meter)).seconds
    }

    /// Performs all pieces of some work.
    /// - Parameters:
    ///   - threads: The number of threads, including the calling one; fewer if threads cannot be created.
    ///   - work: Performs a piece, given its number and that of the thread.
    /// - Returns: The outcomes in the order of the pieces.
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

/// The remaining pieces of work, and the outcomes of the others.
private final class SharedWork<Outcome: Sendable>: Sendable {
    private let piece: @Sendable (Int, Int) -> Outcome
    private let count: Int
    private let next = Atomic(0)
    private let done: Mutex<[Outcome?]>

    init(_ count: Int, _ piece: @escaping @Sendable (Int, Int) -> Outcome) {
        (self.count, self.piece) = (count, piece)
        done = Mutex(Array(repeating: nil, count: count))
    }

    /// Performs pieces until none is left.
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
