import Randomness
import Testing

@testable import Sounder

/// Moments of the machine's clock become frames.
struct ClockTests {
    private static let period: Int64 = 256
    private static let rate: Int64 = 48_000

    /// The frames that a device has had rendered by a moment: whole periods, its buffer being kept full.
    private static func rendered(at now: Int64, from start: Int64, speed: Double = 1) -> Int64 {
        let played = Int64(Double(now - start) * speed) * rate / 1_000_000_000
        return 1_024 + played / period * period
    }

    private static func clock(_ start: Int64) -> OutputClock {
        OutputClock(now: start, rendered: 1_024, periodFrames: Int(period), rate: Int(rate))
    }

    /// A change is never late, and waits for two periods at most.
    @Test("A change takes effect within two periods", arguments: [1, 1.0001, 0.9999])
    func changeWithinTwoPeriods(speed: Double) {
        var clock = Self.clock(0)
        var random = SplitMix()
        var now: Int64 = 0
        var most: Int64 = 0
        while now < 20_000_000_000 {
            now += Int64.random(in: 1...20_000_000, using: &random)
            let rendered = Self.rendered(at: now, from: 0, speed: speed)
            clock.observe(now: now, rendered: rendered)
            let frame = clock.frame(of: now, rendered: rendered)
            #expect(frame >= rendered + Self.period, "\(random)")
            most = max(most, frame - rendered)
        }
        // A device that goes slow is followed once it is a quarter of a period behind.
        #expect(most <= 2 * Self.period + 2 + (speed < 1 ? Self.period / 4 : 0), "\(random)")
    }

    /// Two processes whose devices began at different times hear of a change a little later than it was decided.
    @Test("Ramps of two processes begin within a period")
    func twoProcesses() {
        for offset in stride(from: Int64(0), to: 5_333_333, by: 333_333) {
            let starts = [Int64(0), 700_000_000 + offset]
            var clocks = starts.map { Self.clock($0) }
            for step in 0..<500 {
                let decided = 1_000_000_000 + Int64(step) * 7_654_321
                let begins = clocks.indices.map { index in
                    let now = decided + Int64(index) * 1_500_000
                    let rendered = Self.rendered(at: now, from: starts[index])
                    clocks[index].observe(now: now, rendered: rendered)
                    let frame = clocks[index].frame(of: decided, rendered: rendered)
                    // When it is heard, each device's buffer being as long.
                    return starts[index] + (frame - 1_024) * 1_000_000_000 / Self.rate
                }
                #expect(abs(begins[0] - begins[1]) <= Self.period * 1_000_000_000 / Self.rate)
            }
        }
    }

    /// The frames between two changes are as many as the nanoseconds between their decisions.
    @Test("Time between changes is exact")
    func timeBetweenChangesIsExact() {
        var clock = Self.clock(0)
        for step in 1..<1_000 {
            let now = Int64(step) * 3_000_000
            let rendered = Self.rendered(at: now, from: 0)
            clock.observe(now: now, rendered: rendered)
            #expect(clock.frame(of: now, rendered: rendered) == 1_024 + Self.period + Int64(step) * 144)
        }
    }
}
