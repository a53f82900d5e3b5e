import Randomness
import SessionPolicy
import Testing

/// Seconds and nanoseconds: everything from 0 to 9e9 seconds comes through, and nothing beyond traps.
@Suite struct TimeTests {
    @Test("A moment that a text can tell is the nearest nanosecond, in the order of the numbers")
    func nearest() {
        var random = SplitMix()
        for _ in 0..<20_000 {
            let seconds =
                Double.random(in: 0...9e9, using: &random) / Double(1 << Int.random(in: 0...60, using: &random))
            let moment = Instant(seconds: seconds)
            #expect((0...9_000_000_000_000_000_000).contains(moment.nanoseconds))
            let error = (moment.seconds - seconds).magnitude
            #expect(error <= 0.5e-9 + 2 * seconds.ulp, "\(seconds)")
            #expect(Length(seconds: seconds).nanoseconds == moment.nanoseconds)
            #expect(Instant(seconds: seconds.nextUp) >= moment)
        }
    }

    @Test("Nanoseconds become seconds and the same nanoseconds again, for the first 48 days")
    func roundTrip() {
        var random = SplitMix()
        for _ in 0..<20_000 {
            let moment = Instant(nanoseconds: Int64.random(in: 0..<4_194_304_000_000_000, using: &random))
            #expect(Instant(seconds: moment.seconds) == moment, "\(moment.nanoseconds)")
        }
    }

    @Test(
        "What is no time is the start, and what is beyond the clock is its end",
        arguments: [
            (0, 0), (-0.0, 0), (-1, 0), (-.infinity, 0), (.nan, 0), (.leastNonzeroMagnitude, 0), (1e-9, 1),
            (9e9, 9_000_000_000_000_000_000), (9.3e9, .max), (1e300, .max), (.infinity, .max),
        ] as [(Double, Int64)])
    func ends(seconds: Double, nanoseconds: Int64) {
        #expect(Instant(seconds: seconds).nanoseconds == nanoseconds)
        #expect(Length(seconds: seconds).nanoseconds == nanoseconds)
    }

    @Test("Lengths add up to the last moment and differ down to nothing, never beyond")
    func saturation() {
        #expect(Instant.latest.advanced(by: Length(seconds: 1e9)) == Instant(nanoseconds: .max))
        #expect(Length(from: Instant(nanoseconds: 5), to: .zero) == .zero)
        #expect(Length(from: Instant(nanoseconds: .min), to: Instant(nanoseconds: .max)).nanoseconds == .max)
        #expect(Length(from: Instant(nanoseconds: .max), to: Instant(nanoseconds: .min)) == .zero)
        #expect(Length.milliseconds(.max).nanoseconds == .max)
        #expect(Length.milliseconds(.min) == .zero)
    }

    @Test("A duration of the standard library is the same length, or the nearest that there is")
    func durations() {
        #expect(Length(.milliseconds(1500)) == .milliseconds(1500))
        #expect(Length(.nanoseconds(1)).nanoseconds == 1)
        #expect(Length(.seconds(-3)) == .zero)
        #expect(Length(.seconds(Int64.max)).nanoseconds == .max)
        #expect(Length(.seconds(Int64.min)) == .zero)
        #expect(Length.milliseconds(1500).duration == .seconds(1.5))
    }

    @Test("Times are written in as few digits as say them exactly")
    func texts() {
        for (nanoseconds, text) in [
            (0, "0"), (1, "0.000000001"), (250_000_000, "0.25"), (3_000_000_000, "3"),
            (9_000_000_000_000_000_000, "9000000000"), (.max, "9223372036.854775807"),
        ] as [(Int64, String)] {
            #expect(Instant(nanoseconds: nanoseconds).secondsText == text)
            #expect(Length(nanoseconds: nanoseconds).secondsText == text)
        }
        #expect(Instant(nanoseconds: 1_499_999).milliseconds == 1)
        #expect(Instant(nanoseconds: 1_500_000).milliseconds == 2)
        #expect(Instant(nanoseconds: .max).milliseconds == 9_223_372_036_855)
    }
}
