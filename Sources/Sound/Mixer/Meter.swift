import Synchronization

/// Measures the recent level of a bus, after all its gains and before the limiter.
///
/// The render thread writes it without a lock; it may be read on any thread. It covers a little more than a second, so
/// that a caller that knows which frame is audible now reads that level rather than the one rendered ahead.
public final class Meter: @unchecked Sendable {
    /// The measurement of one block of frames.
    struct Block: ~Copyable {
        /// The index of the block since the mixer's beginning; -1 if unused.
        let number = Atomic<Int64>(-1)
        /// The largest magnitudes and the sums of squares of left and right: two floats each.
        let peaks = Atomic<UInt64>(0)
        let squares = Atomic<UInt64>(0)
    }

    /// A level, left and right, linear; full scale is 1.
    public struct Level: Hashable, Sendable {
        /// The largest magnitude.
        public let peak: SIMD2<Float>
        /// The root mean square.
        public let mean: SIMD2<Float>

        /// Silence.
        public static let silence = Level(peak: .zero, mean: .zero)

        init(peak: SIMD2<Float>, mean: SIMD2<Float>) { (self.peak, self.mean) = (peak, mean) }
    }

    private let memory: UnsafeMutablePointer<Block>
    var blocks: UnsafeMutablePointer<Block> { memory }

    init() {
        memory = .allocate(capacity: MeterBlocks.count)
        for block in 0..<MeterBlocks.count { (memory + block).initialize(to: Block()) }
    }

    deinit {
        memory.deinitialize(count: MeterBlocks.count)
        memory.deallocate()
    }

    /// Returns the level of the bus in the frames before a frame; frames that were not rendered or are too old count as
    /// silence.
    ///
    /// - Parameters:
    ///   - frame: The mixer's frame that is audible now.
    ///   - frames: The number of frames, 1 to 48,000; rounded up to whole blocks of 256.
    public func level(before frame: Int64, frames: Int = 2_048) -> Level {
        let last = (frame - 1) / MeterBlocks.lengthInFrames
        let count = min(max(1, Int64(frames) + MeterBlocks.lengthInFrames - 1) / MeterBlocks.lengthInFrames, 188)
        guard frame > 0 else { return .silence }
        var (peak, squares) = (SIMD2<Float>.zero, SIMD2<Float>.zero)
        for number in max(0, last - count + 1)...last {
            let block = memory + Int(number % Int64(MeterBlocks.count))
            guard block.pointee.number.load(ordering: .acquiring) == number else { continue }
            let blockPeaks = MeterBlocks.unpack(block.pointee.peaks.load(ordering: .relaxed))
            let blockSquares = MeterBlocks.unpack(block.pointee.squares.load(ordering: .relaxed))
            // Overwritten meanwhile, which means that a second has passed between two lines.
            guard block.pointee.number.load(ordering: .relaxed) == number else { continue }
            peak.replace(with: blockPeaks, where: blockPeaks .> peak)
            squares += blockSquares
        }
        return Level(peak: peak, mean: (squares / Float(count * MeterBlocks.lengthInFrames)).squareRoot())
    }
}

/// Writes and reads a meter's blocks. Separate from the class, so that the render thread refers to no class.
enum MeterBlocks {
    /// The frames in a block; pieces never cross a block's border.
    static let lengthInFrames: Int64 = 256
    static let count = 256

    /// Adds a piece of a bus to its block. Render thread only.
    static func note(
        _ blocks: UnsafeMutablePointer<Meter.Block>, peaks: SIMD2<Float>, squares: SIMD2<Float>, at frame: Int64
    ) {
        let number = frame / lengthInFrames
        let block = blocks + Int(number % Int64(count))
        var (peak, sum) = (peaks, squares)
        if block.pointee.number.load(ordering: .relaxed) == number {
            let before = unpack(block.pointee.peaks.load(ordering: .relaxed))
            peak.replace(with: before, where: before .> peak)
            sum += unpack(block.pointee.squares.load(ordering: .relaxed))
        } else {
            block.pointee.number.store(-1, ordering: .releasing)
        }
        block.pointee.peaks.store(pack(peak), ordering: .relaxed)
        block.pointee.squares.store(pack(sum), ordering: .relaxed)
        block.pointee.number.store(number, ordering: .releasing)
    }

    static func pack(_ pair: SIMD2<Float>) -> UInt64 {
        UInt64(pair.x.bitPattern) | UInt64(pair.y.bitPattern) << 32
    }

    static func unpack(_ word: UInt64) -> SIMD2<Float> {
        SIMD2(
            Float(bitPattern: UInt32(truncatingIfNeeded: word)),
            Float(bitPattern: UInt32(truncatingIfNeeded: word >> 32)))
    }
}

extension RenderCore {
    /// Measures the output of a bus, whose voices' sum is in `busBuffer`.
    @inline(never)
    func measure(_ bus: Int, into meter: UnsafeMutablePointer<Meter.Block>, frames: Int) {
        let constant = buses[bus].constantGain(from: now)
        if constant == nil { buses[bus].fill(gains, scratch: scratchGains, from: now, count: frames) }
        var (peaks, squares) = (SIMD2<Float>.zero, SIMD2<Float>.zero)
        for frame in 0..<frames {
            let gain = constant ?? SIMD2(gains[2 * frame], gains[2 * frame + 1])
            let pair = SIMD2(busBuffer[2 * frame], busBuffer[2 * frame + 1]) * gain
            let magnitude = SIMD2(pair.x.magnitude, pair.y.magnitude)
            peaks.replace(with: magnitude, where: magnitude .> peaks)
            squares += pair * pair
        }
        MeterBlocks.note(meter, peaks: peaks, squares: squares, at: now)
    }
}
