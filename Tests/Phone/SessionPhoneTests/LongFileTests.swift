import Glibc
import Mixer
import Scratch
import SessionPolicy
import SessionWorld
import SoundFiles
import SystemSupport
import Testing

@testable import Sounder

/// Files that are too long to keep in memory are read while they play.
struct LongFileTests {
    /// A sound file of 31 seconds whose samples say where they stand; removed with the last reference.
    private final class LongFile {
        static let frames = 31 * 48_000
        let path: String

        init() throws {
            path = Scratch.shared.fresh("long.wav")
            let samples = (0..<2 * Self.frames).map { Float($0 / 2 + 1) * 0x1p-22 }
            let writer = try WAVWriter(path: path)
            try writer.write(samples, count: Self.frames)
            try writer.finish()
        }

        deinit { unlink(path) }
    }

    /// Frames of the limiter's look-ahead, and of the fade with which a sound continues.
    private static let (latency, fade) = (240, 480)

    private func play(_ path: String) -> String { #"{"do": "play", "app": "ipod", "sound": "\#(path)"}"# }

    @Test("A long file is read while it plays")
    func aLongFileIsReadWhileItPlays() throws {
        let file = try LongFile()
        let sentences = try Sentences()
        let library = try SoundLibrary(nil) { sentences.say($0) }
        let bench = try Bench("  builtInSpeaker: {pcm: speaker}\n", library: library)
        try bench.step(play(file.path))
        // Less than the ring holds, so that no other thread has to be waited for.
        bench.pass(1_000)
        let places = bench.heard("speaker").dropFirst(Self.latency).map { TestSounds.place($0) }
        #expect(places == Array(0..<48_000 - Self.latency))

        // Paused and played again, it is opened where it stood.
        try bench.step(#"{"do": "pause", "app": "ipod"}"#)
        bench.pass(100)
        let before = bench.heard("speaker").count
        try bench.step(play(file.path))
        bench.pass(1_000)
        let after = bench.heard("speaker").dropFirst(before).drop { $0 == 0 }.map { TestSounds.place($0) }
        let first = try #require(after.dropFirst(Self.fade).first)
        #expect(after.dropFirst(Self.fade) == Array(first..<first + after.count - Self.fade)[...])
        #expect((48_000..<48_000 + 2_000).contains(first - Self.fade), "where it was paused, not at its beginning")
        #expect(sentences.all.isEmpty)
    }

    @Test("The length of a sound is the file's")
    func itsLengthIsTheFiles() throws {
        let file = try LongFile()
        let library = try SoundLibrary(nil) { _ in }
        #expect(library.prepare(file.path) == 31)
        let feeders = Feeders(isByHand: true) { _ in }
        #expect(library.source(of: SceneName(.sound, app: "ipod", sound: file.path), feeders) != nil)
    }

    @Test("A file that is gone is said")
    func aFileThatIsGoneIsSaid() throws {
        let path: String
        let sentences = try Sentences()
        let library = try SoundLibrary(nil) { sentences.say($0) }
        let bench = try Bench("  builtInSpeaker: {pcm: speaker}\n", library: library)
        do {
            let file = try LongFile()
            path = file.path
            _ = library.prepare(path)
        }
        try bench.step(play(path))
        bench.pass(100)
        #expect(bench.heard("speaker").allSatisfy { $0 == 0 })
        #expect(sentences.all.count == 1 && sentences.all.allSatisfy { $0.contains(path) })
    }

    /// A file kept in memory, and one that is read while it plays.
    @Test("Samples that are no sound are said", arguments: [1, 31])
    func samplesThatAreNoSoundAreSaid(seconds: Int) throws {
        let scratch = Scratch()
        let path = scratch.file("wild.wav")
        var samples = [Float](repeating: 0.25, count: 2 * seconds * 48_000)
        (samples[7], samples[9]) = (.nan, 1e30)
        let writer = try WAVWriter(path: path)
        try writer.write(samples, count: seconds * 48_000)
        try writer.finish()
        let sentences = try Sentences()
        let library = try SoundLibrary(nil) { sentences.say($0) }
        let bench = try Bench("  builtInSpeaker: {pcm: speaker}\n", library: library)
        try bench.step(play(path))
        bench.pass(100)
        #expect(sentences.all.count == 1 && sentences.all.allSatisfy { $0.contains("\(path): It holds 2 samples") })
        #expect(bench.heard("speaker").contains { $0 > 0.1 }, "the rest is heard")
    }

    @Test("A file that shrinks while it streams is said and ends")
    func shrinkingFile() throws {
        let file = try LongFile()
        let sentences = try Sentences()
        let library = try SoundLibrary(nil) { sentences.say($0) }
        let bench = try Bench("  builtInSpeaker: {pcm: speaker}\n", library: library)
        try bench.step(play(file.path))
        truncate(file.path, 88 + 8 * 96_000)
        // There is room in the ring now, and the thread that reads fills it in its own time; half a minute is a hang.
        bench.pass(1_000)
        sentences.wakeSignal.wait(nanoseconds: 30_000_000_000)
        #expect(sentences.all.count == 1 && sentences.all.allSatisfy { $0.contains(file.path) })
    }

    @Test("The feeder keeps up with what waits for it")
    func theFeederKeepsUpWithWhoeverWaitsForIt() throws {
        let feeder = try StreamFeeder()
        var next = 0
        let total = 400_000
        // A voice that had to wait fades in: a tenth of a second at the end is as high as the last frame before it, so that the
        // height is reached wherever the voice waits.
        let highest = total - 4_800
        let stream = try StreamedVoice(channelCount: 1, sampleRate: 48_000) { output, frames in
            let count = min(frames, total - next)
            for index in 0..<count { output[index] = Float(min(next + index + 1, highest)) * 0x1p-22 }
            next += count
            return count
        }
        var configuration = MixerConfiguration()
        configuration.limiter = nil
        let mixer = try Mixer(configuration)
        stream.fill()
        feeder.feed(stream)
        let voice = VoiceID(1)
        #expect(mixer.send(.start(VoiceStart(voice: voice, stream: stream, bus: BusID(0)), at: 0)) == .queued)
        var block = [Float](repeating: 0, count: 2 * 480)
        var (last, hasEnded) = (0, false)
        while !hasEnded {
            block.withUnsafeMutableBufferPointer { mixer.render(into: $0.baseAddress!, frames: 480) }
            last = max(last, (0..<480).map { Int((block[2 * $0] * 0x1p22).rounded()) }.max() ?? 0)
            while let report = mixer.nextReport() {
                if case .ended(voice, .finished) = report.event { hasEnded = true }
            }
            sched_yield()
        }
        #expect(last == highest, "the end came, as often as the voice had to wait")
        #expect(next == total)
    }
}
