import Mixer
package import SessionHost
package import SessionPolicy
package import SessionScenario
import SoundFiles

/// The sounds of a scenario and of the device for a session without an end: decoded or made once, and kept as long as a
/// voice may play them.
package final class SoundBank {
    private let sounds: [SoundEntry]
    private let entries: [Name: SoundSource]
    private var sources: [SoundReference: VoiceSource?] = [:]
    private var files: [String: DecodedSound] = [:]
    private var storages: [ClipStorage] = []

    /// Decodes what the entries name.
    ///
    /// - Parameter sounds: What a scenario describes.
    /// - Throws: `ReplayError.file` for a sound file that cannot be read whole.
    package init(_ sounds: [SoundEntry]) throws(ReplayError) {
        self.sounds = sounds
        entries = Dictionary(sounds.map { ($0.name, $0.sound) }, uniquingKeysWith: { first, _ in first })
        for entry in sounds {
            guard case .file(let path, _) = entry.sound, files[path] == nil else { continue }
            do { files[path] = try DecodedSound(path: path, rate: Replay.sampleRate) } catch { throw .file(error) }
        }
    }

    /// What a person should know of the files, a sentence each.
    package var remarks: [String] { files.values.compactMap(\.remark).sorted() }

    /// How long a file is that an entry names, in seconds.
    package func seconds(ofFile path: String) -> Double? { files[path]?.seconds }

    /// What a sound sounds like; nil where the scenario gives it none.
    package func source(of reference: SoundReference) -> VoiceSource? {
        if let known = sources[reference] { return known }
        let source = make(reference)
        sources[reference] = .some(source)
        return source
    }

    private func make(_ reference: SoundReference) -> VoiceSource? {
        if let sound = reference.sound { return entries[sound.name].flatMap(make) }
        if let own = sounds.first(where: { $0.id == reference.kind.name }) {
            return make(own.sound)?.looping(reference.kind.lastsUntilStopped)
        }
        guard let sound = DeviceSounds.samples(of: reference.kind, rate: Replay.sampleRate) else { return nil }
        return make(sound.samples, loops: sound.loops)
    }

    private func make(_ source: SoundSource) -> VoiceSource? {
        switch source {
        case .file(let path, let loops):
            guard let file = files[path],
                let clip = try? Clip(
                    samples: file.samples, frameCount: file.frames, channelCount: 2, sampleRate: file.rate)
            else { return nil }
            return VoiceSource(clip: clip, frames: file.frames, loops: loops)
        case .tone(let hertz, _, let decibels):
            // The policy ends a tone. One that goes round after whole seconds has no seam.
            let round = Self.round(of: hertz)
            return make(
                Waveform.tone(
                    hertz: round.hertz, decibels: decibels, frames: round.seconds * Replay.sampleRate,
                    rate: Replay.sampleRate),
                loops: true)
        case .noise(let colour, _, let decibels):
            return make(
                Waveform.noise(pink: colour == .pink, decibels: decibels, frames: Replay.sampleRate * 30), loops: true)
        case .silence: return nil
        }
    }

    /// After how many whole seconds a tone is where it began. One that is not within a minute is moved to the nearest
    /// that is: a hundredth of a hertz is not heard, a seam is.
    static func round(of hertz: Double) -> (seconds: Int, hertz: Double) {
        let seconds = (1..<60).first { abs((hertz * Double($0)).rounded() - hertz * Double($0)) < 1e-6 } ?? 60
        return (seconds, (hertz * Double(seconds)).rounded() / Double(seconds))
    }

    private func make(_ samples: [Float], loops: Bool) -> VoiceSource? {
        guard let storage = try? ClipStorage(interleaved: samples, channelCount: 1, sampleRate: Replay.sampleRate)
        else { return nil }
        storages.append(storage)
        return VoiceSource(clip: storage.clip, frames: samples.count, loops: loops)
    }
}

extension SoundKind {
    /// Whether the device sounds it until something happens; the others end by themselves.
    var lastsUntilStopped: Bool { self == .ringtone || self == .alarm || self == .callAudio }
}
