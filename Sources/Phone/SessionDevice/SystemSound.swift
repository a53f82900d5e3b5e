public import SessionPolicy
import SoundFiles
import Sounder

/// A short sound of System Sound Services. The device plays one at a time, and no session governs it. A playing one
/// needs no reference.
public final class SystemSound: Sendable {
    /// The longest, in seconds (R-SYS-1).
    public static let longest = 30.0

    /// The name under which the device knows it.
    public let name: String
    /// The length, in seconds.
    public let duration: Double
    private let app: AudioApp
    private let player: SoundPlayer

    init(_ material: SoundMaterial, named wish: String, of app: AudioApp) throws(DeviceError) {
        guard let seconds = material.seconds, seconds <= Self.longest else {
            throw .file("\(wish): A system sound must be of 30 seconds at most; play a longer one with sound(file:).")
        }
        player = try material.player()
        do throws(SoundFileError) { try player.prepare() } catch { throw .file("\(error)") }
        (name, duration) = (app.names.uniqueName(for: wish), seconds)
        self.app = app
        app.stage.add(player, as: [.systemSound, .alertSound].map { SceneName($0, app: app.name, sound: name) })
    }

    deinit {
        app.stage.remove(player)
        app.names.giveBack(name)
    }

    /// Plays it.
    ///
    /// - Parameter isInterface: Whether it belongs to the user interface, so that the setting for sound effects
    ///   applies.
    /// - Throws: `DeviceError.refused`, `.unreachable`, `.forked`.
    @discardableResult
    public func play(isInterface: Bool = true) throws(DeviceError) -> CallOutcome {
        try app.perform(.systemSound(name, lasts: length, isInterface: isInterface))
    }

    /// Plays it as an alert, which vibrates if the settings say so.
    ///
    /// - Throws: As `play`.
    @discardableResult
    public func playAsAlert() throws(DeviceError) -> CallOutcome {
        try app.perform(.alertSound(name, lasts: length))
    }

    private var length: Length { Length(seconds: duration) }
}

extension AudioApp {
    /// Creates a system sound from a file.
    ///
    /// - Throws: `DeviceError.file` if it cannot be read, or is longer than 30 seconds.
    public func systemSound(file path: String) throws(DeviceError) -> SystemSound {
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        return try SystemSound(.ofApp(file: path), named: name, of: self)
    }

    package func systemSound(samples: [Float], rate: Int, named name: String) throws(DeviceError) -> SystemSound {
        try SystemSound(.samples(samples, channels: 1, rate: rate), named: name, of: self)
    }
}
