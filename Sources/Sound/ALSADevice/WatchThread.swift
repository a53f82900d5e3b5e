import SystemSupport

/// An ordinary thread that waits for something. Releasing it stops it and waits for it: not on the thread itself.
final class WatchThread: Sendable {
    private let stopping: WakeSignal
    private let thread: StartedThread

    /// Runs `body` until it returns, which it does soon after the signal it is given has been raised.
    init(_ body: @escaping @Sendable (WakeSignal) -> Void) throws(Shortage) {
        let stopping = try WakeSignal()
        self.stopping = stopping
        thread = try OrdinaryThread.start { body(stopping) }
    }

    deinit {
        stopping.raise()
        thread.join()
    }
}
