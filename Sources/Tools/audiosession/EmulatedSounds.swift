import Glibc
import SessionCalls
import SessionPolicy
import SessionSound
import SessionWorld
import SoundFiles

/// The sound files that steps let emulated apps play on a host: a sound is the file that it is named after.
///
/// Used on the thread of the host's loop.
final class EmulatedSounds {
    private let sound: ProcessSound
    /// Whether they are heard; else it is no fault that a file is missing.
    private let isHeard: Bool
    private let complaints: Complaints
    private var players: [SceneName: SoundPlayer] = [:]
    /// The names of the players, the one that was started longest ago first.
    private var order: [SceneName] = []
    private var missing: Set<String> = []

    /// A player is a file's name and what plays of it; more than may sound at once are not needed.
    private static let mostPlayers = 1_024

    init(_ sound: ProcessSound, isHeard: Bool, _ complaints: Complaints) {
        (self.sound, self.isHeard, self.complaints) = (sound, isHeard, complaints)
    }

    /// Gets ready what a step starts.
    ///
    /// - Returns: How long it lasts in seconds; nil for a step that starts no file.
    func prepare(_ step: PositionedValue) -> Double? {
        guard step["do"]?.string == "play", let app = step["app"]?.string, let path = step["sound"]?.string else {
            return nil
        }
        guard access(path, R_OK) == 0 else {
            if isHeard, missing.count < Self.mostPlayers, missing.insert(path).inserted {
                complaints.add("No file has the name of the sound \"\(path)\": it is decided about, but not heard.")
            }
            return nil
        }
        do throws(SoundFileError) {
            let seconds = try probe(path).seconds
            if isHeard { keep(path, SceneName(.sound, app: app, sound: path)) }
            return seconds
        } catch {
            if isHeard { complaints.add("\(error) It is not heard.") }
            return nil
        }
    }

    private func keep(_ path: String, _ name: SceneName) {
        order.removeAll { $0 == name }
        order.append(name)
        // A file plays as it is when it starts: a player reads it anew each time.
        guard players[name] == nil, let player = try? SoundPlayer(.file(path)) else { return }
        players[name] = player
        sound.add(player, as: name)
        if order.count > Self.mostPlayers, let oldest = players.removeValue(forKey: order.removeFirst()) {
            sound.remove(oldest)
        }
    }
}
