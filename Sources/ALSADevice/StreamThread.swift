import CALSA
import Glibc
import Synchronization

/// The thread of a PCM, with what it shares with its owner.
///
/// Used by one thread at a time, but for `facts`, `request` and `phase`, which any may use.
final class StreamThread {
    /// Where the thread stands.
    enum Phase {
        case idle, running, finished
        case lost(errno: Int32)

        var isRunning: Bool { if case .running = self { true } else { false } }
    }

    /// Raised with every request.
    let requested: Signal
    /// Raised when the loop has ended.
    let ended: Signal
    let facts: UnsafeMutablePointer<StreamFacts>
    /// How the thread was scheduled last; nil before the first start.
    private(set) var priority: ThreadPriority?

    private var thread: pthread_t?
    private let hasStarted = Atomic(false)

    init(pcm name: String) throws(ALSAError) {
        guard let requested = Signal() else { throw ALSAError(.open, pcm: name, code: errno, kind: .system) }
        guard let ended = Signal() else {
            defer { requested.close() }
            throw ALSAError(.open, pcm: name, code: errno, kind: .system)
        }
        self.requested = requested
        self.ended = ended
        facts = .allocate(capacity: 1)
        facts.initialize(to: StreamFacts())
    }

    /// Whoever started a thread has joined it before.
    deinit {
        facts.deinitialize(count: 1)
        facts.deallocate()
        ended.close()
        requested.close()
    }

    var phase: Phase {
        guard hasStarted.load(ordering: .acquiring) else { return .idle }
        return switch StreamFacts.Phase(rawValue: facts.pointee.phase.load(ordering: .acquiring)) {
        case .finished: .finished
        case .lost: .lost(errno: facts.pointee.lostErrno.load(ordering: .relaxed))
        case .running, nil: .running
        }
    }

    /// Whether a loop runs.
    var isRunning: Bool { thread != nil && !wait(milliseconds: 0) }

    /// Forgets the last run; only while no loop runs.
    func reset() {
        requested.lower()
        ended.lower()
        facts.pointee.reset()
    }

    /// Runs `body` on a thread of its own; after `reset`.
    func start(
        pcm name: String, _ context: UnsafeMutableRawPointer, _ body: @escaping RealTimeThread.Body
    ) throws(ALSAError) {
        hasStarted.store(true, ordering: .releasing)
        let (number, started) = RealTimeThread.start(context, body)
        guard let started else {
            hasStarted.store(false, ordering: .releasing)
            throw ALSAError(.start, pcm: name, code: number, kind: .system)
        }
        thread = started.thread
        priority = started.priority
    }

    /// Asks for an end without waiting for it.
    func request(_ request: StreamFacts.Request) {
        _ = facts.pointee.request.max(request.rawValue, ordering: .acquiringAndReleasing)
        requested.raise()
    }

    /// Waits until the loop has ended, for at most `milliseconds`; true if it has.
    func wait(milliseconds: Int) -> Bool {
        guard thread != nil else { return true }
        return ended.wait(milliseconds: milliseconds)
    }

    /// Waits until the thread is gone.
    func join() {
        guard let thread else { return }
        pthread_join(thread, nil)
        self.thread = nil
    }
}
