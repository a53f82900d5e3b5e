import CLinux
import Glibc
import SystemSupport

/// Waits for descriptors, and calls their closures.
///
/// Belongs to one thread. A closure must not block or loop until a peer is done, because all other descriptors would
/// wait.
public final class EventLoop {
    /// The events that a descriptor is watched for.
    public struct Interest: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let reading = Interest(rawValue: EPOLLIN.rawValue)
        public static let writing = Interest(rawValue: EPOLLOUT.rawValue)
    }

    private struct Watch {
        /// The descriptor, and the number of the watch above it, so that events of an earlier one do not count.
        let tag: UInt64
        var interest: Interest
        /// Whether the file is always ready and cannot be watched.
        let isAlwaysReady: Bool
        let body: (Interest) -> Void
    }

    private let epoll: CInt
    private var watches: [CInt: Watch] = [:]
    private var generation: UInt32 = 0
    private var alwaysReady: Set<CInt> = []
    /// The descriptors that are not watched until `pauseEnd`.
    private var paused: Set<CInt> = []
    private var pauseEnd: Int64 = 0
    private var isStopped = false
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 64)
    /// Called before the loop waits, after handling a wake-up.
    public var beforeWaiting: () -> Void = {}
    /// The number of times that the loop has been woken.
    public private(set) var wakeUps = 0

    /// Creates a loop that watches nothing.
    ///
    /// - Throws: `WireError.system` if descriptors are exhausted.
    public init() throws(WireError) {
        epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw .system("cannot wait for events", errno) }
    }

    deinit {
        events.deallocate()
        if epoll >= 0 { close(epoll) }
    }

    /// The monotonic clock, in nanoseconds: the time of every message.
    public static var now: Int64 { SteadyClock.now }

    /// Watches a descriptor. Its owner must call `forget` before closing it.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, which is not watched yet.
    ///   - interest: The events to watch for; ends and errors are always reported.
    ///   - body: Called with the ready events; with all of them after an end or an error.
    /// - Throws: `WireError.system` if the kernel cannot watch another one.
    public func watch(
        _ descriptor: CInt, for interest: Interest = .reading, _ body: @escaping (Interest) -> Void
    ) throws(WireError) {
        generation &+= 1
        let tag = UInt64(generation) << 32 | UInt64(UInt32(descriptor))
        let added = clinux_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, interest.rawValue, tag)
        let isAlwaysReady = added != 0 && errno == EPERM
        guard added == 0 || isAlwaysReady else { throw .system("cannot watch a descriptor", errno) }
        watches[descriptor] = Watch(tag: tag, interest: interest, isAlwaysReady: isAlwaysReady, body: body)
        if isAlwaysReady, !interest.isEmpty { alwaysReady.insert(descriptor) }
    }

    /// Watches a descriptor for something else from now on.
    public func change(_ descriptor: CInt, to interest: Interest) {
        guard let watch = watches[descriptor], watch.interest != interest else { return }
        watches[descriptor]?.interest = interest
        if watch.isAlwaysReady {
            if interest.isEmpty { alwaysReady.remove(descriptor) } else { alwaysReady.insert(descriptor) }
        } else {
            tell(descriptor, watch, interest)
        }
    }

    private func tell(_ descriptor: CInt, _ watch: Watch, _ interest: Interest) {
        _ = clinux_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, interest.rawValue, watch.tag)
    }

    /// Stops watching a descriptor for 0.1 s that is ready but cannot be served now; otherwise the loop would spin.
    public func pause(_ descriptor: CInt) {
        guard let watch = watches[descriptor], paused.insert(descriptor).inserted else { return }
        tell(descriptor, watch, [])
        pauseEnd = Self.now + Self.pauseLength
    }

    private static let pauseLength: Int64 = 100_000_000

    private func endPauses() {
        guard !paused.isEmpty, Self.now >= pauseEnd else { return }
        for descriptor in paused { if let watch = watches[descriptor] { tell(descriptor, watch, watch.interest) } }
        paused = []
    }

    /// Stops watching a descriptor.
    public func forget(_ descriptor: CInt) {
        guard let watch = watches.removeValue(forKey: descriptor) else { return }
        paused.remove(descriptor)
        if watch.isAlwaysReady {
            alwaysReady.remove(descriptor)
        } else {
            _ = clinux_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0)
        }
    }

    /// Ends `run` after the present callback; before `run`, makes it return immediately.
    public func stop() { isStopped = true }

    /// Runs until stopped.
    public func run() {
        while !isStopped {
            beforeWaiting()
            if !isStopped { turn(waits: true) }
        }
        isStopped = false
    }

    /// Runs one turn.
    ///
    /// - Parameter waits: Whether to wait if nothing is.
    public func turn(waits: Bool) {
        let pause = paused.isEmpty ? -1 : CInt(max(0, pauseEnd - Self.now) / 1_000_000 + 1)
        let timeout = waits && alwaysReady.isEmpty ? pause : 0
        let count = epoll_wait(epoll, events.baseAddress, CInt(events.count), timeout)
        wakeUps += 1
        endPauses()
        for event in events.prefix(Int(max(0, count))) where !isStopped {
            let descriptor = CInt(truncatingIfNeeded: event.data.u64)
            guard let watch = watches[descriptor], watch.tag == event.data.u64 else { continue }
            watch.body(Self.readiness(event.events))
        }
        if alwaysReady.isEmpty { return }
        for descriptor in alwaysReady.sorted() where !isStopped {
            if let watch = watches[descriptor] { watch.body(watch.interest) }
        }
    }

    private static func readiness(_ events: UInt32) -> Interest {
        let failed = EPOLLHUP.rawValue | EPOLLERR.rawValue
        return events & failed != 0 ? [.reading, .writing] : Interest(rawValue: events)
    }
}
