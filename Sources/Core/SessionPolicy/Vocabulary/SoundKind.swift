/// The kind of a sound.
public enum SoundKind: UInt8, VocabularyWord {
    // The order is the order of the names, so that lists come out sorted by it.
    case alarm, alert, alertSound, callAudio, keyClick, ringtone, sound, systemSound

    public static let names = [
        "alarm", "alert", "alertSound", "callAudio", "keyClick", "ringtone", "sound", "systemSound",
    ]
}

/// The reference to a sound: an app's, or one of the device's own, which have neither app nor name.
public struct SoundReference: Hashable, Sendable {
    public let kind: SoundKind
    public let app: AppID?
    public let sound: SoundID?

    /// Creates a reference.
    public init(_ kind: SoundKind, app: AppID? = nil, sound: SoundID? = nil) {
        self.kind = kind
        self.app = app
        self.sound = sound
    }
}
