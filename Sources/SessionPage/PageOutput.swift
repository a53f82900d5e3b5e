import Glibc
import Mixer
import SessionCalls
import SessionHost
public import SessionPolicy
import SessionSound
public import SessionWorld

/// What a page's device is heard on beside the pages.
public protocol PageOutput: Sendable {
    /// Makes audible what holds from now on.
    ///
    /// - Parameters:
    ///   - reply: What holds.
    ///   - started: The sounds that begin from their beginning.
    func show(_ reply: Reply, started: [SoundReference])
}

/// The machine's sound: one PCM for all ports.
public final class MachineOutput: PageOutput {
    private let sound: ProcessSound
    private let pcm: String

    /// Starts it; a device is opened when something is to be heard.
    ///
    /// - Parameters:
    ///   - pcm: The name of the PCM.
    ///   - sounds: The sounds.
    ///   - say: Gets each sentence about the machine, on any thread.
    /// - Throws: `Shortage` where files or threads are not to be had.
    public init(pcm: String, sounds: PageSounds, say: @escaping @Sendable (String) -> Void) throws {
        self.pcm = pcm
        let storages = sounds.sounds.compactMapValues { sound in
            (try? ClipStorage(interleaved: sound.samples, channelCount: 1, sampleRate: PageSounds.rate)).map {
                (storage: $0, frames: sound.samples.count, loops: sound.loops)
            }
        }
        sound = try ProcessSound(
            .devices, tell: { _ in }, say: say,
            source: { name, _ in
                guard let known = storages[name.sound ?? name.kind.name] else { return nil }
                return VoiceSource(
                    clip: known.storage.clip, owner: known.storage, frames: known.frames, loops: known.loops)
            })
    }

    public func show(_ reply: Reply, started: [SoundReference]) {
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
        sound.take(
            Scene(
                at: MachineTime(nanoseconds: SteadyClock().now.nanoseconds), picture: picture, names: names,
                started: places, finished: finished,
                output: SceneOutput(port: picture.preferredOutputs.ports.first ?? .builtInSpeaker, pcm: pcm)))
    }
}
