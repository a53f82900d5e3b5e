public import SessionPolicy
internal import SessionWorld

/// An invariant that does not hold, and the shortest way there.
public struct Violation: Sendable {
    /// The identifier of the invariant.
    public let invariant: String
    public let sentence: String
    /// What is wrong.
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
        var lines = [
            "# \(invariant): \(sentence).",
            "# The last step violates it: \(objection).",
            "scenario: Violation of \(invariant)",
            "source: exploration of the state space",
            "rules: \(book.name)",
        ]
        if !book.switched.isEmpty {
            lines.append("set: {" + book.switched.map { "\($0.name): \($0.value.json)" }.joined(separator: ", ") + "}")
        }
        lines.append("steps:")
        var state = book.initialState()
        var now = Instant.zero
        for event in path {
            if event == .deadlineReached { now = state.nextDeadline ?? now }
            lines.append("  - " + StepLine(event, at: now) { names[Int($0.number)] }.text)
            state = book.reduce(state, event, at: now).state
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
