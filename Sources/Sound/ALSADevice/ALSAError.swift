import CALSA
import Glibc
public import SystemSupport

/// The failure of a PCM: the operation, the PCM, the system's answer, and the remedy.
public struct ALSAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation that failed.
    public enum Operation: String, Hashable, Sendable {
        case open, configure, prepare, start, play, capture
    }

    /// The kind of failure.
    public enum Kind: Hashable, Sendable {
        /// No PCM of that name is configured, or the card it names is not there.
        case noSuchDevice
        /// The name is right, but the machine has no sound card at all.
        case noCard
        /// Another program uses the device exclusively.
        case busy
        /// The user is not allowed to open the device.
        case notPermitted
        /// The sound server behind it does not answer.
        case noServer
        /// The device does not support the requested rate, format, channels or access; `reason` says which.
        case unsuitable(reason: String)
        /// The card has no volume control, or none of that name, or does not know its decibels.
        case noVolume(control: String?)
        /// libasound cannot be loaded; `detail` is the system's message.
        case noLibrary(detail: String)
        /// The device disappeared after it was started: it was pulled out, or its server ended.
        case gone
        /// A resource of the system is exhausted.
        case shortage(Shortage)
        /// Anything else the system reports.
        case system
    }

    /// The operation that failed.
    public let operation: Operation
    /// The PCM as the caller named it.
    public let pcm: String
    /// The positive error number libasound or the system gave.
    public let errno: Int32
    /// The kind of failure.
    public let kind: Kind

    /// Creates an error from the negative number libasound gave; the kind follows from it unless it is known better.
    public init(_ operation: Operation, pcm: String, code: Int32, kind: Kind? = nil) {
        self.operation = operation
        self.pcm = pcm
        errno = kind == nil ? Self.number(behind: abs(code)) : abs(code)
        self.kind = kind ?? Self.kind(of: errno, pcm: pcm)
    }

    /// Creates an error for an exhausted resource.
    package init(_ operation: Operation, pcm: String, _ shortage: Shortage) {
        self.init(operation, pcm: pcm, code: shortage.errno, kind: .shortage(shortage))
    }

    /// The problem, as a sentence.
    public var sentence: String {
        switch kind {
        case .noSuchDevice: "There is no ALSA device '\(pcm)'."
        case .noCard: "This machine has no sound card that '\(pcm)' could play on."
        case .busy: "The ALSA device '\(pcm)' is in use by another program."
        case .notPermitted: "This user may not open the ALSA device '\(pcm)'."
        case .noServer: "The sound server behind the ALSA device '\(pcm)' does not answer."
        case .unsuitable(let reason): "The ALSA device '\(pcm)' does not offer \(reason)."
        case .noVolume(let control):
            "The card '\(pcm)' has no volume control \(control.map { "'\($0)' " } ?? "")in decibels."
        case .noLibrary(let detail): "Sound devices need libasound, which cannot be loaded (\(detail))."
        case .gone:
            "The ALSA device '\(pcm)' went away while it \(operation == .capture ? "captured" : "played"): \(reason)."
        case .shortage, .system:
            "To \(operation.rawValue) the ALSA device '\(pcm)' failed: \(reason)."
        }
    }

    /// The remedy, as a sentence.
    public var remedy: String {
        switch kind {
        case .noSuchDevice: "Choose one of the devices that aplay -L lists."
        case .noCard: "Plug one in, or start PulseAudio or PipeWire; audiosession doctor says more."
        case .busy: "End that program, or use 'default', which shares the card."
        case .notPermitted: "Add the user to the group 'audio' and log in again."
        case .noServer: "Start PulseAudio or PipeWire, or name a hardware device."
        case .unsuitable: "Put 'plug:' before its name, which converts."
        case .noVolume:
            "Choose one of the controls that audiosession devices lists, or leave the volume to the software."
        case .noLibrary(let detail):
            detail.hasSuffix(String(cString: strerror(EMFILE)))
                ? Shortage.openFiles.remedy : "Install the package libasound2."
        case .gone: "Plug it in again, or start its sound server again."
        case .shortage(let shortage): shortage.remedy
        case .system: "Try another device of those that aplay -L lists."
        }
    }

    /// Sentence and remedy in one line.
    public var description: String { "\(sentence) \(remedy)" }

    /// Whether a retry is pointless: a library is loaded at its first use or never.
    package var isForGood: Bool { if case .noLibrary = kind { true } else { false } }

    private var reason: String { String(libasound: alsa.snd_strerror(-errno)) }

    /// Finds the real cause of an error: libasound reports a missing device when it ran out of file descriptors.
    private static func number(behind number: Int32) -> Int32 {
        guard number == ENOENT else { return number }
        let descriptor = open("/", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return number
        }
        return Shortage(errno: Glibc.errno)?.errno ?? number
    }

    private static func kind(of number: Int32, pcm: String) -> Kind {
        switch number {
        case ENOENT, ENODEV, ENXIO: isConfigured(pcm) && ControlHandle.cards.isEmpty ? .noCard : .noSuchDevice
        case EBUSY: .busy
        case EACCES, EPERM: .notPermitted
        case ELIBACC: libasoundObstacle.map { .noLibrary(detail: $0) } ?? .system
        case ECONNREFUSED, ECONNRESET, EHOSTDOWN: .noServer
        default: Shortage(errno: number).map { .shortage($0) } ?? .system
        }
    }

    /// Whether the configuration knows the name in front of the colon.
    static func isConfigured(_ pcm: String) -> Bool {
        let name = pcm.prefix { $0 != ":" }
        var top: OpaquePointer?
        guard !name.contains("."), alsa.snd_config_update_ref(&top) >= 0, let top else { return false }
        defer { alsa.snd_config_unref(top) }
        var found: OpaquePointer?
        return alsa.snd_config_search(top, "pcm.\(name)", &found) >= 0
            || alsa.snd_config_search(top, String(name), &found) >= 0
    }
}
