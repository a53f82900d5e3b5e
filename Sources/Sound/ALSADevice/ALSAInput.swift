import CALSA
import Glibc
import Synchronization
import SystemSupport

/// An ALSA PCM that is captured in real time, on a thread of its own, into a ring that one consumer drains.
///
/// `start` and `stop` are for one thread at a time, `read` and `wait` for one consumer's; `status` may be read from
/// any. The PCM is held from opening to release.
public final class ALSAInput: @unchecked Sendable {
    /// The report of the capturing thread, as of its last period.
    public struct Status: Hashable, Sendable {
        /// The phase of capturing.
        public let phase: StreamPhase
        /// Frames that the device has given.
        public let framesCaptured: Int
        /// Frames of those lost because the consumer left no room in the ring. The oldest are kept.
        public let framesDropped: Int
        /// Times the device had no room for a frame; how many it lost then no device tells.
        public let xruns: Int
        /// Times the system suspended the device.
        public let suspensions: Int
    }

    /// The PCM as the caller named it.
    public var name: String { pcm.name }
    /// Frames per second that the device gives.
    public var rate: Int { setup.rate }
    /// Frames taken from the device at a time.
    public var periodFrames: Int { setup.periodFrames }
    /// Frames the device holds at most.
    public var bufferFrames: Int { setup.bufferFrames }
    /// Frames the ring holds at most.
    public var ringFrames: Int { ring.pointee.capacity }

    private let pcm: PCM
    private let setup: PCMSetup
    private let thread: StreamThread
    private let arrived: WakeSignal
    private let awaited: UnsafeMutablePointer<CaptureLoop.Awaited>
    private let ring: UnsafeMutablePointer<FrameRing>
    private let raw: UnsafeMutableRawPointer
    private let stereo: UnsafeMutablePointer<Float>?
    private let loop: UnsafeMutablePointer<CaptureLoop>

    /// Opens and configures a PCM for capture; what it gives is read as interleaved stereo float.
    ///
    /// - Parameters:
    ///   - pcm: A name as `arecord -L` lists them.
    ///   - rate: Frames per second, 1,000 to 768,000.
    ///   - periodFrames: Frames to be taken at a time, 16 to 16,384; the device may choose others.
    ///   - periods: Periods the device shall hold, 2 to 64; the device may choose others.
    ///   - acceptsOtherRate: Whether the nearest rate will do; read `rate` for what it is.
    ///   - ringFrames: Frames the consumer may fall behind, 256 to 16,777,216; rounded up to a power of two.
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

    /// Takes over a capture PCM that is already open, and closes it in the end.
    ///
    /// - Parameter patienceInMilliseconds: How long the device may show no sign of life, at least 10.
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
        arrived = try WakeSignal(for: pcm.name)
        self.pcm = pcm
        self.setup = setup
        let reader = SampleReader(format: setup.format, channels: setup.channels)
        let bytes = reader.bytesPerFrame * setup.periodFrames
        raw = .allocate(byteCount: bytes, alignment: 64)
        // ALSA's `null` says that it has read, and writes nothing.
        raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        stereo = reader.isIdentity ? nil : .allocate(capacity: 2 * setup.periodFrames)
        stereo?.initialize(repeating: 0, count: 2 * setup.periodFrames)
        loop = .allocate(capacity: 1)
        awaited = .allocate(capacity: 1)
        awaited.initialize(to: CaptureLoop.Awaited())
        ring = .allocate(capacity: 1)
        ring.initialize(to: FrameRing(capacity: ringFrames))
    }

    deinit {
        stop()
        ring.deinitialize(count: 1)
        ring.deallocate()
        awaited.deinitialize(count: 1)
        awaited.deallocate()
        loop.deallocate()
        stereo?.deallocate()
        raw.deallocate()
    }

    /// The report of the capturing thread. May be called from any thread.
    public var status: Status {
        // The phase first: what is published before the end is then seen with it.
        let phase = thread.phase
        let facts = thread.facts
        return Status(
            phase: phase, framesCaptured: facts.pointee.frames.load(ordering: .relaxed),
            framesDropped: facts.pointee.framesDropped.load(ordering: .relaxed),
            xruns: facts.pointee.xruns.load(ordering: .relaxed),
            suspensions: facts.pointee.suspensions.load(ordering: .relaxed))
    }

    /// Starts to capture. Does nothing while capturing; what the last capture left in the ring is forgotten.
    ///
    /// - Throws: `ALSAError` if the PCM cannot be prepared or there is no thread to be had.
    public func start() throws(ALSAError) {
        guard let link = try thread.prepare(pcm, setup) else { return }
        arrived.lower()
        ring.pointee.clear()
        loop.initialize(
            to: CaptureLoop(
                link: link, ring: ring, arrival: CaptureLoop.Arrival(isAwaited: awaited, signal: arrived.reference),
                ended: thread.ended.reference, raw: raw, stereo: stereo))
        try thread.start(pcm: name, loop) { context in
            context?.assumingMemoryBound(to: CaptureLoop.self).pointee.run()
            return nil
        }
    }

    /// Ends capturing and waits until the capturing thread is done; what the device held by then is still to be read.
    public func stop() {
        thread.request(.drop)
        thread.join()
    }

    /// Takes up to `frames` of the oldest stereo frames that wait. The consumer's thread only; never waits.
    ///
    /// - Parameters:
    ///   - samples: Room for twice as many samples, left and right in turn; full scale is 1.
    ///   - frames: How many are wanted, zero or more.
    /// - Returns: How many frames were there.
    public func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        ring.pointee.pop(into: samples, frames: frames)
    }

    /// Waits until there are frames to read or capturing has ended, for at most `milliseconds`. The consumer's only.
    ///
    /// - Returns: Whether there are frames to read.
    public func wait(milliseconds: Int) -> Bool {
        arrived.lower()
        awaited.pointee.flag.store(true, ordering: .sequentiallyConsistent)
        // Asked after the flag stands: what comes later raises the signal.
        if ring.pointee.count == 0, thread.phase == .running { _ = arrived.wait(milliseconds: milliseconds) }
        awaited.pointee.flag.store(false, ordering: .relaxed)
        return ring.pointee.count > 0
    }
}
