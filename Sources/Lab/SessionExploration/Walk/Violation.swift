public import SessionPolicy

/// An invariant that does not hold, and the shortest way there.
public struct Violation: Sendable {
    /// The identifier of the invariant.
    public let invariant: String
    public let sentence: String
    /// The problem, as a sentence.
    public let objection: String
    /// The steps from the start of the world, the last of which violates.
    public let path: [Event]
    public let book: RuleBook
    /// The texts of the names in the path, by number.
    public let names: [String]

    /// The path as a scenario file: what to replay, explain and send as a bug report.
    ///
    /// It has no expectations, since what comes out is what is wrong; its first line says what.
    public var scenario: String {
        let head = ["# \(invariant): \(sentence).", "# The last step violates it: \(objection)."]
        var story = StoryLines(book: book, names: names)
        let lines = head + story.head("Violation of \(invariant)") + path.map { story.line($0) }
        return lines.joined(separator: "\n") + "\n"
    }
}
