import SessionPolicy
import SystemSupport

/// The clock of a page's device, with an arbitrary origin.
protocol PageClock: Sendable {
    var now: Instant { get }
    /// Waits until a time, or until the task is cancelled.
    func wait(until time: Instant) async
}

/// The machine's monotonic clock.
struct MachineClock: PageClock {
    init() {}

    var now: Instant { Instant(nanoseconds: SteadyClock.now) }

    func wait(until time: Instant) async {
        let left = time.nanoseconds - now.nanoseconds
        if left > 0 { try? await Task.sleep(for: .nanoseconds(left)) }
    }
}
