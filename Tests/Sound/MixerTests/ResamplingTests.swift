import Mixer
import Testing

@testable import struct Mixer.RateConverter

@Suite struct ResamplingTests {
    /// A sine by a recurrence in double precision, so that no C library is needed.
    static func sine(cyclesPerFrame: Double, frames: Int) -> [Float] {
        // cos and sin of the step by their series; the step is below pi.
        let step = 2 * Double.pi * cyclesPerFrame
        var (cosine, sine, term) = (1.0, 0.0, 1.0)
        for n in 1..<60 {
            term *= step / Double(n)
            switch n % 4 {
            case 1: sine += term
            case 2: cosine -= term
            case 3: sine -= term
            default: cosine += term
            }
        }
        var (x, y) = (1.0, 0.0)
        return (0..<frames).map { _ in
            let now = y
            (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
            return Float(now)
        }
    }

    /// The part of `signal` that is no sine of the given frequency, relative to the sine, in powers.
    static func residue(_ signal: ArraySlice<Float>, cyclesPerFrame: Double) -> (gain: Double, residue: Double) {
        let count = signal.count
        let (s, c) = (
            sine(cyclesPerFrame: cyclesPerFrame, frames: count),
            sine(cyclesPerFrame: cyclesPerFrame, frames: count + 100_000)
        )
        // A second sine, a quarter period later, made by least squares from two shifted ones.
        let shifted = Array(c[1..<(count + 1)])
        let x = signal.map(Double.init)
        let (u, v) = (s.map(Double.init), shifted.map(Double.init))
        let (uu, vv, uv) = (dot(u, u), dot(v, v), dot(u, v))
        let (xu, xv) = (dot(x, u), dot(x, v))
        let determinant = uu * vv - uv * uv
        let a = (xu * vv - xv * uv) / determinant
        let b = (xv * uu - xu * uv) / determinant
        let fitted = zip(u, v).map { a * $0 + b * $1 }
        let rest = zip(x, fitted).map { $0 - $1 }
        return ((dot(fitted, fitted) / Double(count) * 2).squareRoot(), dot(rest, rest) / dot(fitted, fitted))
    }

    private static func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

    @Test(
        "A tone keeps its pitch and its level at every rate",
        arguments: [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 44_101, 88_200, 96_000, 192_000, 768_000])
    func tone(rate: Int) throws {
        let bench = try MixerBench()
        let frequency = 440.0
        let clip = try bench.keep(
            Self.sine(cyclesPerFrame: frequency / Double(rate), frames: rate), channels: 1, rate: rate)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        let left = bench.render(48_100).left
        let (gain, residue) = Self.residue(left[1_000..<40_000], cyclesPerFrame: frequency / 48_000)
        #expect(abs(gain - 1) < 0.001)
        #expect(residue < 1e-6, "\(rate): \(residue)")
        #expect(abs(bench.reports()[0].frame - 48_000) <= 1)
    }

    @Test("Frequencies that the lower rate cannot hold do not come back as others")
    func aliases() throws {
        let bench = try MixerBench()
        let clip = try bench.keep(
            Self.sine(cyclesPerFrame: 40_000 / 192_000, frames: 192_000), channels: 1, rate: 192_000)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        let left = bench.render(40_000).left
        #expect(left[1_000...].allSatisfy { abs($0) < 0.002 })
    }

    @Test("A constant stays that constant at every phase, and the first frame is heard at the start's frame")
    func constant() throws {
        for rate in [8_000, 44_100, 192_000] {
            let bench = try MixerBench()
            let clip = try bench.keep([Float](repeating: 0.5, count: rate), channels: 1, rate: rate)
            _ = bench.mixer.send(.start(VoiceStart(1, clip) { $0.firstFrame = rate / 2 }, at: 10))
            let left = bench.render(20_000).left
            #expect(left[9] == 0)
            #expect(left[10...].allSatisfy { abs($0 - 0.5) < 1e-6 })
        }
    }

    @Test("A resampled loop runs through its seam as if there were none")
    func loop() throws {
        let bench = try MixerBench()
        let tone = Self.sine(cyclesPerFrame: 1.0 / 100, frames: 4_410)
        let clip = try bench.keep(Array(tone[0..<4_400]), channels: 1, rate: 44_100)
        _ = bench.mixer.send(.start(VoiceStart(1, clip) { $0.loops = true }, at: 0))
        let left = bench.render(48_000).left
        let (gain, residue) = Self.residue(left[1_000...], cyclesPerFrame: 441.0 / 48_000)
        #expect(abs(gain - 1) < 0.001 && residue < 1e-5)
    }

    /// Voices of all rates, some in step with each other and some not, that start, loop, end and move by every shape.
    @Test("The samples do not depend on the period")
    func anyPeriod() throws {
        var expected: [UInt32] = []
        let rates = [8_000, 11_025, 44_100, 44_101, 96_000, 192_000, 767_999] + [Int](repeating: 44_100, count: 8)
        for period in [10_000, 1, 77, 256, 480] {
            let bench = try MixerBench()
            var noise = Noise(seed: 4)
            for (voice, rate) in rates.enumerated() {
                let samples = (0..<(voice % 3 + 1) * 9_000).map { _ in noise.sample() }
                let clip = try bench.keep(samples, channels: voice % 3 + 1, rate: rate)
                let start = VoiceStart(UInt32(voice), clip) { $0.loops = voice % 2 == 0 }
                _ = bench.mixer.send(.start(start, at: Int64(min(voice, 7) * 100)))
                guard let shape = RampShape(rawValue: UInt8(voice % 4)) else { continue }
                let ramp = Ramp(frames: 300 * voice, shape: shape)
                _ = bench.mixer.send(
                    .release(VoiceID(UInt32(voice)), over: ramp, at: Int64(2_000 + 70 * voice)))
            }
            let left = bench.render(10_000, period: period).left.map(\.bitPattern)
            if expected.isEmpty { expected = left }
            #expect(left == expected)
        }
    }

    @Test("Ratios in lowest terms, or the nearest with few enough phases")
    func fractions() {
        #expect(RateConverter.fraction(44_100, 48_000) == (147, 160))
        #expect(RateConverter.fraction(192_000, 48_000) == (4, 1))
        #expect(RateConverter.fraction(11_025, 48_000) == (147, 640))
        for rate in stride(from: 1_001, to: 768_000, by: 997) {
            let (sources, outputs) = RateConverter.fraction(rate, 48_000)
            #expect(outputs <= RateConverter.mostPhases && outputs > 0)
            #expect(abs(Double(sources) / Double(outputs) * 48_000 / Double(rate) - 1) < 1e-5, "\(rate)")
        }
    }
}
