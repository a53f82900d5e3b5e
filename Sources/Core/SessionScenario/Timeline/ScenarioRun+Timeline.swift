import SessionPolicy
package import SessionWorld

extension ScenarioRun {
    /// The whole run for people: what happened at each step, who was heard, and each reason.
    ///
    /// - Parameter width: How many columns a line has at most.
    public func timeline(width: Int = 100) -> String {
        entries.map { $0.timeline(width: width) }.joined() + conclusion(width: width)
    }

    /// Returns the events after the last step.
    ///
    /// - Parameter width: How many columns a line has at most.
    public func conclusion(width: Int = 100) -> String {
        tail.map { entries.last?.reply.timeline(due: $0, width: width) ?? "" }.joined()
    }

    /// One line: whether the scenario holds.
    public var verdict: String { "\(word) \(place) (\(counts))" }

    /// The verdict behind a mark in its colour, with the counts in a column at the right where there is room for them.
    package func verdict(_ style: TextStyle) -> String {
        let mark = style.paint(holds ? "✓" : "✗", holds ? .good : .bad)
        let line = "\(word) \(place)"
        let room = style.width - counts.columns - 4
        return "\(mark) \(room < 20 ? line : line.filled(to: room))  \(counts)"
    }

    private var word: String { holds ? "holds:" : "FAILS:" }
    private var place: String { "\(scenario.file): \(scenario.title)".printable }

    /// The numbers of steps and expectations, after the rule book where the file names several.
    private var counts: String {
        let under = scenario.bookName.map { "\($0); " } ?? ""
        let counted = [(entries.count, "step"), (expectationCount, "expectation")]
        let counts = under + counted.map { "\($0) \($1)" + ($0 == 1 ? "" : "s") }.joined(separator: ", ")
        return holds ? counts : "\(counts), \(failures.count) failed"
    }
}

extension ScenarioRun.Entry {
    /// Returns the events of this step and since the one before, the sounds that are heard then, and the reasons.
    ///
    /// - Parameter width: How many columns a line has at most.
    public func timeline(width: Int = 100) -> String {
        let failures = failures.map { failure in
            TextColumn.hanging(
                "            ✗ FAILS  ", "\(failure.key): expected \(failure.expected); actual \(failure.actual)",
                width: width)
        }
        return reply.timeline(of: step.text, width: width) + failures.joined()
    }
}
