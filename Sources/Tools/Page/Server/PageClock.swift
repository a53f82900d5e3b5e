public import SessionPolicy
import System

/// The time of a page's device, which counts on from any moment.
public protocol PageClock: Sendable {
    /// The time now.
    var now: Instant { get }
    /// Waits until a time, or until the task is cancelled.
    func wait(until time: Instant) async
}

/// The machine's steady clock.
public struct MachineClock: PageClock {
    /// Creates the clock.
    public init() {}

    public var now: Instant { Instant(nanoseconds: SteadyClock.now) }

    public func wait(until time: Instant) async {
        let left = time.nanoseconds - now.nanoseconds
        if left > 0 { try? await Task.sleep(for: .nanoseconds(left)) }
    }
}
