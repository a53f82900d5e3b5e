import Glibc
import SessionHost
import SessionPolicy
public import SessionScenario
public import SessionTable

/// The sounds of a page's apps, made by arithmetic, and sound files that somebody has decoded: the pages play them from WAV
/// files that the server makes, the machine from the same frames.
public struct PageSounds: Sendable {
    /// Frames in a second.
    public static let rate = 48_000

    /// One sound, one channel.
    public struct Sound: Sendable {
        public let id: String
        public let samples: [Float]
        /// Whether it goes round until it is stopped.
        public let loops: Bool
        /// What stands for it in a scenario file.
        let description: String
    }

    /// By their ids; the device's own have the names of their kinds.
    public private(set) var sounds: [String: Sound]
    /// The sound files among them, by their paths.
    public private(set) var files: [String: File] = [:]

    /// A sound file that was decoded.
    public struct File: Sendable {
        let samples: [Float]
        /// How long it is.
        public let seconds: Double

        /// Creates one.
        ///
        /// - Parameters:
        ///   - samples: One channel at the rate of all sounds here.
        ///   - seconds: How long the file is by its own account.
        public init(samples: [Float], seconds: Double) { (self.samples, self.seconds) = (samples, seconds) }
    }

    /// Makes the sounds: those of the apps and those of the device.
    public init() {
        var sounds: [String: Sound] = [:]
        for melody in Melody.all {
            sounds[melody.id] = Sound(
                id: melody.id, samples: melody.samples, loops: melody.loops, description: melody.description)
        }
        for kind in SoundKind.allCases {
            guard let own = DeviceSounds.samples(of: kind, rate: Self.rate) else { continue }
            sounds[kind.name] = Sound(id: kind.name, samples: own.samples, loops: own.loops, description: "")
        }
        self.sounds = sounds
    }

    /// The same with sound files that were decoded.
    ///
    /// - Parameter files: By their paths.
    public func with(_ files: [String: File]) -> PageSounds {
        var sounds = self
        sounds.files.merge(files) { $1 }
        return sounds
    }

    /// The same with what a scenario describes in place of what has the same id.
    ///
    /// - Parameter described: The entries under `sounds`; a sound file that nobody has decoded is silent.
    public func with(_ described: [SoundEntry]) -> PageSounds {
        var sounds = self
        for entry in described {
            let (samples, loops) = self.samples(of: entry.sound)
            sounds.sounds[entry.id] =
                samples.isEmpty
                ? nil
                : Sound(id: entry.id, samples: samples, loops: loops, description: "")
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

    /// What a table knows of them, in the order of their ids.
    public var all: [TableSound] {
        sounds.values.sorted { $0.id < $1.id }.map { sound in
            TableSound(
                id: sound.id, seconds: Double(sound.samples.count) / Double(Self.rate), loops: sound.loops,
                scenario: sound.description.isEmpty ? nil : sound.description)
        }
    }

    /// A sound as a WAV file of 16 bits; nil where none has the id.
    func wav(_ id: String) -> [UInt8]? {
        guard let sound = sounds[id] else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(44 + 2 * sound.samples.count)
        func put(_ value: Int, _ count: Int) {
            for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
        }
        bytes += Array("RIFF".utf8)
        put(36 + 2 * sound.samples.count, 4)
        bytes += Array("WAVEfmt ".utf8)
        for (value, count) in [(16, 4), (1, 2), (1, 2), (Self.rate, 4), (2 * Self.rate, 4), (2, 2), (16, 2)] {
            put(value, count)
        }
        bytes += Array("data".utf8)
        put(2 * sound.samples.count, 4)
        for sample in sound.samples { put(Int((max(-1, min(1, sample)) * 32_767).rounded()), 2) }
        return bytes
    }
}

/// A row of notes.
private struct Melody {
    let id: String
    let loops: Bool
    /// For each note: its pitch as a number of half tones from A (440 Hz), nil for a rest, and its length in seconds.
    let notes: [(pitch: Int?, seconds: Double)]
    /// How fast a note dies away, in a second.
    let decay: Double
    let description: String

    static let all: [Melody] = [
        Melody(
            id: "song", loops: true,
            notes: [0, 4, 7, 12, 7, 4, -3, 0, 5, 9, 5, 0, -5, -1, 2, 7, 2, -1].map { ($0, 0.25) }, decay: 3,
            description: "{tone: 440, dB: -12}"),
        Melody(
            id: "theme", loops: true, notes: [-12, nil, -12, -9, nil, -5, -7, nil].map { ($0, 0.18) }, decay: 7,
            description: "{tone: 220, dB: -12}"),
        Melody(
            id: "prompt", loops: false, notes: [(7, 0.3), (4, 0.3), (7, 0.3), (12, 0.6)], decay: 2.5,
            description: "{tone: 660, seconds: 1.5, dB: -12}"),
        Melody(
            id: "lesson", loops: false,
            notes: [-10, -8, -10, nil, -7, -8, -12, nil, -10, -8, -5, nil].map { ($0, 0.25) }, decay: 4,
            description: "{tone: 247, seconds: 3, dB: -12}"),
        Melody(
            id: "jump", loops: false, notes: [(12, 0.06), (16, 0.06), (19, 0.06), (24, 0.12)], decay: 12,
            description: "{tone: 1320, seconds: 0.3, dB: -12}"),
        Melody(
            id: "tap", loops: false, notes: [(31, 0.08)], decay: 60, description: "{tone: 2637, seconds: 0.08, dB: -12}"
        ),
    ]

    var samples: [Float] {
        notes.flatMap { note -> [Float] in
            let count = Int((note.seconds * Double(PageSounds.rate)).rounded())
            guard let pitch = note.pitch else { return [Float](repeating: 0, count: count) }
            let hertz = 440 * pow(2, Double(pitch) / 12)
            return (0..<count).map { frame in
                let time = Double(frame) / Double(PageSounds.rate)
                let edge = min(1, time / 0.004, (note.seconds - time) / 0.01)
                let wave = sin(2 * .pi * hertz * time) + 0.35 * sin(4 * .pi * hertz * time)
                return Float(0.25 * wave * exp(-decay * time) * edge)
            }
        }
    }
}
