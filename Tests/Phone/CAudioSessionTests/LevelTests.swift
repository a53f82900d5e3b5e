import CAudioSession
import CAudioSession.Levels
import Mixer
import Testing

/// The levels of the library in C, held to the mixer's.
@Suite struct LevelTests {
    static let gains: [Float] = [0, 1e-4, 0.1, 0.2, 0.5, 0.7071, 1]

    @Test(
        "A ramp has the mixer's gain in every frame",
        arguments: [RampShape.linear, .decibels, .raisedCosine], [1, 2, 480, 4_801])
    func ramps(shape: RampShape, frames: Int) throws {
        for from in Self.gains {
            for to in Self.gains {
                let theirs = try Self.mixed(from: from, to: to, over: Ramp(frames: frames, shape: shape))
                var ours = ramp(
                    from: Double(from), to: Double(to), frames: Int64(frames), shape: Int32(shape.rawValue))
                // The mixer goes a straight line by additions, and takes equal ends for no ramp at all.
                let tolerance: Float = shape == .linear ? 4e-7 : from == to ? 1e-7 : 0
                let wrong = (0...frames).first { abs(ramp_gain(&ours, Int64($0)) - theirs[$0]) > tolerance }
                #expect(wrong == nil, "from \(from) to \(to)")
            }
        }
    }

    /// The frames of a ramp over ones in the mixer, from its first frame to the first after it.
    private static func mixed(from: Float, to: Float, over ramp: Ramp) throws -> [Float] {
        var configuration = MixerConfiguration()
        configuration.limiter = nil
        let mixer = try Mixer(configuration)
        let (bus, stage, frames) = (BusID(0), GainStage(0), ramp.frames + 1)
        let ones = [Float](repeating: 1, count: 2 * frames)
        let clip = try ClipStorage(interleaved: ones, channelCount: 2, sampleRate: 48_000)
        _ = mixer.send(.setGain(of: bus, stage: stage, to: from, over: .step, at: 0))
        _ = mixer.send(.setGain(of: bus, stage: stage, to: to, over: ramp, at: 0))
        _ = mixer.send(.start(VoiceStart(voice: VoiceID(1), clip: clip.clip, bus: bus), at: 0))
        let renderer = mixer.renderer
        let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
        defer { output.deallocate() }
        for done in stride(from: 0, to: frames, by: 480) {
            renderer.body(renderer.context, output + 2 * done, min(480, frames - done))
        }
        return withExtendedLifetime(clip) { (0..<frames).map { output[2 * $0] } }
    }

    /// A change of one stage at the beginning of a period.
    private struct Change {
        let frame: Int
        let stage: Int
        let move: move

        static func all(seed: UInt64, count: Int) -> [Change] {
            var dice = Dice(seed: seed)
            return (1...count).map { number in
                let gain = Double(gains[dice.roll(gains.count)])
                let move = CAudioSession.move(
                    gain: gain, nanoseconds: Int64(dice.roll(30)) * 1_000_000, shape: Int32(dice.roll(3)),
                    number: UInt32(number))
                return Change(frame: number * 480 * (1 + dice.roll(2)), stage: dice.roll(5), move: move)
            }.sorted { $0.frame < $1.frame }
        }
    }

    /// The frames that the library makes of ones in two channels, in periods of so many frames.
    private static func played(_ changes: [Change], frames: Int, period: Int) -> [Float] {
        var levels = levels()
        withUnsafeMutablePointer(to: &levels.moves) {
            $0.withMemoryRebound(to: move.self, capacity: 5) { for stage in 0..<5 { $0[stage].gain = 1 } }
        }
        var player = player()
        player_init(&player, &levels)
        var samples = [Float](repeating: 1, count: 2 * frames)
        samples.withUnsafeMutableBufferPointer { buffer in
            for frame in stride(from: 0, to: frames, by: period) {
                for change in changes where change.frame == frame {
                    withUnsafeMutablePointer(to: &levels.moves) {
                        $0.withMemoryRebound(to: move.self, capacity: 5) { $0[change.stage] = change.move }
                    }
                }
                player_take(&player, &levels)
                player_apply(&player, buffer.baseAddress.map { $0 + 2 * frame }, min(period, frames - frame))
            }
        }
        return samples
    }

    @Test(
        "Levels do not depend on how time is cut into periods, stay between silence and full, and land",
        arguments: 1...20)
    func changes(seed: UInt64) throws {
        let changes = Change.all(seed: seed, count: 12)
        let last = try #require(changes.last)
        // All have landed by then: no ramp takes longer than 30 ms.
        let frames = last.frame + 1_440 + 480
        let heard = Self.played(changes, frames: frames, period: 480)
        #expect(heard == Self.played(changes, frames: frames, period: 160))
        #expect(heard == Self.played(changes, frames: frames, period: 96))
        #expect(heard.allSatisfy { $0 >= 0 && $0 <= 1 })
        let end = (0..<5).reduce(Float(1)) { gain, stage in
            gain * Float(changes.last { $0.stage == stage }?.move.gain ?? 1)
        }
        #expect(abs(heard[2 * frames - 1] - end) < 1e-6)
        #expect(stride(from: 0, to: 2 * frames, by: 2).allSatisfy { heard[$0] == heard[$0 + 1] })
    }

    @Test("A ramp has no click: no two frames are further apart than its steepest place", arguments: 1...20)
    func clicks(seed: UInt64) throws {
        // None shorter than 10 ms, which is how long a cut takes.
        let changes = Change.all(seed: seed, count: 12).map { change in
            var move = change.move
            move.nanoseconds = max(move.nanoseconds, 10_000_000)
            return Change(frame: change.frame, stage: change.stage, move: move)
        }
        let heard = Self.played(changes, frames: 15_000, period: 480)
        // A ramp in decibels from or to silence is the steepest: 60 dB in 480 frames, ln(1000)/480 of its level a frame,
        // and every one of the five stages may be in one.
        let steepest = Float(5 * 6.91 / 480)
        #expect(zip(heard, heard.dropFirst(2)).allSatisfy { abs($0 - $1) <= steepest })
    }

    @Test("16 bits are the same rounded to the nearest")
    func shorts() {
        var start = levels()
        withUnsafeMutablePointer(to: &start.moves) {
            $0.withMemoryRebound(to: move.self, capacity: 5) { for stage in 0..<5 { $0[stage].gain = 1 } }
        }
        var (floats, shorts) = (player(), player())
        player_init(&floats, &start)
        player_init(&shorts, &start)
        withUnsafeMutablePointer(to: &start.moves) {
            $0.withMemoryRebound(to: move.self, capacity: 5) {
                $0[1] = move(gain: 0.1, nanoseconds: 10_000_000, shape: 1, number: 1)
            }
        }
        player_take(&floats, &start)
        player_take(&shorts, &start)
        var dice = Dice(seed: 3)
        var whole = (0..<2_000).map { _ in Int16(truncatingIfNeeded: dice.roll(65_536)) }
        var exact = whole.map(Float.init)
        player_apply(&floats, &exact, 1_000)
        player_apply_s16(&shorts, &whole, 1_000)
        #expect(zip(whole, exact).allSatisfy { abs(Float($0) - $1) <= 0.5 })
        #expect(whole.last != 0)
    }
}

/// Numbers that look like chance and are the same in each run.
private struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func roll(_ sides: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % sides
    }
}
