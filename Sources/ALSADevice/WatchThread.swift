import CALSA
import Glibc

/// An ordinary thread that waits for something, and can be told to stop.
final class WatchThread: @unchecked Sendable {
    private let stopping: Signal
    private var thread: pthread_t?

    /// Runs `body` until it returns, which it does soon after the signal it is given has been raised.
    init?(_ body: @escaping @Sendable (Signal) -> Void) {
        guard let stopping = Signal() else { return nil }
        self.stopping = stopping
        let task = Unmanaged.passRetained(Task { body(stopping) })
        var thread = pthread_t()
        let number = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Task>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, task.toOpaque())
        guard number == 0 else {
            task.release()
            stopping.close()
            errno = number
            return nil
        }
        self.thread = thread
    }

    /// Stops the thread and waits for it; not to be called on the thread itself.
    func stop() {
        guard let thread else { return }
        self.thread = nil
        stopping.raise()
        pthread_join(thread, nil)
        stopping.close()
    }

    private final class Task {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
