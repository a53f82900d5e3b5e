import Glibc

/// Two signals that the kernel sends beside an error of `write`, and that end a process: SIGXFSZ where a file may grow no
/// more (`ulimit -f`), SIGPIPE where a pipe has no reader any more. The error says the same, and is told with its place.
package enum SignalGuard {
    /// Both of them.
    package static let signals: [CInt] = [SIGXFSZ, SIGPIPE]

    /// Ignores both in the whole process: for programs of ours, which tell of the error wherever they write. Programs
    /// that this one starts would ignore them, too: the code that starts one gives both back to the system.
    package static func ignoreForGood() {
        for number in signals { Glibc.signal(number, SIG_IGN) }
    }

    /// Holds both back from this thread while it writes, and takes away what came of that: for modules that other
    /// people's programs link, which handle signals as they like.
    /// - Returns: What `body` returned; `errno` is as it left it.
    package static func whileWriting<Result>(_ body: () -> Result) -> Result {
        var (both, before, waiting) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&both)
        for number in signals { sigaddset(&both, number) }
        sigpending(&waiting)
        pthread_sigmask(SIG_BLOCK, &both, &before)
        let result = body()
        let number = errno
        // A signal that waited before has another cause.
        if let signal = signal(beside: number), sigismember(&waiting, signal) == 0 {
            var (own, none) = (sigset_t(), timespec())
            sigemptyset(&own)
            sigaddset(&own, signal)
            while sigtimedwait(&own, nil, &none) < 0, errno == EINTR {}
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = number
        return result
    }

    private static func signal(beside number: CInt) -> CInt? {
        switch number {
        case EFBIG: SIGXFSZ
        case EPIPE: SIGPIPE
        default: nil
        }
    }
}

extension SignalGuard {
    /// Writes bytes into an open file: all of them, unless an error is in the way.
    /// - Parameter place: The place in the file, or nil for its present one.
    /// - Returns: The number of bytes that were written; if that is fewer, `errno` says why.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: CInt, at place: Int? = nil
    ) -> Int {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = whileWriting {
                place.map { pwrite(descriptor, rest.baseAddress, rest.count, off_t($0 + done)) }
                    ?? Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            done += count
        }
        return done
    }
}
