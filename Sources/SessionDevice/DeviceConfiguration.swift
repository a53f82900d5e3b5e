import ALSADevice
public import SessionCalls
public import SessionPolicy
import SessionSound

/// What a device is that a process holds for itself.
public struct DeviceConfiguration: Sendable {
    /// What time goes by, and what is heard.
    public enum Kind: Hashable, Sendable {
        /// The machine's sound devices: what `audiosession.yaml` says of this folder, of `$XDG_CONFIG_HOME/audiosession` or
        /// of `/etc` stands for the ports of the phone, else what the cards tell.
        case real
        /// No hardware is opened; sounds play by the clock.
        case silent
        /// Time stands still until `AudioDevice.advance(by:)` moves it; for tests.
        case virtual
    }

    /// The rules.
    public var book: RuleBook
    public var kind: Kind
    /// How programs are launched on it.
    public var apps: AppManner
    /// The PCM that everything is played on and captured from, by ALSA's name, whatever files or cards say. Counts for a
    /// real device.
    public var pcm: String?
    /// Takes each sentence about the machine, such as that a device cannot be had; on any thread.
    public var say: @Sendable (String) -> Void = { _ in }

    /// Describes a device.
    public init(
        _ kind: Kind = .real, book: RuleBook = .default, apps: AppManner = AppManner(), pcm: String? = nil
    ) {
        (self.book, self.kind, self.apps, self.pcm) = (book, kind, apps, pcm)
    }

    /// A silent device in virtual time.
    public static let virtual = DeviceConfiguration(.virtual)
    /// A device without hardware, by the machine's clock.
    public static let silent = DeviceConfiguration(.silent)

    /// What the ports stand for.
    ///
    /// - Throws: `BindingsError` where the file that says so has mistakes.
    var bindings: Bindings {
        get throws(BindingsError) {
            guard let pcm else { return try .ofThisProcess() }
            return Bindings(Port.allCases.map { Bindings.Entry(port: $0, pcm: pcm) })
        }
    }
}
