import Randomness
import SessionPolicy
import Sounder
import Testing

/// Nanoseconds and frames belong together from the first to the last moment that the contract allows, at every rate.
@Suite struct FrameClockTests {
    static let rates = [1, 8_000, 11_025, 44_100, 48_000, 96_000, 192_000, 384_000, 768_000]

    /// Moments of every size, with the ends.
    private static func moments(_ random: inout SplitMix) -> [Instant] {
        let others = (0..<2_000).map { _ in
            let most = Int64.random(in: 0...9_000_000_000_000_000_000, using: &random)
            return Instant(nanoseconds: most >> Int64.random(in: 0...62, using: &random))
        }
        return [.zero, Instant(nanoseconds: 1), .latest, Instant(nanoseconds: .max)] + others
    }

    @Test("A frame's moment falls into that frame, whatever they share", arguments: rates)
    func roundTrip(rate: Int) {
        var random = SplitMix()
        for shared in Self.moments(&random).prefix(200) {
            let start = Int64.random(in: 0...1_000_000_000_000, using: &random)
            let clock = FrameClock(rate: rate, instant: shared, frame: start)
            #expect(clock.frame(of: shared) == clock.frame, "\(rate) \(shared) \(clock.frame)")
            #expect(clock.instant(of: clock.frame) == shared, "\(rate) \(shared) \(clock.frame)")
            for _ in 0..<20 {
                let most = Int64.random(in: 0...(1 << 40), using: &random)
                let frame = clock.frame + most >> Int64.random(in: 0...40, using: &random)
                let moment = clock.instant(of: frame)
                if moment.nanoseconds < .max { #expect(clock.frame(of: moment) == frame, "\(rate) \(shared) \(frame)") }
            }
        }
    }

    @Test("The frame of a moment is the nearest one, and later moments have no earlier frames", arguments: rates)
    func nearest(rate: Int) {
        var random = SplitMix()
        let clock = FrameClock(rate: rate)
        var last: Int64 = 0
        for moment in Self.moments(&random).sorted() {
            let frame = clock.frame(of: moment)
            #expect(frame >= last, "\(rate) \(moment)")
            last = frame
            // Twice the distance in nanoseconds times frames per second; a whole frame is a second of it.
            let distance = 2 * (Int128(moment.nanoseconds) * Int128(rate) - Int128(frame) * 1_000_000_000)
            #expect(distance >= -1_000_000_000 && distance < 1_000_000_000, "\(rate) \(moment)")
        }
    }

    @Test("Before the shared moment frames go down, and time ends at the start of the world")
    func before() {
        let clock = FrameClock(rate: 48_000, instant: Instant(seconds: 2), frame: 96_000)
        #expect(clock.frame(of: Instant(seconds: 0.5)) == 24_000)
        #expect(clock.frame(of: .zero) == 0)
        #expect(clock.instant(of: 24_000) == Instant(seconds: 0.5))
        #expect(clock.instant(of: -1) == .zero)
        #expect(clock.instant(of: .min) == .zero)
    }

    @Test("Lengths and counts of frames turn into each other", arguments: rates)
    func lengths(rate: Int) {
        let clock = FrameClock(rate: rate)
        #expect(clock.frames(in: Length(seconds: 1)) == Int64(rate))
        #expect(clock.length(of: Int64(rate)) == Length(seconds: 1))
        #expect(clock.length(of: -1) == .zero)
        // The longest sound of the contract, and what lies beyond it.
        #expect(clock.frames(in: Length(seconds: 1e9)) == 1_000_000_000 * Int64(rate))
        #expect(clock.length(of: .max).nanoseconds > 0)
        #expect(clock.frames(in: Length(nanoseconds: .max)) > 0)
        var random = SplitMix()
        for _ in 0..<1_000 {
            let frames = Int64.random(in: 0...(1 << 50), using: &random) >> Int64.random(in: 0...50, using: &random)
            let length = clock.length(of: frames)
            if length.nanoseconds < .max { #expect(clock.frames(in: length) == frames, "\(rate) \(frames)") }
        }
    }

    @Test("No rate, no moment and no frame trap")
    func total() {
        for rate in [.min, -1, 0, 1, 48_000, .max] {
            for instant in [Int64.min, 0, .max] {
                for frame in [Int64.min, 0, .max] {
                    let clock = FrameClock(rate: rate, instant: Instant(nanoseconds: instant), frame: frame)
                    #expect(clock.rate > 0)
                    for number in [Int64.min, -1, 0, 1, .max] {
                        #expect(clock.instant(of: number) >= .zero)
                        #expect(clock.length(of: number) >= .zero)
                        #expect(clock.frames(in: Length(nanoseconds: number)) >= 0)
                        let one = clock.frame(of: Instant(nanoseconds: number))
                        #expect(one <= clock.frame(of: Instant(nanoseconds: .max)))
                    }
                }
            }
        }
    }
}
