import SessionPolicy

/// The constants of the wire's format (`Docs/Wire.md`).
public enum WireFormat {
    /// The supported versions of the protocol. Since version 2 an outcome has the numbers of the scenes and notices
    /// that it causes.
    public static let versions: ClosedRange<UInt16> = 1...2
    /// The maximum size of a message in bytes, including the head.
    public static let messageLimit = 65_536
    /// The size of a message's head: kind, zero, number.
    static let headSize = 8
    /// The number of bytes of the mark of an outcome.
    static let markSize = 16
    /// The first bytes of a greeting: `ASES`.
    static let magic: UInt32 = 0x5345_5341
    /// The longest name of an app, a sound, a rule or a PCM, in bytes.
    public static let nameLimit = 256
    /// The longest sentence, in bytes.
    static let sentenceLimit = 4_096
    /// The maximum number of unread bytes for a peer.
    public static let queueLimit = 1 << 20

    static let optionBits = CategoryOptions.named.reduce(0) { $0 | $1.option.rawValue }
}

/// The reason for which a host ends a connection.
public enum FarewellReason: UInt16, CaseIterable, Hashable, Sendable {
    /// There is no common version of the protocol.
    case version = 1
    /// The message could not be read, or it was too long.
    case malformed
    /// The message is out of order: a second greeting, or any message before the greeting.
    case outOfOrder
    /// The peer belongs to another user.
    case otherUser
    /// The name of the app is empty, too long, or holds a slash or a control character.
    case badName
    /// The peer does not read its messages.
    case doesNotRead
    /// The host cannot accept another program.
    case full
    /// The host ends.
    case hostEnds
    /// The host cannot see the peer's process.
    case unseen
}
