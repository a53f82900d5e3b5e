import Glibc

/// Synthesized sounds with one channel at any rate, identical on machines of one kind.
///
/// Not for real-time threads.
public enum Waveform {
    /// A sine that starts at phase 0.
    ///
    /// - Parameters:
    ///   - hertz: Its frequency, above 0.
    ///   - decibels: Its peak in dBFS, 0 or less.
    ///   - frames: Its length.
    ///   - rate: Frames per second.
    public static func tone(hertz: Double, decibels: Double, frames: Int, rate: Int) -> [Float] {
        var tone = Tone(hertz: hertz, decibels: decibels, rate: rate)
        return samples(frames) { _ in tone.next() }
    }

    /// Noise with the same power in every octave (`pink`) or in every hertz.
    ///
    /// - Parameters:
    ///   - pink: Pink or white.
    ///   - decibels: Its peak in dBFS, 0 or less.
    ///   - frames: Its length.
    public static func noise(pink: Bool, decibels: Double, frames: Int) -> [Float] {
        var generator = NoiseGenerator(isPink: pink)
        var noise = samples(frames) { _ in generator.next() }
        scale(&noise, toPeak: Float(pow(10, decibels / 20)))
        return noise
    }

    static func samples(_ frames: Int, _ value: (Int) -> Float) -> [Float] {
        [Float](unsafeUninitializedCapacity: frames) { buffer, count in
            for frame in 0..<frames { buffer.initializeElement(at: frame, to: value(frame)) }
            count = frames
        }
    }

    static func scale(_ samples: inout [Float], toPeak peak: Float) {
        let loudest = samples.reduce(0) { max($0, abs($1)) }
        guard loudest > 0 else { return }
        let scale = peak / loudest
        for index in samples.indices { samples[index] *= scale }
    }
}

/// A sine synthesized while it plays: each frame depends on its number alone.
public struct Tone {
    private let peak, step: Double
    private var frame: Int

    /// Places a sine that starts at phase 0.
    ///
    /// - Parameters:
    ///   - hertz: Its frequency, above 0.
    ///   - decibels: Its peak in dBFS, 0 or less.
    ///   - rate: Frames per second.
    ///   - frame: The frame that comes next.
    public init(hertz: Double, decibels: Double, rate: Int, from frame: Int = 0) {
        peak = pow(10, decibels / 20)
        step = hertz / Double(rate)
        self.frame = frame
    }

    /// The next frame.
    public mutating func next() -> Float {
        let cycles = step * Double(frame)
        frame += 1
        return Float(peak * sin(2 * .pi * (cycles - cycles.rounded(.down))))
    }
}

private struct NoiseGenerator {
    let isPink: Bool
    private var random = Xorshift()
    // Five one-pole filters whose corner frequencies lie two octaves apart add up to a slope of -3 dB an octave.
    private var low = SIMD4<Double>()
    private var high = 0.0

    init(isPink: Bool) { self.isPink = isPink }

    mutating func next() -> Float {
        let white = random.next()
        guard isPink else { return Float(white) }
        low = SIMD4(0.9989, 0.9933, 0.969, 0.8665) * low + SIMD4(0.0555, 0.0751, 0.1539, 0.3105) * white
        high = 0.55 * high + 0.5330 * white
        return Float((((0 + low.x) + low.y) + low.z) + low.w + high)
    }
}

/// A small generator with a fixed seed, so that noise is always equal.
struct Xorshift {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// A number from -1 to 1.
    mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(Int64(bitPattern: state)) / Double(Int64.max)
    }
}
