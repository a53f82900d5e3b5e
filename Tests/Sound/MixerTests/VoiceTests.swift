import Mixer
import Testing

@Suite struct VoiceTests {
    @Test("A voice is heard from its frame on, first sample included, and reported when it ends")
    func wholeLife() throws {
        let bench = try MixerBench()
        let clip = try bench.clip(frames: 5) { (Float($0 + 1), -Float($0 + 1)) }
        #expect(bench.mixer.send(.start(VoiceStart(7, clip), at: 100)) == .queued)
        let (left, right) = bench.render(200)
        #expect(Array(left[98..<107]) == [0, 0, 1, 2, 3, 4, 5, 0, 0])
        #expect(right == left.map { -$0 })
        #expect(bench.reports() == [Report(frame: 105, event: .ended(VoiceID(7), .finished))])
        #expect(bench.mixer.liveVoiceCount == 0)
        #expect(bench.mixer.renderedFrames == 200)
    }

    @Test("A frame already past means the next period's first frame, and nothing of the head is lost")
    func lateStart() throws {
        let bench = try MixerBench()
        let clip = try bench.clip(frames: 3) { (Float($0 + 1), 0) }
        _ = bench.render(480)
        #expect(bench.mixer.send(.start(VoiceStart(1, clip), at: 10)) == .queued)
        #expect(Array(bench.render(480).left[0..<4]) == [1, 2, 3, 0])
    }

    @Test("A voice may begin inside its clip and loop without a gap")
    func offsetAndLoop() throws {
        let bench = try MixerBench()
        let clip = try bench.clip(frames: 3) { (Float($0), 0) }
        _ = bench.mixer.send(.start(VoiceStart(1, clip) { ($0.firstFrame, $0.loops) = (1, true) }, at: 0))
        #expect(bench.render(1_000).left == (0..<1_000).map { Float(($0 + 1) % 3) })
    }

    @Test("One channel goes to both sides, six are mixed down without the low-frequency channel")
    func channels() throws {
        let bench = try MixerBench()
        let mono = try bench.keep([0.25, 0.5], channels: 1)
        _ = bench.mixer.send(.start(VoiceStart(1, mono), at: 0))
        var heard = bench.render(3)
        #expect(heard.left == [0.25, 0.5, 0] && heard.right == [0.25, 0.5, 0])
        let six = try bench.keep([0.5, 0.25, 0, 100, 0, 0, 0, 0, 1, 100, 0, 0, 0, 0, 0, 100, 1, 0], channels: 6)
        _ = bench.mixer.send(.start(VoiceStart(1, six), at: 3))
        heard = bench.render(3)
        #expect(heard.left == [0.5, 0.70710678, 0.70710678] && heard.right == [0.25, 0.70710678, 0])
        // Front, centre, low frequency, back, side: each side's three, and the centre for both.
        let eight = try bench.keep([0.5, 0.25, 1, 100, 0.125, 0, 0, 0.0625], channels: 8)
        _ = bench.mixer.send(.start(VoiceStart(2, eight), at: 6))
        heard = bench.render(2)
        #expect(abs(heard.left[0] - (0.5 + 1.125 * 0.70710678)) < 1e-6 && heard.left[1] == 0)
        #expect(abs(heard.right[0] - (0.25 + 1.0625 * 0.70710678)) < 1e-6 && heard.right[1] == 0)
    }

    @Test("A clip of no frames ends at once")
    func emptyClip() throws {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 0)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 4))
        _ = bench.mixer.send(.start(VoiceStart(2, clip) { $0.loops = true }, at: 5))
        #expect(bench.render(10).left == [Float](repeating: 0, count: 10))
        #expect(
            bench.reports() == [
                Report(frame: 4, event: .ended(VoiceID(1), .finished)),
                Report(frame: 5, event: .ended(VoiceID(2), .finished)),
            ])
    }

    @Test("A release of no length is silent from its frame on; the voice cannot be revived")
    func release() throws {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 1_000)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        _ = bench.mixer.send(.release(VoiceID(1), over: .step, at: 10))
        _ = bench.mixer.send(.release(VoiceID(1), over: .step, at: 20))
        #expect(bench.render(100).left == (0..<100).map { $0 < 10 ? 1 : 0 })
        #expect(
            bench.reports() == [
                Report(frame: 10, event: .ended(VoiceID(1), .released)),
                Report(frame: 20, event: .refused(VoiceID(1), .unknownVoice)),
            ])
    }

    @Test("A voice being released keeps fading; a second release can only end it sooner")
    func secondRelease() throws {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 10_000)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        _ = bench.mixer.send(.release(VoiceID(1), over: Ramp(frames: 1_000), at: 0))
        _ = bench.mixer.send(.release(VoiceID(1), over: Ramp(frames: 5_000), at: 200))
        _ = bench.mixer.send(.release(VoiceID(1), over: Ramp(frames: 50), at: 500))
        let left = bench.render(2_000).left
        #expect(zip(left, left.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(left[499] > 0.49 && left[549] > 0 && left[550] == 0)
        #expect(bench.reports() == [Report(frame: 550, event: .ended(VoiceID(1), .released))])
    }

    @Test("A name beyond the limit is refused; a name that is released can be used again in the same frame")
    func voiceLimit() throws {
        let bench = try MixerBench { $0.maxVoices = 4 }
        let clip = try bench.ones(frames: 100)
        for voice in 0..<5 { _ = bench.mixer.send(.start(VoiceStart(UInt32(voice), clip), at: 0)) }
        _ = bench.mixer.send(.start(VoiceStart(3, clip), at: 100))
        _ = bench.mixer.send(.start(VoiceStart(3, clip), at: 101))
        let left = bench.render(300).left
        #expect(left == (0..<300).map { $0 < 100 ? 4 : $0 < 200 ? 1 : 0 })
        let refused = bench.reports().filter { if case .refused = $0.event { true } else { false } }
        #expect(
            refused == [
                Report(frame: 0, event: .refused(VoiceID(4), .voiceLimit)),
                Report(frame: 101, event: .refused(VoiceID(3), .voiceInUse)),
            ])
    }

    @Test("The name of a voice that ends without a fade can be used again in the same frame")
    func releasedAndStarted() throws {
        let bench = try MixerBench { $0.maxVoices = 4 }
        let clip = try bench.ones(frames: 1_000)
        let quarter = try bench.clip(frames: 100) { _ in (0.25, 0.25) }
        for voice in 0..<2 { _ = bench.mixer.send(.start(VoiceStart(UInt32(voice), clip), at: 0)) }
        // The same name again, then another in its place, then one that is over as it begins.
        for (released, started) in [(1, 1), (1, 2), (2, 2)] as [(UInt32, UInt32)] {
            _ = bench.mixer.send(.release(VoiceID(released), over: .step, at: 50))
            _ = bench.mixer.send(.start(VoiceStart(started, quarter), at: 50))
        }
        _ = bench.mixer.send(.release(VoiceID(0), over: .step, at: 50))
        for _ in 0..<2 { _ = bench.mixer.send(.start(VoiceStart(3, quarter) { $0.firstFrame = 100 }, at: 50)) }
        #expect(bench.render(200).left == (0..<200).map { $0 < 50 ? 2 : $0 < 150 ? 0.25 : 0 })
        let released = [1, 1, 2, 0].map { Report(frame: 50, event: .ended(VoiceID($0), .released)) }
        let over = [(50, 3), (50, 3), (150, 2)] as [(Int64, UInt32)]
        #expect(bench.reports() == released + over.map { Report(frame: $0, event: .ended(VoiceID($1), .finished)) })
        #expect(bench.mixer.liveVoiceCount == 0)
    }

    @Test("The default limit: 4,096 voices sound, the next is refused")
    func defaultVoiceLimit() throws {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 64)
        for voice in 0...4_096 { #expect(bench.mixer.send(.start(VoiceStart(UInt32(voice), clip), at: 0)) == .queued) }
        #expect(bench.render(65).left == (0..<65).map { $0 < 64 ? 4_096 : 0 })
        let reports = bench.reports()
        #expect(reports.first == Report(frame: 0, event: .refused(VoiceID(4_096), .voiceLimit)))
        #expect(reports.count == 4_097)
    }

    @Test("Names come and go a hundred thousand times and are always found")
    func names() throws {
        let bench = try MixerBench { ($0.maxVoices, $0.commandCapacity) = (96, 256) }
        let clip = try bench.ones(frames: 1_000_000)
        var noise = Noise(seed: 3)
        var live: Set<UInt32> = []
        for round in 0..<1_000 {
            let frame = Int64(round)
            for _ in 0..<100 {
                let id = UInt32(noise.next(below: 96))
                let command: Command =
                    live.contains(id)
                    ? .release(VoiceID(id), over: .step, at: frame) : .start(VoiceStart(id, clip), at: frame)
                if live.contains(id) {
                    live.remove(id)
                } else if live.count < 60 {
                    live.insert(id)
                } else {
                    continue
                }
                #expect(bench.mixer.send(command) == .queued)
                #expect(bench.render(1).left == [Float(live.count)])
            }
            #expect(!bench.reports().contains { if case .refused = $0.event { true } else { false } })
        }
    }
}
