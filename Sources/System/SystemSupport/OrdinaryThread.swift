package import Glibc

/// A started thread, which its owner must join or detach once.
package struct StartedThread {
    let number: pthread_t

    /// Adopts a thread that was started elsewhere.
    package init(number: pthread_t) { self.number = number }

    /// Waits until it has ended. Do not call on the thread itself.
    package func join() { pthread_join(number, nil) }

    /// Detaches the thread.
    package func detach() { pthread_detach(number) }
}

/// Starts threads without real-time priority.
package enum OrdinaryThread {
    /// Runs `body` on a new thread with all signals blocked.
    /// - Parameter body: Called once on the thread.
    package static func start(_ body: sending @escaping () -> Void) throws(Shortage) -> StartedThread {
        let context = Unmanaged.passRetained(Body(run: body))
        var thread = pthread_t()
        let number = withoutSignals {
            pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                }, context.toOpaque())
        }
        guard number == 0 else {
            context.release()
            throw .threads
        }
        return StartedThread(number: thread)
    }

    /// Runs a closure with all signals blocked, which a thread started in it inherits.
    package static func withoutSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    private final class Body {
        let run: () -> Void
        init(run: @escaping () -> Void) { self.run = run }
    }
}
