import Mixer
import Testing

@Suite struct RampTests {
    static let bus = BusID(0)
    static let duck = GainStage(1)

    /// A bus that plays constant 1 from frame 0 on.
    static func bench(frames: Int = 200_000) throws -> MixerBench {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: frames)
        _ = bench.mixer.send(.start(VoiceStart(1, clip), at: 0))
        return bench
    }

    @Test("A step takes effect at its frame, exactly")
    func step() throws {
        let bench = try Self.bench()
        _ = bench.mixer.send(.setGain(of: Self.bus, stage: Self.duck, to: 0.2, over: .step, at: 333))
        #expect(bench.render(1_000).left == (0..<1_000).map { $0 < 333 ? 1 : 0.2 })
    }

    @Test(
        "A ramp begins at its frame, is monotone and lands exactly",
        arguments: [RampShape.linear, .decibels, .raisedCosine],
        [(Float(1), Float(0.2)), (0.2, 1), (1, 0), (0, 1), (0.5, 3)])
    func landing(shape: RampShape, gains: (from: Float, to: Float)) throws {
        let bench = try Self.bench()
        let length = 1_001
        _ = bench.mixer.send(.setGain(of: Self.bus, stage: Self.duck, to: gains.from, over: .step, at: 0))
        let ramp = Ramp(frames: length, shape: shape)
        _ = bench.mixer.send(.setGain(of: Self.bus, stage: Self.duck, to: gains.to, over: ramp, at: 777))
        let left = bench.render(3_000).left
        #expect(left[...777].allSatisfy { $0 == gains.from })
        #expect(left[(777 + length)...].allSatisfy { $0 == gains.to })
        let moving = left[777...(777 + length)]
        let down = gains.to < gains.from
        #expect(zip(moving, moving.dropFirst()).allSatisfy { down ? $0 >= $1 : $0 <= $1 })
        #expect(left[777 + length - 1] != gains.to || shape == .raisedCosine)
        let middle = left[777 + 500]
        switch shape {
        case .linear, .raisedCosine: #expect(abs(middle - (gains.from + gains.to) / 2) < 0.002)
        case .decibels where gains.from > 0 && gains.to > 0:
            #expect(abs(middle - (gains.from * gains.to).squareRoot()) < 0.002)
        case .decibels: #expect(middle > 0 && middle < 0.05)
        }
    }

    @Test(
        "A voice's fade-in lands exactly and matches a bus's ramp",
        arguments: [RampShape.linear, .decibels, .raisedCosine])
    func fadeIn(shape: RampShape) throws {
        let ramp = Ramp(frames: 700, shape: shape)
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 10_000)
        _ = bench.mixer.send(.start(VoiceStart(1, clip) { ($0.gain, $0.fadeIn) = (0.25, ramp) }, at: 100))
        let voice = bench.render(2_000).left
        let other = try Self.bench()
        _ = other.mixer.send(.setGain(of: Self.bus, stage: Self.duck, to: 0, over: .step, at: 0))
        _ = other.mixer.send(.setGain(of: Self.bus, stage: Self.duck, to: 0.25, over: ramp, at: 100))
        #expect(voice == other.render(2_000).left)
        #expect(voice[799] < 0.25 && voice[800] == 0.25)
    }

    @Test("A fade-in begins with silence and lands exactly, a fade-out ends the voice at exactly its end")
    func fades() throws {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 10_000)
        _ = bench.mixer.send(.start(VoiceStart(1, clip) { ($0.gain, $0.fadeIn) = (0.5, Ramp(frames: 240)) }, at: 50))
        _ = bench.mixer.send(.release(VoiceID(1), over: Ramp(frames: 480), at: 1_000))
        let left = bench.render(2_000).left
        #expect(left[...50].allSatisfy { $0 == 0 })
        #expect(left[51] > 0 && left[289] < 0.5 && left[290...1_000].allSatisfy { $0 == 0.5 })
        #expect(left[1_479] > 0 && left[1_480...].allSatisfy { $0 == 0 })
        #expect(bench.reports() == [Report(frame: 1_480, event: .ended(VoiceID(1), .released))])
    }

    @Test("Stages multiply, each on its own way")
    func stages() throws {
        let bench = try Self.bench()
        for stage in 0..<GainStage.count {
            let ramp = Ramp(frames: 100 * stage, shape: .linear)
            _ = bench.mixer.send(.setGain(of: Self.bus, stage: GainStage(UInt8(stage)), to: 0.5, over: ramp, at: 10))
        }
        let left = bench.render(2_000).left
        #expect(left[9] == 1 && left[10] == 0.5 && left[710] == 1.0 / 256)
        #expect(zip(left, left.dropFirst()).allSatisfy { $0 >= $1 })
    }

    @Test("A duck triggered anew a hundred times in mid-ramp goes on from where it is and returns exactly")
    func retriggered() throws {
        let bench = try Self.bench(frames: 2_000_000)
        _ = bench.mixer.send(.setGain(of: Self.bus, stage: GainStage(3), to: 0.7, over: .step, at: 0))
        var noise = Noise(seed: 11)
        var frame: Int64 = 1_000
        for round in 0..<100 {
            let ramp = Ramp(frames: round.isMultiple(of: 2) ? 14_400 : 33_600, shape: .decibels)
            let target: Float = round.isMultiple(of: 2) ? 0.2 : 1
            _ = bench.mixer.send(.setGain(of: Self.bus, stage: Self.duck, to: target, over: ramp, at: frame))
            frame += Int64(500 + noise.next(below: 9_000))
        }
        let left = bench.render(Int(frame) + 40_000).left
        // The steepest way: from 0.2 to 1 in 14,400 frames, in decibels, at gain 0.7.
        #expect(zip(left, left.dropFirst()).allSatisfy { abs($0 - $1) < 0.0001 })
        #expect(left.last == left.first && left.first == 0.7)
    }

    @Test("Gains that are no gains are brought into range and never reach the output as they are")
    func absurdGains() throws {
        for (gain, allowed) in [(Float.nan, Float(0)), (.infinity, 16), (-.infinity, 0), (1e30, 16), (-1, 0)] {
            let bench = try MixerBench()
            let clip = try bench.ones(frames: 4)
            #expect(bench.mixer.send(.start(VoiceStart(1, clip) { $0.gain = gain }, at: 0)) == .clamped)
            #expect(bench.mixer.send(.start(VoiceStart(2, clip, bus: 1), at: 4)) == .queued)
            #expect(
                bench.mixer.send(.setGain(of: BusID(1), stage: Self.duck, to: gain, over: .step, at: 6)) == .clamped)
            let heard = bench.render(10)
            #expect(Array(heard.left[0..<4]) == [allowed, allowed, allowed, allowed])
            #expect((heard.left + heard.right).allSatisfy { $0.isFinite && $0 <= 16 && $0 >= 0 })
        }
    }

    @Test("Commands take effect by frame, and within a frame as they were sent, in whatever order of time they come")
    func order() throws {
        let bench = try Self.bench()
        var noise = Noise(seed: 31)
        var expected = [Float](repeating: 1, count: 2_000)
        var sent: [(frame: Int, gain: Float)] = []
        var left: [Float] = []
        for round in 0..<4 {
            // Mostly in order, some before what already waits, many for one frame.
            for step in 0..<300 {
                let frame = round * 500 + (step % 3 == 0 ? noise.next(below: 900) : step) + 1
                let gain = Float(1 + sent.count) / 4_096
                sent.append((frame, gain))
                _ = bench.mixer.send(
                    .setGain(of: Self.bus, stage: Self.duck, to: gain, over: .step, at: Int64(frame)))
            }
            left += bench.render(500, period: 160).left
        }
        for index in sent.indices.sorted(by: { (sent[$0].frame, $0) < (sent[$1].frame, $1) }) {
            for frame in min(sent[index].frame, 2_000)..<2_000 { expected[frame] = sent[index].gain }
        }
        #expect(left == expected)
    }

    @Test("What makes no sense is refused where it is sent")
    func invalidCommands() throws {
        let bench = try MixerBench()
        let clip = try bench.ones(frames: 4)
        let mixer = bench.mixer
        let long = Ramp(frames: Ramp.longestInFrames + 1)
        #expect(mixer.send(.start(VoiceStart(1, clip, bus: 256), at: 0)) == .invalid(.busOutOfRange))
        #expect(mixer.send(.start(VoiceStart(1, clip) { $0.firstFrame = 5 }, at: 0)) == .invalid(.firstFrameOutOfRange))
        #expect(
            mixer.send(.start(VoiceStart(1, clip) { $0.firstFrame = -1 }, at: 0)) == .invalid(.firstFrameOutOfRange))
        #expect(mixer.send(.start(VoiceStart(1, clip) { $0.fadeIn = long }, at: 0)) == .invalid(.rampOutOfRange))
        #expect(mixer.send(.release(VoiceID(1), over: Ramp(frames: -1), at: 0)) == .invalid(.rampOutOfRange))
        #expect(
            mixer.send(.setGain(of: BusID(0), stage: GainStage(0), to: 1, over: long, at: 0))
                == .invalid(.rampOutOfRange))
        #expect(
            mixer.send(.setGain(of: BusID(0), stage: GainStage(10), to: 1, over: .step, at: 0))
                == .invalid(.stageOutOfRange))
        #expect(
            mixer.send(.setGain(of: BusID(999), stage: GainStage(0), to: 1, over: .step, at: 0))
                == .invalid(.busOutOfRange))
        #expect(bench.render(10).left.allSatisfy { $0 == 0 })
        #expect(bench.reports().isEmpty)
    }
}
