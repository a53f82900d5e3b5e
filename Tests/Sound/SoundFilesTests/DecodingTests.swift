import Glibc
import Scratch
import SoundFiles
import Testing

@Suite struct DecodingTests {
    let folder = Scratch()

    @Test("Every format keeps length and level", arguments: Format.all)
    func formats(_ format: Format) throws {
        let path = folder.file("tone")
        let written = tone(440, frames: 24_000)
        writeSound(written, to: path, as: format)
        let info = try probe(path)
        #expect(info == SoundFileInfo(frames: 24_000, rate: 48_000, channels: 2, encoding: format.encoding))
        #expect(info.seconds == 0.5)
        let sound = try DecodedSound(path: path, rate: 48_000)
        #expect(sound.frames == 24_000)
        #expect(sound.replacedSampleCount == 0)
        #expect(sound.remark == nil)
        let samples = sound.allSamples
        if format.isLossy {
            for side in 0...1 {
                // The middle: codecs may ring at both ends.
                let decoded = level(everyOther(samples, from: side)[4800..<19_200])
                let original = level(everyOther(written, from: side)[4800..<19_200])
                #expect(abs(decoded - original) < 0.1)
            }
        } else {
            #expect(largestDifference(samples, written) <= 1.0 / 32_768)
        }
    }

    @Test("Float samples come back bit for bit")
    func floatSamples() throws {
        let path = folder.file("float.wav")
        let written = tone(1000, frames: 20_001)
        writeSound(written, to: path, as: .wavFloat)
        #expect(try DecodedSound(path: path, rate: 48_000).allSamples == written)
    }

    @Test("Mono stands on both sides at its own level", arguments: [48_000, 32_000])
    func mono(rate: Int) throws {
        let path = folder.file("mono.wav")
        let written = tone(500, frames: 20_000, channels: 1)
        writeSound(written, to: path, as: .wavFloat, channels: 1)
        let sound = try DecodedSound(path: path, rate: rate)
        let left = everyOther(sound.allSamples, from: 0)
        #expect(left == everyOther(sound.allSamples, from: 1))
        #expect(abs(level(left[960..<10_560]) - level(written[960..<10_560])) < 0.01)
        if rate == 48_000 { #expect(left == written) }
    }

    /// One channel after the other alone at 0.5: where it lands, relative to the front channels.
    @Test("Surround folds to its side")
    func surroundFoldsToItsSide() throws {
        let frames = 6
        var written = [Float](repeating: 0, count: frames * 6)
        for channel in 0..<6 { written[channel * 6 + channel] = 0.5 }
        let path = folder.file("surround.wav")
        writeSound(written, to: path, as: .wavFloat, channels: 6)
        let folded = try DecodedSound(path: path, rate: 48_000).allSamples
        let half = Float(0.5).squareRoot()
        let front = folded[0]
        let expected: [Float] = [1, 0, 0, 1, half, half, 0, 0, half, 0, 0, half].map { $0 * front }
        #expect(largestDifference(folded, expected) < 1e-6)
        // All channels at full scale must stay at full scale.
        #expect(abs(front * (1 + 2 * half) - 0.5) < 1e-6)
    }

    @Test("More channels than any layout split by even and odd")
    func manyChannels() throws {
        var written = [Float](repeating: 0, count: 12)
        written[2] = 0.6
        written[11] = 0.6
        let path = folder.file("twelve.wav")
        writeSound(written, to: path, as: .wavFloat, channels: 12)
        let folded = try DecodedSound(path: path, rate: 48_000).allSamples
        #expect(largestDifference(folded, [0.1, 0.1]) < 1e-6)
    }

    @Test("Other rates are converted in place", arguments: [44_100, 22_050, 96_000, 8000])
    func otherRates(sourceRate: Int) throws {
        let path = folder.file("rate.wav")
        writeSound(tone(440, frames: sourceRate / 2, rate: sourceRate), to: path, as: .wavFloat, rate: sourceRate)
        let sound = try DecodedSound(path: path, rate: 48_000)
        #expect(sound.frames == 24_000)
        #expect(sound.rate == 48_000)
        #expect(sound.source.rate == sourceRate)
        // Same pitch, phase and level: the very sine drawn at the new rate. The ends ring, as the sine begins there.
        let ideal = tone(440, frames: 24_000)
        let middle = 4800..<43_200
        #expect(largestDifference(sound.allSamples[middle], ideal[middle]) < 2e-4)
    }

    @Test("A sample that is no number is replaced and counted")
    func invalidSamples() throws {
        var written = tone(440, frames: 30_000)
        written[3] = .nan
        written[20_000] = .infinity
        written[40_000] = 1e30
        written[59_999] = -.infinity
        let path = folder.file("bad.wav")
        writeSound(written, to: path, as: .wavFloat)
        let sound = try DecodedSound(path: path, rate: 48_000)
        #expect(sound.replacedSampleCount == 4)
        #expect(sound.remark?.contains("\(path): It holds 4 samples") == true)
        for index in [3, 20_000, 40_000, 59_999] { written[index] = 0 }
        #expect(sound.allSamples == written)
        let converted = try DecodedSound(path: path, rate: 44_100)
        #expect(converted.replacedSampleCount == 4)
        #expect(!converted.allSamples.contains { !$0.isFinite || abs($0) > 2 })
    }

    @Test("The first sample survives")
    func theFirstSampleSurvives() throws {
        var written = [Float](repeating: 0, count: 2000)
        written[0] = 0.5
        written[1] = -0.5
        for format in [Format.wav16, .flac] {
            let path = folder.file("head")
            writeSound(written, to: path, as: format)
            #expect(largestDifference(try DecodedSound(path: path, rate: 48_000).allSamples, written) < 1.0 / 32_768)
        }
    }

    @Test("Pieces join to the whole", arguments: [48_000, 44_100])
    func piecesJoinToTheWhole(rate: Int) throws {
        let path = folder.file("pieces.flac")
        writeSound(tone(330, frames: 50_000), to: path, as: .flac)
        let whole = try DecodedSound(path: path, rate: rate).allSamples
        for count in [1, 97, 4096, 100_000] {
            let reader = try SoundFileReader(path: path, rate: rate)
            let joined = try reader.readAll(inPiecesOf: count)
            #expect(joined == whole)
            #expect(reader.position == whole.count / 2)
        }
    }

    @Test(
        "Seeking gives what reading on would have given", arguments: [Format.wav16, .flac, .vorbis],
        [48_000, 44_100, 32_000])
    func seeking(format: Format, rate: Int) throws {
        let path = folder.file("seek")
        writeSound(tone(330, frames: 60_000), to: path, as: format)
        let reader = try SoundFileReader(path: path, rate: rate)
        let whole = try reader.readAll(inPiecesOf: 5000)
        for frame in [30_001, 0, 1, 12_345, 39_990] {
            try reader.seek(to: frame)
            #expect(reader.position == frame)
            let rest = try reader.readAll(inPiecesOf: 3000)
            #expect(rest.count == whole.count - 2 * frame)
            #expect(largestDifference(rest, whole[(2 * frame)...]) < 1e-5)
        }
        try reader.seek(to: 1_000_000)
        #expect(try reader.readAll(inPiecesOf: 10).isEmpty)
    }
}
