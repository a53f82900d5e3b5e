import CAllocationCounter
import Mixer
import Testing

@Suite(.enabled(if: allocation_counter_works() != 0, "nothing is counted under the thread sanitizer"))
struct RealTimeTests {
    @Test("The counter counts: an array costs memory, and gives it back")
    func counterCounts() {
        allocation_counter_begin()
        let array = [Int](repeating: 1, count: Int.random(in: 10...20))
        #expect(array.count >= 10)
        let counts = allocation_counter_end()
        #expect(counts.allocations > 0)
    }

    /// Keeps voices starting, looping, moving, being released and ending by themselves, on buses that move.
    private struct Traffic {
        let clips: [Clip]
        var noise = Noise(seed: 21)
        var voice: UInt32 = 0

        mutating func send(to mixer: Mixer, at frame: Int64) {
            let shape = RampShape(rawValue: UInt8(noise.next(below: 3)))!
            let ramp = Ramp(frames: noise.next(below: 300), shape: shape)
            let id = voice % 16
            switch noise.next(below: 3) {
            case 0:
                voice += 1
                let start = VoiceStart(voice % 16, clips[noise.next(below: clips.count)], bus: UInt16(voice % 5)) {
                    $0.loops = voice % 7 == 0
                    $0.fadeIn = ramp
                }
                _ = mixer.send(.start(start, at: frame + Int64(noise.next(below: 20))))
            case 1: _ = mixer.send(.release(VoiceID((id + 10) % 16), over: ramp, at: frame))
            default:
                let gain = Float(noise.next(below: 20)) / 10
                let stage = [GainStage(1), .left, .right][Int(voice % 3)]
                _ = mixer.send(.setGain(of: BusID(UInt16(id % 5)), stage: stage, to: gain, over: ramp, at: frame))
            }
        }
    }

    /// The calls of the render thread to the allocator and to locks in so many periods, and its reports.
    private static func count(periods: Int) throws -> (counts: allocation_counts, endings: Int, refusals: Int) {
        let bench = try MixerBench(limiter: LimiterConfiguration()) { $0.maxVoices = 17 }
        let clips = try [(1, 48_000), (2, 48_000), (6, 48_000), (2, 44_100), (1, 8_000)].map { channels, rate in
            try bench.keep([Float](repeating: 0.3, count: channels * 1_000), channels: channels, rate: rate)
        }
        var traffic = Traffic(clips: clips)
        let meter = try #require(bench.mixer.meter(of: BusID(1)))
        let stream = try StreamedVoice(channelCount: 1, sampleRate: 44_100) { output, frames in
            output.update(repeating: 0.1, count: frames)
            return frames
        }
        _ = bench.mixer.send(.start(VoiceStart(voice: VoiceID(16), stream: stream, bus: BusID(9)), at: 0))
        let output = UnsafeMutablePointer<Float>.allocate(capacity: 32)
        defer { output.deallocate() }
        var total = allocation_counts()
        var (endings, refusals) = (0, 0)
        for period in 0..<periods {
            if period % 256 == 0 { stream.fill() }
            if period % 4 == 0 { traffic.send(to: bench.mixer, at: Int64(period) * 16) }
            allocation_counter_begin()
            bench.mixer.render(into: output, frames: 16)
            let counts = allocation_counter_end()
            total.allocations += counts.allocations
            total.frees += counts.frees
            total.locks += counts.locks
            while let report = bench.mixer.nextReport() {
                switch report.event {
                case .ended: endings += 1
                case .refused: refusals += 1
                case .starved: Issue.record("nothing here is late")
                }
            }
        }
        #expect(meter.level(before: bench.mixer.renderedFrames, frames: 48_000).peak.max() > 0)
        return (total, endings, refusals)
    }

    @Test("A hundred thousand periods allocate nothing, free nothing and lock nothing")
    func rendersWithoutAllocation() throws {
        // Without optimisation the Swift runtime makes the metadata of generic types at their first use.
        #if DEBUG
            _ = try Self.count(periods: 1_000)
        #endif
        let (counts, endings, refusals) = try Self.count(periods: 100_000)
        #expect(counts.allocations == 0)
        #expect(counts.frees == 0)
        #expect(counts.locks == 0)
        #expect(endings > 1_000 && refusals > 1_000)
    }
}
