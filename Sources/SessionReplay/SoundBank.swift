import Mixer
import SessionHost
import SessionPolicy
import SessionScenario
import SoundFiles

/// The sounds of one replay, decoded or made once, and kept as long as a voice may play them.
final class SoundBank {
    private let scenario: Scenario
    /// The length of the replay in frames; what is made need not be longer.
    private let frames: Int
    private let entries: [Name: SoundSource]
    private var sources: [SoundReference: VoiceSource?] = [:]
    private var files: [String: DecodedSound] = [:]
    private var storages: [ClipStorage] = []

    /// Decodes what the scenario names.
    init(_ scenario: Scenario, seconds: Double) throws(ReplayError) {
        self.scenario = scenario
        frames = Int((seconds + 1) * Double(Plan.sampleRate))
        entries = Dictionary(scenario.sounds.map { ($0.name, $0.sound) }, uniquingKeysWith: { first, _ in first })
        for entry in scenario.sounds {
            guard case .file(let path, _) = entry.sound, files[path] == nil else { continue }
            do { files[path] = try DecodedSound(path: path, rate: Plan.sampleRate) } catch { throw .file(error) }
        }
    }

    /// What a sound sounds like; nil where the scenario gives it none.
    func source(of reference: SoundReference) -> VoiceSource? {
        if let known = sources[reference] { return known }
        let source = make(reference)
        sources[reference] = .some(source)
        return source
    }

    private func make(_ reference: SoundReference) -> VoiceSource? {
        if let sound = reference.sound { return entries[sound.name].flatMap(make) }
        if let own = scenario.sounds.first(where: { $0.id == reference.kind.name }) {
            return make(own.sound).map { VoiceSource($0, loops: reference.kind.lastsUntilStopped) }
        }
        guard let sound = DeviceSounds.samples(of: reference.kind, rate: Plan.sampleRate) else { return nil }
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
            // The policy ends a tone. A whole number of hertz goes round in a second without a seam.
            let loops = hertz == hertz.rounded() && frames > Plan.sampleRate
            let length = loops ? Plan.sampleRate : frames
            return make(
                Waveform.tone(hertz: hertz, decibels: decibels, frames: length, rate: Plan.sampleRate), loops: loops)
        case .noise(let colour, _, let decibels):
            return make(
                Waveform.noise(pink: colour == .pink, decibels: decibels, frames: min(frames, Plan.sampleRate * 30)),
                loops: true)
        case .silence: return nil
        }
    }

    private func make(_ samples: [Float], loops: Bool) -> VoiceSource? {
        guard let storage = try? ClipStorage(interleaved: samples, channelCount: 1, sampleRate: Plan.sampleRate)
        else { return nil }
        storages.append(storage)
        return VoiceSource(clip: storage.clip, frames: samples.count, loops: loops)
    }
}

extension VoiceSource {
    /// The same clip, going round or not.
    fileprivate init(_ source: VoiceSource, loops: Bool) {
        self.init(clip: source.clip, frames: source.clip.frameCount, loops: source.loops || loops)
    }
}

extension SoundKind {
    /// Whether the device sounds it until something happens; the others end by themselves.
    fileprivate var lastsUntilStopped: Bool { self == .ringtone || self == .alarm || self == .callAudio }
}
