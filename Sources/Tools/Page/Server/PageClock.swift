import SessionPolicy
import SystemSupport

/// The time of a page's device, which counts on from any moment.
protocol PageClock: Sendable {
    /// The time now.
    var now: Instant { get }
    /// Waits until a time, or until the task is cancelled.
    func wait(until time: Instant) async
}

/// The machine's steady clock.
struct MachineClock: PageClock {
    /// Creates the clock.
    init() {}

    var now: Instant { Instant(nanoseconds: SteadyClock.now) }

    func wait(until time: Instant) async {
        let left = time.nanoseconds - now.nanoseconds
        if left > 0 { try? await Task.sleep(for: .nanoseconds(left)) }
    }
}
