import Glibc
import Scratch
import SoundFiles
import Testing

@Suite struct WAVWriterTests {
    let folder = Scratch()

    private func refusal(_ body: () throws(SoundFileError) -> Void) -> SoundFileError.Kind? {
        do throws(SoundFileError) {
            try body()
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("Bytes are the header and the samples")
    func bytes() throws {
        let path = folder.file("two.wav")
        let writer = try WAVWriter(path: path, frames: 2)
        try writer.write([0.5, -0.5, 1, -1], count: 2)
        try writer.finish()
        let header: [UInt8] =
            [
                0x52, 0x49, 0x46, 0x46, 96, 0, 0, 0, 0x57, 0x41, 0x56, 0x45,  // RIFF, 88 - 8 + 16, WAVE
                0x66, 0x6D, 0x74, 0x20, 16, 0, 0, 0, 3, 0, 2, 0,  // fmt, IEEE float, stereo
                0x80, 0xBB, 0, 0, 0x00, 0xDC, 5, 0, 8, 0, 32, 0,  // 48000, 384000, 8 bytes, 32 bits
                0x66, 0x61, 0x63, 0x74, 4, 0, 0, 0, 2, 0, 0, 0,  // fact: 2 frames
                0x50, 0x41, 0x44, 0x20, 24, 0, 0, 0,  // PAD, in place of the peaks, which tell the time of day
            ] + [UInt8](repeating: 0, count: 24) + [0x64, 0x61, 0x74, 0x61, 16, 0, 0, 0]  // data: 16 bytes
        let samples: [UInt8] = [0, 0, 0, 0x3F, 0, 0, 0, 0xBF, 0, 0, 0x80, 0x3F, 0, 0, 0x80, 0xBF]
        #expect(readBytes(path) == header + samples)
    }

    @Test("What is written is read back", arguments: [1, 777, 200_000])
    func whatIsWrittenIsReadBack(piece: Int) throws {
        let path = folder.file("long.wav")
        let written = tone(440, frames: 150_000)
        let writer = try WAVWriter(path: path, frames: 150_000)
        try written.withUnsafeBufferPointer { samples in
            for first in stride(from: 0, to: 150_000, by: piece) {
                try writer.write(samples.baseAddress! + 2 * first, count: min(piece, 150_000 - first))
            }
        }
        #expect(writer.frames == 150_000)
        try writer.finish()
        #expect(readBytes(path).count == 88 + 1_200_000)
        #expect(try DecodedSound(path: path, rate: 48_000).allSamples == written)
    }

    @Test("Other formats are told in the header")
    func headers() throws {
        let path = folder.file("mono.wav")
        let writer = try WAVWriter(path: path, rate: 44_100, channels: 1)
        try writer.write([0.25, 0.5, 0.75], count: 3)
        try writer.finish()
        #expect(try probe(path) == SoundFileInfo(frames: 3, rate: 44_100, channels: 1))
    }

    @Test("The name appears only with the whole file", arguments: [true, false])
    func nameOfWholeFile(avoidsName: Bool) throws {
        let path = folder.file("late.wav")
        writeBytes([1, 2, 3], to: path)
        let writer = try WAVWriter(path: path, rate: 48_000, channels: 2, avoidsName: avoidsName)
        try writer.write(tone(440, frames: 100_000), count: 100_000)
        #expect(readBytes(path) == [1, 2, 3])
        #expect(folder.names.filter { !$0.hasPrefix(".") } == ["late.wav"])
        if !avoidsName { #expect(folder.names.count == 2) }
        try writer.finish()
        #expect(folder.names == ["late.wav"])
        #expect(try probe(path).frames == 100_000)
    }

    @Test("An unfinished file leaves nothing", arguments: [true, false])
    func unfinishedFile(avoidsName: Bool) throws {
        let path = folder.file("never.wav")
        do {
            let writer = try WAVWriter(path: path, rate: 48_000, channels: 2, avoidsName: avoidsName)
            try writer.write(tone(440, frames: 100_000), count: 100_000)
            #expect(!folder.names.contains("never.wav"))
            if !avoidsName { #expect(folder.names.count == 1) }
        }
        #expect(folder.names.isEmpty)
        let writer = try WAVWriter(path: path, rate: 48_000, channels: 2, avoidsName: avoidsName)
        writer.abandon()
        #expect(folder.names.isEmpty)
        #expect(refusal { () throws(SoundFileError) in try writer.write([0, 0], count: 1) } != nil)
        #expect(refusal { () throws(SoundFileError) in try writer.finish() } != nil)
        #expect(folder.names.isEmpty)
    }

    @Test("Two writers in one folder do not meet")
    func twoWriters() throws {
        let a = try WAVWriter(path: folder.file("a.wav"))
        let b = try WAVWriter(path: folder.file("b.wav"))
        try a.write([0.5, 0.5], count: 1)
        try b.write([0, 0, 0, 0], count: 2)
        try a.finish()
        try b.finish()
        #expect(folder.names == ["a.wav", "b.wav"])
        #expect(try probe(folder.file("a.wav")).frames == 1)
        #expect(try probe(folder.file("b.wav")).frames == 2)
    }

    @Test("A link stays a link")
    func aLinkStaysALink() throws {
        let target = folder.file("target.wav")
        let link = folder.file("link.wav")
        writeBytes([0], to: target)
        symlink("target.wav", link)
        let writer = try WAVWriter(path: link)
        try writer.write([0, 0], count: 1)
        try writer.finish()
        #expect(try probe(target).frames == 1)
        var status = stat()
        lstat(link, &status)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test("A place that cannot be written is refused")
    func placesThatCannotBeWritten() {
        let kind = { (path: String) in refusal { () throws(SoundFileError) in _ = try WAVWriter(path: path) } }
        #expect(kind(folder.file("none/x.wav")) == .noFolder)
        #expect(kind(folder.path) == .notAFile)
        #expect(kind("/dev/full") == .notAFile)
        chmod(folder.path, 0o555)
        #expect(withoutPrivileges { kind(folder.file("x.wav")) } == .notWritable)
        chmod(folder.path, 0o755)
        let name = folder.file(String(repeating: "n", count: 300))
        #expect(kind(name) == .nameTooLong)
    }

    /// The largest file that a process of its own may write stands in for a full disk; the kernel's signal must not end the
    /// process.
    @Test("A full disk is told, and leaves nothing")
    func noRoomLeft() async {
        await #expect(processExitsWith: .success) { try WAVWriterTests().writeTooMuch() }
    }

    private func writeTooMuch() throws {
        let limit = rlim_t(64 << 20)
        var small = rlimit(rlim_cur: limit, rlim_max: limit)
        // RLIMIT_FSIZE, a macro that Swift does not see.
        try #require(setrlimit(__rlimit_resource_t(1), &small) == 0)
        let writer = try WAVWriter(path: folder.file("huge.wav"))
        let second = [Float](repeating: 0, count: 96_000)
        let kind = refusal { () throws(SoundFileError) in
            for _ in 0..<400 { try writer.write(second, count: 48_000) }
        }
        #expect(kind == .noSpace)
        #expect(writer.frames < Int(limit) / 8 + 48_000)
        #expect(folder.names.isEmpty)
    }
}
