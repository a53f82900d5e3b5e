import Mixer
import Testing

/// The mixer against the plainest mixer there is: every voice computed for every frame, in double precision.
///
/// Values that a mixer keeps from one period to the next, because nothing has changed, must not outlive a change.
@Suite struct ModelTests {
    private struct Voice {
        let clip: [Float]
        let start: VoiceStart
        let began: Int64
        var ends: Int64
        var isReleased = false
        /// The gain goes from `origin` at `moved` to `target` over `frames`.
        var origin: Double
        var target: Double
        var moved: Int64
        var frames: Int64

        init(_ start: VoiceStart, _ clip: [Float], at frame: Int64) {
            self.clip = clip
            self.start = start
            began = frame
            ends = start.loops ? Int64.max : frame + Int64(clip.count / 2 - start.firstFrame)
            origin = 0
            target = Double(start.gain)
            moved = frame
            frames = Int64(start.fadeIn.frames)
        }

        func gain(at frame: Int64) -> Double {
            frame >= moved + frames ? target : origin + (target - origin) * Double(frame - moved) / Double(frames)
        }

        mutating func move(to gain: Double, over length: Int, at frame: Int64) {
            (origin, target, moved, frames) = (self.gain(at: frame), gain, frame, Int64(length))
        }

        mutating func release(over length: Int, at frame: Int64) {
            guard !isReleased || frame + Int64(length) < ends else { return }
            move(to: 0, over: length, at: frame)
            isReleased = true
            ends = min(ends, frame + Int64(length))
        }

        func samples(at frame: Int64) -> SIMD2<Double> {
            guard frame >= began, frame < ends else { return SIMD2() }
            let place = (start.firstFrame + Int(frame - began)) % (clip.count / 2)
            return SIMD2(Double(clip[2 * place]), Double(clip[2 * place + 1])) * gain(at: frame)
        }
    }

    private enum Change {
        case start(VoiceStart, [Float])
        case release(VoiceID, Ramp)

        func command(at frame: Int64) -> Command {
            switch self {
            case .start(let start, _): .start(start, at: frame)
            case .release(let voice, let ramp): .release(voice, over: ramp, at: frame)
            }
        }

        func apply(to voices: inout [UInt32: Voice], at frame: Int64) {
            switch self {
            case .start(let start, let clip): voices[start.voice.rawValue] = Voice(start, clip, at: frame)
            case .release(let voice, let ramp):
                guard let now = voices[voice.rawValue], now.ends > frame else { return }
                voices[voice.rawValue]?.release(over: ramp.frames, at: frame)
            }
        }
    }

    @Test("Voices that start, stop, loop and move are heard as computed one by one", arguments: 1...12)
    func anyChanges(seed: Int) throws {
        var noise = Noise(seed: UInt64(seed))
        let most = 1 + noise.next(below: 12)
        let bench = try MixerBench()
        let memory = (0..<3).map { _ in (0..<(2 * (200 + noise.next(below: 3_000)))).map { _ in noise.sample() } }
        let clips = try memory.map { try bench.keep($0, channels: 2) }
        var voices: [UInt32: Voice] = [:]
        var (now, next) = (Int64(0), UInt32(0))
        while now < 30_000 {
            let period = 1 + noise.next(below: 500)
            var expected: [SIMD2<Double>] = []
            while expected.count < period {
                if noise.next(below: 3) > 0 {
                    let frame = now + Int64(expected.count)
                    let ramp = Ramp(frames: noise.next(below: 4) == 0 ? 0 : noise.next(below: 900), shape: .linear)
                    let some = VoiceID(next &- UInt32(noise.next(below: 12)))
                    let change: Change
                    switch noise.next(below: 2) {
                    case 0 where voices.values.count { $0.ends > frame } < most:
                        let number = noise.next(below: 3)
                        let start = VoiceStart(next, clips[number], bus: UInt16(noise.next(below: 3))) {
                            $0.firstFrame = noise.next(below: 200)
                            $0.loops = noise.next(below: 2) == 0
                            $0.gain = noise.sample().magnitude
                            $0.fadeIn = ramp
                        }
                        next += 1
                        change = .start(start, memory[number])
                    default: change = .release(some, ramp)
                    }
                    #expect(bench.mixer.send(change.command(at: frame)) == .queued)
                    change.apply(to: &voices, at: frame)
                }
                for _ in 0..<min(1 + noise.next(below: 300), period - expected.count) {
                    let frame = now + Int64(expected.count)
                    expected.append(voices.values.reduce(into: SIMD2()) { $0 += $1.samples(at: frame) })
                }
            }
            let heard = bench.render(period, period: period)
            let worst = expected.indices.map {
                max(abs(expected[$0].x - Double(heard.left[$0])), abs(expected[$0].y - Double(heard.right[$0])))
            }.max()!
            #expect(worst < 1e-5)
            now += Int64(period)
            _ = bench.reports()
            voices = voices.filter { $0.value.ends > now }
        }
        #expect(next > 10)
    }
}
