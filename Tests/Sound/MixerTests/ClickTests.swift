import Mixer
import Testing

/// Measures how far a change of level is from a smooth sine.
///
/// A sine obeys x[n] = 2 cos(w) x[n-1] - x[n-2] exactly; what is left over beside a slow gain is the corner that is
/// heard as a click. Its largest magnitude, relative to the sine and to the size of a full step, is the deviation.
@Suite struct ClickTests {
    static let frequency = 440.0 / 48_000

    /// One period of the sine, in steps: whatever the phase of a change, it is near one of these.
    private static let phases = Array(stride(from: 0, to: 109, by: 27))

    /// The largest rest of the recurrence, relative to the sine's amplitude of 1.
    static func deviation(_ left: [Float]) -> Double {
        // cos(w) = sin(w + a quarter)
        let twice = 2 * Double(ResamplingTests.sine(cyclesPerFrame: 0.25 + frequency, frames: 2)[1])
        var largest = 0.0
        for n in 2..<left.count {
            let rest = Double(left[n]) - twice * Double(left[n - 1]) + Double(left[n - 2])
            largest = max(largest, abs(rest))
        }
        return largest
    }

    /// Whole decibels, rounded up.
    static func decibels(_ ratio: Double) -> Double {
        // log10 by halving: the tests import no C library.
        var (value, result) = (ratio, 0.0)
        while value < 1 {
            value *= 1.122018454301963
            result -= 1
        }
        return result
    }

    private typealias Change = (gain: Float, ramp: Ramp, frame: Int64)

    /// A sine that plays while one stage of its bus is changed by the given commands.
    private static func play(_ changes: [Change]) throws -> [Float] {
        let bench = try MixerBench()
        let tone = ResamplingTests.sine(cyclesPerFrame: frequency, frames: 200_000)
        let clip = try bench.keep(tone, channels: 1)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        for change in changes {
            _ = bench.mixer.send(
                .setGain(of: BusID(0), stage: GainStage(1), to: change.gain, over: change.ramp, at: change.frame))
        }
        return bench.render(100_000).left
    }

    @Test("The measure sees a click: a step at a crest stands out")
    func step() throws {
        // Crests are 109.09 frames apart, the first at 27.3.
        let deviation = Self.deviation(try Self.play([(0.2, .step, 10_064)]))
        #expect(Self.decibels(deviation) > -3)
    }

    @Test(
        "A duck and its return stay below -50 dB, at any phase of the sine", arguments: phases)
    func duck(phase: Int) throws {
        let left = try Self.play([
            (0.2, Ramp(frames: 14_400, shape: .decibels), Int64(10_000 + phase)),
            (1, Ramp(frames: 33_600, shape: .decibels), Int64(40_000 + phase)),
        ])
        #expect(Self.decibels(Self.deviation(left)) < -50)
    }

    @Test("A duck triggered anew in mid-ramp stays below -50 dB")
    func retriggeredDuck() throws {
        let ramp = Ramp(frames: 14_400, shape: .decibels)
        var changes: [Change] = []
        for round in 0..<20 { changes.append((round % 2 == 0 ? 0.2 : 1, ramp, Int64(5_000 + 3_000 * round))) }
        #expect(Self.decibels(Self.deviation(try Self.play(changes))) < -50)
    }

    @Test("A switch in 10 ms and a volume step in 20 ms stay below -40 dB", arguments: phases)
    func switches(phase: Int) throws {
        for (gain, ramp) in [
            (Float(0), Ramp(frames: 480)), (0.0625, Ramp(frames: 960, shape: .decibels)), (0, Ramp(frames: 240)),
        ] {
            let left = try Self.play([(gain, ramp, Int64(10_000 + phase)), (1, ramp, Int64(20_000 + phase))])
            #expect(Self.decibels(Self.deviation(left)) < -40)
        }
    }

    @Test("A voice faded in and released stays below -40 dB", arguments: phases)
    func voiceFades(phase: Int) throws {
        let bench = try MixerBench()
        let clip = try bench.keep(
            ResamplingTests.sine(cyclesPerFrame: Self.frequency, frames: 100_000), channels: 1)
        _ = bench.mixer.send(
            .start(VoiceStart(1, clip) { ($0.firstFrame, $0.fadeIn) = (1_000 + phase, Ramp(frames: 240)) }, at: 100))
        _ = bench.mixer.send(.release(VoiceID(1), over: Ramp(frames: 240), at: Int64(20_000 + phase)))
        #expect(Self.decibels(Self.deviation(bench.render(40_000).left)) < -40)
    }

    @Test("A seek, as a release and a start elsewhere at once, stays below -40 dB", arguments: phases)
    func seek(phase: Int) throws {
        let bench = try MixerBench()
        let clip = try bench.keep(
            ResamplingTests.sine(cyclesPerFrame: Self.frequency, frames: 100_000), channels: 1)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        let fade = Ramp(frames: 240)
        _ = bench.mixer.send(.release(VoiceID(1), over: fade, at: 10_000))
        let elsewhere = VoiceStart(2, clip) { ($0.firstFrame, $0.fadeIn) = (50_000 + phase, fade) }
        _ = bench.mixer.send(.start(elsewhere, at: 10_000))
        #expect(Self.decibels(Self.deviation(bench.render(20_000).left)) < -40)
    }

    @Test(
        "In decibels to nearly nothing and back, and back from a silence nearly reached, stays below -40 dB",
        arguments: [Float(0), 1e-30, 1e-6, 1e-3], phases)
    func nearSilence(gain: Float, phase: Int) throws {
        let ramp = Ramp(frames: 960, shape: .decibels)
        for length in [959, 900, 2_000] {
            let frame = Int64(10_000 + phase)
            let left = try Self.play([(gain, ramp, frame), (1, ramp, frame + Int64(length))])
            #expect(Self.decibels(Self.deviation(Array(left[..<20_000]))) < -40)
            #expect(left[9_900..<10_000].contains { $0 > 0.9 } && left[14_000..<14_100].contains { $0 > 0.9 })
        }
    }
}
