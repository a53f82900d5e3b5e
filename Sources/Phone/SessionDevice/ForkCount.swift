import Glibc
import Synchronization

/// The number of forks between the first process and this one: files opened before the last fork belong to the parent.
enum ForkCount {
    private static let count = Atomic<Int>(0)
    private static let isCounted: Bool = pthread_atfork(nil, nil, { ForkCount.count.add(1, ordering: .relaxed) }) == 0

    /// The count; not counted where the system has no memory for that.
    static var now: Int {
        _ = isCounted
        return count.load(ordering: .relaxed)
    }
}
