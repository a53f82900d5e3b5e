public import SessionPolicy

/// Why a request of an app was not performed.
public enum DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The policy refused it; nothing has changed.
    case refused(CallRefusal)
    /// The device that governs the app is unavailable.
    case unreachable(LinkError)
    /// A sound cannot be read, or a recording cannot be written. The sentence names the file and the remedy.
    case file(String)
    /// A value is out of range. The sentence names both.
    case badValue(String)
    /// The process was forked from one with a device, and cannot have one.
    case forked

    /// AVAudioSession's code, or nil if it has none.
    public var code: Int32? {
        if case .refused(let refusal) = self { refusal.code } else { nil }
    }

    /// The problem and the remedy, as a sentence.
    public var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .unreachable(let error): error.description
        case .file(let sentence), .badValue(let sentence): sentence
        case .forked:
            "This process was forked off one that has an audio device, and can have none; start it as a program, with exec."
        }
    }
}
