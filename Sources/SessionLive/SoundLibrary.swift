import Glibc
import Mixer
public import SessionHost
public import SessionPolicy
import SessionReplay
public import SessionScenario
import SoundFiles

/// The sounds of a running session: those that a scenario describes, the device's own, and files that steps name by path.
public final class SoundLibrary: SoundProvider {
    private let bank: SoundBank
    private let described: [String: Double?]
    private var files: [Name: SoundFile] = [:]
    private let rate: Int
    private let say: (String) -> Void

    /// Creates a library; the sound files of the scenario are decoded here.
    ///
    /// - Parameters:
    ///   - scenario: The scenario whose `sounds` count; nil for none. The world must begin with its names.
    ///   - rate: The mixer's rate in frames per second.
    ///   - say: Gets a sentence about each sound that cannot be heard.
    /// - Throws: `ReplayError.file` for a sound file of the scenario that cannot be read whole.
    public init(_ scenario: Scenario?, rate: Int, say: @escaping (String) -> Void) throws {
        let sounds = scenario?.sounds ?? []
        let bank = try SoundBank(sounds, seconds: nil)
        self.bank = bank
        described = Dictionary(
            sounds.map { ($0.id, $0.sound.seconds(bank.seconds(ofFile:))) }, uniquingKeysWith: { first, _ in first })
        self.rate = rate
        self.say = say
    }

    public func prepare(_ id: String, as name: Name) -> Double? {
        if let seconds = described[id] { return seconds }
        if let file = files[name] { return file.decoded?.seconds }
        var file = SoundFile(decoded: nil)
        if access(id, R_OK) == 0 {
            do throws(SoundFileError) {
                file = SoundFile(decoded: try DecodedSound(path: id, rate: rate))
            } catch {
                say("\(error) It is not heard.")
            }
        } else {
            say("No sound is known as \"\(id)\", and no file has that name: it is decided about, but not heard.")
        }
        files[name] = file
        return file.decoded?.seconds
    }

    public func source(of sound: SoundReference) -> VoiceSource? {
        if let name = sound.sound?.name, let file = files[name] { return file.source }
        return bank.source(of: sound)
    }

    private struct SoundFile {
        let decoded: DecodedSound?
        let source: VoiceSource?

        init(decoded: DecodedSound?) {
            self.decoded = decoded
            source = decoded.flatMap { sound in
                let clip = try? Clip(
                    samples: sound.samples, frameCount: sound.frames, channelCount: 2, sampleRate: sound.rate)
                return clip.map { VoiceSource(clip: $0, frames: sound.frames, loops: false) }
            }
        }
    }
}

extension SoundSource {
    /// How long it lasts, in seconds; nil where it has no end.
    fileprivate func seconds(_ length: (String) -> Double?) -> Double? {
        switch self {
        case .file(let path, let loops): loops ? nil : length(path)
        case .tone(_, let seconds, _), .noise(_, let seconds, _): seconds
        case .silence(let seconds): seconds
        }
    }
}
