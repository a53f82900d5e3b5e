import Glibc
import SessionArbiter
import SessionCalls
import Synchronization

/// The machine's steady clock.
final class SteadyTime: ArbiterClock {
    var now: MachineTime { Self.now }

    static var now: MachineTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MachineTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

/// Time by hand.
final class HandTime: ArbiterClock {
    private let nanoseconds = Atomic<Int64>(0)

    var now: MachineTime { MachineTime(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

    /// Moves the time; it never goes back.
    func move(to moment: MachineTime) { nanoseconds.max(moment.nanoseconds, ordering: .acquiringAndReleasing) }
}
