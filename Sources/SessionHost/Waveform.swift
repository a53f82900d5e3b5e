import Glibc

/// Sounds made by arithmetic: the same samples on every machine of one kind, one channel at any rate.
///
/// Nothing here is real-time: call it before a sound is needed.
public enum Waveform {
    /// A sine that starts at phase 0.
    ///
    /// - Parameters:
    ///   - hertz: Its frequency, above 0.
    ///   - decibels: Its peak in dBFS, 0 or less.
    ///   - frames: Its length.
    ///   - rate: Frames per second.
    public static func tone(hertz: Double, decibels: Double, frames: Int, rate: Int) -> [Float] {
        let peak = pow(10, decibels / 20)
        let step = hertz / Double(rate)
        return samples(frames) { frame in
            let cycles = step * Double(frame)
            return peak * sin(2 * .pi * (cycles - cycles.rounded(.down)))
        }
    }

    /// Noise with the same power in every octave (`pink`) or in every hertz.
    ///
    /// - Parameters:
    ///   - pink: Pink or white.
    ///   - decibels: Its peak in dBFS, 0 or less.
    ///   - frames: Its length.
    public static func noise(pink: Bool, decibels: Double, frames: Int) -> [Float] {
        var generator = Xorshift()
        // Five one-pole filters whose corner frequencies lie two octaves apart add up to a slope of -3 dB an octave.
        var poles: [(memory: Double, keep: Double, gain: Double)] = [
            (0, 0.9989, 0.0555), (0, 0.9933, 0.0751), (0, 0.969, 0.1539), (0, 0.8665, 0.3105), (0, 0.55, 0.5330),
        ]
        var noise = samples(frames) { _ in
            let white = generator.next()
            guard pink else { return white }
            var sum = 0.0
            for index in poles.indices {
                poles[index].memory = poles[index].keep * poles[index].memory + poles[index].gain * white
                sum += poles[index].memory
            }
            return sum
        }
        scale(&noise, toPeak: Float(pow(10, decibels / 20)))
        return noise
    }

    static func samples(_ frames: Int, _ value: (Int) -> Double) -> [Float] {
        [Float](unsafeUninitializedCapacity: frames) { buffer, count in
            for frame in 0..<frames { buffer.initializeElement(at: frame, to: Float(value(frame))) }
            count = frames
        }
    }

    static func scale(_ samples: inout [Float], toPeak peak: Float) {
        let loudest = samples.reduce(0) { max($0, abs($1)) }
        guard loudest > 0 else { return }
        for index in samples.indices { samples[index] *= peak / loudest }
    }
}

/// A small generator with a fixed seed: noise must be the same each time.
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
