import Glibc
import Randomness
import Scratch
import Testing

@testable import SoundFiles

@Suite struct BadFileTests {
    let folder = Scratch()

    /// The reason for which the file cannot be decoded, or nil if it can.
    private func refusal(_ path: String, limit: Int = DecodedSound.defaultLimitInFrames) -> SoundFileError? {
        do throws(SoundFileError) {
            _ = try DecodedSound(path: path, rate: 48_000, limitInFrames: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test("A file that is missing is refused")
    func missingFile() {
        let path = folder.file("none.wav")
        #expect(refusal(path)?.kind == .missing)
        #expect(refusal(path)?.description == "\(path): There is no such file. Check the spelling and the folder.")
        #expect(refusal("")?.kind == .missing)
        #expect(throws: SoundFileError(path: path, kind: .missing)) { _ = try probe(path) }
    }

    @Test("A file that may not be read is refused")
    func unreadableFile() throws {
        let path = folder.file("secret.wav")
        writeSound(tone(440, frames: 100), to: path, as: .wav16)
        chmod(path, 0)
        #expect(withoutPrivileges { refusal(path)?.kind } == .notReadable)
    }

    @Test("Folders and pipes are no files")
    func foldersAndPipesAreNoFiles() {
        #expect(refusal(folder.path)?.kind == .notAFile)
        let pipe = folder.file("pipe.wav")
        mkfifo(pipe, 0o600)
        #expect(refusal(pipe)?.kind == .notAFile)
    }

    @Test("A file without a byte is refused")
    func zeroLength() {
        let path = folder.file("empty.wav")
        writeBytes([], to: path)
        #expect(refusal(path)?.kind == .zeroLength)
        writeSound([], to: path, as: .wav16)
        #expect(refusal(path)?.kind == .zeroLength)
    }

    @Test("A file that is no sound is refused")
    func notASound() throws {
        let path = folder.file("text.wav")
        writeBytes(Array("This is not a sound, whatever its name says.\n".utf8), to: path)
        guard case .notASound(let detail) = refusal(path)?.kind else {
            Issue.record("\(String(describing: refusal(path)))")
            return
        }
        #expect(!detail.isEmpty)
        // A RIFF file that is no WAV file is not called cut off.
        writeBytes(Array("RIFF".utf8) + [100, 0, 0, 0] + Array("AVI LIST".utf8), to: path)
        guard case .notASound = refusal(path)?.kind else {
            Issue.record("\(String(describing: refusal(path)))")
            return
        }
    }

    /// All but MP3, whose decoder writes to the standard error stream about a file that is cut off.
    private static let silentFormats = Format.all.filter { $0.testDescription != "MP3" }

    @Test("Cut off files are refused", arguments: silentFormats)
    func cutOffFilesAreRefused(_ format: Format) { refuseCutOffFiles(format) }

    @Test("Any prefix is refused or whole", arguments: silentFormats)
    func anyPrefixIsRefusedOrWhole(_ format: Format) { refusePrefixes(format) }

    @Test("MP3 files that are cut off are refused as others are; what their decoder writes of them is not ours")
    func cutOffMP3() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let tests = BadFileTests()
            tests.refuseCutOffFiles(.mp3)
            tests.refusePrefixes(.mp3)
        }
        let lines = try String(decoding: #require(result).standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(lines.allSatisfy { $0.contains("mpg123") || $0.hasPrefix("Warning: Xing stream size off") }, "\(lines)")
    }

    private func refuseCutOffFiles(_ format: Format) {
        let path = folder.file("cut")
        writeSound(tone(440, frames: 48_000), to: path, as: format)
        let whole = readBytes(path)
        for share in [0.9, 0.5] {
            writeBytes(Array(whole.prefix(Int(Double(whole.count) * share))), to: path)
            guard case .truncated(let promised, let present) = refusal(path)?.kind else {
                Issue.record("\(share): \(String(describing: refusal(path)))")
                continue
            }
            if let promised, let present {
                #expect(promised == 48_000)
                #expect(present < promised)
            }
        }
    }

    private func refusePrefixes(_ format: Format) {
        let path = folder.file("prefix")
        writeSound(tone(440, frames: 2000), to: path, as: format)
        let whole = readBytes(path)
        for length in stride(from: 0, to: whole.count, by: max(1, whole.count / 60)) {
            writeBytes(Array(whole.prefix(length)), to: path)
            #expect(refusal(path) != nil, "\(length) of \(whole.count) bytes were taken for a whole file")
        }
    }

    @Test("A file that shrinks while it is read is refused")
    func shrinkingFile() throws {
        let path = folder.file("shrinking.wav")
        writeSound(tone(440, frames: 100_000), to: path, as: .wav16)
        let reader = try SoundFileReader(path: path, rate: 48_000)
        var samples = [Float](repeating: 0, count: 200_000)
        #expect(try reader.read(into: &samples, count: 1000) == 1000)
        truncate(path, 100_000)
        let error = #expect(throws: SoundFileError.self) { try reader.read(into: &samples, count: 99_000) }
        // 44 bytes of header, 4 bytes per frame.
        #expect(error?.kind == .truncated(promised: 100_000, present: 24_989))
    }

    @Test("A WAV that was streamed to a pipe promises no length")
    func pipedWAV() throws {
        let path = folder.file("streamed.wav")
        writeSound(tone(440, frames: 1000), to: path, as: .wav16)
        var bytes = readBytes(path)
        for index in [4, 5, 6, 7, 40, 41, 42, 43] { bytes[index] = 0xFF }
        writeBytes(bytes, to: path)
        #expect(try DecodedSound(path: path, rate: 48_000).frames == 1000)
    }

    /// An encoder that could not seek back leaves the number of samples in the FLAC header zero.
    @Test("A FLAC of unknown length is decoded to its end")
    func endlessFLAC() throws {
        let path = folder.file("unknown.flac")
        let written = tone(440, frames: 100_000)
        writeSound(written, to: path, as: .flac)
        var bytes = readBytes(path)
        // STREAMINFO begins at byte 8; the 36-bit count is the low half of its byte 13 and the four bytes after it.
        bytes[21] &= 0xF0
        for index in 22...25 { bytes[index] = 0 }
        writeBytes(bytes, to: path)
        #expect(try probe(path).frames == nil)
        let sound = try DecodedSound(path: path, rate: 48_000)
        #expect(sound.frames == 100_000)
        #expect(largestDifference(sound.allSamples, written) <= 1.0 / 32_768)
        #expect(refusal(path, limit: 99_999)?.kind == .tooLong(frames: 100_000, limit: 99_999))
    }

    /// Headers of every format, whole, cut and changed: the reader of FLAC's header says what libsndfile says, or nothing.
    @Test("The header of FLAC is read as the decoder reads it", arguments: Format.all)
    func headerOfFLAC(_ format: Format) throws {
        let path = folder.file("any")
        var random = SplitMix()
        for (frames, rate) in [(1, 48_000), (5_000, 44_100), (70_000, 96_000)] {
            guard format.testDescription != "Opus" || rate == 48_000 else { continue }
            guard format.testDescription != "MP3" || rate < 96_000 else { continue }
            writeSound(tone(440, frames: frames, rate: rate), to: path, as: format, rate: rate)
            let length = SoundLength(ofFLAC: path)
            #expect((length != nil) == (format.testDescription == "FLAC"))
            if let length { #expect(length == SoundLength(frames: frames, rate: rate)) }
            guard length != nil else { continue }
            let whole = readBytes(path)
            for place in 0..<42 {
                var changed = whole
                changed[place] ^= UInt8.random(in: 1...255, using: &random)
                writeBytes(changed, to: path)
                guard let told = SoundLength(ofFLAC: path), let info = try? probe(path), let frames = info.frames
                else { continue }
                #expect(told == SoundLength(frames: frames, rate: info.rate), "byte \(place) is \(changed[place])")
            }
            for count in 0..<26 {
                writeBytes(Array(whole[..<count]), to: path)
                #expect(SoundLength(ofFLAC: path) == nil)
            }
        }
    }

    @Test("A sound that is longer than the limit is refused")
    func longerThanTheLimit() throws {
        let path = folder.file("long.wav")
        writeSound(tone(440, frames: 22_050, rate: 44_100), to: path, as: .wav16, rate: 44_100)
        #expect(refusal(path, limit: 24_000) == nil)
        #expect(refusal(path, limit: 23_999)?.kind == .tooLong(frames: 24_000, limit: 23_999))
    }

    @Test("Absurd rates are refused", arguments: [10, 900, 2_000_000])
    func absurdRates(rate: Int) throws {
        let path = folder.file("rate.wav")
        writeSound(tone(440, frames: 100), to: path, as: .wav16, rate: rate)
        guard case .notASound(let detail) = refusal(path)?.kind else {
            Issue.record("\(String(describing: refusal(path)))")
            return
        }
        #expect(detail.contains("\(rate) Hz"))
    }

    /// Every single-byte damage of a header ends in a sound of finite samples, no longer than the file has bytes for, or in
    /// an error that names the file and the remedy; never in a crash or a hang.
    /// Ogg counts the bits of each page: none of its bytes may be another.
    @Test("Damaged headers are refused", arguments: [(Format.wav16, true), (.flac, true), (.vorbis, false)])
    func damagedHeaders(
        _ format: Format, staysSometimes: Bool
    ) throws {
        let path = folder.file("damaged")
        writeSound(tone(440, frames: 300), to: path, as: format)
        let whole = readBytes(path)
        var (sounds, errors) = (0, 0)
        for index in 0..<min(whole.count, 120) {
            var damaged = whole
            damaged[index] ^= 0xFF
            writeBytes(damaged, to: path)
            do throws(SoundFileError) {
                let sound = try DecodedSound(path: path, rate: 48_000)
                sounds += 1
                let samples = UnsafeBufferPointer(start: sound.samples, count: 2 * sound.frames)
                #expect(sound.frames > 0 && samples.allSatisfy(\.isFinite), "byte \(index)")
                // A rate of a thousand is the lowest that is taken, and no format has more than 64 frames in a byte.
                #expect(sound.frames <= 48 * 64 * damaged.count, "byte \(index)")
            } catch {
                errors += 1
                #expect(error.path == path && error.description.hasPrefix("\(path): "), "byte \(index)")
                #expect(!error.sentence.isEmpty, "byte \(index)")
            }
        }
        #expect((sounds > 0) == staysSometimes && errors > 0 && sounds + errors == min(whole.count, 120))
    }
}
