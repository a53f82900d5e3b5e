import Glibc
import Mixer
package import SessionPolicy
package import SessionScenario
import SoundFiles
import Synchronization

/// The sounds of a scenario, the device's own, and files that steps name by path. A running session reads files again
/// at each start, so changed files are heard as they are now. A replay examines each file once and keeps short ones in
/// memory. Any thread.
package final class SoundLibrary: SoundProvider {
    /// The limit for decoded files in bytes; beyond it, short ones are streamed as well.
    private static let memoryLimit = 64 << 20

    private struct Entry: Sendable {
        let content: SoundContent
        let loops: Bool

        func source(_ feeders: Feeders) -> VoiceSource? {
            content.source(SoundPlayer.Manner(rounds: loops ? nil : 1), feeders)
        }
    }

    private struct State {
        /// The sounds that have been created or examined, by name without an app.
        var entries: [SceneName: Entry?] = [:]
        var bytes = 0
        var fileStreamCount = 0
        var failure: SoundFileError?
        /// Why files could not be read, until their sounds have ended.
        var failures: [SceneName: String] = [:]
    }

    private let described: [String: SoundSource]
    private let seconds: [String: Double]
    private let isReplay: Bool
    private let isHeard: Bool
    private let rate: Int
    private let noiseFrames: Int
    private let state = Mutex(State())
    /// The warnings about files, each reported once.
    private let words: OneTimeWarnings

    /// Creates the library of a running session and examines the scenario's sound files.
    /// - Parameters:
    ///   - scenario: The scenario whose `sounds` are used, or nil.
    ///   - isHeard: Whether sounds are audible; otherwise only their lengths are used.
    ///   - rate: The mixer's rate in frames per second.
    ///   - say: Receives a sentence about each sound that cannot be played, also on the reading thread.
    package init(
        _ scenario: Scenario?, isHeard: Bool = true, rate: Int = Capture.rate, say: @escaping @Sendable (String) -> Void
    ) throws(ReplayError) {
        let sounds = scenario?.sounds ?? []
        var seconds: [String: Double] = [:]
        do throws(SoundFileError) {
            for entry in sounds { seconds[entry.id] = try Self.seconds(of: entry.sound) }
        } catch {
            throw .file(error)
        }
        described = Self.byID(sounds)
        (self.seconds, isReplay, self.isHeard, self.rate) = (seconds, false, isHeard, rate)
        noiseFrames = 30 * rate
        words = OneTimeWarnings { if isHeard { say($0) } }
    }

    /// Creates the library of a replay.
    /// - Parameters:
    ///   - sounds: The sounds that its scenario describes.
    ///   - length: The length of the replay, in seconds.
    init(_ sounds: [SoundEntry], length: Double) {
        (described, seconds, isReplay, isHeard, rate) = (Self.byID(sounds), [:], true, true, Capture.rate)
        noiseFrames = Int(min(length + 1, 30) * Double(rate))
        words = OneTimeWarnings { _ in }
    }

    private static func byID(_ sounds: [SoundEntry]) -> [String: SoundSource] {
        Dictionary(sounds.map { ($0.id, $0.sound) }, uniquingKeysWith: { first, _ in first })
    }

    private static func seconds(of sound: SoundSource) throws(SoundFileError) -> Double? {
        switch sound {
        case .file(let path, let loops):
            let seconds = try probe(path).seconds
            return loops ? nil : seconds
        case .tone(_, let seconds, _), .noise(_, let seconds, _): return seconds
        case .silence(let seconds): return seconds
        }
    }

    // MARK: For a running session

    package func prepare(_ id: String) -> Double? {
        if described[id] != nil { return seconds[id] }
        guard access(id, R_OK) == 0 else {
            words.say("No sound is known as \"\(id)\", and no file has that name: it is decided about, but not heard.")
            return nil
        }
        do throws(SoundFileError) { return try probe(id).seconds } catch {
            words.say("\(error) It is not heard.")
            return nil
        }
    }

    package func source(of name: SceneName, _ feeders: Feeders) -> VoiceSource? {
        guard isHeard else { return nil }
        if let id = name.sound, described[id] == nil {
            guard !isReplay, access(id, R_OK) == 0 else { return nil }
            return file(id, loops: false, of: name)?.source(feeders)
        }
        let (sound, loops) = (described[name.sound ?? name.kind.name], name.sound == nil && name.kind.lastsUntilStopped)
        // A running session reads a file again each time.
        if case .file(let path, let goesRound) = sound, !isReplay {
            return file(path, loops: goesRound || loops, of: name)?.source(feeders)
        }
        let key = SceneName(name.kind, sound: name.sound)
        if let known = state.withLock({ $0.entries[key] }) { return known?.source(feeders) }
        let made = sound.map { entry($0, loops: loops) } ?? Self.ofDevice(name.kind, rate)
        state.withLock { $0.entries[key] = .some(made) }
        return made?.source(feeders)
    }

    package func takeFailure(of name: SceneName) -> String? { state.withLock { $0.failures.removeValue(forKey: name) } }

    private func file(_ path: String, loops: Bool, of name: SceneName) -> Entry? {
        let observer = SoundContent.Observer(
            failed: { [weak self] error in
                self?.state.withLock { $0.failures[name] = "\(error)" }
                self?.words.sayEachTime("\(error) What is left of it is not heard.")
            }, remarked: { [weak self] in self?.words.say($0) })
        let content = try? SoundContent(.file(path, seconds: nil), rate: rate, observer)
        return content.map { Entry(content: $0, loops: loops) }
    }

    // MARK: For a replay

    var failure: SoundFileError? { state.withLock { $0.failure } }

    var fileStreamCount: Int { state.withLock { $0.fileStreamCount } }

    /// Remarks for a person on the files that were decoded so far, a sentence each.
    var remarks: [String] { words.all }

    private func keptFile(_ path: String, loops: Bool) -> Entry? {
        do throws(SoundFileError) {
            let length = try probeLength(path)
            let observer = SoundContent.Observer(
                failed: { [weak self] error in self?.fail(error) }, remarked: { [weak self] in self?.words.say($0) })
            guard
                let content = try? SoundContent(
                    .file(path, seconds: length.seconds), rate: rate, fileFrames: length.frames(at: rate), observer)
            else { return nil }
            let isKept = state.withLock { state in
                guard let bytes = content.bytesInMemory, state.bytes + bytes <= Self.memoryLimit else {
                    state.fileStreamCount += 1
                    return false
                }
                state.bytes += bytes
                return true
            }
            if isKept { try content.prepare() }
            return Entry(content: content, loops: loops)
        } catch {
            fail(error)
            return nil
        }
    }

    private func fail(_ error: SoundFileError) { state.withLock { $0.failure = $0.failure ?? error } }

    // MARK: What a sound is made of

    private func entry(_ sound: SoundSource, loops: Bool) -> Entry? {
        switch sound {
        case .file(let path, let goesRound): return keptFile(path, loops: goesRound || loops)
        case .tone(let hertz, _, let decibels):
            // The policy ends a tone. A whole number of hertz loops in a second without a seam.
            guard hertz != hertz.rounded() else {
                let second = Waveform.tone(hertz: hertz, decibels: decibels, frames: rate, rate: rate)
                return Self.entry(.samples(second, channels: 1, rate: rate), loops: true, rate)
            }
            return Self.entry(
                .made { [rate] place in
                    var tone = Tone(hertz: hertz, decibels: decibels, rate: rate, from: place)
                    return { output, frames in
                        for frame in 0..<frames { output[frame] = tone.next() }
                        return frames
                    }
                }, loops: false, rate)
        case .noise(let colour, _, let decibels):
            let noise = Waveform.noise(pink: colour == .pink, decibels: decibels, frames: noiseFrames)
            return Self.entry(.samples(noise, channels: 1, rate: rate), loops: true, rate)
        case .silence: return nil
        }
    }

    /// The device's own sounds by rate, shared by all libraries of the process: a test that makes a phone for each of many
    /// runs would otherwise spend most of its time on the ringtone.
    private static let ownSounds = Mutex<[Int: [SoundKind: Entry]]>([:])

    private static func ofDevice(_ kind: SoundKind, _ rate: Int) -> Entry? {
        if let known = ownSounds.withLock({ $0[rate]?[kind] }) { return known }
        guard let made = DeviceSounds.samples(of: kind, rate: rate) else { return nil }
        let entry = entry(.samples(made.samples, channels: 1, rate: rate), loops: made.loops, rate)
        ownSounds.withLock { $0[rate, default: [:]][kind] = entry }
        return entry
    }

    private static func entry(_ material: SoundMaterial, loops: Bool, _ rate: Int) -> Entry? {
        (try? SoundContent(material, rate: rate)).map { Entry(content: $0, loops: loops) }
    }
}

extension SoundKind {
    fileprivate var lastsUntilStopped: Bool { self == .ringtone || self == .alarm || self == .callAudio }
}
