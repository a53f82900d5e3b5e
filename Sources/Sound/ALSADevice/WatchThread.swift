import System

/// An ordinary thread that waits for something, and can be told to stop.
final class WatchThread: @unchecked Sendable {
    private let stopping: Signal
    private var thread: StartedThread?

    /// Runs `body` until it returns, which it does soon after the signal it is given has been raised.
    ///
    /// - Throws: `Shortage` where a signal's file or a thread is not to be had.
    init(_ body: @escaping @Sendable (Signal) -> Void) throws(Shortage) {
        let stopping = try Signal()
        self.stopping = stopping
        do throws(Shortage) { thread = try OrdinaryThread.start { body(stopping) } } catch {
            stopping.close()
            throw error
        }
    }

    /// Stops the thread and waits for it; not to be called on the thread itself.
    func stop() {
        guard let thread else { return }
        self.thread = nil
        stopping.raise()
        thread.join()
        stopping.close()
    }
}
