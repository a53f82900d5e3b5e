/// Decodes a sound file piece by piece into interleaved stereo 32-bit float at a given rate.
///
/// Mono goes to both channels at its own level, more than two channels are downmixed (ITU-R BS.775), and other rates
/// are converted by libsoxr at HQ quality. Use from one thread at a time, never a real-time thread.
public final class SoundFileReader {
    /// The file's description from its header.
    public var info: SoundFileInfo { source.info }
    /// Frames per second of what is read.
    public let rate: Int
    /// Frames of the whole sound at `rate`, or nil if the format does not say.
    public let frames: Int?
    /// The frame at `rate` that the next read begins with.
    public private(set) var position = 0
    /// The number of samples so far that were NaN, infinite or absurdly large and were replaced by zero.
    public private(set) var replacedSampleCount = 0

    /// Source frames decoded at a time: small enough to stay in the cache between the steps.
    private static let blockFrames = 8192
    /// Source frames the resampler is fed before a seek's target, more than its filter is long.
    private static let prerollFrames = 4096

    private let source: ChannelReader
    private let downmix: StereoDownmix?
    /// Channels between decoding and the output: 1 for mono, which is doubled last, otherwise 2.
    private let lanes: Int
    private var resampler: Resampler?
    private var pending: [Float] = []
    private var pendingRange = 0..<0
    private var folded: [Float] = []

    /// A remark about a readable file, as a sentence, if any.
    public var remark: String? {
        guard replacedSampleCount > 0 else { return nil }
        let samples = replacedSampleCount == 1 ? "1 sample that is" : "\(replacedSampleCount) samples that are"
        return "\(source.path): It holds \(samples) no number or beyond all measure, played as silence. "
            + "Export the file again."
    }

    /// Opens the file at `path` for reading at `rate` frames per second.
    ///
    /// - Parameter rate: 1,000 to 768,000 Hz.
    /// - Throws: `SoundFileError` as `probe(_:)` does.
    public init(path: String, rate: Int) throws(SoundFileError) {
        precondition(sourceRates.contains(rate), "rate out of range")
        source = try ChannelReader(path: path)
        self.rate = rate
        lanes = min(source.info.channels, 2)
        downmix = source.info.channels > 2 ? StereoDownmix(channels: source.info.channels, map: source.channelMap) : nil
        frames = source.info.frames.map { [source] in Self.scale($0, from: source.info.rate, to: rate) }
        try restartResampler()
    }

    /// Decodes the next `count` frames into `output`, which holds room for `2 * count` samples.
    ///
    /// - Returns: The frames decoded, fewer than `count` only at the end of the sound; 0 after it.
    /// - Throws: `SoundFileError` if the file ends before its header says so or the system fails to read it.
    public func read(into output: UnsafeMutablePointer<Float>, count: Int) throws(SoundFileError) -> Int {
        let wanted = frames.map { min(count, $0 - position) } ?? count
        // Mono is read into the upper half, so that doubling it in place is safe.
        let landing = lanes == 1 ? output + wanted : output
        let made =
            resampler == nil ? try decode(into: landing, count: wanted) : try convert(into: landing, count: wanted)
        if lanes == 1 {
            for frame in 0..<made {
                let sample = landing[frame]
                output[2 * frame] = sample
                output[2 * frame + 1] = sample
            }
        }
        position += made
        return made
    }

    /// Places the next read at `frame`, counted at `rate`; a frame past the end reads nothing.
    ///
    /// - Throws: `SoundFileError` if the format cannot seek or the file is cut off before that frame.
    public func seek(to frame: Int) throws(SoundFileError) {
        precondition(frame >= 0, "frame before the beginning")
        let target = frames.map { min(frame, $0) } ?? frame
        guard info.rate != rate else {
            try source.seek(to: target)
            position = target
            return
        }
        // The rates align every `sourceStep` source frames: start there, early enough for the filter to settle, and
        // drop the output before the target.
        let divisor = Self.greatestCommonDivisor(info.rate, rate)
        let sourceStep = info.rate / divisor
        let step = rate / divisor
        let lead = Self.prerollFrames / sourceStep + 1
        let start = max(0, target / step - lead)
        try source.seek(to: start * sourceStep)
        position = target
        try restartResampler()
        try discard(target - start * step)
    }

    private func discard(_ count: Int) throws(SoundFileError) {
        var scratch = [Float](repeating: 0, count: Self.blockFrames * lanes)
        var left = count
        while left > 0 {
            let made = try convert(into: &scratch, count: min(left, Self.blockFrames))
            guard made > 0 else { return }
            left -= made
        }
    }

    private func restartResampler() throws(SoundFileError) {
        pendingRange = 0..<0
        guard info.rate != rate else { return }
        resampler = try Resampler(from: Double(info.rate), to: Double(rate), lanes: lanes, path: source.path)
        if pending.isEmpty { pending = [Float](repeating: 0, count: Self.blockFrames * lanes) }
    }

    /// Converts up to `count` frames of `lanes` channels; fewer only at the end of the sound.
    private func convert(into output: UnsafeMutablePointer<Float>, count: Int) throws(SoundFileError) -> Int {
        guard let resampler else { return 0 }
        var made = 0
        var hasEnded = false
        while made < count {
            if pendingRange.isEmpty, !hasEnded {
                let got = try decode(into: &pending, count: Self.blockFrames)
                pendingRange = 0..<got
                hasEnded = got == 0
            }
            let step = pending.withUnsafeBufferPointer { pending in
                resampler.convert(
                    hasEnded ? nil : pending.baseAddress! + pendingRange.lowerBound * lanes,
                    available: pendingRange.count, into: output + made * lanes, wanted: count - made)
            }
            pendingRange = (pendingRange.lowerBound + step.taken)..<pendingRange.upperBound
            made += step.made
            if hasEnded, step.made == 0 { break }
        }
        return made
    }

    /// Decodes up to `count` frames at the file's rate into `lanes` channels; fewer only at the end of the sound.
    private func decode(into output: UnsafeMutablePointer<Float>, count: Int) throws(SoundFileError) -> Int {
        var done = 0
        while done < count {
            let want = min(count - done, Self.blockFrames)
            let got = try decodeBlock(into: output + done * lanes, count: want)
            done += got
            if got < want { break }
        }
        return done
    }

    private func decodeBlock(into output: UnsafeMutablePointer<Float>, count: Int) throws(SoundFileError) -> Int {
        guard let downmix else {
            let got = try source.read(into: output, count: count)
            replacedSampleCount += replaceWild(output, count: got * lanes)
            return got
        }
        if folded.isEmpty { folded = [Float](repeating: 0, count: Self.blockFrames * info.channels) }
        let got = try source.read(into: &folded, count: count)
        replacedSampleCount += replaceWild(&folded, count: got * info.channels)
        downmix.fold(folded, into: output, count: got)
        return got
    }

    /// `frames` at one rate as frames at another, to the nearest and at least one; saturates.
    static func scale(_ frames: Int, from source: Int, to target: Int) -> Int {
        guard source != target else { return frames }
        let exact = Double(frames) * Double(target) / Double(source)
        return exact < 0x1p62 ? max(1, Int(exact.rounded())) : Int.max
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}

/// Replaces NaN, infinities and absurd magnitudes (beyond even 32-bit integers stored as float) by zero, and returns
/// how many.
private func replaceWild(_ samples: UnsafeMutablePointer<Float>, count: Int) -> Int {
    // Checking the peak, which vectorizes, suffices for nearly every block.
    let wild = Float(1e11).bitPattern
    var largest: UInt32 = 0
    for index in 0..<count { largest = max(largest, samples[index].bitPattern & 0x7FFF_FFFF) }
    guard largest >= wild else { return 0 }
    var replaced = 0
    for index in 0..<count where samples[index].bitPattern & 0x7FFF_FFFF >= wild {
        samples[index] = 0
        replaced += 1
    }
    return replaced
}
