import Mixer
import Testing

@Suite struct RenderTests {
    /// A scene with everything in it: voices that start, end, loop, fade and move on buses that move.
    private func scene(_ bench: MixerBench) throws {
        var noise = Noise(seed: 5)
        let clips = try (1...4).map { channels in
            try bench.keep((0..<(channels * 3_000)).map { _ in noise.sample() }, channels: channels)
        }
        for voice in 0..<200 {
            let frame = Int64(noise.next(below: 20_000))
            let start = VoiceStart(UInt32(voice), clips[noise.next(below: 4)], bus: UInt16(noise.next(below: 9))) {
                $0.firstFrame = noise.next(below: 3_000)
                $0.loops = noise.next(below: 2) == 0
                $0.gain = Float(noise.next(below: 100)) / 100
                $0.fadeIn = Ramp(
                    frames: noise.next(below: 700), shape: RampShape(rawValue: UInt8(noise.next(below: 3)))!)
            }
            #expect(bench.mixer.send(.start(start, at: frame)) == .queued)
            let shape = RampShape(rawValue: UInt8(noise.next(below: 3)))!
            let ramp = Ramp(frames: noise.next(below: 2_000), shape: shape)
            let gain = Float(noise.next(below: 100)) / 50
            let id = VoiceID(UInt32(voice))
            #expect(bench.mixer.send(.release(id, over: ramp, at: frame + Int64(noise.next(below: 9_000)))) == .queued)
            let bus = BusID(UInt16(noise.next(below: 9)))
            let stage = GainStage(UInt8(noise.next(below: 4)))
            #expect(bench.mixer.send(.setGain(of: bus, stage: stage, to: gain, over: ramp, at: frame)) == .queued)
        }
    }

    @Test(
        "The samples do not depend on the period, with and without the limiter",
        arguments: [1, 7, 64, 255, 256, 441, 480, 4_096])
    func anyPeriod(period: Int) throws {
        for limiter in [nil, LimiterConfiguration(ceiling: 1, lookAheadInFrames: 100)] {
            let whole = try MixerBench(limiter: limiter)
            let parts = try MixerBench(limiter: limiter)
            try scene(whole)
            try scene(parts)
            let expected = whole.render(30_000, period: 30_000)
            let actual = parts.render(30_000, period: period)
            #expect(expected.left == actual.left && expected.right == actual.right)
            #expect(expected.left.contains { $0 != 0 })
            #expect(Set(whole.reports()) == Set(parts.reports()))
        }
    }

    @Test("Commands for the same frame take effect in the order sent, whatever else was sent in between")
    func order() throws {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 1_000)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        for gain in [Float(0.5), 0.25, 0.75] {
            _ = bench.mixer.send(.setGain(of: BusID(0), stage: GainStage(1), to: gain, over: .step, at: 50))
            _ = bench.mixer.send(.setGain(of: BusID(0), stage: GainStage(1), to: gain / 2, over: .step, at: 20))
        }
        let left = bench.render(100).left
        #expect(left == (0..<100).map { $0 < 20 ? 1 : $0 < 50 ? 0.375 : 0.75 })
    }

    @Test("Ten thousand starts in one period: all sound or are refused, none is lost")
    func manyStarts() throws {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 10)
        for voice in 0..<10_000 {
            #expect(bench.mixer.send(.start(VoiceStart(UInt32(voice % 4_096), clip), at: Int64(voice / 40))) == .queued)
        }
        let left = bench.render(480).left
        #expect(left[100] == 400)
        let reports = bench.reports()
        #expect(reports.count == 10_000)
        #expect(reports.allSatisfy { if case .ended(_, .finished) = $0.event { true } else { false } })
    }

    @Test("Ten thousand starts at one frame: as many sound as may, every other is refused by name")
    func startsAtOneFrame() throws {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 10)
        for voice in 0..<10_000 {
            #expect(bench.mixer.send(.start(VoiceStart(UInt32(voice), clip), at: 5)) == .queued)
        }
        #expect(bench.render(480).left == (0..<480).map { (5..<15).contains($0) ? 4_096 : 0 })
        let refused = bench.reports().compactMap { report in
            if case .refused(let voice, .voiceLimit) = report.event { voice.rawValue } else { nil as UInt32? }
        }
        #expect(refused == Array(4_096..<10_000))
    }

    @Test("Commands that come too late take effect by their frames, whichever way round they were sent")
    func lateOrder() throws {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 10_000)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        _ = bench.render(480)
        for (gain, frame) in [(Float(0.5), Int64(400)), (0.25, 300), (0.125, 350)] {
            _ = bench.mixer.send(.setGain(of: BusID(0), stage: GainStage(1), to: gain, over: .step, at: frame))
        }
        #expect(bench.render(480).left.allSatisfy { $0 == 0.5 })
        // In order, due and not yet due, beside one that has waited for long.
        _ = bench.mixer.send(.setGain(of: BusID(0), stage: GainStage(1), to: 1, over: .step, at: 1_500))
        _ = bench.render(40)
        for (gain, frame) in [(Float(0.75), Int64(900)), (2, 1_000), (3, 1_100), (4, 1_600)] {
            _ = bench.mixer.send(.setGain(of: BusID(0), stage: GainStage(1), to: gain, over: .step, at: frame))
        }
        let expected = (1_000..<2_000).map { $0 < 1_100 ? Float(2) : $0 < 1_500 ? 3 : $0 < 1_600 ? 1 : 4 }
        #expect(bench.render(1_000).left == expected)
    }

    @Test("A full ring answers so, and takes commands again once the mixer has rendered")
    func fullRing() throws {
        let bench = try MixerBench { ($0.commandCapacity, $0.reportCapacity) = (8, 8) }
        let clip = try bench.ones(frames: 10)
        let outcomes = (0..<9).map { bench.mixer.send(.start(VoiceStart(UInt32($0), clip), at: 0)) }
        #expect(outcomes == [SendOutcome](repeating: .queued, count: 8) + [.full])
        #expect(bench.render(1).left == [8])
        #expect(bench.mixer.send(.start(VoiceStart(8, clip), at: 0)) == .queued)
        #expect(bench.render(1).left == [9])
    }

    @Test("However many commands wait for later frames, one that was queued takes effect in its own")
    func farCommands() throws {
        let bench = try MixerBench { $0.commandCapacity = 16 }
        let clip = try bench.ones(frames: 10_000)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        #expect(bench.render(10).left.last == 1)
        func change(to gain: Float, at frame: Int64) -> SendOutcome {
            bench.mixer.send(.setGain(of: BusID(0), stage: GainStage(1), to: gain, over: .step, at: frame))
        }
        // Rendered between, so that all but the last few have left the ring.
        for number in 0..<14 {
            #expect(change(to: 0.5, at: 5_000 - Int64(number)) == .queued)
            _ = bench.render(10)
        }
        #expect(change(to: 0.5, at: 6_000) == .queued && change(to: 0.25, at: 1_000) == .queued)
        #expect(change(to: 0.75, at: 1_000) == .full)
        let left = bench.render(1_000).left
        #expect(left[1_000 - 150 - 1] == 1 && left[1_000 - 150] == 0.25)
        #expect(change(to: 0.75, at: 0) == .queued && bench.render(1).left == [0.75])
    }

    @Test("While reports have no room, voices that are over keep their slots, commands wait, and no report is lost")
    func fullReports() throws {
        let bench = try MixerBench { ($0.commandCapacity, $0.reportCapacity, $0.maxVoices) = (64, 2, 8) }
        let clip = try bench.ones(frames: 10)
        for voice in 0..<12 { _ = bench.mixer.send(.start(VoiceStart(UInt32(voice), clip), at: 0)) }
        _ = bench.render(100)
        var seen: [Report] = []
        for _ in 0..<20 {
            seen += bench.reports()
            _ = bench.render(10)
        }
        let refused = seen.filter { if case .refused(_, .voiceLimit) = $0.event { true } else { false } }
        let ended = seen.filter { if case .ended = $0.event { true } else { false } }
        #expect(refused.count + ended.count == 12 && refused.count >= 2)
        #expect(bench.mixer.liveVoiceCount == 0)
    }

    @Test("Stems are the buses on their own, and their sum is the mix")
    func stems() throws {
        let bench = try MixerBench()
        let one = try bench.clip(frames: 100) { (Float($0), 1) }
        _ = bench.mixer.send(.start(VoiceStart(1, one, bus: 2), at: 0))
        _ = bench.mixer.send(.start(VoiceStart(2, one, bus: 5), at: 10))
        _ = bench.mixer.send(.setGain(of: BusID(5), stage: GainStage(0), to: 0.5, over: .step, at: 20))
        var mix = [Float](repeating: 9, count: 400)
        var stems = [Float](repeating: 9, count: 800)
        mix.withUnsafeMutableBufferPointer { mix in
            stems.withUnsafeMutableBufferPointer { stems in
                let taps = [
                    StemTap(bus: BusID(5), output: stems.baseAddress!),
                    StemTap(bus: BusID(2), output: stems.baseAddress! + 400),
                ]
                taps.withUnsafeBufferPointer { bench.mixer.render(into: mix.baseAddress!, frames: 200, stems: $0) }
            }
        }
        #expect(mix == zip(stems[..<400], stems[400...]).map { $0 + $1 })
        #expect(stems[2 * 30] == 10 && stems[400 + 2 * 30] == 30)
    }

    @Test("Samples that are no numbers, or beyond all measure, are silence, and disturb no other sound")
    func wildSamples() throws {
        let bench = try MixerBench()
        var samples = [Float](repeating: 0.5, count: 200)
        (samples[20], samples[41], samples[60]) = (.nan, .infinity, 1e30)
        let wild = try bench.keep(samples, channels: 2)
        let tame = try bench.ones(frames: 100)
        for voice in 1...64 { _ = bench.mixer.send(.start(VoiceStart(UInt32(voice), wild, bus: 0), at: 0)) }
        _ = bench.mixer.send(.start(VoiceStart(65, tame, bus: 1), at: 0))
        let heard = bench.render(100)
        #expect(heard.left == (0..<100).map { [10, 30].contains($0) ? 1 : 33 })
        #expect(heard.right == (0..<100).map { $0 == 20 ? 1 : 33 })
    }

    @Test("Clip storage replaces what is not finite or beyond all measure")
    func storage() throws {
        let storage = try ClipStorage(
            interleaved: [1, .nan, .infinity, -.infinity, 1e30, -1e15], channelCount: 2, sampleRate: 8_000)
        #expect((0..<6).map { storage.clip.samples[$0] } == [1, 0, 0, 0, 0, -1e15])
        #expect(throws: ClipError.channelCountOutOfRange(9)) {
            try ClipStorage(interleaved: [Float](repeating: 0, count: 9), channelCount: 9, sampleRate: 48_000)
        }
        #expect(throws: ClipError.sampleRateOutOfRange(0)) {
            try ClipStorage(interleaved: [], channelCount: 1, sampleRate: 0)
        }
        #expect(throws: ClipError.incompleteFrame(samples: 3, channels: 2)) {
            try ClipStorage(interleaved: [1, 2, 3], channelCount: 2, sampleRate: 48_000)
        }
    }

    @Test("A configuration out of range is named with its range")
    func configuration() {
        let error = #expect(throws: MixerError.self) { try MixerBench { $0.maxVoices = 0 } }
        #expect(error?.description == "maxVoices is 0; it must be from 1 to 65536")
        #expect(throws: MixerError.self) { try MixerBench(limiter: LimiterConfiguration(ceiling: .nan)) }
    }
}
