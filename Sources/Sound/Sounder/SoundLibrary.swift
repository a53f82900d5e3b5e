import Glibc
package import Mixer
package import SessionPolicy
package import SessionScenario
import SoundFiles
import Synchronization

/// The sounds of a running session: those that a scenario describes, the device's own, and files that steps name by path.
///
/// Files are read while they play, each time anew: one that has changed meanwhile is heard as it is now, and what plays of it
/// goes on as it was. May be used from any thread.
package final class SoundLibrary: SoundProvider {
    /// The sounds that the scenario describes, by their ids.
    private let described: [String: Described]
    private let replaySounds: Mutex<ReplaySounds>
    /// The reasons for which files could not be read on, until their sounds have ended.
    private let failures = Mutex<[SceneName: String]>([:])
    /// The sentences that were said about files, so that a repeated step does not repeat them.
    private let said = Mutex<Set<String>>([])
    private let isHeard: Bool
    private let say: @Sendable (String) -> Void

    private struct Described: Sendable {
        let name: Name
        let seconds: Double?
    }

    /// Creates a library; the sound files of the scenario are looked at here.
    ///
    /// - Parameters:
    ///   - scenario: The scenario whose `sounds` count; nil for none.
    ///   - isHeard: Whether the sounds are heard at all; where not, only their lengths count.
    ///   - say: Gets a sentence about each sound that cannot be heard, also from the thread that reads.
    /// - Throws: `ReplayError.file` for a sound file of the scenario that cannot be read.
    package init(
        _ scenario: Scenario?, isHeard: Bool = true, say: @escaping @Sendable (String) -> Void
    ) throws {
        let sounds = scenario?.sounds ?? []
        var described: [String: Described] = [:]
        for entry in sounds where described[entry.id] == nil {
            described[entry.id] = Described(name: entry.name, seconds: try Self.seconds(of: entry.sound))
        }
        self.described = described
        self.isHeard = isHeard
        self.say = { if isHeard { say($0) } }
        replaySounds = Mutex(ReplaySounds(sounds, seconds: .infinity, looksAtFiles: false))
    }

    private static func seconds(of sound: SoundSource) throws(ReplayError) -> Double? {
        switch sound {
        case .file(let path, let loops):
            do throws(SoundFileError) {
                let seconds = try probe(path).seconds
                return loops ? nil : seconds
            } catch {
                throw .file(error)
            }
        case .tone(_, let seconds, _), .noise(_, let seconds, _): return seconds
        case .silence(let seconds): return seconds
        }
    }

    package func prepare(_ id: String) -> Double? {
        if let known = described[id] { return known.seconds }
        guard access(id, R_OK) == 0 else {
            sayOnce("No sound is known as \"\(id)\", and no file has that name: it is decided about, but not heard.")
            return nil
        }
        do throws(SoundFileError) { return try probe(id).seconds } catch {
            sayOnce("\(error) It is not heard.")
            return nil
        }
    }

    package func source(of name: SceneName, feed: @escaping @Sendable (StreamedVoice) -> Void) -> VoiceSource? {
        guard isHeard else { return nil }
        guard let id = name.sound else { return source(of: SoundReference(name.kind), named: name, feed) }
        if let known = described[id] {
            return source(of: SoundReference(name.kind, sound: SoundID(known.name)), named: name, feed)
        }
        guard access(id, R_OK) == 0 else { return nil }
        return ReplaySounds.source(ofFile: id, loops: false, on: streams(of: name, feed))
    }

    private func source(
        of reference: SoundReference, named name: SceneName, _ feed: @escaping @Sendable (StreamedVoice) -> Void
    ) -> VoiceSource? {
        replaySounds.withLock { replaySounds in
            // The source holds frames that do not change, and makes streams; it does not hold the sounds themselves.
            nonisolated(unsafe) let source = replaySounds.source(of: reference, on: streams(of: name, feed))
            return source
        }
    }

    private func streams(
        of name: SceneName, _ feed: @escaping @Sendable (StreamedVoice) -> Void
    ) -> Streams {
        Streams(
            feed: feed,
            failed: { [self] error in
                failures.withLock { $0[name] = "\(error)" }
                say("\(error) What is left of it is not heard.")
            }, remarked: { [self] in sayOnce($0) })
    }

    package func takeFailure(of name: SceneName) -> String? { failures.withLock { $0.removeValue(forKey: name) } }

    private func sayOnce(_ sentence: String) {
        let isNew = said.withLock { said in
            if said.count >= Self.mostSaid { said = [] }
            return said.insert(sentence).inserted
        }
        if isNew { say(sentence) }
    }

    private static let mostSaid = 256
}
