package import CALSA
import Glibc

/// How the thread of a device is scheduled.
public enum ThreadPriority: Hashable, Sendable {
    /// `SCHED_FIFO`, which the system allows this user, at this priority.
    case fifo(Int)
    /// `SCHED_RR` at this priority, given by RealtimeKit over the system's D-Bus.
    case realtimeKit(Int)
    /// Like any other thread; the reason says who refused what.
    case plain(reason: String)

    /// Whether it goes before ordinary threads.
    public var isRealTime: Bool { if case .plain = self { false } else { true } }

    /// What it is and, of a plain one, what the person can do, in a line for a log.
    public var sentence: String {
        switch self {
        case .fifo(let priority): "Sound runs with real-time priority \(priority)."
        case .realtimeKit(let priority): "Sound runs with real-time priority \(priority), given by RealtimeKit."
        case .plain(let reason):
            "Sound runs without real-time priority and may drop out when the machine is busy: \(reason). "
                + "Allow it with rtprio in /etc/security/limits.d, or install rtkit."
        }
    }
}

/// Starts threads that must not come late.
package enum RealTimeThread {
    /// A C function and the context it is called with.
    package typealias Body = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

    /// A thread that runs.
    package struct Started {
        package let thread: pthread_t
        package let priority: ThreadPriority
    }

    /// Above everything ordinary, below what the kernel and a sound server need.
    private static let priority: CInt = 20

    /// The calling thread's number, as the kernel counts them; zero where there is no `/proc` to tell.
    package static var current: Int32 {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { link in
            guard let start = link.baseAddress else { return 0 }
            let count = readlink("/proc/thread-self", start, link.count)
            let digits = link.prefix(max(0, count)).reversed().prefix { $0 != CChar(UInt8(ascii: "/")) }
            return digits.reversed().reduce(0) { 10 * $0 + Int32($1 - 48) }
        }
    }

    /// Starts one with real-time priority where the system, or RealtimeKit, allows that.
    ///
    /// - Parameters:
    ///   - mayAskSystem: Whether `SCHED_FIFO` is tried at all.
    ///   - raise: Asks for real-time priority for a thread by its number, and answers which it was given.
    /// - Returns: An error number, or the thread.
    package static func start(
        _ context: UnsafeMutableRawPointer, _ body: @escaping Body, mayAskSystem: Bool = true,
        raise: (Int32, Int) throws(RealtimeKit.Refusal) -> Int = { thread, priority throws(RealtimeKit.Refusal) in
            try RealtimeKit.raise(thread: thread, to: priority)
        }
    ) -> (CInt, Started?) {
        // Signals are for the threads that can act on them.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        var refusal = EPERM
        if mayAskSystem {
            var thread = pthread_t()
            refusal = createFIFO(&thread, context, body)
            if refusal == 0 { return (0, Started(thread: thread, priority: .fifo(Int(priority)))) }
        }
        let system = "SCHED_FIFO: \(String(cString: strerror(refusal)))"
        guard let launch = Launch(context, body) else { return (errno, nil) }
        defer { launch.end() }
        let (number, thread) = launch.run()
        guard let thread else { return (number, nil) }
        do throws(RealtimeKit.Refusal) {
            return (0, Started(thread: thread, priority: .realtimeKit(try raise(launch.threadID, Int(priority)))))
        } catch {
            return (0, Started(thread: thread, priority: .plain(reason: "\(system); \(error.reason)")))
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
        var parameters = sched_param(sched_priority: priority)
        pthread_attr_setschedparam(&attributes, &parameters)
        return pthread_create(&thread, &attributes, body, context)
    }

    /// Starts a plain thread that tells its number before anything else, as RealtimeKit knows threads by it.
    private struct Launch {
        private struct Order {
            let context: UnsafeMutableRawPointer
            let body: Body
            let began: Signal
            var threadID: Int32 = 0
        }

        private let order: UnsafeMutablePointer<Order>
        var threadID: Int32 { order.pointee.threadID }

        /// Nil, with `errno` set, where the process may open no more files.
        init?(_ context: UnsafeMutableRawPointer, _ body: @escaping Body) {
            guard let began = Signal() else { return nil }
            order = .allocate(capacity: 1)
            order.initialize(to: Order(context: context, body: body, began: began))
        }

        func run() -> (CInt, pthread_t?) {
            var thread = pthread_t()
            let number = pthread_create(
                &thread, nil,
                { order in
                    guard let order = order?.assumingMemoryBound(to: Order.self) else { return nil }
                    let (context, body) = (order.pointee.context, order.pointee.body)
                    order.pointee.threadID = RealTimeThread.current
                    // The order is gone soon after this.
                    order.pointee.began.raise()
                    return body(context)
                }, order)
            guard number == 0 else { return (number, nil) }
            while !order.pointee.began.wait(milliseconds: -1) {}
            // Reading the signal is what orders the thread's number before our look at it.
            order.pointee.began.lower()
            return (0, thread)
        }

        func end() {
            order.pointee.began.close()
            order.deinitialize(count: 1)
            order.deallocate()
        }
    }
}
