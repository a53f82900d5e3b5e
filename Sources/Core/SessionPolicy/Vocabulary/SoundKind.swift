/// The kind of a sound.
public enum SoundKind: UInt8, CaseIterable, Hashable, Sendable {
    // The order is the order of the names, so that lists come out sorted by it.
    case alarm, alert, alertSound, callAudio, keyClick, ringtone, sound, systemSound

    /// The name in a reply's `as`.
    public var name: String {
        switch self {
        case .alarm: "alarm"
        case .alert: "alert"
        case .alertSound: "alertSound"
        case .callAudio: "callAudio"
        case .keyClick: "keyClick"
        case .ringtone: "ringtone"
        case .sound: "sound"
        case .systemSound: "systemSound"
        }
    }
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
