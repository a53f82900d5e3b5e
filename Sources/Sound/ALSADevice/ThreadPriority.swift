import CALSA
import CLinux
import Glibc
import Synchronization
package import SystemSupport

/// The scheduling of a device's thread.
public enum ThreadPriority: Hashable, Sendable {
    /// `SCHED_FIFO`, which the system allows this user, at this priority.
    case fifo(Int)
    /// `SCHED_RR` at this priority, given by RealtimeKit over the system's D-Bus.
    case realtimeKit(Int)
    /// An ordinary priority, with the reason and the remedy.
    case plain(reason: String, remedy: String)

    /// Whether it goes before ordinary threads.
    public var isRealTime: Bool { if case .plain = self { false } else { true } }

    /// The priority and, for a plain one, the remedy, in a line for a log.
    public var sentence: String {
        switch self {
        case .fifo(let priority): "Sound runs with real-time priority \(priority)."
        case .realtimeKit(let priority): "Sound runs with real-time priority \(priority), given by RealtimeKit."
        case .plain(let reason, let remedy):
            "Sound runs without real-time priority and may drop out when the machine is busy: \(reason). \(remedy)"
        }
    }
}

/// Starts threads that must not come late.
package enum RealTimeThread {
    /// A C function and the context it is called with.
    package typealias Body = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

    /// Above ordinary threads, below those of the kernel and a sound server.
    package static let priority = 20

    /// Whether this user's limits allow it; a control group or a container may forbid it all the same.
    static var isWithinLimits: Bool {
        // RLIMIT_RTPRIO, a macro that Swift does not see.
        let resource = __rlimit_resource_t(14)
        var limits = rlimit()
        guard geteuid() != 0, getrlimit(resource, &limits) == 0 else { return true }
        return limits.rlim_cur >= rlim_t(priority)
    }

    /// The calling thread's number, as the kernel counts them.
    package static var current: Int32 { clinux_thread() }

    /// Starts a thread, with real-time priority if the system or RealtimeKit allows it.
    /// - Parameters:
    ///   - mayAskSystem: Whether `SCHED_FIFO` is tried at all.
    ///   - isWithinLimits: Whether this user's limits allow it, so that raising them would not help.
    ///   - raise: Requests real-time priority for a thread by its number, and returns the granted one.
    /// - Returns: The thread, which the caller must join.
    package static func start(
        _ context: UnsafeMutableRawPointer, _ body: @escaping Body, mayAskSystem: Bool = true,
        isWithinLimits: Bool = RealTimeThread.isWithinLimits,
        raise: (Int32, Int) throws(RealtimeKit.Denial) -> Int = { thread, priority throws(RealtimeKit.Denial) in
            try RealtimeKit.raise(thread: thread, to: priority)
        }
    ) throws(Shortage) -> (thread: StartedThread, priority: ThreadPriority) {
        var refusal = EPERM
        if mayAskSystem {
            var thread = pthread_t()
            refusal = OrdinaryThread.withoutSignals { createFIFO(&thread, context, body) }
            if refusal == 0 { return (StartedThread(number: thread), .fifo(priority)) }
        }
        // A plain thread that first reports its number, by which RealtimeKit identifies threads.
        let (number, began) = (ThreadNumber(), try WakeSignal())
        nonisolated(unsafe) let run = (body, context)
        let thread = try OrdinaryThread.start {
            number.value.store(current, ordering: .releasing)
            began.raise()
            _ = run.0(run.1)
        }
        while !began.wait(milliseconds: -1) {}
        do throws(RealtimeKit.Denial) {
            let given = try raise(number.value.load(ordering: .acquiring), priority)
            return (thread, .realtimeKit(given))
        } catch {
            let reason = "SCHED_FIFO: \(String(cString: strerror(refusal))); \(error.reason)"
            return (thread, .plain(reason: reason, remedy: remedy(isWithinLimits: isWithinLimits, error.kind)))
        }
    }

    private static func remedy(isWithinLimits: Bool, _ refusal: RealtimeKit.Denial.Kind) -> String {
        let limits =
            isWithinLimits
            ? "Give the container or control group that it runs in the capability SYS_NICE"
            : "Allow it with an rtprio of \(priority) in /etc/security/limits.d, and log in again"
        return switch refusal {
        case .absent: "\(limits), or install rtkit."
        case .denied: "\(limits), or allow org.freedesktop.RealtimeKit1.acquire-real-time by a rule of polkit."
        case .busy: "\(limits), or start again in a minute."
        case .failed: "\(limits)."
        }
    }

    private static func createFIFO(
        _ thread: inout pthread_t, _ context: UnsafeMutableRawPointer, _ body: @escaping Body
    ) -> CInt {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setinheritsched(&attributes, CInt(PTHREAD_EXPLICIT_SCHED))
        pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
        var parameters = sched_param(sched_priority: CInt(priority))
        pthread_attr_setschedparam(&attributes, &parameters)
        return pthread_create(&thread, &attributes, body, context)
    }

    /// The kernel's number of a thread, once it runs.
    private final class ThreadNumber: Sendable {
        let value = Atomic<Int32>(0)
    }
}
