// How values of the vocabulary are printed: by the names that scenarios, replies and messages have for them.

extension Category: CustomStringConvertible {}
extension Mode: CustomStringConvertible {}
extension Port: CustomStringConvertible {}
extension RecordPermission: CustomStringConvertible {}

extension VocabularyWord where Self: CustomStringConvertible {
    /// The name in steps and replies.
    public var description: String { name }
}

extension PortSet: CustomStringConvertible {
    /// The names of the ports, sorted, in brackets.
    public var description: String { "[\(ports.map { $0.name }.joined(separator: ", "))]" }
}

extension CategoryOptions: CustomStringConvertible {
    /// The names of the options, sorted, in brackets.
    public var description: String { "[\(names.joined(separator: ", "))]" }
}

extension RouteChangeReason: CustomStringConvertible {
    /// AVAudioSession's spelling.
    public var description: String { name }
}

extension InterruptionReason: CustomStringConvertible {
    /// AVAudioSession's spelling.
    public var description: String { name }
}

extension RuleID: CustomStringConvertible {
    /// The identifier as it is written, such as `R-DK-1`.
    public var description: String { id }
}

extension Instant: CustomStringConvertible {
    /// Seconds from the start, with no more digits than needed: `0.25 s`.
    public var description: String { "\(secondsText) s" }
}

extension Length: CustomStringConvertible {
    /// The length in seconds, with no more digits than needed: `0.25 s`.
    public var description: String { "\(secondsText) s" }
}

extension RuleBook: CustomStringConvertible {
    /// The name; what was switched in the book stands behind that.
    public var description: String { name }
}
