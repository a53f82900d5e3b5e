import Glibc
import SessionPolicy
import Synchronization
import SystemSupport

/// Threads that share work; the calling thread takes part and waits for the rest.
enum WorkerThreads {
    /// The processor time of this thread, in seconds.
    static var work: Double {
        Length(nanoseconds: SteadyClock.nanoseconds(of: CLOCK_THREAD_CPUTIME_ID)).seconds
    }

    /// Performs all pieces of some work.
    /// - Parameters:
    ///   - threads: The number of threads, including the calling one; fewer if threads cannot be created.
    ///   - piece: Performs a piece, given its number.
    /// - Returns: The outcomes in the order of the pieces.
    static func share<Outcome: Sendable>(
        _ count: Int, among threads: Int, _ piece: @escaping @Sendable (Int) -> Outcome
    ) -> [Outcome] {
        let shared = SharedWork<Outcome>(count)
        let helpers = (1..<max(1, min(threads, count))).compactMap { _ in
            try? OrdinaryThread.start { shared.perform(piece) }
        }
        shared.perform(piece)
        for helper in helpers { helper.join() }
        return shared.outcomes.withLock { $0.compactMap { $0 } }
    }
}

/// The number of the next piece of work, and the outcomes of those that are done.
private final class SharedWork<Outcome: Sendable>: Sendable {
    private let next = Atomic(0)
    let outcomes: Mutex<[Outcome?]>
    private let count: Int

    init(_ count: Int) {
        self.count = count
        outcomes = Mutex(Array(repeating: nil, count: count))
    }

    /// Performs pieces until none is left.
    func perform(_ piece: (Int) -> Outcome) {
        while case let number = next.wrappingAdd(1, ordering: .relaxed).oldValue, number < count {
            let outcome = piece(number)
            outcomes.withLock { $0[number] = outcome }
        }
    }
}
