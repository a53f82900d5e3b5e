import Glibc
import Synchronization

/// Whether this process was forked off one that had a device. Such a process can have none: the locks of Swift's library
/// name a thread by the number that it had in the parent, and two threads that meet at one end the process.
enum ForkedProcess {
    private static let hasForked = Atomic<Bool>(false)
    private static let isWatched: Bool = pthread_atfork(nil, nil, { hasForked.store(true, ordering: .relaxed) }) == 0

    /// Begins to watch for forks at the first call; sees none where the system has no memory for that.
    static var isThisOne: Bool {
        _ = isWatched
        return hasForked.load(ordering: .relaxed)
    }
}
