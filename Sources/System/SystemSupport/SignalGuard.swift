import Glibc

/// The signals that the kernel sends with an error of `write`: SIGXFSZ at a file size limit (`ulimit -f`) and SIGPIPE
/// for a pipe without a reader. They are redundant with the error.
package enum SignalGuard {
    package static let signals: [CInt] = [SIGXFSZ, SIGPIPE]

    /// Ignores both in the whole process, for our own programs, which report write errors. Child processes inherit
    /// that, so the code that starts one restores the defaults.
    package static func ignoreForGood() {
        for number in signals { Glibc.signal(number, SIG_IGN) }
    }

    /// Blocks both in this thread while it writes, and discards the resulting signal. For modules linked by other
    /// programs, which handle signals as they like.
    /// - Returns: What `body` returned; `errno` is as it left it.
    package static func whileWriting<Result>(_ body: () -> Result) -> Result {
        var (both, before, waiting) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&both)
        for number in signals { sigaddset(&both, number) }
        sigpending(&waiting)
        pthread_sigmask(SIG_BLOCK, &both, &before)
        let result = body()
        let number = errno
        // A signal that was pending before has another cause.
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
    /// Writes all bytes into an open file, unless an error occurs.
    /// - Parameter place: The offset in the file, or nil for the present one.
    /// - Returns: The number of bytes written; if fewer, `errno` has the reason.
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
