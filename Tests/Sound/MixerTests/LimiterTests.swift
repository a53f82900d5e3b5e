import Mixer
import Testing

@Suite struct LimiterTests {
    @Test("A mix up to the ceiling passes with every bit, only later")
    func transparent() throws {
        let bench = try MixerBench(limiter: LimiterConfiguration())
        var noise = Noise(seed: 1)
        var samples = (0..<20_000).map { _ in noise.sample() }
        (samples[777], samples[1_000]) = (1, -1)
        let clip = try bench.keep(samples, channels: 1)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        #expect(bench.mixer.latencyInFrames == 240)
        let left = bench.render(20_240).left
        #expect(left[..<240].allSatisfy { $0 == 0 })
        #expect(Array(left[240...]) == samples)
    }

    @Test("A mix far above full scale never exceeds it, and afterwards every bit passes again")
    func ceiling() throws {
        let bench = try MixerBench(limiter: LimiterConfiguration())
        var noise = Noise(seed: 2)
        let loud = (0..<48_000).map { _ in noise.sample() }
        let clip = try bench.keep(loud, channels: 1)
        for voice in 0..<20 { _ = bench.mixer.send(.start(VoiceStart(UInt32(voice), clip) { $0.gain = 3 }, at: 100)) }
        let left = bench.render(100_000).left
        #expect(left.allSatisfy { $0.magnitude <= 1 })
        #expect(left.contains { $0.magnitude > 0.9 })
        let tail = try bench.keep(loud, channels: 1)
        _ = bench.mixer.send(.start(VoiceStart(99, tail), at: 200_000))
        _ = bench.render(100_000)
        #expect(Array(bench.render(48_240).left[240...]) == loud)
    }

    @Test("The gain glides down before the peak and back after it, without a step")
    func glide() throws {
        let bench = try MixerBench(
            limiter: LimiterConfiguration(ceiling: 0.5, lookAheadInFrames: 100, releaseInFrames: 500))
        let clip = try bench.clip(frames: 20_000) { $0 == 10_000 ? (2, 0.4) : (0.4, 0.4) }
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        let right = bench.render(20_000).right
        // The quiet channel shows the gain: 1, down to a quarter at the peak, back to 1.
        #expect(abs(right[10_100] - 0.1) < 1e-6)
        #expect(right[100..<10_000].allSatisfy { $0 == 0.4 } && right.last == 0.4)
        let steepest: Float = 0.0031
        #expect(zip(right[200...], right[201...]).allSatisfy { abs($0 - $1) < steepest })
    }

    @Test("Peaks that follow each other are each met, whatever their order")
    func severalPeaks() throws {
        var noise = Noise(seed: 8)
        for _ in 0..<20 {
            let bench = try MixerBench(
                limiter: LimiterConfiguration(ceiling: 1, lookAheadInFrames: 1 + noise.next(below: 50)))
            var samples = [Float](repeating: 0.9, count: 5_000)
            for _ in 0..<300 { samples[noise.next(below: 5_000)] = 1 + Float(noise.next(below: 1_000)) / 10 }
            let clip = try bench.keep(samples, channels: 1)
            _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 3))
            #expect(bench.render(6_000).left.allSatisfy { $0 <= 1 && $0 >= 0 })
        }
    }
}
