import CMixKernels
import Testing

/// The vector path against the plain path, bit by bit, at every length and count.
@Suite struct KernelTests {
    private static let frames = 70

    private struct Inputs {
        var sources: [[Float]] = []
        var gains: [(Float, Float)] = []
        var slopes: [(Float, Float)] = []
        var output: [Float] = []

        init(seed: UInt64) {
            var noise = Noise(seed: seed)
            for _ in 0..<MIX_CONSTANT_VOICES {
                sources.append((0..<(2 * frames + 64)).map { _ in noise.sample() })
                gains.append((noise.sample(), noise.sample()))
                slopes.append((noise.sample() / 256, noise.sample() / 256))
            }
            output = (0..<2 * frames).map { _ in noise.sample() }
        }

        /// The output after one kernel has worked on a copy of it, with the voices' descriptions.
        func result(_ body: (UnsafeMutablePointer<Float>, UnsafePointer<mix_voice>) -> Void) -> [UInt32] {
            var output = self.output
            let memory = sources.map { source in
                let copy = UnsafeMutablePointer<Float>.allocate(capacity: source.count)
                copy.initialize(from: source, count: source.count)
                return copy
            }
            defer { for copy in memory { copy.deallocate() } }
            let voices = memory.indices.map { mix_voice(source: memory[$0], gain: gains[$0], slope: slopes[$0]) }
            output.withUnsafeMutableBufferPointer { body($0.baseAddress!, voices) }
            return output.map(\.bitPattern)
        }
    }

    @Test("Constant gains and ramps", arguments: [UInt64(1), 2, 3])
    func voices(seed: UInt64) {
        let inputs = Inputs(seed: seed)
        let (best, plain) = (mix_kernels_best().pointee, mix_kernels_plain().pointee)
        for frames in 0...Self.frames {
            for fresh in [Int32(0), 1] {
                for count in 1...MIX_CONSTANT_VOICES {
                    let a = inputs.result { best.constant($0, $1, count, fresh, frames) }
                    let b = inputs.result { plain.constant($0, $1, count, fresh, frames) }
                    #expect(a == b)
                }
                for count in 1...MIX_RAMP_VOICES {
                    let a = inputs.result { best.ramp($0, $1, count, fresh, 13, frames) }
                    let b = inputs.result { plain.ramp($0, $1, count, fresh, 13, frames) }
                    #expect(a == b)
                }
            }
        }
    }

    @Test("The plain path does what its description says")
    func meaning() {
        let inputs = Inputs(seed: 9)
        let plain = mix_kernels_plain().pointee
        let constant = inputs.result { plain.constant($0, $1, 3, 0, Self.frames) }
        let ramp = inputs.result { plain.ramp($0, $1, 2, 1, 5, Self.frames) }
        for index in 0..<(2 * Self.frames) {
            let right = index % 2 == 1
            var sum = inputs.output[index]
            for voice in 0..<3 {
                sum += inputs.sources[voice][index] * (right ? inputs.gains[voice].1 : inputs.gains[voice].0)
            }
            #expect(constant[index] == sum.bitPattern)
            var moving: Float = 0
            for voice in 0..<2 {
                let gain = right ? inputs.gains[voice].1 : inputs.gains[voice].0
                let slope = right ? inputs.slopes[voice].1 : inputs.slopes[voice].0
                moving += inputs.sources[voice][index] * (gain + slope * Float(5 + index / 2))
            }
            #expect(ramp[index] == moving.bitPattern)
        }
    }

    @Test("Gains by frame, interpolation, filters and peaks", arguments: [UInt64(4), 5])
    func others(seed: UInt64) {
        let inputs = Inputs(seed: seed)
        let (best, plain) = (mix_kernels_best().pointee, mix_kernels_plain().pointee)
        let taps = 16
        let offsets = (0..<Self.frames).map { $0 * 147 / 160 }
        for frames in 1...Self.frames {
            let gains = inputs.sources[1]
            #expect(
                inputs.result { best.gains($0, $1, gains, frames) }
                    == inputs.result { plain.gains($0, $1, gains, frames) })
            let weights = inputs.sources.flatMap { $0 }
            let linear = [best, plain].map { kernels in
                inputs.result { kernels.interpolate($0, $1[0].source, offsets, weights, frames) }
            }
            #expect(linear[0] == linear[1])
            // A filter for every few lengths: its weights are 32 for each frame.
            for length in [taps, 4] where 2 * length * frames <= weights.count {
                let filtered = [best, plain].map { kernels in
                    inputs.result { kernels.filter($0, $1[0].source, offsets, weights, length, frames) }
                }
                #expect(filtered[0] == filtered[1])
            }
        }
    }

    @Test("The peak is found wherever it stands, and what is no number counts as infinity")
    func peak() {
        for kernels in [mix_kernels_best().pointee, mix_kernels_plain().pointee] {
            for count in 1...40 {
                for place in 0..<count {
                    var samples = [Float](repeating: -0.25, count: count)
                    samples[place] = place % 2 == 0 ? -3 : 3
                    #expect(kernels.peak(samples, count) == 3)
                    samples[place] = place % 2 == 0 ? .nan : -.infinity
                    #expect(kernels.peak(samples, count) == .infinity)
                }
            }
            #expect(kernels.peak([], 0) == 0)
        }
    }
}
