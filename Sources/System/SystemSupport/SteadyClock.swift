package import Glibc

/// The system's clock that is never set, in nanoseconds since some moment before the process began. The kernel writes a
/// time as seconds and the rest; the one place that knows how. May be used on any thread, and all but `sleep` on a
/// real-time one.
package enum SteadyClock {
    private static let second: Int64 = 1_000_000_000

    /// The time now.
    package static var now: Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

    /// The time of another clock of the kernel, in nanoseconds.
    package static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = Glibc.timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * second + Int64(time.tv_nsec)
    }

    /// A number of nanoseconds as the kernel writes it.
    package static func timespec(of nanoseconds: Int64) -> Glibc.timespec {
        Glibc.timespec(tv_sec: Int(nanoseconds / second), tv_nsec: Int(nanoseconds % second))
    }

    /// Sleeps until a moment of this clock; a moment that has passed is not waited for.
    /// - Parameter moment: In nanoseconds, as `now` tells them.
    package static func sleep(until moment: Int64) {
        var due = timespec(of: moment)
        while clock_nanosleep(CLOCK_MONOTONIC, CInt(TIMER_ABSTIME), &due, nil) == EINTR {}
    }

    /// The number of whole frames of a rate that fit into a time, zero or more, in nanoseconds.
    package static func frames(in nanoseconds: Int64, at rate: Int) -> Int {
        // By the second, so that no time is too long.
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: second)
        return Int(seconds) * rate + Int(rest * Int64(rate) / second)
    }

    /// The length of so many frames of a rate, in nanoseconds.
    package static func nanoseconds(of frames: Int, at rate: Int) -> Int64 {
        let (seconds, rest) = Int64(frames).quotientAndRemainder(dividingBy: Int64(rate))
        return seconds * second + rest * second / Int64(rate)
    }
}
