public import SessionPolicy

/// A broken invariant, and the shortest path to the violation.
public struct Violation: Sendable {
    /// The identifier of the invariant.
    public let invariant: String
    public let sentence: String
    /// The problem, as a sentence.
    public let objection: String
    /// The steps from the start of the world; the last one violates.
    public let path: [Event]
    public let book: RuleBook
    /// The texts of the names in the path, by number.
    public let names: [String]

    /// The path as a scenario file, to replay, explain and report.
    ///
    /// It has no expectations, since the outcome is the problem; its first line describes it.
    public var scenario: String {
        let head = ["# \(invariant): \(sentence).", "# The last step violates it: \(objection)."]
        var story = StoryLines(book: book, names: names)
        let lines = head + story.head("Violation of \(invariant)") + path.map { story.line($0) }
        return lines.joined(separator: "\n") + "\n"
    }
}
