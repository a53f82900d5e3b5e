import CALSA
import Glibc
public import Mixer
import Synchronization
import SystemSupport

/// An ALSA PCM that plays a renderer's output in real time, on its own thread.
///
/// Use from one thread at a time; read `status` from any. The PCM stays open until release.
public final class ALSAOutput: @unchecked Sendable {
    /// The report of the render thread, as of its last period.
    public struct Status: Hashable, Sendable {
        /// The phase of playing.
        public let phase: StreamPhase
        /// Frames pulled from the renderer.
        public let framesRendered: Int
        /// Frames that the device reports as played; exact once playback has ended.
        public let framesPlayed: Int
        /// The number of rendered frames that have not been heard. After the end they never will be: a caller that
        /// continues on another device goes back by this number. Estimated by the clock if a lost device no longer
        /// reports its position.
        public var framesUnheard: Int { framesRendered - framesPlayed }
        /// How often the device underran.
        public let xruns: Int
    }

    /// The manner of stopping.
    public enum Ending: Int, Sendable {
        /// Plays the frames that the device still holds.
        case drain = 1
        /// Fades out in 5 ms, after the frames that the device holds. Faded frames count as unheard, so that they can fade
        /// in elsewhere.
        case fade
        /// Stops immediately, with a possible click.
        case drop
    }

    /// The PCM as the caller named it.
    public var name: String { pcm.name }
    /// The device's rate in frames per second, which the renderer must match.
    public var rate: Int { setup.rate }
    /// Frames pulled at a time.
    public var periodFrames: Int { setup.periodFrames }
    /// The capacity of the device's buffer in frames.
    public var bufferFrames: Int { setup.bufferFrames }
    /// The scheduling of the render thread, or nil before the first start.
    public var priority: ThreadPriority? { thread.priority }

    private let pcm: PCM
    private let setup: PCMSetup
    private let thread: StreamThread
    private let memory: PlaybackMemory
    private let loop: UnsafeMutablePointer<PlaybackLoop>

    /// Opens and configures a PCM for interleaved stereo.
    ///
    /// - Parameters:
    ///   - pcm: A name from `aplay -L`.
    ///   - rate: Frames per second, 1,000 to 768,000.
    ///   - periodFrames: Frames to pull at a time, 16 to 16,384; the device may choose a different number.
    ///   - periods: Periods in the device's buffer, 2 to 64; the device may choose a different number.
    ///   - acceptsOtherRate: Whether to accept the nearest rate; `rate` then has the result.
    /// - Throws: `ALSAError` if there is no such device, it is busy, not permitted or unsuitable. Not to be called from
    ///   a real-time thread.
    public convenience init(
        pcm: String = "default", rate: Int = 48_000, periodFrames: Int = 256, periods: Int = 4,
        acceptsOtherRate: Bool = false
    ) throws(ALSAError) {
        let opened = try PCM(pcm, stream: SND_PCM_STREAM_PLAYBACK)
        let setup = try opened.configure(
            rate: rate, periodFrames: periodFrames, periods: periods, acceptsOtherRate: acceptsOtherRate)
        try self.init(opened, setup)
    }

    /// Adopts an open playback PCM, and closes it on release.
    /// - Parameters:
    ///   - patienceInMilliseconds: How long the device may make no progress before it counts as lost, at least 10.
    ///   - clock: Returns nanoseconds, called on the render thread, or nil for the system's steady clock.
    package convenience init(
        adopting handle: OpaquePointer, name: String, periodFrames: Int, periods: Int, acceptsOtherRate: Bool,
        patienceInMilliseconds: Int, clock: (@convention(c) () -> Int64)? = nil
    ) throws(ALSAError) {
        let adopted = PCM(adopting: handle, name: name)
        var setup = try adopted.configure(
            rate: 48_000, periodFrames: periodFrames, periods: periods, acceptsOtherRate: acceptsOtherRate)
        setup.patienceInMilliseconds = CInt(patienceInMilliseconds)
        if let clock { setup.now = clock }
        try self.init(adopted, setup)
    }

    private init(_ pcm: PCM, _ setup: PCMSetup) throws(ALSAError) {
        thread = try StreamThread(pcm: pcm.name)
        self.pcm = pcm
        self.setup = setup
        memory = PlaybackMemory(setup)
        loop = .allocate(capacity: 1)
    }

    deinit {
        stop(.drop)
        loop.deallocate()
        memory.deallocate()
    }

    /// The report of the render thread. May be called from any thread.
    public var status: Status {
        // Read the phase first: everything published before the end is then visible.
        let phase = thread.phase
        let facts = thread.facts
        return Status(
            phase: phase, framesRendered: facts.pointee.frames.load(ordering: .relaxed),
            framesPlayed: facts.pointee.framesPlayed.load(ordering: .relaxed),
            xruns: facts.pointee.xruns.load(ordering: .relaxed))
    }

    /// Starts playing `renderer` from the PCM's first frame. Has no effect while playing.
    ///
    /// - Parameters:
    ///   - renderer: Called on the render thread only, for 1 to `periodFrames` frames at a time, until playing ends.
    ///   - limitInFrames: The number of frames after which playback drains and ends, or nil for no limit.
    /// - Throws: `ALSAError` if the PCM cannot be prepared or no thread can be created.
    public func start(_ renderer: PeriodRenderer, limitInFrames: Int? = nil) throws(ALSAError) {
        guard let link = try thread.prepare(pcm, setup) else { return }
        loop.initialize(
            to: PlaybackLoop(
                link: link, renderer: renderer, ended: thread.ended.reference, limitInFrames: limitInFrames ?? .max,
                memory: memory))
        try thread.start(pcm: name, loop) { context in
            context?.assumingMemoryBound(to: PlaybackLoop.self).pointee.run()
            return nil
        }
    }

    /// Stops playing and waits for the render thread: for `.drain` until the device is empty, for `.fade` not much
    /// longer than a buffer.
    public func stop(_ ending: Ending) {
        request(ending)
        if ending == .fade, !wait(milliseconds: 100 + 1_000 * bufferFrames / rate) { request(.drop) }
        thread.join()
    }

    /// Requests the end without waiting. A later `.drop` cuts the others short.
    public func request(_ ending: Ending) { thread.request(ending) }

    /// Waits for the end of playback, for at most `milliseconds`. Returns whether it has ended.
    public func wait(milliseconds: Int) -> Bool { thread.wait(milliseconds: milliseconds) }
}
