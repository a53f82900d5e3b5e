import CALSA
import Glibc
import Synchronization
import SystemSupport

/// The phase of playing or capturing.
public enum StreamPhase: Hashable, Sendable {
    /// Not started yet.
    case idle
    /// The thread that plays or captures runs.
    case running
    /// Ended by the limit or a stop.
    case finished
    /// The device is gone: unplugged, its server ended, or no progress for five seconds.
    case lost(errno: Int32)
}

/// The thread of a PCM, with the state it shares with its owner. Use from one thread at a time, except for `facts`,
/// `request` and `phase`.
final class StreamThread {
    let requested: WakeSignal
    let ended: WakeSignal
    let facts: UnsafeMutablePointer<StreamFacts>
    /// The last scheduling of the thread, or nil before the first start.
    private(set) var priority: ThreadPriority?

    /// The descriptors that the thread polls.
    private let descriptors: UnsafeMutablePointer<pollfd>
    private var thread: StartedThread?
    private let hasStarted = Atomic(false)

    init(pcm name: String) throws(ALSAError) {
        (requested, ended) = (try .init(for: name), try .init(for: name))
        facts = .allocate(capacity: 1)
        facts.initialize(to: StreamFacts())
        descriptors = .allocate(capacity: PCMLink.descriptorCapacity)
    }

    /// The thread has been joined before.
    deinit {
        descriptors.deallocate()
        facts.deinitialize(count: 1)
        facts.deallocate()
    }

    var phase: StreamPhase {
        guard hasStarted.load(ordering: .acquiring) else { return .idle }
        return switch StreamFacts.Phase(rawValue: facts.pointee.phase.load(ordering: .acquiring)) {
        case .finished: .finished
        case .lost: .lost(errno: facts.pointee.lostErrno.load(ordering: .relaxed))
        case .running, nil: .running
        }
    }

    private var isRunning: Bool { thread != nil && !wait(milliseconds: 0) }

    /// Resets the last run and prepares a PCM for the next one; nil while a loop runs.
    func prepare(_ pcm: PCM, _ setup: PCMSetup) throws(ALSAError) -> PCMLink? {
        guard !isRunning else { return nil }
        join()
        try pcm.prepare()
        requested.lower()
        ended.lower()
        // No thread runs that could still read the last run's.
        facts.pointee = StreamFacts()
        return PCMLink(
            pcm: pcm.handle, setup: setup, facts: facts, requested: requested.reference, descriptors: descriptors)
    }

    /// Runs `body` on a new thread, after `prepare`.
    func start(
        pcm name: String, _ context: UnsafeMutableRawPointer, _ body: @escaping RealTimeThread.Body
    ) throws(ALSAError) {
        hasStarted.store(true, ordering: .releasing)
        do throws(Shortage) {
            let started = try RealTimeThread.start(context, body)
            (thread, priority) = (started.thread, started.priority)
        } catch {
            hasStarted.store(false, ordering: .releasing)
            throw ALSAError(.start, pcm: name, error)
        }
    }

    /// Requests an end without waiting for it.
    func request(_ ending: ALSAOutput.Ending) {
        _ = facts.pointee.request.max(ending.rawValue, ordering: .acquiringAndReleasing)
        requested.raise()
    }

    /// Waits until the loop has ended, for at most `milliseconds`; true if it has.
    func wait(milliseconds: Int) -> Bool {
        guard thread != nil else { return true }
        return ended.wait(milliseconds: milliseconds)
    }

    /// Waits until the thread is gone.
    func join() {
        thread?.join()
        thread = nil
    }
}

extension WakeSignal {
    convenience init(for pcm: String) throws(ALSAError) {
        do throws(Shortage) { try self.init() } catch { throw ALSAError(.open, pcm: pcm, error) }
    }
}
