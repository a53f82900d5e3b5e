/// Decoded interleaved float frames in memory that the caller keeps alive until the voice's `ended` report. Magnitudes are
/// at most 1e15, so that no mix overflows: `ClipStorage` and `StreamedVoice` see to it.
public struct Clip: @unchecked Sendable, BitwiseCopyable {
    /// The first sample of the first frame.
    public let samples: UnsafePointer<Float>
    /// The number of frames, 0 or more.
    public let frameCount: Int
    /// Channels per frame, 1 to 8, in the order of WAVE files.
    public let channelCount: Int
    /// Frames per second.
    public let sampleRate: Int

    /// Describes frames in memory.
    ///
    /// - Parameters:
    ///   - samples: `frameCount * channelCount` samples, interleaved; full scale is 1.
    ///   - frameCount: 0 or more.
    ///   - channelCount: 1 to 8.
    ///   - sampleRate: frames per second, 1,000 to 768,000.
    /// - Throws: `ClipError` naming the parameter out of range.
    public init(
        samples: UnsafePointer<Float>, frameCount: Int, channelCount: Int, sampleRate: Int
    ) throws(ClipError) {
        guard frameCount >= 0 else { throw .frameCountOutOfRange(frameCount) }
        guard (1...8).contains(channelCount) else { throw .channelCountOutOfRange(channelCount) }
        guard (1_000...768_000).contains(sampleRate) else { throw .sampleRateOutOfRange(sampleRate) }
        self.samples = samples
        self.frameCount = frameCount
        self.channelCount = channelCount
        self.sampleRate = sampleRate
    }
}

/// Why frames cannot form a clip.
public enum ClipError: Error, Equatable, CustomStringConvertible {
    case frameCountOutOfRange(Int)
    case channelCountOutOfRange(Int)
    case sampleRateOutOfRange(Int)
    case incompleteFrame(samples: Int, channels: Int)

    public var description: String {
        switch self {
        case .frameCountOutOfRange(let count): "a clip of \(count) frames; it must have 0 or more"
        case .channelCountOutOfRange(let count): "a clip of \(count) channels; it must have 1 to 8"
        case .sampleRateOutOfRange(let rate): "a clip at \(rate) frames per second; it must be from 1000 to 768000"
        case .incompleteFrame(let samples, let channels):
            "\(samples) samples are no whole number of frames of \(channels) channels"
        }
    }
}

/// Owns decoded frames; keep it alive until all voices that play its clip have ended.
public final class ClipStorage: Sendable {
    /// A clip of the frames.
    public let clip: Clip
    /// Copies interleaved samples.
    ///
    /// - Parameters:
    ///   - samples: whole frames; samples that are not finite, or beyond 1e15, become 0.
    ///   - channelCount: 1 to 8.
    ///   - sampleRate: frames per second, 1,000 to 768,000.
    /// - Throws: `ClipError` naming the parameter out of range.
    public init(interleaved samples: [Float], channelCount: Int, sampleRate: Int) throws(ClipError) {
        guard channelCount > 0 else { throw .channelCountOutOfRange(channelCount) }
        guard samples.count % channelCount == 0 else {
            throw .incompleteFrame(samples: samples.count, channels: channelCount)
        }
        let memory = UnsafeMutablePointer<Float>.allocateLines(capacity: samples.count)
        for (index, sample) in samples.enumerated() { memory[index] = sample.tamed }
        do {
            clip = try Clip(
                samples: memory, frameCount: samples.count / channelCount, channelCount: channelCount,
                sampleRate: sampleRate)
        } catch {
            memory.deallocate()
            throw error
        }
    }

    deinit { clip.samples.deallocate() }
}

extension Float {
    /// The sample, or 0 if it is not finite or beyond all measure: a sum of such samples could overflow.
    var tamed: Float { magnitude <= 1e15 ? self : 0 }
}
