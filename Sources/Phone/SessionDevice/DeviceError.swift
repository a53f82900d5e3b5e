public import SessionPolicy

/// The reason for which a request of an app was not carried out.
public enum DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The policy refuses it; nothing has changed.
    case refused(CallRefusal)
    /// The device that governs the app is not there, or is there no more.
    case unreachable(LinkError)
    /// A sound cannot be read or a recording not be written. The sentence names the file and the remedy.
    case file(String)
    /// A value is out of its range. The sentence names it, and the range.
    case badValue(String)
    /// The process was forked off one that has a device, and can have none.
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
