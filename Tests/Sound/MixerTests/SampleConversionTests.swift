import Mixer
import Testing

@Suite struct SampleConversionTests {
    private func converted(_ input: [Float]) -> [Int16] {
        [Int16](unsafeUninitializedCapacity: input.count) { buffer, count in
            SampleConversion.int16(from: input, to: buffer.baseAddress!, count: input.count)
            count = input.count
        }
    }

    @Test("Without dither: the nearest step, ties to even, clamped, silence for what is no number")
    func nearest() {
        let input: [Float] = [0, 1, -1, 2, -2, .infinity, -.infinity, .nan, 0.5 / 32_768, 1.5 / 32_768, -2.5 / 32_768]
        #expect(converted(input) == [0, 32_767, -32_768, 32_767, -32_768, 32_767, -32_768, 0, 0, 2, -2])
        let all = (-32_768...32_767).map { Float($0) / 32_768 }
        #expect(converted(all) == Array(Int16.min...Int16.max))
    }

    @Test("16 bits to float and back is the same")
    func roundTrip() {
        let all = Array(Int16.min...Int16.max)
        var floats = [Float](repeating: 0, count: all.count)
        SampleConversion.float(from: all, to: &floats, count: all.count)
        #expect(floats.first == -1 && converted(floats) == all)
    }

    @Test("Dither spreads a level between two steps over both, in the right proportion, and stays within one step")
    func dither() {
        var dither = Dither()
        let level: Float = 100.25
        let input = [Float](repeating: level / 32_768, count: 100_003)
        var output = [Int16](repeating: 0, count: input.count)
        dither.convert(input, to: &output, count: input.count)
        let mean = output.reduce(0.0) { $0 + Double($1) } / Double(output.count)
        #expect(abs(mean - Double(level)) < 0.01)
        #expect(output.allSatisfy { (99...102).contains($0) } && Set(output).count >= 3)
        // Triangular dither adds twice the power of the rounding error: 1/12 + 1/6, whatever the level.
        let power = output.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(output.count)
        #expect(abs(power - 0.25) < 0.01)
    }

    @Test("Dither is the same in every run, leaves digital silence alone and never wraps around")
    func ditherEdges() {
        func convert(_ input: [Float], seed: UInt32) -> [Int16] {
            var dither = Dither(seed: seed)
            var output = [Int16](repeating: 7, count: input.count)
            dither.convert(input, to: &output, count: input.count)
            return output
        }
        #expect(convert([Float](repeating: 0, count: 100), seed: 1).allSatisfy { $0 == 0 })
        let quiet = [Float](repeating: 1e-6, count: 100)
        #expect(
            convert(quiet, seed: 5) == convert(quiet, seed: 5) && convert(quiet, seed: 5) != convert(quiet, seed: 6))
        let loud = convert([Float](repeating: 1, count: 1_000) + [Float](repeating: -3, count: 1_000), seed: 0)
        #expect(loud[..<1_000].allSatisfy { $0 >= 32_766 } && loud[1_000...].allSatisfy { $0 == -32_768 })
        #expect(convert([.nan, 1], seed: 1)[0] == 0)
    }
}
