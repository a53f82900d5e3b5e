public import SessionCalls
public import SessionPolicy

/// What a device is that a process holds for itself.
public struct DeviceConfiguration: Sendable {
    /// What time goes by, and what is heard.
    public enum Kind: Hashable, Sendable {
        /// The machine's sound devices, as they are bound to the phone's ports.
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

    /// Describes a device.
    public init(_ kind: Kind = .real, book: RuleBook = .modern, apps: AppManner = AppManner()) {
        (self.book, self.kind, self.apps) = (book, kind, apps)
    }

    /// A silent device in virtual time.
    public static let virtual = DeviceConfiguration(.virtual)
    /// A device without hardware, by the machine's clock.
    public static let silent = DeviceConfiguration(.silent)
}
