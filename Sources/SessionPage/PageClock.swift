import Glibc
public import SessionPolicy

/// The time of a page's device, which counts on from any moment.
public protocol PageClock: Sendable {
    /// The time now.
    var now: Instant { get }
    /// Waits until a time, or until the task is cancelled.
    func wait(until time: Instant) async
}

/// The machine's steady clock.
public struct SteadyClock: PageClock {
    /// Creates the clock.
    public init() {}

    public var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    public func wait(until time: Instant) async {
        let left = time.nanoseconds - now.nanoseconds
        if left > 0 { try? await Task.sleep(for: .nanoseconds(left)) }
    }
}
