import Glibc
import Scratch
import Testing

@testable import SoundFiles

/// A recording outlives everything.
@Suite struct WAVRecordingTests {
    let folder = Scratch()

    private func samples(_ path: String) throws -> [Float] { try DecodedSound(path: path, rate: 48_000).allSamples }

    private func ramp(_ frames: Int, from first: Int = 0) -> [Float] {
        (2 * first..<2 * (first + frames)).map { Float($0) * 0x1p-20 }
    }

    @Test("A recording has its name only at its end")
    func itHasItsNameOnlyAtItsEnd() throws {
        let path = folder.file("memo.wav")
        let recording = try WAVRecording(path: path, rate: 48_000)
        for piece in 0..<10 { try recording.write(ramp(100, from: 100 * piece), count: 100) }
        #expect(folder.names == ["memo.wav.part"])
        #expect(try samples(path + ".part") == ramp(1_000), "its header is right after every piece")
        try recording.finish()
        try recording.finish()
        try recording.write([1, 1], count: 1)
        #expect(folder.names == ["memo.wav"])
        #expect(try samples(path) == ramp(1_000))
        #expect(recording.frames == 1_000)
    }

    /// A program that is killed between a piece and its header leaves more bytes than the header tells.
    @Test("What a killed program left is kept under another name", arguments: [0, 5, 160])
    func whatAKilledProgramLeftIsKept(rest: Int) throws {
        let path = folder.file("memo.wav")
        let whole = try WAVRecording(path: path, rate: 48_000)
        try whole.write(ramp(64), count: 64)
        let bytes = readBytes(path + ".part")
        try whole.finish()
        unlink(path)
        writeBytes(bytes + [UInt8](repeating: 1, count: rest), to: path + ".part")
        let next = try WAVRecording(path: path, rate: 48_000)
        let kept = folder.file("memo.kept.wav")
        #expect(next.remark?.contains(kept) == true)
        try next.write([0.5, -0.5], count: 1)
        try next.finish()
        #expect(try samples(path) == [0.5, -0.5])
        #expect(folder.names == ["memo.kept.wav", "memo.wav"])
        #expect(try samples(kept) == ramp(64))
    }

    @Test("What a program left that was killed before it recorded anything is removed")
    func whatHoldsNothingIsRemoved() throws {
        let path = folder.file("memo.wav")
        let empty = try WAVRecording(path: path, rate: 48_000)
        let header = readBytes(path + ".part")
        try empty.finish()
        for bytes in [[], header] {
            writeBytes(bytes, to: path + ".part")
            let next = try WAVRecording(path: path, rate: 48_000)
            #expect(next.remark == nil)
            try next.finish()
            #expect(folder.names == ["memo.wav"])
        }
    }

    @Test("What was kept once is not written over")
    func keptFiles() throws {
        let path = folder.file("memo")
        for value: Float in [1, 2, 3] {
            let recording = try WAVRecording(path: path, rate: 48_000)
            try recording.write([value, value], count: 1)
            let bytes = readBytes(path + ".part")
            try recording.finish()
            writeBytes(bytes, to: path + ".part")
        }
        try WAVRecording(path: path, rate: 48_000).finish()
        #expect(try samples(folder.file("memo.kept.wav")) == [1, 1])
        #expect(try samples(folder.file("memo.kept-2.wav")) == [2, 2])
        #expect(try samples(folder.file("memo.kept-3.wav")) == [3, 3])
    }

    private func refusal(_ path: String) -> SoundFileError.Kind? {
        do throws(SoundFileError) {
            _ = try WAVRecording(path: path, rate: 48_000)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("What cannot be written is refused at the beginning")
    func unwritable() throws {
        #expect(refusal("") == .noName)
        #expect(refusal(folder.file("none/memo.wav")) == .noFolder)
        #expect(refusal(folder.file(String(repeating: "n", count: 251))) == .nameTooLong)
        let path = folder.file("memo.wav")
        let recording = try WAVRecording(path: path, rate: 48_000)
        #expect(refusal(path) == .inUse)
        try recording.finish()
        writeBytes([UInt8](repeating: 7, count: 200), to: path + ".part")
        #expect(refusal(path) == .isNoRecording)
        #expect(readBytes(path + ".part").count == 200)
        unlink(path + ".part")
        #expect(refusal(path) == nil)
        #expect(folder.names == ["memo.wav"], "one in which nothing was recorded leaves nothing")
    }

    @Test("What is replaced keeps its mode and its link")
    func replacedFile() throws {
        writeBytes([1], to: folder.file("target.wav"))
        chmod(folder.file("target.wav"), 0o600)
        symlink("target.wav", folder.file("link.wav"))
        let recording = try WAVRecording(path: folder.file("link.wav"), rate: 48_000)
        try recording.write([0.5, 0.5], count: 1)
        try recording.finish()
        var status = stat()
        lstat(folder.file("link.wav"), &status)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        stat(folder.file("target.wav"), &status)
        #expect(status.st_mode & 0o7777 == 0o600)
        #expect(try samples(folder.file("target.wav")) == [0.5, 0.5])
    }

    /// Sizes that 32 bits cannot tell are in a chunk of their own; a smaller border stands in for 4 GiB.
    @Test("A recording beyond four gigabytes is RF64")
    func beyondFourGigabytesItIsRF64() throws {
        for frames in 0...40 {
            let path = folder.file("\(frames).wav")
            var header = WAVHeader(rate: 48_000, channels: 2, isRoomy: true)
            header.largestSmallSize = 94 + 20 * 8
            let recording = try WAVRecording(path: path, header: header)
            try recording.write(ramp(frames), count: frames)
            try recording.finish()
            #expect(readBytes(path).starts(with: Array((frames > 20 ? "RF64" : "RIFF").utf8)))
            guard frames > 0 else { continue }
            #expect(try probe(path) == SoundFileInfo(frames: frames, rate: 48_000, channels: 2))
            #expect(try samples(path) == ramp(frames))
        }
    }
}
