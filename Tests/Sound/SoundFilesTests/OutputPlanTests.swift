import Glibc
import Randomness
import Scratch
import Testing

@testable import SoundFiles

/// Outputs are planned before they are written: no input is written over, nothing is written twice, and all of them
/// appear or none.
@Suite struct OutputPlanTests {
    let folder = Scratch()

    private func refusal(_ outputs: [String], inputs: [String] = []) -> SoundFileError.Kind? {
        refused { () throws(SoundFileError) in _ = try OutputPlan(outputs, inputs: inputs) }
    }

    /// Writes a frame into each output, whose value tells which it is.
    private func write(_ plan: OutputPlan) throws(SoundFileError) {
        let writers = try plan.writers(rate: 48_000, frames: 1)
        for (index, writer) in writers.enumerated() { try writer.write([Float(index), 0], count: 1) }
        try WAVWriter.finish(writers)
    }

    /// Whatever names are given, in whatever spelling and through whatever links: a plan that is accepted leaves every
    /// input as it was and every output where it was wished.
    @Test("What is accepted harms no input and loses no output")
    func acceptedPlans() throws {
        writeBytes([1], to: folder.file("song.wav"))
        writeBytes([2], to: folder.file("caf\u{E9}.wav"))
        symlink("song.wav", folder.file("link.wav"))
        symlink("nowhere.wav", folder.file("dangling.wav"))
        link(folder.file("song.wav"), folder.file("second.wav"))
        symlink(".", folder.file("here"))
        defer { unlink(folder.file("here")) }
        let names = [
            "song.wav", "./song.wav", "here/song.wav", "link.wav", "second.wav", "caf\u{E9}.wav", "cafe\u{301}.wav",
            "dangling.wav", "nowhere.wav", "new.wav", "here/new.wav",
        ]
        var random = SplitMix()
        var accepted = 0
        for _ in 0..<400 {
            let outputs = (0..<Int.random(in: 1...3, using: &random)).map { _ in folder.file(random.pick(names)) }
            let inputs = [folder.file(random.pick(["song.wav", "link.wav", "caf\u{E9}.wav", "missing.wav"]))]
            let before = inputs.map(readBytes)
            guard let plan = try? OutputPlan(outputs, inputs: inputs) else { continue }
            accepted += 1
            try write(plan)
            #expect(inputs.map(readBytes) == before, "\(outputs) beside \(inputs), \(random)")
            for (index, output) in outputs.enumerated() {
                #expect(try DecodedSound(path: output, rate: 48_000).allSamples == [Float(index), 0], "\(outputs)")
            }
            #expect(folder.names.allSatisfy { !$0.hasPrefix(".") })
        }
        #expect(accepted > 20)
        var status = stat()
        for name in ["link.wav", "dangling.wav"] {
            lstat(folder.file(name), &status)
            #expect(status.st_mode & S_IFMT == S_IFLNK)
        }
    }

    /// Sounds and documents take their names together.
    @Test("A document that cannot be placed takes the sounds back")
    func unplacedDocument() throws {
        let names = ["a.wav", "b.txt", "c.txt"].map { folder.file($0) }
        for (index, name) in names.enumerated() { writeBytes([UInt8(index)], to: name) }
        let plan = try OutputPlan([names[0]], besides: Array(names[1...]), inputs: [])
        let writer = try #require(try plan.writers(rate: 48_000, frames: 1).first)
        try writer.write([0, 0], count: 1)
        let documents = names[1...].map { WholeFiles.File(path: $0, text: "new") }
        unlink(names[2])
        mkdir(names[2], 0o777)
        #expect(throws: SoundFileError.self) { try WAVWriter.finish([writer], beside: documents) }
        rmdir(names[2])
        #expect(names[..<2].map { readBytes($0) } == [[0], [1]])
        #expect(folder.names == ["a.wav", "b.txt"])
    }

    @Test("The reason is named")
    func theReasonIsNamed() {
        let song = folder.file("song.wav")
        writeBytes([1], to: song)
        #expect(refusal([song], inputs: [song]) == .isRead(as: song))
        #expect(
            refusal([folder.file("a.wav"), folder.file("./a.wav")]) == .isWrittenTwice(as: folder.file("a.wav")))
        #expect(
            refused { () throws(SoundFileError) in
                _ = try OutputPlan([folder.file("a")], besides: [folder.file("a")], inputs: [])
            } == .isWrittenTwice(as: folder.file("a")))
        #expect(refusal([""]) == .noName)
        #expect(refusal([folder.file("")]) == .notAFile)
        #expect(refusal([folder.file("none/a.wav")]) == .noFolder)
        #expect(refusal([folder.file("song.wav/a.wav")]) == .noFolder)
        #expect(refusal([folder.file(String(repeating: "n", count: 256))]) == .nameTooLong)
        #expect(refusal([folder.file(String(repeating: "n", count: 255))]) == nil)
        // The same text to people, two names to the system.
        #expect(refusal([folder.file("caf\u{E9}.wav"), folder.file("cafe\u{301}.wav")]) == nil)
    }

    /// Wherever among the files the failure is, all stand as they stood before.
    @Test("An output that cannot be placed takes all back", arguments: 0..<4)
    func unplacedFile(place: Int) throws {
        let names = (0..<4).map { folder.file("\($0).wav") }
        for index in [0, 2] { writeBytes([UInt8(index)], to: names[index]) }
        chmod(names[0], 0o600)
        let writers = try OutputPlan(names, inputs: []).writers(rate: 48_000, frames: 1)
        for writer in writers { try writer.write([0, 0], count: 1) }
        // A folder that appears there meanwhile is nothing that a file can replace.
        unlink(names[place])
        mkdir(names[place], 0o777)
        let others = names.indices.filter { $0 != place }
        let before = others.map { readBytes(names[$0]) }
        #expect(throws: SoundFileError.self) { try WAVWriter.finish(writers) }
        rmdir(names[place])
        #expect(others.map { readBytes(names[$0]) } == before)
        #expect(folder.names == others.filter { $0 != 1 && $0 != 3 }.map { "\($0).wav" })
    }

    @Test("What is replaced keeps its mode", arguments: [0o600, 0o640, 0o444, 0o755] as [mode_t])
    func whatIsReplacedKeepsItsMode(mode: mode_t) throws {
        let path = folder.file("kept.wav")
        writeBytes([1], to: path)
        chmod(path, mode)
        try write(OutputPlan([path], inputs: []))
        var status = stat()
        stat(path, &status)
        #expect(status.st_mode & 0o7777 == mode)
    }

    @Test("Without room nothing begins")
    func withoutRoomNothingBegins() throws {
        let plan = try OutputPlan([folder.file("large.wav")], inputs: [])
        let kind = refused { () throws(SoundFileError) in
            _ = try plan.writers(rate: 48_000, frames: 1 << 50)
        }
        guard case .needsRoom = kind else {
            Issue.record("refused as \(String(describing: kind))")
            return
        }
        #expect(folder.names.isEmpty)
    }

    private func refused(_ body: () throws(SoundFileError) -> Void) -> SoundFileError.Kind? {
        do throws(SoundFileError) {
            try body()
            return nil
        } catch {
            return error.kind
        }
    }
}
