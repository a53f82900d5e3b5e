import Glibc
import Scratch
import SessionPolicy
import SessionWorld
import SoundFiles
import Testing

@testable import Sounder

/// Files that steps name by their path: read while they play, and again with each start.
struct SoundLibraryTests {
    /// A sound file of one level; removed with the last reference.
    private final class LevelFile {
        let path = Scratch.shared.fresh("level.wav")

        init(_ level: Float, seconds: Double = 0.5) throws { try write(level, seconds: seconds) }

        /// Puts another sound in its place.
        func write(_ level: Float, seconds: Double = 0.5) throws {
            let frames = Int(seconds * 48_000)
            let writer = try WAVWriter(path: path)
            try writer.write([Float](repeating: level, count: 2 * frames), count: frames)
            try writer.finish()
        }

        deinit { unlink(path) }
    }

    private static let ports = "  builtInSpeaker: {pcm: speaker}\n"
    /// The time from a step until it is heard: two periods, the limiter's look-ahead and a fade, in milliseconds.
    private static let settled = 50

    private func step(_ verb: String, _ file: LevelFile, app: String = "ipod") -> String {
        #"{"do": "\#(verb)", "app": "\#(app)", "sound": "\#(file.path)"}"#
    }

    /// The level at the end of so many milliseconds; the volume is one half.
    private func level(_ bench: Bench, after milliseconds: Int = settled) -> Float? {
        bench.pass(milliseconds)
        return bench.heard("speaker").last.map { 2 * $0 }
    }

    @Test("A file that has changed is read anew")
    func changedFile() throws {
        let file = try LevelFile(0.5)
        let library = try SoundLibrary(nil) { Issue.record("\($0)") }
        let bench = try Bench(Self.ports, library: library)
        try bench.step(step("play", file))
        #expect(level(bench) == 0.5)
        // The playing sound continues as it was, although the library no longer holds it.
        try file.write(0.25, seconds: 2)
        _ = library.prepare(file.path)
        #expect(level(bench, after: 400) == 0.5)
        bench.pass(200)
        try bench.step(step("play", file))
        #expect(level(bench) == 0.25)
        #expect(level(bench, after: 1_000) == 0.25, "its length is the new one")
    }

    @Test("A file that appears is heard")
    func aFileThatAppearsIsHeard() throws {
        let file = try LevelFile(0.5)
        unlink(file.path)
        let sentences = try Sentences()
        let library = try SoundLibrary(nil) { sentences.say($0) }
        #expect(library.prepare(file.path) == nil)
        #expect(library.prepare(file.path) == nil)
        #expect(sentences.all.count == 1)
        try file.write(0.5)
        #expect(library.prepare(file.path) == 0.5)
    }

    @Test("What was paused goes on where it was")
    func pausedSound() throws {
        let (first, second) = (try LevelFile(0.5), try LevelFile(0.25))
        let library = try SoundLibrary(nil) { Issue.record("\($0)") }
        let bench = try Bench(Self.ports, library: library)
        try bench.step(step("play", first))
        bench.pass(300)
        try bench.step(step("pause", first))
        try bench.step(step("play", second))
        #expect(level(bench, after: 600) == 0)
        try bench.step(step("play", first))
        #expect(level(bench, after: 150) == 0.5)
        #expect(level(bench, after: 100) == 0, "200 ms of it were left")
    }
}
