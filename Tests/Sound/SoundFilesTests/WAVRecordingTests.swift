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

    /// The written blocks are punched out of the file again, so that the disk needs no room for them.
    @Test("A recording beyond four gigabytes is RF64, and readable at any time")
    func beyondFourGigabytesItIsRF64() throws {
        let path = folder.file("long.wav")
        // Swift does not see fallocate.
        typealias Allocate = @convention(c) (CInt, CInt, Int, Int) -> CInt
        let allocate = unsafeBitCast(try #require(dlsym(nil, "fallocate")), to: Allocate.self)
        let recording = try WAVRecording(path: path, rate: 48_000)
        let part = open(path + ".part", O_RDWR)
        defer { close(part) }
        let (piece, pieces) = (1 << 22, 128)
        let silence = [Float](repeating: 0, count: 2 * piece)
        for number in 1...pieces {
            try recording.write(silence, count: piece)
            // FALLOC_FL_PUNCH_HOLE and FALLOC_FL_KEEP_SIZE.
            #expect(allocate(part, 3, 4_096, number * piece * 8 - 8_192) == 0)
            let isSmall = number < pieces
            guard number > pieces - 2 else { continue }
            var name = [UInt8](repeating: 0, count: 4)
            #expect(pread(part, &name, 4, 0) == 4 && name == Array((isSmall ? "RIFF" : "RF64").utf8))
            #expect(try probe(path + ".part").frames == number * piece)
        }
        try recording.write(ramp(40), count: 40)
        try recording.finish()
        let frames = pieces * piece
        #expect(try probe(path) == SoundFileInfo(frames: frames + 40, rate: 48_000, channels: 2))
        let reader = try SoundFileReader(path: path, rate: 48_000)
        try reader.seek(to: frames)
        var end = [Float](repeating: 0, count: 80)
        #expect(try reader.read(into: &end, count: 40) == 40)
        #expect(end == ramp(40))
    }
}
