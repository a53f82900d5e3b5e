import SessionPolicy

/// The numbers of the wire's format; `Docs/Wire.md` tells what they mean.
public enum WireFormat {
    /// The versions of the protocol that this program speaks. Since version 2 an outcome says how many scenes and notices
    /// have been sent once all that follows from it has come.
    public static let versions: ClosedRange<UInt16> = 1...2
    /// The longest message, in bytes, its head included.
    public static let messageLimit = 65_536
    /// The number of bytes before every message's own: kind, zero, number.
    static let headSize = 8
    /// The number of bytes of the mark of an outcome.
    static let markSize = 16
    /// The first bytes of a greeting: `ASES`.
    static let magic: UInt32 = 0x5345_5341
    /// The longest name of an app, a sound, a rule or a PCM, in bytes.
    public static let nameLimit = 256
    /// The longest sentence, in bytes.
    static let sentenceLimit = 4_096
    /// The number of bytes that may wait for a peer that does not read.
    public static let queueLimit = 1 << 20

    static let optionBits = CategoryOptions.named.reduce(0) { $0 | $1.option.rawValue }
}

/// The reason for which a host ends a connection.
public enum FarewellReason: UInt16, CaseIterable, Hashable, Sendable {
    /// No version of the protocol is one that both speak.
    case version = 1
    /// The message could not be read, or it was too long.
    case malformed
    /// The message came when it may not: a second greeting, or anything before the first.
    case outOfOrder
    /// The peer belongs to another user.
    case otherUser
    /// The name of the app is empty, too long, or holds a slash or a control character.
    case badName
    /// The peer did not read what it was sent.
    case doesNotRead
    /// The host has no room for another program.
    case full
    /// The host ends.
    case hostEnds
    /// The host cannot see the peer's process.
    case unseen
}
