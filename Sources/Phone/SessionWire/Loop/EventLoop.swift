import CLinux
import Glibc
import SystemSupport

/// Waits for descriptors and for one moment of the clock, and calls the closures that watch them.
///
/// A loop belongs to one thread: its methods are called there, and it calls its closures there. A closure must not block,
/// and must not loop until a peer is done: all other descriptors of the loop would wait meanwhile.
public final class EventLoop {
    /// The events that a descriptor is watched for.
    public struct Interest: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let reading = Interest(rawValue: EPOLLIN.rawValue)
        public static let writing = Interest(rawValue: EPOLLOUT.rawValue)
    }

    private struct Watch {
        let generation: UInt32
        var interest: Interest
        /// Whether the file is one that the kernel cannot watch, because it is always ready.
        let isAlwaysReady: Bool
        let body: (Interest) -> Void
    }

    private let epoll: CInt
    private let timer: CInt
    private var watches: [CInt: Watch] = [:]
    private var generation: UInt32 = 0
    private var alwaysReady: Set<CInt> = []
    /// The descriptors that are not watched until `pauseEnd`.
    private var paused: Set<CInt> = []
    private var pauseEnd: Int64 = 0
    private var isStopped = false
    private var alarm: Int64?
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 64)
    /// Called when the alarm's moment has come.
    public var onAlarm: () -> Void = {}
    /// Called before the loop waits: after everything that one waking brought.
    public var beforeWaiting: () -> Void = {}
    /// The number of times that the loop has been woken.
    public private(set) var wakeUps = 0

    /// Makes a loop that watches nothing.
    ///
    /// - Throws: `WireError.system` where two more files may not be opened.
    public init() throws(WireError) {
        epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw .system("cannot wait for events", errno) }
        // Where this fails, the deinitializer closes what there is.
        timer = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
        guard timer >= 0 else { throw .system("cannot wait for a moment", errno) }
        guard clinux_epoll_control(epoll, EPOLL_CTL_ADD, timer, EPOLLIN.rawValue, UInt64(UInt32(timer))) == 0 else {
            throw .system("cannot wait for a moment", errno)
        }
    }

    deinit {
        events.deallocate()
        for descriptor in [timer, epoll] where descriptor >= 0 { close(descriptor) }
    }

    /// The monotonic clock, in nanoseconds: the time of every message.
    public static var now: Int64 { SteadyClock.now }

    /// Watches a descriptor, which stays its owner's: forget it before it is closed.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, which is not watched yet.
    ///   - interest: The events that it is watched for; an end or an error is always told.
    ///   - body: Called with the events for which it is ready; at an end or an error with all of them.
    /// - Throws: `WireError.system` where the kernel has no room to watch one more.
    public func watch(
        _ descriptor: CInt, for interest: Interest = .reading, _ body: @escaping (Interest) -> Void
    ) throws(WireError) {
        generation &+= 1
        let added = clinux_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, interest.rawValue, number(descriptor))
        let isAlwaysReady = added != 0 && errno == EPERM
        guard added == 0 || isAlwaysReady else { throw .system("cannot watch a descriptor", errno) }
        watches[descriptor] = Watch(
            generation: generation, interest: interest, isAlwaysReady: isAlwaysReady, body: body)
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
        let tag = UInt64(watch.generation) << 32 | UInt64(UInt32(descriptor))
        _ = clinux_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, interest.rawValue, tag)
    }

    /// Stops watching a descriptor for 0.1 s: it is ready, and what it is ready for cannot be done now. Without a pause the
    /// loop would not block any more.
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

    /// Watches a descriptor no more; nothing is called for it from now on.
    public func forget(_ descriptor: CInt) {
        guard let watch = watches.removeValue(forKey: descriptor) else { return }
        paused.remove(descriptor)
        if watch.isAlwaysReady {
            alwaysReady.remove(descriptor)
        } else {
            _ = clinux_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0)
        }
    }

    /// Sets the time of the alarm, in nanoseconds of the monotonic clock, or nil for none.
    public func setAlarm(at moment: Int64?) {
        guard moment != alarm else { return }
        alarm = moment
        var setting = itimerspec()
        if let moment {
            // Zero would switch it off.
            setting.it_value = SteadyClock.timespec(of: max(1, moment))
        }
        timerfd_settime(timer, CInt(TFD_TIMER_ABSTIME), &setting, nil)
    }

    /// Ends `run` once what is being called returns; before `run`, lets it return at once.
    public func stop() { isStopped = true }

    /// Waits and calls until it is stopped.
    public func run() {
        while !isStopped {
            beforeWaiting()
            if !isStopped { turn(waits: true) }
        }
        isStopped = false
    }

    /// Calls for what is ready, once.
    ///
    /// - Parameter waits: Whether to wait if nothing is.
    public func turn(waits: Bool) {
        let count = waits && alwaysReady.isEmpty ? wait() : look()
        wakeUps += 1
        endPauses()
        for event in events.prefix(Int(max(0, count))) where !isStopped {
            let descriptor = CInt(truncatingIfNeeded: event.data.u64)
            if descriptor == timer {
                ring()
            } else if let watch = watches[descriptor], UInt64(watch.generation) == event.data.u64 >> 32 {
                watch.body(Self.readiness(event.events))
            }
        }
        if alwaysReady.isEmpty { return }
        for descriptor in alwaysReady.sorted() where !isStopped {
            if let watch = watches[descriptor] { watch.body(watch.interest) }
        }
    }

    /// Returns the number of descriptors that are ready now; they are in `events`.
    private func look(timeout: CInt = 0) -> CInt { epoll_wait(epoll, events.baseAddress, CInt(events.count), timeout) }

    /// Waits until a descriptor is ready; returns the number of those that are.
    private func wait() -> CInt {
        look(timeout: paused.isEmpty ? -1 : CInt(max(0, pauseEnd - Self.now) / 1_000_000 + 1))
    }

    private func ring() {
        var count: UInt64 = 0
        guard read(timer, &count, 8) == 8 else { return }
        alarm = nil
        onAlarm()
    }

    private func number(_ descriptor: CInt) -> UInt64 { UInt64(generation) << 32 | UInt64(UInt32(descriptor)) }

    private static func readiness(_ events: UInt32) -> Interest {
        let failed = EPOLLHUP.rawValue | EPOLLERR.rawValue
        return events & failed != 0 ? [.reading, .writing] : Interest(rawValue: events)
    }
}
