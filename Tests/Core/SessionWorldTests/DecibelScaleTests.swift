import Glibc
import Randomness
import Testing

@testable import SessionWorld

/// Our own logarithm beside the one of the C library.
@Suite struct DecibelScaleTests {
    /// The result of the C library's logarithm, rounded.
    private func reference(_ gain: Double) -> Int {
        let tenths = (200 * log10(gain)).rounded()
        return tenths > -1440 ? Int(tenths) : -1440
    }

    /// The distance from an edge between two tenths, in units of the last place, at which the C library's own rounding
    /// decides, and either answer is as good: the edge is an irrational number.
    private static let blur = 16

    @Test("One tenth of a decibel becomes the next where it does with the C library, but for the blur of both")
    func everyEdge() {
        for tenth in -1440..<0 {
            // The largest gain that the C library rounds to this tenth, found by halving.
            var (low, high) = (pow(10, Double(tenth) / 200), pow(10, Double(tenth + 1) / 200))
            while low.nextUp < high {
                let middle = low + (high - low) / 2
                if reference(middle) <= tenth { low = middle } else { high = middle }
            }
            for distance in 0...64 {
                let step = Double(distance) * low.ulp
                let (below, above) = (DecibelScale.tenths(of: low - step), DecibelScale.tenths(of: high + step))
                let isBlurred = distance < Self.blur
                #expect(below == tenth || isBlurred && below == tenth + 1, "\(low), \(distance) below")
                #expect(above == tenth + 1 || isBlurred && above == tenth, "\(high), \(distance) above")
            }
        }
    }

    @Test("Every gain that steps of the volume and of an app can make is rounded alike")
    func gains() {
        let duck = 0.2
        for volume in 0...16 {
            for gain in 0...1000 {
                for factor in [1, duck, 0.1, 0.5, 0.25] {
                    let total = Double(volume) / 16 * Double(gain) / 1000 * factor
                    #expect(DecibelScale.tenths(of: total) == reference(total), "\(total)")
                }
            }
        }
        var random = SplitMix(seed: 5)
        for _ in 0..<100_000 {
            let total = Double.random(in: 0...1, using: &random) * pow(2, -Double(random.next() % 40))
            #expect(DecibelScale.tenths(of: total) == reference(total), "\(total)")
        }
    }

    @Test("Silence is the floor, and full level is 0")
    func ends() {
        for gain in [0, -0.0, 1e-300, .leastNonzeroMagnitude, 1e-8, 5e-8] {
            #expect(DecibelScale.tenths(of: gain) == -1440)
        }
        #expect(DecibelScale.tenths(of: 1) == 0)
        #expect(DecibelScale.tenths(of: 1 as Double - .ulpOfOne) == 0)
    }
}
