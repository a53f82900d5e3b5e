import ALSADevice
public import SessionCalls
public import SessionPolicy
import SessionSound

/// What a device is that a process holds for itself.
public struct DeviceConfiguration: Sendable {
    /// What time goes by, and what is heard.
    public enum Kind: Hashable, Sendable {
        /// The machine's sound devices, as far as its cards tell which stands for which port of the phone.
        case real
        /// No hardware is opened; sounds play by the clock.
        case silent
        /// Time stands still until `AudioDevice.advance(by:)` moves it; for tests.
        case virtual
    }

    /// The rules. A desktop's programs are younger than the phone of 2009, so that of today is the default.
    public var book: RuleBook
    public var kind: Kind
    /// How programs are launched on it.
    public var apps: AppManner
    /// The PCM that everything is played on and captured from, by ALSA's name; nil: what the cards tell. Counts for a real
    /// device.
    public var pcm: String?
    /// Takes each sentence about the machine, such as that a device cannot be had; on any thread.
    public var say: @Sendable (String) -> Void = { _ in }

    /// Describes a device.
    public init(
        _ kind: Kind = .real, book: RuleBook = .modern, apps: AppManner = AppManner(), pcm: String? = nil
    ) {
        (self.book, self.kind, self.apps, self.pcm) = (book, kind, apps, pcm)
    }

    /// A silent device in virtual time.
    public static let virtual = DeviceConfiguration(.virtual)
    /// A device without hardware, by the machine's clock.
    public static let silent = DeviceConfiguration(.silent)

    /// What the ports stand for.
    var bindings: Bindings {
        guard let pcm else { return Bindings(guessing: .take()) }
        return Bindings(Port.allCases.map { Bindings.Entry(port: $0, pcm: pcm) })
    }
}
