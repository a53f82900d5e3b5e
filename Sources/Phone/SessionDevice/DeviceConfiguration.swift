public import SessionPolicy
import Sounder
import SystemSupport

/// The configuration of a process's own device.
public struct DeviceConfiguration: Sendable {
    /// The clock and the hardware of a device.
    public enum Kind: Hashable, Sendable {
        /// The machine's sound devices and clock. The first `audiosession.yaml` in this folder, in
        /// `$XDG_CONFIG_HOME/audiosession` or in `/etc` maps ports to devices; otherwise they are guessed from the
        /// cards.
        case real
        /// No hardware; sounds play by the clock.
        case silent
        /// Virtual time, advanced by `PrivateDevice.advance(by:)`; for tests.
        case virtual
    }

    /// The rules.
    public var book: RuleBook
    public var kind: Kind
    /// The options with which programs are launched on it.
    public var apps: LaunchOptions
    /// The ALSA PCM for all playback and capture, instead of files and guesses. Real devices only.
    public var pcm: String?
    /// The sound file that every input hears, or nil for the machine's inputs, and silence without hardware.
    package var microphone: String?
    /// Whether the thread that advances a virtual device also renders the sounds of its apps, so that what is heard depends on
    /// no other thread.
    package var rendersWhileAdvancing = false
    /// Receives sentences about the machine, such as a missing sound card, on any thread without blocking. Writes to
    /// standard error by default.
    public var say: @Sendable (String) -> Void = { complain($0) }

    /// Describes a device.
    public init(
        _ kind: Kind = .real, book: RuleBook = .default, apps: LaunchOptions = LaunchOptions(), pcm: String? = nil
    ) {
        (self.book, self.kind, self.apps, self.pcm) = (book, kind, apps, pcm)
    }

    /// A device on the machine's sound devices.
    public static let real = DeviceConfiguration(.real)
    /// A device without hardware, by the machine's clock.
    public static let silent = DeviceConfiguration(.silent)
    /// A silent device in virtual time.
    public static let virtual = DeviceConfiguration(.virtual)

    package static func complain(_ sentence: String) {
        StandardError.write(line: "audiosession: \(sentence.printable)")
    }

    /// The devices of the ports.
    /// - Throws: `BindingsError` if the file of bindings has errors.
    var bindings: Bindings {
        get throws(BindingsError) {
            guard let pcm else { return try .ofThisProcess() }
            return Bindings(Port.allCases.map { Bindings.Entry(port: $0, pcm: pcm) })
        }
    }
}
