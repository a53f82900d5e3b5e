package import Glibc

/// A thread that runs, or has run. Its holder must join or detach it, once.
package struct StartedThread {
    let number: pthread_t

    /// Takes over a thread that was started in another way.
    package init(number: pthread_t) { self.number = number }

    /// Waits until it has ended; not on the thread itself.
    package func join() { pthread_join(number, nil) }

    /// Lets it end unseen.
    package func detach() { pthread_detach(number) }
}

/// Starts threads that may come late.
package enum OrdinaryThread {
    /// Runs `body` on a thread of its own, to which no signal is delivered: signals are for the threads that can act on
    /// them.
    /// - Parameter body: Called once; it keeps alive what it touches.
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

    /// Does something with all signals held back, as a thread that is started then inherits.
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
