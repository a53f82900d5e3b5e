package import Glibc

/// The system's monotonic clock in nanoseconds, and conversions to the kernel's format. Any thread; all but `sleep`
/// also on a real-time thread.
package enum SteadyClock {
    private static let second: Int64 = 1_000_000_000

    package static var now: Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

    /// The time of another clock of the kernel, in nanoseconds.
    package static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = Glibc.timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * second + Int64(time.tv_nsec)
    }

    /// Nanoseconds as a timespec.
    package static func timespec(of nanoseconds: Int64) -> Glibc.timespec {
        Glibc.timespec(tv_sec: Int(nanoseconds / second), tv_nsec: Int(nanoseconds % second))
    }

    /// Sleeps until a time of this clock. Returns immediately if it has passed.
    /// - Parameter moment: The time in nanoseconds, as `now`.
    package static func sleep(until moment: Int64) {
        var due = timespec(of: moment)
        while clock_nanosleep(CLOCK_MONOTONIC, CInt(TIMER_ABSTIME), &due, nil) == EINTR {}
    }

    /// The number of whole frames in a non-negative time in nanoseconds.
    package static func frames(in nanoseconds: Int64, at rate: Int) -> Int {
        // Split by seconds to avoid overflow.
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: second)
        return Int(seconds) * rate + Int(rest * Int64(rate) / second)
    }

    /// The length of a number of frames, in nanoseconds.
    package static func nanoseconds(of frames: Int, at rate: Int) -> Int64 {
        let (seconds, rest) = Int64(frames).quotientAndRemainder(dividingBy: Int64(rate))
        return seconds * second + rest * second / Int64(rate)
    }
}
