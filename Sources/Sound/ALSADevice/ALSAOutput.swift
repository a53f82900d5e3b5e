import CALSA
import Glibc
public import Mixer
import Synchronization
import SystemSupport

/// An ALSA PCM that plays what a renderer makes, in real time, on a thread of its own.
///
/// Used by one thread at a time; `status` may be read from any. The PCM is held from opening to release.
public final class ALSAOutput: @unchecked Sendable {
    /// The report of the render thread, as of its last period.
    public struct Status: Hashable, Sendable {
        /// The phase of playing.
        public let phase: StreamPhase
        /// Frames pulled from the renderer.
        public let framesRendered: Int
        /// Frames that have left the device as far as it tells; exact once playing has ended.
        public let framesPlayed: Int
        /// The last frames rendered, which have not left the device. Once playing has ended they never will: a caller that
        /// goes on elsewhere goes back by this number. After the loss of a device that no longer tells how far it came,
        /// reckoned from its last word and the clock.
        public var framesUnheard: Int { framesRendered - framesPlayed }
        /// Times the device ran out of frames.
        public let xruns: Int
        /// Times the system suspended the device, as when the machine sleeps; what it then held and had not played was
        /// played afterwards.
        public let suspensions: Int
    }

    /// The manner of stopping.
    public enum Ending: Hashable, Sendable {
        /// Frames that the device holds are still heard.
        case drain
        /// Without a click: what is heard fades out in 5 ms, a period from now where the device gives back what it
        /// holds, else after that. What has faded counts as unheard, so that it can be faded in elsewhere.
        case fade
        /// At once, wherever the wave stands.
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
    /// The scheduling of the render thread; nil before the first start.
    public var priority: ThreadPriority? { thread.priority }

    private let pcm: PCM
    private let setup: PCMSetup
    private let thread: StreamThread
    private let memory: PlaybackMemory
    private let loop: UnsafeMutablePointer<PlaybackLoop>

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
        let opened = try PCM(pcm, stream: SND_PCM_STREAM_PLAYBACK)
        let setup = try opened.configure(
            rate: rate, periodFrames: periodFrames, periods: periods, acceptsOtherRate: acceptsOtherRate)
        try self.init(opened, setup)
    }

    /// Takes over a playback PCM that is already open, and closes it in the end.
    ///
    /// - Parameters:
    ///   - patienceInMilliseconds: How long the device may show no sign of life, at least 10.
    ///   - clock: Tells nanoseconds, called on the render thread; nil for the system's steady clock.
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
        // The phase first: what is published before the end is then seen with it.
        let phase = thread.phase
        let facts = thread.facts
        return Status(
            phase: phase, framesRendered: facts.pointee.frames.load(ordering: .relaxed),
            framesPlayed: facts.pointee.framesPlayed.load(ordering: .relaxed),
            xruns: facts.pointee.xruns.load(ordering: .relaxed),
            suspensions: facts.pointee.suspensions.load(ordering: .relaxed))
    }

    /// Starts to play `renderer` from the PCM's first frame. Does nothing while playing.
    ///
    /// - Parameters:
    ///   - renderer: Called on the render thread only, for 1 to `periodFrames` frames at a time, until playing ends.
    ///   - limitInFrames: Frames after which playing ends by itself, drained; nil for no end.
    /// - Throws: `ALSAError` if the PCM cannot be prepared or there is no thread to be had.
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

    /// Ends playing and waits until the render thread is done: for `.drain` as long as the device holds frames, for
    /// `.fade` not much longer than a buffer lasts, whatever the device does.
    public func stop(_ ending: Ending) {
        request(ending)
        if ending == .fade, !wait(milliseconds: 100 + 1_000 * bufferFrames / rate) { request(.drop) }
        thread.join()
    }

    /// Asks for an end without waiting for it; a later `.drop` cuts the others short.
    public func request(_ ending: Ending) {
        switch ending {
        case .drain: thread.request(.drain)
        case .fade: thread.request(.fade)
        case .drop: thread.request(.drop)
        }
    }

    /// A sentence for a person after a suspension.
    ///
    /// - Parameter pcm: The PCM as the caller named it.
    public static func sentence(suspended pcm: String) -> String {
        "The system suspended the ALSA device '\(pcm)', as it does when the machine sleeps; it plays on where it was."
    }

    /// Waits until playing has ended, for at most `milliseconds`; true if it has.
    public func wait(milliseconds: Int) -> Bool { thread.wait(milliseconds: milliseconds) }
}
