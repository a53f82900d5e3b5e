import Glibc

/// The system's clock that is never set.
package enum SteadyClock {
    /// Nanoseconds since some moment before the process began. Any thread, a real-time one too.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sleeps until a moment of this clock; a moment that has passed is not waited for. Not for a real-time thread.
    ///
    /// - Parameter moment: In nanoseconds, as `now` tells them.
    package static func sleep(until moment: Int64) {
        var due = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, CInt(TIMER_ABSTIME), &due, nil) == EINTR {}
    }
}
