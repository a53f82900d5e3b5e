import CMixKernels
import Testing

/// The vector path against the plain path at every length and count.
///
/// The vector path rounds once where the plain path rounds twice, so the two agree to a few units in the last place of
/// the largest sum that the inputs, none beyond 1, can make, and no closer. Within one path nothing is let off: the
/// tests of whole renders demand the same samples of every period.
@Suite struct KernelTests {
    private static let frames = 70

    private struct Inputs {
        var sources: [[Float]] = []
        var gains: [Float] = []
        var output: [Float] = []

        /// Two passes of the kernels and a part of a third.
        static let voices = Int(2 * MIX_CONSTANT_VOICES + 1)

        init(seed: UInt64) {
            var noise = Noise(seed: seed)
            for _ in 0..<Self.voices {
                sources.append((0..<(2 * frames + 64)).map { _ in noise.sample() })
                gains.append(noise.sample())
            }
            output = (0..<2 * frames).map { _ in noise.sample() }
        }

        /// The output after one kernel has worked on a copy of it, with the voices' descriptions: their memory begins with
        /// frame `first`.
        func result(first: Int = 0, _ body: (UnsafeMutablePointer<Float>, UnsafePointer<mix_voice>) -> Void) -> [Float]
        {
            var output = self.output
            let memory = sources.map { source in
                let copy = UnsafeMutablePointer<Float>.allocate(capacity: source.count)
                copy.initialize(from: source, count: source.count)
                return copy
            }
            defer { for copy in memory { copy.deallocate() } }
            let voices = memory.indices.map {
                mix_voice(source: memory[$0] - 2 * first, left: gains[$0], right: -gains[$0])
            }
            output.withUnsafeMutableBufferPointer { body($0.baseAddress!, voices) }
            return output
        }
    }

    /// Whether two results differ by no more than roundings of a sum of `terms` terms.
    private static func agree(_ a: [Float], _ b: [Float], terms: Int) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 2 * Float(terms).ulp }
    }

    @Test("Constant gains", arguments: [UInt64(1), 2, 3])
    func voices(seed: UInt64) {
        let inputs = Inputs(seed: seed)
        let (best, plain) = (mix_kernels_best().pointee, mix_kernels_plain().pointee)
        for frames in 0...Self.frames {
            for fresh in Int32(0)...1 {
                for count in 1...Inputs.voices {
                    let first = 1_000_003 * count
                    let a = inputs.result(first: first) { best.constant($0, $1, count, fresh, Int64(first), frames) }
                    let b = inputs.result { plain.constant($0, $1, count, fresh, 0, frames) }
                    #expect(Self.agree(a, b, terms: 1 + count))
                }
            }
        }
    }

    @Test("The plain path does what its description says")
    func meaning() {
        let inputs = Inputs(seed: 9)
        let plain = mix_kernels_plain().pointee
        let constant = inputs.result { plain.constant($0, $1, 3, 0, 0, Self.frames) }
        for index in 0..<(2 * Self.frames) {
            var sum = inputs.output[index]
            for voice in 0..<3 {
                sum += inputs.sources[voice][index] * (index % 2 == 0 ? 1 : -1) * inputs.gains[voice]
            }
            #expect(constant[index] == sum)
        }
    }

    @Test("Gains by frame and filters", arguments: [UInt64(4), 5])
    func others(seed: UInt64) {
        let inputs = Inputs(seed: seed)
        let (best, plain) = (mix_kernels_best().pointee, mix_kernels_plain().pointee)
        let taps = 16
        let offsets = (0..<Self.frames).map { $0 * 147 / 160 }
        for frames in 1...Self.frames {
            let gains = inputs.sources[1]
            let shaped = [best, plain].map { kernels in inputs.result { kernels.gains($0, $1[0].source, gains, frames) }
            }
            #expect(Self.agree(shaped[0], shaped[1], terms: 2))
            let weights = inputs.sources.flatMap { $0 }
            // A filter for every few lengths: its weights are 32 for each frame.
            for length in [taps, 4] where 2 * length * frames <= weights.count {
                let filtered = [best, plain].map { kernels in
                    inputs.result { kernels.filter($0, $1[0].source, offsets, weights, length, frames) }
                }
                #expect(Self.agree(filtered[0], filtered[1], terms: length))
            }
        }
    }

    @Test("Products too small for any number leave 0 and not -0, by which a sample would betray the way it went")
    func underflow() {
        let source = [Float](repeating: -1e-30, count: 40)
        for kernels in [mix_kernels_best().pointee, mix_kernels_plain().pointee] {
            source.withUnsafeBufferPointer { source in
                var voice = mix_voice(source: source.baseAddress!, left: 1e-30, right: 1e-30)
                let zero = [UInt32](repeating: 0, count: 38)
                for fresh in [Int32(0), 1] {
                    var output = [Float](repeating: 0, count: 38)
                    kernels.constant(&output, &voice, 1, fresh, 0, 19)
                    #expect(output.map(\.bitPattern) == zero)
                }
                var output = [Float](repeating: 0, count: 38)
                kernels.gains(&output, voice.source, [Float](repeating: 1e-30, count: 38), 19)
                #expect(output.map(\.bitPattern) == zero)
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
