import Mixer
import SessionPolicy
import Testing

@testable import Sounder

/// The commands of the interpreter to the mixer, read back from a mixer that renders them.
struct InterpreterTests {
    private static let app = AppID(Name(1))
    private static let song = SoundReference(.sound, app: app, sound: SoundID(Name(2)))

    /// A phone on which one app plays a steady level of 1.
    private final class Bench {
        let book = RuleBook.iPhoneOS3
        var state: PolicyState
        var interpreter: Interpreter
        let mixer: Mixer
        let storage: ClipStorage
        var frame: Int64 = 0

        init() throws {
            state = book.initialState()
            storage = try ClipStorage(
                interleaved: [Float](repeating: 1, count: 96_000), channelCount: 1, sampleRate: 48_000)
            let source = VoiceSource(clip: storage.clip, frames: 96_000, loops: true)
            interpreter = Interpreter(sampleRate: 48_000) { $0 == InterpreterTests.song ? source : nil }
            var configuration = MixerConfiguration()
            configuration.limiter = nil
            mixer = try Mixer(configuration)
        }

        /// Lets an event happen now.
        func take(_ event: Event) {
            let now = Instant(nanoseconds: frame * 1_000_000_000 / 48_000)
            let step = book.reduce(state, event, at: now)
            state = step.state
            interpreter.interpret(book.picture(of: state), started: step.started, at: now) {
                #expect(mixer.send($0) == .queued)
            }
        }

        /// The left channel of the next milliseconds.
        func render(_ milliseconds: Int) -> [Float] {
            let frames = milliseconds * 48
            var output = [Float](repeating: .nan, count: frames * 2)
            output.withUnsafeMutableBufferPointer { mixer.render(into: $0.baseAddress!, frames: frames) }
            frame += Int64(frames)
            return (0..<frames).map { output[2 * $0] }
        }
    }

    @Test("Buses of sounds that are over are given to others")
    func reusedBuses() throws {
        let clip = try ClipStorage(interleaved: [1, 1], channelCount: 1, sampleRate: 48_000)
        let source = VoiceSource(clip: clip.clip, frames: 48, loops: true)
        let book = RuleBook.iPhoneOS3
        var interpreter = Interpreter(sampleRate: 48_000) { _ in source }
        var state = book.initialState()
        var now: Int64 = 0
        func take(_ event: Event) {
            now += 1_000_000_000
            let step = book.reduce(state, event, at: Instant(nanoseconds: now))
            state = step.state
            interpreter.interpret(
                book.picture(of: state), started: step.started, at: Instant(nanoseconds: now)
            ) { _ in }
        }
        func sound(_ number: Int) -> SoundID { SoundID(Name(100 + UInt32(number))) }
        take(.app(Self.app, .play(sound(0), lasts: nil, gain: nil)))
        take(.app(Self.app, .pause(sound(0))))
        for number in 1..<10 {
            take(.app(Self.app, .play(sound(number), lasts: nil, gain: nil)))
            take(.app(Self.app, .stop(sound(number))))
        }
        #expect(interpreter.busCount == 10)
        take(.volumeSliderMoved(to: 0.25))
        let paused = SoundReference(.sound, app: Self.app, sound: sound(0))
        interpreter.forget { $0 == paused }
        #expect(interpreter.buses.map(\.sound) == [paused])
        // The first of the forgotten buses comes first; the paused sound has kept its own, and its place.
        take(.app(Self.app, .play(sound(20), lasts: nil, gain: nil)))
        take(.app(Self.app, .play(sound(0), lasts: nil, gain: nil)))
        #expect(interpreter.buses.map(\.sound.sound) == [sound(0), sound(20)])
        #expect(interpreter.buses.map(\.bus) == [BusID(0), BusID(1)])
        // One that plays is never forgotten.
        interpreter.forget { _ in false }
        #expect(interpreter.busCount == 2)
    }

    @Test("Levels land exactly")
    func levelsLandExactly() throws {
        let bench = try Bench()
        bench.take(.app(Self.app, .play(Self.song.sound!, lasts: nil, gain: 0.5)))
        #expect(bench.render(10).allSatisfy { $0 == 0.25 }, "gain 0.5 at volume 0.5, from the first frame on")
        bench.take(.app(Self.app, .setGain(Self.song.sound!, to: 1)))
        _ = bench.render(20)
        #expect(bench.render(10).allSatisfy { $0 == 0.5 })
        bench.take(.volumeSliderMoved(to: 0.25))
        _ = bench.render(20)
        #expect(bench.render(10).allSatisfy { $0 == 0.25 })
    }

    @Test("A duck that is triggered a hundred times in mid-ramp returns exactly")
    func hundredDucks() throws {
        let bench = try Bench()
        let nav = AppID(Name(3))
        bench.take(.app(Self.app, .launched(.system, backgroundAudio: true, resumes: true)))
        bench.take(.app(Self.app, .play(Self.song.sound!, lasts: nil, gain: nil)))
        bench.take(.app(nav, .setCategory(.playback, .default, .duckOthers)))
        let level = bench.render(1)[47]
        for _ in 0..<100 {
            bench.take(.app(nav, .setActive(true, notifyOthers: false)))
            _ = bench.render(40)
            bench.take(.app(nav, .setActive(false, notifyOthers: false)))
            _ = bench.render(30)
        }
        _ = bench.render(700)
        #expect(bench.render(1).allSatisfy { $0 == level })
    }

    @Test("Silence is exact and ends exactly")
    func silenceIsExactAndEndsExactly() throws {
        let bench = try Bench()
        bench.take(.app(Self.app, .play(Self.song.sound!, lasts: nil, gain: nil)))
        _ = bench.render(10)
        bench.take(.ringSwitchMoved(to: .silent))
        let fade = bench.render(10)
        #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 }, "monotone")
        #expect(bench.render(50).allSatisfy { $0 == 0 })
        bench.take(.ringSwitchMoved(to: .ring))
        _ = bench.render(10)
        #expect(bench.render(10).allSatisfy { $0 == 0.5 })
    }

    @Test("What is halted goes on with a new voice while the old one still fades")
    func newVoice() throws {
        let bench = try Bench()
        bench.take(.app(Self.app, .play(Self.song.sound!, lasts: nil, gain: nil)))
        _ = bench.render(10)
        bench.take(.call(.incoming))
        _ = bench.render(2)
        bench.take(.call(.declined))
        let crossing = bench.render(300)
        let steps = zip(crossing, crossing.dropFirst()).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) < 0.005, "no step where the voices cross")
        #expect(bench.render(10).allSatisfy { $0 == 0.5 })
    }

    @Test("Every sound has its own bus")
    func everySoundHasItsOwnBus() throws {
        let bench = try Bench()
        bench.take(.app(Self.app, .play(Self.song.sound!, lasts: nil, gain: nil)))
        bench.take(.app(Self.app, .play(SoundID(Name(9)), lasts: nil, gain: nil)))
        #expect(bench.interpreter.buses.map(\.sound) == [Self.song], "a sound without samples has no voice")
    }
}
