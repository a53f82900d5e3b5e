import Foundation
import Randomness
import Scratch
import SessionScenario
import SoundFiles
import Testing

@testable import Sounder

/// The resources of a replay are known before it begins, and depend on the sounds, never on the length of the story.
struct StoryTests {
    private let scratch = Scratch()
    private var folder: URL { scratch.url }

    private func plan(_ text: String) throws -> ReplayPlan {
        let scenario = try Scenario(text: text, file: "story.yaml") { (path) throws(SoundDurationError) in
            do { return try probeLength(path).seconds } catch { throw SoundDurationError("\(error)") }
        }
        return try ReplayPlan(ScenarioRun(scenario))
    }

    /// Whatever time the contract allows, with whatever sounds.
    @Test("Every length is rendered or refused beforehand")
    func lengths() throws {
        let sounds = [
            "{tone: 440.5}", "{tone: 440}", "{noise: pink}", "{noise: white, seconds: 3}", "{silence: 60}",
        ]
        var random = SplitMix()
        for _ in 0..<60 {
            // A mix of at most 38 MB, or of at least 38 TB: no sound makes a mix longer than 100 s by itself.
            let power = random.chance(50) ? -3...2 : 8...9.95
            let last = pow(10, Double.random(in: power, using: &random)).rounded(.down)
            let text = """
                scenario: A story
                sounds: {s: \(random.pick(sounds))}
                steps: [{at: 0, do: play, app: a, sound: s}, {at: \(last), do: wait}]
                """
            let plan = try plan(text)
            #expect(plan.end >= Int64(last) * 48_000, "\(random)")
            let mix = folder.appendingPathComponent("mix.wav").path
            // Without room it is refused; what is begun has all its room and is not rendered here.
            do throws(ReplayError) {
                _ = try OfflineRenderer(plan, mix: mix, stems: nil)
            } catch {
                guard case .file(let reason) = error, case .needsRoom(let bytes, _) = reason.kind else { throw error }
                #expect(bytes > Int(last) * 384_000, "\(random)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("What is not played is not decoded")
    func whatIsNotPlayedIsNotDecoded() throws {
        let damaged = folder.appendingPathComponent("damaged.wav").path
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: damaged))
        let text = { (sound: String) in
            "{scenario: s, sounds: {s: {file: '\(damaged)'}, t: {tone: 440}}, steps: [{at: 0, do: play, app: a, "
                + "sound: \(sound)}]}"
        }
        let run = { (sound: String) in
            ScenarioRun(try Scenario(text: text(sound), file: "s.yaml", duration: { _ in 1 }))
        }
        #expect(throws: ReplayError.self) { _ = try ReplayPlan(run("s")) }
        #expect(try ReplayPlan(run("t")).buses.count == 1)
    }

    /// A file that is decoded while it plays sounds like the file, sample by sample.
    @Test("A long file sounds like itself", arguments: [48_000, 44_100])
    func aLongFileSoundsLikeItself(rate: Int) throws {
        let song = folder.appendingPathComponent("song.wav").path
        let frames = 31 * rate
        let writer = try WAVWriter(path: song, rate: rate, channels: 2, frames: frames)
        var random = SplitMix()
        for _ in 0..<31 {
            let second = (0..<2 * rate).map { _ in Float.random(in: -0.25...0.25, using: &random) }
            try writer.write(second, count: rate)
        }
        try writer.finish()
        let plan = try plan(
            """
            scenario: A long song
            sounds: {song: {file: '\(song)'}}
            steps:
              - {at: 0, do: volumeSlider, to: 1}
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: 32, do: wait}
            """)
        #expect(plan.sounds.fileStreamCount == 1)
        try OfflineRenderer(plan, mix: nil, stems: folder.path).render()
        let stem = try DecodedSound(path: folder.appendingPathComponent("ipod-song.wav").path, rate: 48_000)
        let whole = try DecodedSound(path: song, rate: 48_000)
        #expect(stem.frames == 32 * 48_000)
        #expect((0..<2 * whole.frames).allSatisfy { stem.samples[$0] == whole.samples[$0] })
        #expect((2 * whole.frames..<2 * stem.frames).allSatisfy { stem.samples[$0] == 0 })
    }

    @Test("A file that breaks off while it plays leaves nothing")
    func brokenFile() throws {
        let song = folder.appendingPathComponent("song.wav").path
        let writer = try WAVWriter(path: song, frames: 40 * 48_000)
        let second = [Float](repeating: 0.25, count: 96_000)
        for _ in 0..<40 { try writer.write(second, count: 48_000) }
        try writer.finish()
        let plan = try plan(
            "{scenario: s, sounds: {s: {file: '\(song)'}}, steps: [{at: 0, do: play, app: a, sound: s}]}")
        let rendering = try OfflineRenderer(
            plan, mix: folder.appendingPathComponent("mix.wav").path, stems: nil)
        // Another process cuts it meanwhile.
        truncate(song, 20 * 384_000)
        #expect(throws: ReplayError.self) { try rendering.render() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["song.wav"])
    }

    @Test("More sounds than a replay can hold apart are refused")
    func tooManySounds() throws {
        // No whole number of hertz: such a tone is made as it plays.
        let entries = (0...4_096).map { "  s\($0): {tone: 440.5}\n" }.joined()
        let steps = (0...4_096).map {
            "  - {at: \($0), do: play, app: a, sound: s\($0)}\n  - {at: \($0).5, do: stop, app: a, sound: s\($0)}\n"
        }
        let error = #expect(throws: ReplayError.self) {
            try plan("scenario: Many\nsounds:\n\(entries)steps:\n\(steps.joined())")
        }
        guard case .tooManySounds? = error else { throw try #require(error) }
    }

    /// Changes at one instant, as many as there may be sounds: nothing of it is too much.
    @Test("Many changes at one instant are rendered")
    func manyChanges() throws {
        var text = "scenario: Clicks\nsteps:\n"
        for _ in 0..<4_000 { text += "  - {at: 0, do: keyClick}\n" }
        let plan = try plan(text)
        try OfflineRenderer(plan, mix: folder.appendingPathComponent("mix.wav").path, stems: nil).render()
    }
}

/// Pieces made while it plays are equal to the whole, from any frame on.
struct GeneratorTests {
    @Test("A tone depends on its frames alone")
    func aToneDependsOnItsFramesAlone() {
        var random = SplitMix()
        for _ in 0..<50 {
            let hertz = Double.random(in: 1...20_000, using: &random)
            let from = Int.random(in: 0..<20_000, using: &random)
            let whole = Waveform.tone(hertz: hertz, decibels: -6, frames: from + 1_000, rate: 48_000)
            var part = Tone(hertz: hertz, decibels: -6, rate: 48_000, from: from)
            #expect((from..<from + 1_000).allSatisfy { whole[$0] == part.next() }, "\(random)")
        }
    }

    @Test("Noise is as loud as it is asked to be", arguments: [true, false])
    func noiseIsAsLoudAsAsked(isPink: Bool) {
        let whole = Waveform.noise(pink: isPink, decibels: -12, frames: 100_000)
        #expect(abs((whole.map(abs).max() ?? 0) - Float(pow(10, -0.6))) < 1e-6)
    }
}
