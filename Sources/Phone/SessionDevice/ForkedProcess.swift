import Glibc
import Synchronization

/// Whether this process was forked from one with a device. Such a process cannot have one: the locks of Swift's library
/// remember thread numbers of the parent, and contention would end the process.
enum ForkedProcess {
    private static let hasForked = Atomic<Bool>(false)
    private static let isWatched: Bool = pthread_atfork(nil, nil, { hasForked.store(true, ordering: .relaxed) }) == 0

    static var isThisOne: Bool {
        _ = isWatched
        return hasForked.load(ordering: .relaxed)
    }
}
