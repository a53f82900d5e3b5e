import Glibc
import SessionPolicy
import SessionScenario
import SessionWorld
import SoundFiles
import Sounder

/// The sounds of a page's apps: synthesized ones and decoded sound files. Pages play them from files that the server
/// makes; tones and noises of scenarios they make themselves.
struct PageSounds: Sendable {
    static let rate = 48_000

    struct OfferedSound: Sendable {
        let sound: TrialSound
        /// A recording as a FLAC file, or nil if it is made of frames.
        let file: [UInt8]?
        private let made: [Float]

        init(id: String, samples: [Float], loops: Bool) {
            let seconds = Double(samples.count) / Double(PageSounds.rate)
            (sound, file) = (TrialSound(id: id, seconds: seconds, loops: loops, scenario: nil), nil)
            made = samples
        }

        init(id: String, file: [UInt8], loops: Bool, tone: Double) {
            let seconds = EmbeddedRecording.seconds(of: file)
            let scenario = "{tone: \(plainText(tone)), \(loops ? "" : "seconds: \(plainText(seconds)), ")dB: -12}"
            (sound, made) = (TrialSound(id: id, seconds: seconds, loops: loops, scenario: scenario), [])
            self.file = file
        }

        /// Its frames; those of a recording are decoded.
        var samples: [Float] { file.map { EmbeddedRecording.samples(of: $0) } ?? made }
    }

    /// The sounds by id; the device's own are named after their kinds.
    private(set) var sounds: [String: OfferedSound]
    private(set) var files: [String: File] = [:]

    struct File: Sendable {
        let samples: [Float]
        let seconds: Double
    }

    init() {
        sounds = EmbeddedRecording.all.reduce(into: [:]) { sounds, row in
            guard let file = PageFiles.embedded[row.id] else { return }
            sounds[row.id] = OfferedSound(id: row.id, file: file, loops: row.loops, tone: row.tone)
        }
        for kind in SoundKind.allCases {
            guard let (samples, loops) = DeviceSounds.samples(of: kind, rate: Self.rate) else { continue }
            sounds[kind.name] = OfferedSound(id: kind.name, samples: samples, loops: loops)
        }
    }

    func with(_ files: [String: File]) -> PageSounds {
        var sounds = self
        sounds.files.merge(files) { $1 }
        return sounds
    }

    /// Returns the sounds with the sound files of a scenario, which replace sounds with the same ids.
    /// - Parameter described: The entries under `sounds`; a sound file that has not been decoded is silent.
    func with(_ described: [SoundEntry]) -> PageSounds {
        var sounds = self
        for entry in described {
            guard case .file(let path, let loops) = entry.sound else { continue }
            let samples = files[path]?.samples ?? []
            sounds.sounds[entry.id] =
                samples.isEmpty ? nil : OfferedSound(id: entry.id, samples: samples, loops: loops)
        }
        return sounds
    }

    /// The sounds in the trial's format, in the order of their ids.
    var all: [TrialSound] { sounds.values.map(\.sound).sorted { $0.id < $1.id } }

    /// A sound as a FLAC file, or nil if the id is unknown or libsndfile cannot write one.
    func file(_ id: String) -> [UInt8]? {
        guard let sound = sounds[id] else { return nil }
        return sound.file ?? Self.encoded(sound.samples, .flac, channels: 2)
    }

    /// A sound as an Opus file at 40 kbit/s, or nil if the id is unknown or libsndfile cannot write one.
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

/// An embedded recording, played by an app.
private enum EmbeddedRecording {
    /// The replacement of an app's sound in a saved scenario: a tone of this pitch, in hertz.
    typealias Row = (id: String, loops: Bool, tone: Double)

    static let all: [Row] = [
        ("song", true, 440), ("soundtrack", true, 220), ("podcast", false, 175), ("lesson", false, 247),
        ("nav-left", false, 660), ("nav-exit", false, 700), ("nav-arrived", false, 740), ("game-jump", false, 1_320),
        ("tap", false, 2_637), ("blog-uploaded", false, 990),
    ]

    /// The length of a FLAC file, in seconds: sample rate and count are in bytes 18 to 25 (RFC 9639, section 8.2).
    static func seconds(of file: [UInt8]) -> Double {
        let bits = file[18..<26].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(bits & 0xF_FFFF_FFFF) / Double(bits >> 44)
    }

    /// The first channel of a FLAC file; silence if libsndfile is missing.
    static func samples(of file: [UInt8]) -> [Float] {
        // libsndfile reads files; this one is anonymous and ends with its descriptor.
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
