public import ALSADevice
public import SoundFiles

/// The reason why a replay is refused or ends early.
public enum ReplayError: Error, CustomStringConvertible {
    case cancelled
    /// Too many different sounds.
    case tooManySounds
    /// More open files would be needed than this process may have.
    case tooManyFiles(needed: Int)
    case file(SoundFileError)
    /// No device is available, and the file to write instead failed.
    case fallback(SoundFileError)
    case device(ALSAError)
    /// The mixer refused a command or its configuration, with its message.
    case mixer(String)

    public var description: String {
        switch self {
        case .cancelled: "the replay was cancelled; no file was left half written"
        case .tooManySounds:
            "one replay can hold \(ReplayPlan.soundLimit) different sounds apart; split the scenario"
        case .tooManyFiles(let needed):
            "\(needed) files would be open at once; allow more with ulimit -n, or render fewer sounds at a time"
        case .file(let error): error.description
        case .fallback(let error):
            "there is no sound card to play on, and \(error.path) cannot be written instead. \(error.sentence) Render one "
                + "scenario at a time with --wav"
        case .device(let error): error.description
        case .mixer(let words): "the mixer refuses: \(words)"
        }
    }
}
