import Glibc
import Mixer
import SessionPolicy
import SessionScenario
import SessionWorld
import Sounder
import Synchronization

/// The machine's sound, on which a page's device is audible in addition to the pages: one PCM for all ports.
final class MachineOutput: Sendable {
    private let sound: ProcessSound
    private let pcm: String
    private let sounds: DescribedSounds

    /// Creates the output; a device is opened when the first sound plays.
    /// - Parameter say: Called with each message about the machine, on any thread.
    /// - Throws: `Shortage` if files or threads are unavailable.
    init(pcm: String, sounds: PageSounds, say: @escaping @Sendable (String) -> Void) throws {
        self.pcm = pcm
        let source = DescribedSounds(sounds)
        self.sounds = source
        sound = try ProcessSound(
            .devices, tell: { _ in }, say: say, source: { name, _ in source.source(of: name.sound ?? name.kind.name) })
    }

    /// Uses a scenario's sounds for these names until the next call.
    ///
    /// - Parameter described: The entries under `sounds`, or none for the built-in sounds.
    func use(_ described: [SoundEntry]) { sounds.use(described) }

    /// Plays the state after a reply.
    ///
    /// - Parameter started: The sounds that start from their beginning.
    func show(_ reply: Reply, started: [SoundReference]) {
        let picture = reply.moment.picture
        let finished = reply.meanwhile.flatMap(\.notices).compactMap { notice -> SceneName? in
            guard case .soundFinished(let sound) = notice.message else { return nil }
            return SceneName(.sound, app: reply.names[notice.app.name], sound: reply.names[sound.name])
        }
        let names = picture.sounds.map { level in
            SceneName(
                level.reference.kind, app: level.reference.app.map { reply.names[$0.name] },
                sound: level.reference.sound.map { reply.names[$0.name] })
        }
        let places = picture.sounds.indices.filter { started.contains(picture.sounds[$0].reference) }
        sound.receive(
            Scene(
                at: MachineTime(nanoseconds: MachineClock().now.nanoseconds), picture: picture, names: names,
                started: places, finished: finished,
                output: SceneOutput(port: picture.preferredOutputs.ports.first ?? .builtInSpeaker, pcm: pcm)))
    }
}

/// The sounds in the mixer's format, read by the sound thread.
private final class DescribedSounds: Sendable {
    private let sounds: PageSounds
    private typealias Item = (storage: ClipStorage, frames: Int, loops: Bool)
    private let items: Mutex<[String: Item]>

    init(_ sounds: PageSounds) {
        self.sounds = sounds
        items = Mutex(Self.items(of: sounds))
    }

    private static func items(of sounds: PageSounds) -> [String: Item] {
        sounds.sounds.compactMapValues { sound in
            let samples = sound.samples
            let storage = try? ClipStorage(interleaved: samples, channelCount: 1, sampleRate: PageSounds.rate)
            return storage.map { ($0, samples.count, sound.loops) }
        }
    }

    func use(_ described: [SoundEntry]) {
        let items = Self.items(of: sounds.with(described))
        self.items.withLock { $0 = items }
    }

    func source(of id: String) -> VoiceSource? {
        guard let item = items.withLock({ $0[id] }) else { return nil }
        return VoiceSource(clip: item.storage.clip, owner: item.storage, frames: item.frames, loops: item.loops)
    }
}
