import CSndFile
import Glibc
import SoundFiles
import Testing

func readBytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = fread(buffer.baseAddress, 1, size, file)
    }
}

func writeBytes(_ bytes: [UInt8], to path: String) {
    let file = fopen(path, "wb")!
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
}

/// A format of libsndfile under test.
struct Format: CustomTestStringConvertible {
    let testDescription: String
    let code: Int
    let isLossy: Bool

    /// The encoding of its samples.
    var encoding: SampleEncoding {
        switch testDescription {
        case "WAV float": .float(bits: 32)
        case "WAV 24", "RF64": .whole(bits: 24)
        case "FLAC": .coded("flac")
        case "Vorbis": .coded("    ")
        case "Opus": .coded("opus")
        case "MP3": .coded(".mp3")
        default: .whole(bits: 16)
        }
    }

    static let wav16 = Format(testDescription: "WAV 16", code: SF_FORMAT_WAV | SF_FORMAT_PCM_16, isLossy: false)
    static let wavFloat = Format(testDescription: "WAV float", code: SF_FORMAT_WAV | SF_FORMAT_FLOAT, isLossy: false)
    static let flac = Format(testDescription: "FLAC", code: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, isLossy: false)
    static let vorbis = Format(testDescription: "Vorbis", code: SF_FORMAT_OGG | SF_FORMAT_VORBIS, isLossy: true)
    static let mp3 = Format(
        testDescription: "MP3", code: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, isLossy: true)
    static let all = [
        wav16, wavFloat, flac, vorbis,
        Format(testDescription: "WAV 24", code: SF_FORMAT_WAV | SF_FORMAT_PCM_24, isLossy: false),
        Format(
            testDescription: "WAV big-endian", code: SF_FORMAT_WAV | SF_ENDIAN_BIG | SF_FORMAT_PCM_16, isLossy: false),
        Format(testDescription: "RF64", code: SF_FORMAT_RF64 | SF_FORMAT_PCM_24, isLossy: false),
        Format(testDescription: "W64", code: SF_FORMAT_W64 | SF_FORMAT_PCM_16, isLossy: false),
        Format(testDescription: "AIFF", code: SF_FORMAT_AIFF | SF_FORMAT_PCM_16, isLossy: false),
        Format(testDescription: "AU", code: SF_FORMAT_AU | SF_FORMAT_PCM_16, isLossy: false),
        Format(testDescription: "CAF", code: SF_FORMAT_CAF | SF_FORMAT_PCM_16, isLossy: false),
        Format(testDescription: "Opus", code: SF_FORMAT_OGG | SF_FORMAT_OPUS, isLossy: true),
        mp3,
    ]
}

/// Writes interleaved samples as a sound file.
func writeSound(_ samples: [Float], to path: String, as format: Format, rate: Int = 48_000, channels: Int = 2) {
    var info = SF_INFO()
    info.samplerate = CInt(rate)
    info.channels = CInt(channels)
    info.format = CInt(format.code)
    let file = sf_open(path, CInt(SFM_WRITE), &info)
    precondition(file != nil, String(cString: sf_strerror(nil)))
    let frames = sf_count_t(samples.count / channels)
    precondition(sf_writef_float(file, samples, frames) == frames, "short write")
    sf_close(file)
}

/// A sine of `hertz` at amplitude 0.25, the second channel half as loud, `frames` long.
func tone(_ hertz: Double, frames: Int, rate: Int = 48_000, channels: Int = 2) -> [Float] {
    (0..<frames * channels).map { index in
        let angle = 2 * Double.pi * hertz * Double(index / channels) / Double(rate)
        return Float(0.25 * sin(angle) / Double(1 + index % channels))
    }
}

extension DecodedSound {
    var allSamples: [Float] { Array(UnsafeBufferPointer(start: samples, count: 2 * frames)) }
}

extension SoundFileReader {
    /// Reads in pieces of `count` frames to the end.
    func readAll(inPiecesOf count: Int) throws(SoundFileError) -> [Float] {
        var piece = [Float](repeating: 0, count: 2 * count)
        var all: [Float] = []
        while true {
            let got = try read(into: &piece, count: count)
            if got == 0 { return all }
            all += piece.prefix(2 * got)
        }
    }
}

/// Root-mean-square of one channel in decibels.
func level(_ samples: ArraySlice<Float>) -> Double {
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return 10 * log10(power)
}

/// The largest difference between two sounds of equal length.
func largestDifference(_ a: some Sequence<Float>, _ b: some Sequence<Float>) -> Float {
    zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
}

func everyOther(_ samples: [Float], from first: Int) -> [Float] {
    stride(from: first, to: samples.count, by: 2).map { samples[$0] }
}

/// Runs `body` in this thread with file permissions that bind even the superuser; nothing else is affected.
func withoutPrivileges<Result>(_ body: () -> Result) -> Result {
    guard geteuid() == 0 else { return body() }
    // In the C library but not in its Swift module.
    typealias SetFileSystemUser = @convention(c) (uid_t) -> CInt
    let setFileSystemUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetFileSystemUser.self)
    _ = setFileSystemUser(65_534)
    defer { _ = setFileSystemUser(0) }
    return body()
}
