package import SessionPolicy
package import Sounder
import SystemSupport

/// The time of a phone: the machine's steady clock, or one that is moved by hand.
package final class PhoneClock: ArbiterClock {
    /// The clock that is moved by hand, or nil for the machine's.
    let hand: ManualClock?

    /// Creates a clock.
    ///
    /// - Parameter hand: The clock that moves it, or nil for the machine's steady clock.
    package init(_ hand: ManualClock? = nil) { self.hand = hand }

    package var now: MachineTime { hand.map { MachineTime(nanoseconds: $0.now) } ?? Self.steady }

    /// The time of the machine's steady clock.
    package static var steady: MachineTime { MachineTime(nanoseconds: SteadyClock.now) }
}
