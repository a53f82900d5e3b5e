/// An enumeration whose cases have names in steps and replies. Raw values count from zero.
///
/// Names are written out, because asking the runtime for a case's name searches the whole program for conformances, which
/// slows the start.
public protocol VocabularyWord: CaseIterable, Hashable, RawRepresentable<UInt8>, Sendable {
    /// The names in the order of the cases.
    static var names: [String] { get }
}

extension VocabularyWord {
    /// The name in steps and replies.
    public var name: String { Self.names[Int(rawValue)] }
}
