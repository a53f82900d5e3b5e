import CALSA
import Glibc
public import Mixer
import Synchronization

/// An ALSA PCM that plays what a renderer makes, in real time, on a thread of its own.
///
/// Used by one thread at a time; `status` may be read from any. The PCM is held from opening to release.
public final class ALSAOutput: @unchecked Sendable {
    /// Where playing stands.
    public enum Phase: Hashable, Sendable {
        /// Not started yet.
        case idle
        /// The render thread runs.
        case playing
        /// Ended by the limit or a stop.
        case finished
        /// The device is gone (unplugged, its server ended, no answer for five seconds); a fact, not an error.
        case lost(errno: Int32)
    }

    /// What the render thread reports, as of its last period.
    public struct Status: Hashable, Sendable {
        /// Where playing stands.
        public let phase: Phase
        /// Frames pulled from the renderer.
        public let framesRendered: Int
        /// Frames that have left the device as far as it tells, for showing progress.
        public let framesPlayed: Int
        /// Times the device ran out of frames.
        public let xruns: Int
        /// Times the system suspended the device.
        public let suspensions: Int
    }

    /// How to stop.
    public enum Ending: Hashable, Sendable {
        /// What the device holds is still heard.
        case drain
        /// At once.
        case drop
    }

    /// The PCM as the caller named it.
    public var name: String { pcm.name }
    /// Frames per second the device plays; the renderer must be made for it.
    public var rate: Int { setup.rate }
    /// Frames pulled at a time.
    public var periodFrames: Int { setup.periodFrames }
    /// Frames the device holds at most.
    public var bufferFrames: Int { setup.bufferFrames }
    /// Whether the render thread was allowed real-time priority; false before the first start.
    public private(set) var isRealTime = false

    private let pcm: PCM
    private let setup: PCMSetup
    private let requested: Signal
    private let ended: Signal
    private let mix: UnsafeMutablePointer<Float>
    private let converted: UnsafeMutableRawPointer?
    private let descriptors: UnsafeMutablePointer<pollfd>
    private let facts: UnsafeMutablePointer<PlaybackFacts>
    private let loop: UnsafeMutablePointer<PeriodLoop>
    private var thread: pthread_t?
    private let hasStarted = Atomic(false)

    /// Opens and configures a PCM for interleaved stereo.
    ///
    /// - Parameters:
    ///   - pcm: A name as `aplay -L` lists them.
    ///   - rate: Frames per second, 1,000 to 768,000.
    ///   - periodFrames: Frames to be pulled at a time, 16 to 16,384; the device may choose others.
    ///   - periods: Periods the device shall hold, 2 to 64; the device may choose others.
    ///   - acceptsOtherRate: Whether the nearest rate will do; read `rate` for what it is.
    /// - Throws: `ALSAError` if there is no such device, it is busy, not permitted or unsuitable. Not to be called from
    ///   a real-time thread.
    public convenience init(
        pcm: String = "default", rate: Int = 48_000, periodFrames: Int = 256, periods: Int = 4,
        acceptsOtherRate: Bool = false
    ) throws(ALSAError) {
        let opened = try PCM(pcm)
        let setup = try opened.configure(
            rate: rate, periodFrames: periodFrames, periods: periods, acceptsOtherRate: acceptsOtherRate)
        try self.init(opened, setup)
    }

    /// Takes over a playback PCM that is already open, and closes it in the end.
    ///
    /// - Parameter patienceInMilliseconds: How long the device may show no sign of life, at least 10.
    package convenience init(
        adopting handle: OpaquePointer, name: String, periodFrames: Int, periods: Int, acceptsOtherRate: Bool,
        patienceInMilliseconds: Int
    ) throws(ALSAError) {
        let adopted = PCM(adopting: handle, name: name)
        var setup = try adopted.configure(
            rate: 48_000, periodFrames: periodFrames, periods: periods, acceptsOtherRate: acceptsOtherRate)
        setup.patienceInMilliseconds = CInt(patienceInMilliseconds)
        try self.init(adopted, setup)
    }

    private init(_ pcm: PCM, _ setup: PCMSetup) throws(ALSAError) {
        guard let requested = Signal() else { throw ALSAError(.open, pcm: pcm.name, code: errno, kind: .system) }
        guard let ended = Signal() else {
            defer { requested.close() }
            throw ALSAError(.open, pcm: pcm.name, code: errno, kind: .system)
        }
        self.requested = requested
        self.ended = ended
        self.pcm = pcm
        self.setup = setup
        let converter = SampleConverter(format: setup.format, channels: setup.channels)
        mix = .allocate(capacity: 2 * setup.periodFrames)
        mix.initialize(repeating: 0, count: 2 * setup.periodFrames)
        converted =
            converter.isIdentity
            ? nil : .allocate(byteCount: converter.bytesPerFrame * setup.periodFrames, alignment: 64)
        descriptors = .allocate(capacity: PeriodLoop.descriptorCapacity)
        loop = .allocate(capacity: 1)
        facts = .allocate(capacity: 1)
        facts.initialize(to: PlaybackFacts())
    }

    deinit {
        stop(.drop)
        facts.deinitialize(count: 1)
        facts.deallocate()
        loop.deallocate()
        descriptors.deallocate()
        converted?.deallocate()
        mix.deallocate()
        ended.close()
        requested.close()
    }

    /// What the render thread reports. May be called from any thread.
    public var status: Status {
        // The phase first: what is published before the end is then seen with it.
        let phase = currentPhase
        return Status(
            phase: phase, framesRendered: facts.pointee.framesRendered.load(ordering: .relaxed),
            framesPlayed: facts.pointee.framesPlayed.load(ordering: .relaxed),
            xruns: facts.pointee.xruns.load(ordering: .relaxed),
            suspensions: facts.pointee.suspensions.load(ordering: .relaxed))
    }

    private var currentPhase: Phase {
        guard hasStarted.load(ordering: .acquiring) else { return .idle }
        return switch PlaybackFacts.Phase(rawValue: facts.pointee.phase.load(ordering: .acquiring)) {
        case .finished: .finished
        case .lost: .lost(errno: facts.pointee.lostErrno.load(ordering: .relaxed))
        case .playing, nil: .playing
        }
    }

    /// Starts to play `renderer` from the PCM's first frame. Does nothing while playing.
    ///
    /// - Parameters:
    ///   - renderer: Called on the render thread only, for 1 to `periodFrames` frames at a time, until playing ends.
    ///   - limitInFrames: Frames after which playing ends by itself, drained; nil for no end.
    /// - Throws: `ALSAError` if the PCM cannot be prepared or there is no thread to be had.
    public func start(_ renderer: PeriodRenderer, limitInFrames: Int? = nil) throws(ALSAError) {
        guard thread == nil || hasEnded else { return }
        join()
        try pcm.prepare()
        requested.lower()
        ended.lower()
        facts.pointee.reset()
        loop.initialize(
            to: PeriodLoop(
                pcm: pcm.handle, renderer: renderer, setup: setup, facts: facts, requested: requested, ended: ended,
                limitInFrames: limitInFrames ?? .max, mix: mix, converted: converted,
                descriptors: descriptors))
        hasStarted.store(true, ordering: .releasing)
        let (number, started) = RenderThread.start(loop)
        guard let started else {
            hasStarted.store(false, ordering: .releasing)
            throw ALSAError(.start, pcm: name, code: number, kind: .system)
        }
        thread = started.thread
        isRealTime = started.isRealTime
    }

    /// Ends playing and waits until the render thread is done: for `.drain` as long as the device holds frames.
    public func stop(_ ending: Ending) {
        guard thread != nil else { return }
        request(ending)
        join()
    }

    /// Asks for an end without waiting for it; a later `.drop` cuts a `.drain` short.
    public func request(_ ending: Ending) {
        let request: PlaybackFacts.Request = ending == .drain ? .drain : .drop
        _ = facts.pointee.request.max(request.rawValue, ordering: .acquiringAndReleasing)
        requested.raise()
    }

    /// Waits until playing has ended, for at most `milliseconds`; true if it has.
    public func wait(milliseconds: Int) -> Bool {
        guard thread != nil else { return true }
        var descriptor = pollfd(fd: ended.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, CInt(clamping: milliseconds)) > 0
    }

    private var hasEnded: Bool { wait(milliseconds: 0) }

    private func join() {
        guard let thread else { return }
        pthread_join(thread, nil)
        self.thread = nil
    }
}

/// Starts the thread that runs a period loop.
private enum RenderThread {
    /// Above everything ordinary, below what the kernel and a sound server need.
    private static let priority: CInt = 20

    /// Starts it with real-time priority where the system allows that.
    /// - Returns: An error number, or the thread and whether it is a real-time one.
    static func start(_ loop: UnsafeMutablePointer<PeriodLoop>) -> (CInt, (thread: pthread_t, isRealTime: Bool)?) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setinheritsched(&attributes, CInt(PTHREAD_EXPLICIT_SCHED))
        pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
        var parameters = sched_param(sched_priority: priority)
        pthread_attr_setschedparam(&attributes, &parameters)
        // Signals are for the threads that can act on them.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        var thread = pthread_t()
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            context?.assumingMemoryBound(to: PeriodLoop.self).pointee.run()
            return nil
        }
        if pthread_create(&thread, &attributes, body, loop) == 0 { return (0, (thread, true)) }
        let number = pthread_create(&thread, nil, body, loop)
        return number == 0 ? (0, (thread, false)) : (number, nil)
    }
}
