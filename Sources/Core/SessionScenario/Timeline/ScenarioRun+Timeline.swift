import SessionPolicy
import SessionWorld

extension ScenarioRun {
    /// The whole run for people: what happened at each step, who was heard and by which rule, and a lane per sound.
    public var timeline: String {
        heading + entries.map(\.timeline).joined() + conclusion
    }

    /// The timeline without its steps.
    public var summary: String { heading + drawing }

    /// What fell due after the last step, and a lane per sound.
    public var conclusion: String {
        tail.map { dueText($0) }.joined() + "\n" + drawing
    }

    /// A lane per sound, and an empty line.
    public var drawing: String { lanes + "\n" }

    /// The title of the scenario, its file and its rules.
    public var heading: String {
        var text = "\(scenario.title.printable)\n\(scenario.file.printable), rule book \(book.title)\n"
        if let source = scenario.source { text += TextColumn.hanging("", source) }
        return text + "\n"
    }

    /// One line: whether the scenario holds.
    public var verdict: String {
        let place = "\(scenario.file): \(scenario.title)".printable
        let under = scenario.bookName.map { "\($0); " } ?? ""
        let counted = [(entries.count, "step"), (expectationCount, "expectation")]
        let counts = under + counted.map { "\($0) \($1)" + ($0 == 1 ? "" : "s") }.joined(separator: ", ")
        return holds
            ? "holds: \(place) (\(counts))"
            : "FAILS: \(place) (\(counts), \(failures.count) failed)"
    }

    private func dueText(_ moment: Moment) -> String {
        entries.last?.reply.timeline(due: moment) ?? ""
    }
}

extension ScenarioRun.Entry {
    /// What happened at this step and since the one before, who is heard then, and why.
    public var timeline: String {
        let failures = failures.map { failure in
            TextColumn.hanging(
                "            FAILS    ", "\(failure.key): expected \(failure.expected); actual \(failure.actual)")
        }
        return reply.timeline(of: step.text) + failures.joined()
    }

    /// The same without the reasons.
    var story: String { reply.story(of: step.text) }
}
