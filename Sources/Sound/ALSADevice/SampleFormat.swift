import CALSA

/// A sample format of a PCM, in the order of preference.
enum SampleFormat: CaseIterable {
    case float, integer32, integer24, packed24, integer16

    var code: snd_pcm_format_t {
        switch self {
        case .float: SND_PCM_FORMAT_FLOAT_LE
        case .integer32: SND_PCM_FORMAT_S32_LE
        case .integer24: SND_PCM_FORMAT_S24_LE
        case .packed24: SND_PCM_FORMAT_S24_3LE
        case .integer16: SND_PCM_FORMAT_S16_LE
        }
    }

    var bytes: Int {
        switch self {
        case .float, .integer32, .integer24: 4
        case .packed24: 3
        case .integer16: 2
        }
    }
}

/// Converts interleaved stereo float to a device's format and channel count. Holds only numbers, for use on the render
/// thread. 16 bits get triangular dither of one step, which turns distortion into steady noise; digital silence stays
/// silent. Wider formats need no dither.
struct SampleConverter {
    let format: SampleFormat
    let channels: Int
    private var seed: UInt32 = 0x9E37_79B9

    init(format: SampleFormat, channels: Int) {
        self.format = format
        self.channels = channels
    }

    var isIdentity: Bool { format == .float && channels == 2 }
    var bytesPerFrame: Int { format.bytes * channels }

    /// Converts `count` stereo frames; mono gets the mean, more channels than two get silence.
    mutating func convert(_ source: UnsafePointer<Float>, into output: UnsafeMutableRawPointer, count: Int) {
        for frame in 0..<count {
            let left = source[2 * frame]
            let right = source[2 * frame + 1]
            let target = output + frame * bytesPerFrame
            if channels == 1 {
                store(0.5 * (left + right), at: target)
                continue
            }
            store(left, at: target)
            store(right, at: target + format.bytes)
            for channel in 2..<max(2, channels) { store(0, at: target + channel * format.bytes) }
        }
    }

    private mutating func store(_ sample: Float, at target: UnsafeMutableRawPointer) {
        switch format {
        case .float:
            target.storeBytes(of: sample, as: Float.self)
        case .integer32:
            target.storeBytes(of: Self.round(sample, fullScale: 0x1p31, largest: 0x1.fffffep30), as: Int32.self)
        case .integer24:
            target.storeBytes(of: Self.round(sample, fullScale: 0x1p23, largest: 0x1p23 - 1), as: Int32.self)
        case .packed24:
            let value = Self.round(sample, fullScale: 0x1p23, largest: 0x1p23 - 1)
            target.storeBytes(of: UInt16(truncatingIfNeeded: value), as: UInt16.self)
            target.storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: 2, as: UInt8.self)
        case .integer16:
            let dithered = sample == 0 ? 0 : sample + dither() * 0x1p-15
            let value = Self.round(dithered, fullScale: 0x1p15, largest: 0x1p15 - 1)
            target.storeBytes(of: Int16(truncatingIfNeeded: value), as: Int16.self)
        }
    }

    /// Rounds to the nearest step and clips at full scale. NaN becomes silence.
    private static func round(_ sample: Float, fullScale: Float, largest: Float) -> Int32 {
        let scaled = sample * fullScale
        if scaled > largest { return Int32(largest) }
        if scaled < -fullScale { return Int32(-fullScale) }
        return scaled == scaled ? Int32(scaled.rounded(.toNearestOrEven)) : 0
    }

    /// Triangular noise between −1 and 1: the difference of two uniform values from one xorshift number.
    private mutating func dither() -> Float {
        seed ^= seed << 13
        seed ^= seed >> 17
        seed ^= seed << 5
        return Float(Int32(seed & 0xFFFF) - Int32(seed >> 16)) * 0x1p-16
    }
}

/// Converts a device's format and channel count to interleaved stereo float. Holds only numbers.
struct SampleReader {
    let format: SampleFormat
    let channels: Int

    var isIdentity: Bool { format == .float && channels == 2 }
    var bytesPerFrame: Int { format.bytes * channels }

    /// Converts `count` frames. Mono goes to both sides; of more than two channels the first two are kept.
    func convert(_ source: UnsafeRawPointer, into output: UnsafeMutablePointer<Float>, count: Int) {
        let right = channels == 1 ? 0 : format.bytes
        for frame in 0..<count {
            let sample = source + frame * bytesPerFrame
            output[2 * frame] = load(sample)
            output[2 * frame + 1] = load(sample + right)
        }
    }

    private func load(_ sample: UnsafeRawPointer) -> Float {
        switch format {
        case .float: sample.loadUnaligned(as: Float.self)
        case .integer32: Float(sample.loadUnaligned(as: Int32.self)) * 0x1p-31
        // The highest byte of a 24-bit sample in 32 bits is undefined.
        case .integer24: Float(sample.loadUnaligned(as: Int32.self) << 8) * 0x1p-31
        case .packed24:
            Float(
                Int32(sample.load(as: UInt8.self)) << 8 | Int32(sample.load(fromByteOffset: 1, as: UInt8.self)) << 16
                    | Int32(sample.load(fromByteOffset: 2, as: Int8.self)) << 24) * 0x1p-31
        case .integer16: Float(sample.loadUnaligned(as: Int16.self)) * 0x1p-15
        }
    }
}
