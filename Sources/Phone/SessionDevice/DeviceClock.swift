import SessionArbiter
import SessionCalls
import Synchronization
import Threads

/// The machine's steady clock.
final class SteadyTime: ArbiterClock {
    var now: MachineTime { Self.now }

    static var now: MachineTime { MachineTime(nanoseconds: SteadyClock.now) }
}

/// Time by hand.
final class HandTime: ArbiterClock {
    private let nanoseconds = Atomic<Int64>(0)

    var now: MachineTime { MachineTime(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

    /// Moves the time; it never goes back.
    func move(to moment: MachineTime) { nanoseconds.max(moment.nanoseconds, ordering: .acquiringAndReleasing) }
}
