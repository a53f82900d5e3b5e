public import ALSADevice
public import SoundFiles

/// What a replay may fail of.
public enum ReplayError: Error, CustomStringConvertible {
    case cancelled
    case tooManySounds(Int)
    case file(SoundFileError)
    case device(ALSAError)
    /// The device went away while it played; its PCM and the C library's error number.
    case deviceLost(pcm: String, errno: Int32)
    /// The mixer refused a command or its configuration: its own words.
    case mixer(String)

    public var description: String {
        switch self {
        case .cancelled: "the replay was cancelled; nothing was written"
        case .tooManySounds(let count):
            "\(count) different sounds are more than one replay can hold apart (\(Plan.soundLimit)); split the scenario"
        case .file(let error): error.description
        case .device(let error): error.description
        case .deviceLost(let pcm, let errno):
            "the device behind \(pcm) went away while it played (error \(errno)); plug it in again or choose another "
                + "with --device"
        case .mixer(let words): "the mixer refuses: \(words)"
        }
    }
}
