import CMixKernels
import Synchronization

/// Frames on their way from a reader to a voice: a ring that the reader's thread fills and the render thread empties.
///
/// Give it a function that decodes, start a voice with it, and call `fill` on the reader's thread while the voice
/// plays. If the reader falls behind, the voice fades out over frames it has kept for that, waits in silence until
/// there is enough again, and fades in with the very next frame: no click, no frame left out. The frames missed are
/// reported. Keep it alive until the voice's `ended` report; it serves one voice, once.
public final class StreamedVoice: @unchecked Sendable {
    /// Decodes up to `frames` frames to `output`, interleaved; returns how many, 0 at the end, or `brokenOff` if
    /// decoding cannot continue.
    public typealias Reader = (_ output: UnsafeMutablePointer<Float>, _ frames: Int) -> Int

    /// Returned by a reader that cannot continue: the voice fades out over its last frames and ends.
    public static let brokenOff = -1

    /// The state that the reader's thread and the render thread share.
    struct Shared: ~Copyable {
        /// Stereo frames; frame n is at n & mask.
        let frames: UnsafeMutablePointer<Float>
        let mask: Int
        /// The number of frames written; readable from `released` on.
        let written = Atomic<Int>(0)
        /// The first frame that the render thread may still read.
        let released = Atomic<Int>(0)
        /// Whether `written` is final.
        let isComplete = Atomic<Bool>(false)
        /// Whether the stream broke off instead of ending; set before `isComplete`.
        let isBrokenOff = Atomic<Bool>(false)

        init(capacity: Int) {
            frames = .allocateLines(capacity: 2 * capacity)
            frames.initialize(repeating: 0, count: 2 * capacity)
            mask = capacity - 1
        }

        deinit { frames.deallocate() }
    }

    private static let blockInFrames = 1_024

    let shared: UnsafeMutablePointer<Shared>
    let clip: Clip
    /// The largest number of frames to read ahead.
    private let ahead: Int
    private let channelCount: Int
    private let read: Reader
    private let block: UnsafeMutablePointer<Float>

    /// Allocates the ring.
    ///
    /// - Parameters:
    ///   - channelCount: channels that the reader decodes, 1 to 8.
    ///   - sampleRate: frames per second, 1,000 to 768,000.
    ///   - capacityInFrames: how many frames the reader may be ahead, rounded up to a power of two; 32,768 and a
    ///     twentieth of a second at least.
    ///   - aheadInFrames: how many frames the reader is ahead at most, where that is less; 1,024 and a fiftieth of a second
    ///     at least, which is more than a voice waits for before it begins.
    ///   - read: decodes frames; called on the reader's thread only.
    /// - Throws: `ClipError` naming the parameter out of range.
    public init(
        channelCount: Int, sampleRate: Int, capacityInFrames: Int = 65_536, aheadInFrames: Int = .max,
        read: @escaping Reader
    ) throws(ClipError) {
        guard (1...8).contains(channelCount) else { throw .channelCountOutOfRange(channelCount) }
        let shared = UnsafeMutablePointer<Shared>.allocate(capacity: 1)
        // Enough for what a voice waits for before it resumes, at the slowest mixer.
        let capacity = max(capacityInFrames, 32_768, sampleRate / 20)
        shared.initialize(to: Shared(capacity: powerOfTwo(atLeast: capacity)))
        do {
            clip = try Clip(
                samples: shared.pointee.frames, frameCount: 0, channelCount: 2, sampleRate: sampleRate)
        } catch {
            shared.deinitialize(count: 1)
            shared.deallocate()
            throw error
        }
        self.shared = shared
        ahead = min(shared.pointee.mask + 1, max(aheadInFrames, 1_024, sampleRate / 50))
        self.channelCount = channelCount
        self.read = read
        block = .allocate(capacity: Self.blockInFrames * channelCount)
    }

    deinit {
        shared.deinitialize(count: 1)
        shared.deallocate()
        block.deallocate()
    }

    /// Reads until the ring is full or the reader has ended; returns the number of frames. Reader's thread only.
    ///
    /// Call it before the voice starts, so that nothing of the beginning is lost.
    @discardableResult
    public func fill() -> Int {
        var filled = 0
        while !isComplete {
            let written = shared.pointee.written.load(ordering: .relaxed)
            let room = ahead - (written - shared.pointee.released.load(ordering: .acquiring))
            // Only up to the ring's end: a block is stored contiguously.
            let most = min(room, Self.blockInFrames, shared.pointee.mask + 1 - (written & shared.pointee.mask))
            guard most > 0 else { break }
            let count = min(read(block, most), most)
            guard count > 0 else {
                shared.pointee.isBrokenOff.store(count < 0, ordering: .relaxed)
                shared.pointee.isComplete.store(true, ordering: .releasing)
                break
            }
            store(count, at: written)
            filled += count
        }
        return filled
    }

    /// The time in which a quarter of the frames read ahead plays, in nanoseconds: a thread that fills this often is
    /// never late. Any thread.
    public var roundInNanoseconds: Int64 { Int64(ahead) / 4 * 1_000_000_000 / Int64(clip.sampleRate) }

    /// Whether the reader has ended; the voice may still have frames to play. Any thread.
    public var isComplete: Bool { shared.pointee.isComplete.load(ordering: .acquiring) }

    private func store(_ count: Int, at written: Int) {
        for index in 0..<(count * channelCount) { block[index] = block[index].tamed }
        let target = shared.pointee.frames + 2 * (written & shared.pointee.mask)
        Kernels.stereo(target, from: block, channels: channelCount, frames: count)
        shared.pointee.written.store(written + count, ordering: .releasing)
    }
}

extension VoiceStart {
    /// Creates a voice that plays a stream from its beginning; the reader decides on `firstFrame` and `loops`.
    public init(voice: VoiceID, stream: StreamedVoice, bus: BusID) {
        self.init(voice: voice, clip: stream.clip, bus: bus)
        self.stream = stream.shared
    }
}

/// A voice's view of its stream. Render thread only.
struct Supply: BitwiseCopyable {
    /// Whether the voice waits for frames, initially and after it has faded out.
    fileprivate(set) var isWaiting = true
    /// The fade around a wait; 1 while frames arrive in time.
    fileprivate(set) var fade = GainRamp(constant: 1)
    /// The frame up to which the voice may play.
    fileprivate(set) var readyUntil = Int64.max
    /// Frames missed and not yet reported.
    var starvedFrames = 0
}

extension Voice {
    /// Called before a piece is mixed. Determines how far the stream's frames reach, and returns where to check again,
    /// so that the result depends on what has been read and not on how time is divided. Until the reader has ended, as
    /// many frames as `fade` needs are held back; when nothing else is left, they are played fading out, so that a
    /// voice never stops at full gain. It resumes when the frames suffice for another fade in and out, or when the
    /// reader has ended. A stream that breaks off also fades over its last frames.
    mutating func lookAhead(from now: Int64, fade: Ramp) -> Int64 {
        guard let stream, endFrame > now else { return .max }
        let isFading = supply.fade.target == 0
        if isFading, now < supply.fade.end { return supply.fade.end }
        if isFading { supply.isWaiting = true }
        let isComplete = stream.pointee.isComplete.load(ordering: .acquiring)
        let written = stream.pointee.written.load(ordering: .acquiring)
        let ready = startFrame + Int64(framesReady(of: written, isComplete: isComplete))
        if isComplete { endFrame = min(endFrame, ready) }
        supply.readyUntil = max(now, ready)
        guard endFrame > now else { return .max }
        if supply.isWaiting {
            guard isComplete || ready - now >= Int64(2 * fade.frames + RenderCore.cellInFrames) else {
                supply.readyUntil = now
                return .max
            }
            supply.isWaiting = false
            // The beginning of a stream is not faded in.
            if isFading { supply.fade.move(to: 1, over: fade, at: now) }
        }
        if isComplete, !stream.pointee.isBrokenOff.load(ordering: .relaxed) { return .max }
        let heldBack = ready - Int64(fade.frames)
        guard now >= heldBack else { return heldBack }
        let rest = Int(min(ready - now, Int64(fade.frames)))
        supply.fade.move(to: 0, over: Ramp(frames: rest, shape: fade.shape), at: now)
        supply.readyUntil = supply.fade.end
        return supply.fade.end
    }

    /// The number of output frames that the given source frames make.
    private func framesReady(of written: Int, isComplete: Bool) -> Int {
        guard let converter = converter?.pointee else { return written }
        return converter.outputFrames(
            for: isComplete ? written : max(0, written - converter.taps + converter.lead + 1))
    }

    /// Called after a piece: releases the frames that are no longer needed, and waits if frames were missing.
    mutating func release(piece: Range<Int64>) {
        guard let stream else { return }
        let missing = min(piece.upperBound, endFrame) - max(supply.readyUntil, piece.lowerBound)
        if missing > 0 {
            startFrame += missing
            supply.starvedFrames += Int(missing)
        }
        let elapsed = Int(piece.upperBound - startFrame)
        let next = converter.map { $0.pointee.sourceFrame(at: elapsed) - $0.pointee.lead } ?? elapsed
        stream.pointee.released.store(
            min(max(next, 0), stream.pointee.written.load(ordering: .acquiring)), ordering: .releasing)
    }

    /// Returns stereo frames from the stream's ring, with silence before its beginning and after its end.
    func streamedFrames(
        _ stream: UnsafePointer<StreamedVoice.Shared>, from position: Int, count: Int,
        scratch: UnsafeMutablePointer<Float>
    ) -> UnsafePointer<Float> {
        let written = stream.pointee.written.load(ordering: .acquiring)
        let mask = stream.pointee.mask
        if position >= 0, position + count <= written, (position & mask) + count <= mask + 1 {
            return UnsafePointer(stream.pointee.frames + 2 * (position & mask))
        }
        for index in 0..<count {
            let frame = position + index
            let isThere = frame >= 0 && frame < written
            let source = stream.pointee.frames + 2 * (frame & mask)
            scratch[2 * index] = isThere ? source[0] : 0
            scratch[2 * index + 1] = isThere ? source[1] : 0
        }
        return UnsafePointer(scratch)
    }
}
