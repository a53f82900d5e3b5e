import Glibc

/// A thread that nobody waits for.
enum DetachedThread {
    /// Runs `body` on a thread of its own, to which no signal is delivered: signals are for the threads that can act on
    /// them.
    ///
    /// - Parameter body: Called once; it keeps alive what it touches.
    /// - Returns: 0, or the system's error number, where there is no thread to be had.
    static func start(_ body: sending @escaping () -> Void) -> CInt {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let context = Unmanaged.passRetained(Body(run: body))
        var thread = pthread_t()
        let number = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        if number == 0 { pthread_detach(thread) } else { context.release() }
        return number
    }

    private final class Body {
        let run: () -> Void
        init(run: @escaping () -> Void) { self.run = run }
    }
}
