import CALSA
import Glibc
import Synchronization
import SystemSupport

/// An ALSA PCM captured in real time, on its own thread, into a ring that one consumer reads.
///
/// Call `start` and `stop` from one thread at a time, `read` from the consumer's thread, and `status` from any. The PCM
/// stays open until release.
public final class ALSAInput: @unchecked Sendable {
    /// The report of the capturing thread, as of its last period.
    public struct Status: Hashable, Sendable {
        /// The phase of capturing.
        public let phase: StreamPhase
        /// Frames read from the device.
        public let framesCaptured: Int
        /// Captured frames that did not fit into the ring. The oldest frames are kept.
        public let framesDropped: Int
        /// How often the device overran. No device reports how many frames it lost.
        public let xruns: Int
    }

    /// The PCM as the caller named it.
    public var name: String { pcm.name }
    /// The device's rate in frames per second.
    public var rate: Int { setup.rate }
    /// Frames read from the device at a time.
    public var periodFrames: Int { setup.periodFrames }
    /// The capacity of the device's buffer in frames.
    public var bufferFrames: Int { setup.bufferFrames }
    /// The capacity of the ring in frames.
    public var ringFrames: Int { ring.pointee.capacity }

    private let pcm: PCM
    private let setup: PCMSetup
    private let thread: StreamThread
    private let ring: UnsafeMutablePointer<FrameRing>
    private let samples: UnsafeMutablePointer<Float>
    private let loop: UnsafeMutablePointer<CaptureLoop>

    /// Opens and configures a PCM for capture, as interleaved stereo float.
    ///
    /// - Parameters:
    ///   - pcm: A name from `arecord -L`.
    ///   - rate: Frames per second, 1,000 to 768,000.
    ///   - periodFrames: Frames to read at a time, 16 to 16,384; the device may choose a different number.
    ///   - periods: Periods in the device's buffer, 2 to 64; the device may choose a different number.
    ///   - acceptsOtherRate: Whether to accept the nearest rate; `rate` then has the result.
    ///   - ringFrames: How many frames the consumer may fall behind, 256 to 16,777,216, rounded up to a power of two.
    /// - Throws: `ALSAError` if there is no such device, it is busy, not permitted or unsuitable. Not to be called from
    ///   a real-time thread.
    public convenience init(
        pcm: String = "default", rate: Int = 48_000, periodFrames: Int = 256, periods: Int = 4,
        acceptsOtherRate: Bool = false, ringFrames: Int = 65_536
    ) throws(ALSAError) {
        let opened = try PCM(pcm, stream: SND_PCM_STREAM_CAPTURE)
        let setup = try opened.configure(
            rate: rate, periodFrames: periodFrames, periods: periods, acceptsOtherRate: acceptsOtherRate)
        try self.init(opened, setup, ringFrames: ringFrames)
    }

    /// Adopts an open capture PCM, and closes it on release.
    /// - Parameter patienceInMilliseconds: How long the device may make no progress before it counts as lost, at least
    ///   10.
    package convenience init(
        adopting handle: OpaquePointer, name: String, periodFrames: Int, periods: Int, acceptsOtherRate: Bool,
        ringFrames: Int, patienceInMilliseconds: Int
    ) throws(ALSAError) {
        let adopted = PCM(adopting: handle, name: name)
        var setup = try adopted.configure(
            rate: 48_000, periodFrames: periodFrames, periods: periods, acceptsOtherRate: acceptsOtherRate)
        setup.patienceInMilliseconds = CInt(patienceInMilliseconds)
        try self.init(adopted, setup, ringFrames: ringFrames)
    }

    private init(_ pcm: PCM, _ setup: PCMSetup, ringFrames: Int) throws(ALSAError) {
        precondition((256...1 << 24).contains(ringFrames), "ring out of range")
        thread = try StreamThread(pcm: pcm.name)
        self.pcm = pcm
        self.setup = setup
        samples = .allocate(capacity: 2 * setup.periodFrames)
        // ALSA's `null` reports a read without writing samples.
        samples.initialize(repeating: 0, count: 2 * setup.periodFrames)
        loop = .allocate(capacity: 1)
        ring = .allocate(capacity: 1)
        ring.initialize(to: FrameRing(capacity: ringFrames))
    }

    deinit {
        stop()
        ring.deinitialize(count: 1)
        ring.deallocate()
        loop.deallocate()
        samples.deallocate()
    }

    /// The report of the capturing thread. May be called from any thread.
    public var status: Status {
        // Read the phase first: everything published before the end is then visible.
        let phase = thread.phase
        let facts = thread.facts
        return Status(
            phase: phase, framesCaptured: facts.pointee.frames.load(ordering: .relaxed),
            framesDropped: facts.pointee.framesDropped.load(ordering: .relaxed),
            xruns: facts.pointee.xruns.load(ordering: .relaxed))
    }

    /// Starts capturing, and discards frames of an earlier capture in the ring. Has no effect while capturing.
    ///
    /// - Throws: `ALSAError` if the PCM cannot be prepared or no thread can be created.
    public func start() throws(ALSAError) {
        guard let link = try thread.prepare(pcm, setup) else { return }
        ring.pointee.clear()
        loop.initialize(
            to: CaptureLoop(link: link, ring: ring, ended: thread.ended.reference, samples: samples))
        try thread.start(pcm: name, loop) { context in
            context?.assumingMemoryBound(to: CaptureLoop.self).pointee.run()
            return nil
        }
    }

    /// Stops capturing and waits for the capturing thread to end. Frames that the device still held can be read
    /// afterwards.
    public func stop() {
        thread.request(.drop)
        thread.join()
    }

    /// Reads up to `frames` of the oldest stereo frames without blocking. Consumer's thread only.
    ///
    /// - Parameters:
    ///   - samples: Space for twice as many interleaved samples; full scale is 1.
    ///   - frames: The number of frames to read, 0 or more.
    /// - Returns: The number of frames read.
    public func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        ring.pointee.pop(into: samples, frames: frames)
    }
}
