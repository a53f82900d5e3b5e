import CPageFiles
import Glibc
import SessionScenario
import SessionWorld
import SoundFiles
import Sounder

/// The sounds of a page's apps, made by arithmetic, and sound files that have been decoded: the pages play them from
/// WAV files that the server makes, the machine from the same frames.
struct PageSounds: Sendable {
    /// Frames in a second.
    static let rate = 48_000

    /// One sound, one channel.
    struct OfferedSound: Sendable {
        let id: String
        /// Its frames, where it was made here.
        private let made: [Float]
        let file: [UInt8]?
        let loops: Bool
        let description: String
        let seconds: Double

        init(id: String, samples: [Float], loops: Bool) {
            (self.id, made, file, self.loops, description) = (id, samples, nil, loops, "")
            seconds = Double(samples.count) / Double(PageSounds.rate)
        }

        init(id: String, file: [UInt8], loops: Bool, tone: Double?) {
            (self.id, made, self.file, self.loops) = (id, [], file, loops)
            seconds = EmbeddedRecording.seconds(of: file)
            let length = loops ? "" : "seconds: \(plainText(seconds)), "
            description = tone.map { "{tone: \(plainText($0)), \(length)dB: -12}" } ?? ""
        }

        /// Its frames; those of a recording are decoded.
        var samples: [Float] { file.map { EmbeddedRecording.samples(of: $0) } ?? made }
    }

    /// The sounds by their ids; the device's own have the names of their kinds.
    private(set) var sounds: [String: OfferedSound]
    private(set) var files: [String: File] = [:]

    struct File: Sendable {
        let samples: [Float]
        let seconds: Double
    }

    /// Takes the recordings: those of the apps and those of the device.
    init() {
        sounds = EmbeddedRecording.all.reduce(into: [:]) { sounds, row in
            guard let file = EmbeddedRecording.files[row.id] else { return }
            sounds[row.id] = OfferedSound(id: row.id, file: file, loops: row.loops, tone: row.tone)
        }
    }

    /// Adds sound files that were decoded.
    /// - Parameter files: The files, by their paths.
    func with(_ files: [String: File]) -> PageSounds {
        var sounds = self
        sounds.files.merge(files) { $1 }
        return sounds
    }

    /// Adds the sounds that a scenario describes; they replace those with the same ids.
    /// - Parameter described: The entries under `sounds`; a sound file that has not been decoded is silent.
    func with(_ described: [SoundEntry]) -> PageSounds {
        var sounds = self
        for entry in described {
            let (samples, loops) = self.samples(of: entry.sound)
            sounds.sounds[entry.id] =
                samples.isEmpty
                ? nil
                : OfferedSound(id: entry.id, samples: samples, loops: loops)
        }
        return sounds
    }

    /// A tone without a seam, or some seconds of noise; the policy ends what has an end.
    private func samples(of source: SoundSource) -> (samples: [Float], loops: Bool) {
        switch source {
        case .file(let path, let loops): return (files[path]?.samples ?? [], loops)
        case .tone(let hertz, _, let decibels):
            // As many periods as fit into two seconds.
            let frames = Int((max(1, (2 * hertz).rounded(.down)) / hertz * Double(Self.rate)).rounded())
            return (Waveform.tone(hertz: hertz, decibels: decibels, frames: frames, rate: Self.rate), true)
        case .noise(let colour, _, let decibels):
            return (Waveform.noise(pink: colour == .pink, decibels: decibels, frames: 10 * Self.rate), true)
        case .silence: return ([], false)
        }
    }

    /// The sounds as a table knows them, in the order of their ids.
    var all: [TrialSound] {
        sounds.values.sorted { $0.id < $1.id }.map { sound in
            TrialSound(
                id: sound.id, seconds: sound.seconds, loops: sound.loops,
                scenario: sound.description.isEmpty ? nil : sound.description)
        }
    }

    /// A sound as a FLAC file: the recording, or one that is made, or nil if none has the id, or libsndfile cannot
    /// write one.
    func file(_ id: String) -> [UInt8]? {
        guard let sound = sounds[id] else { return nil }
        return sound.file ?? Self.encoded(sound.samples, .flac, channels: 2)
    }

    /// A sound as an Opus file of 40,000 bits a second, or nil if none has the id, or libsndfile cannot write one.
    func opus(_ id: String) -> [UInt8]? {
        sounds[id].flatMap { Self.encoded($0.samples, .opus(bitsPerSecond: 40_000)) }
    }

    private static func encoded(_ samples: [Float], _ format: SoundEncoder.Format, channels: Int = 1) -> [UInt8]? {
        guard !samples.isEmpty, let encoder = try? SoundEncoder(format, rate: rate) else { return nil }
        let frames = channels == 1 ? samples : samples.flatMap { [$0, $0] }
        frames.withUnsafeBufferPointer { encoder.write($0.baseAddress!, count: samples.count) }
        return encoder.finish()
    }
}

/// A recording of the repository, which an app or the device itself plays.
private enum EmbeddedRecording {
    /// The form of an app's sound in a scenario that is saved: a tone of this pitch, in hertz.
    typealias Row = (id: String, loops: Bool, tone: Double?)

    static let all: [Row] = [
        ("song", true, 440), ("soundtrack", true, 220), ("podcast", false, 175), ("lesson", false, 247),
        ("nav-left", false, 660), ("nav-exit", false, 700), ("nav-arrived", false, 740), ("game-jump", false, 1_320),
        ("tap", false, 2_637), ("blog-uploaded", false, 990),
        ("ringtone", true, nil), ("callAudio", true, nil), ("alarm", true, nil), ("alert", false, nil),
        ("keyClick", false, nil),
    ]

    static let files: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        var next = page_sounds()
        while let sound = next?.pointee, let name = sound.name {
            files[String(cString: name)] = Array(UnsafeBufferPointer(start: sound.bytes, count: Int(sound.count)))
            next = next?.successor()
        }
        return files
    }()

    /// The length of a FLAC file, in seconds: rate and frames are in the bytes 18 to 25 (RFC 9639, section 8.2).
    static func seconds(of file: [UInt8]) -> Double {
        let bits = file[18..<26].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(bits & 0xF_FFFF_FFFF) / Double(bits >> 44)
    }

    /// The first channel of a FLAC file; silence where libsndfile is missing.
    static func samples(of file: [UInt8]) -> [Float] {
        // libsndfile reads files; this one has no name, and ends with its descriptor.
        guard let copy = tmpfile() else { return [] }
        defer { fclose(copy) }
        guard fwrite(file, 1, file.count, copy) == file.count, fflush(copy) == 0,
            let sound = try? DecodedSound(path: "/proc/self/fd/\(fileno(copy))", rate: PageSounds.rate)
        else { return [] }
        return [Float](unsafeUninitializedCapacity: sound.frames) { buffer, count in
            for frame in 0..<sound.frames { buffer[frame] = sound.samples[2 * frame] }
            count = sound.frames
        }
    }
}
