package import SessionPolicy
package import Sounder
import SystemSupport

/// The clock of a phone: the machine's steady clock, or a manual one.
package final class PhoneClock: ArbiterClock {
    /// The manual clock, or nil for the machine's.
    let hand: ManualClock?

    /// Creates a clock.
    /// - Parameter hand: A manual clock, or nil for the machine's steady clock.
    package init(_ hand: ManualClock? = nil) { self.hand = hand }

    package var now: MachineTime { hand.map { MachineTime(nanoseconds: $0.now) } ?? Self.steady }

    /// The present time of the machine's steady clock.
    package static var steady: MachineTime { MachineTime(nanoseconds: SteadyClock.now) }
}
