public import SessionPolicy
import Sounder
import SystemSupport

/// Describes a device that a process holds for itself.
public struct DeviceConfiguration: Sendable {
    /// The clock of a device, and the hardware on which it is heard.
    public enum Kind: Hashable, Sendable {
        /// The machine's sound devices, by the machine's clock. The ports of the phone stand for what the first
        /// `audiosession.yaml` says, in this folder, in `$XDG_CONFIG_HOME/audiosession` or in `/etc`, else for a guess
        /// from the cards.
        case real
        /// No hardware is opened; sounds play by the clock.
        case silent
        /// Time stands still until `PrivateDevice.advance(by:)` moves it; for tests.
        case virtual
    }

    /// The rules.
    public var book: RuleBook
    public var kind: Kind
    /// The options with which programs are launched on it.
    public var apps: LaunchOptions
    /// The PCM that everything is played on and captured from, by ALSA's name, whatever files or cards say. Counts for a
    /// real device.
    public var pcm: String?
    /// Takes each sentence about the machine, such as that there is no sound card, on any thread; it must not wait. At
    /// first it writes to standard error.
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

    /// Writes a sentence to standard error.
    package static func complain(_ sentence: String) {
        StandardError.write(line: "audiosession: \(sentence.printable)")
    }

    /// The devices that the ports stand for.
    ///
    /// - Throws: `BindingsError` where the file of bindings has mistakes.
    var bindings: Bindings {
        get throws(BindingsError) {
            guard let pcm else { return try .ofThisProcess() }
            return Bindings(Port.allCases.map { Bindings.Entry(port: $0, pcm: pcm) })
        }
    }
}
