import SystemSupport

/// An ordinary thread that waits for something, and can be told to stop.
final class WatchThread: @unchecked Sendable {
    private let stopping: WakeSignal
    private var thread: StartedThread?

    /// Runs `body` until it returns, which it does soon after the signal it is given has been raised.
    init(_ body: @escaping @Sendable (WakeSignal) -> Void) throws(Shortage) {
        let stopping = try WakeSignal()
        self.stopping = stopping
        thread = try OrdinaryThread.start { body(stopping) }
    }

    /// Stops the thread and waits for it; not to be called on the thread itself.
    func stop() {
        guard let thread else { return }
        self.thread = nil
        stopping.raise()
        thread.join()
    }
}
