import SessionPolicy
package import SessionWorld

extension ScenarioRun {
    /// Returns the whole run for people: each step, the audible sounds, and the reasons.
    ///
    /// - Parameter width: The line width in columns.
    public func timeline(width: Int = 100) -> String {
        entries.map { $0.timeline(width: width) }.joined() + conclusion(width: width)
    }

    /// Returns the events after the last step.
    ///
    /// - Parameter width: The line width in columns.
    public func conclusion(width: Int = 100) -> String {
        tail.map { entries.last?.reply.timeline(due: $0, width: width) ?? "" }.joined()
    }

    /// The verdict on the scenario, in one line.
    public var verdict: String { "\(word) \("\(scenario.file): \(scenario.title)".printable) (\(counts))" }

    /// The verdict behind a mark in its colour, with the counts in a column at the right. A title that is too wide is cut, and
    /// a file name never is.
    package func verdict(_ style: TextStyle) -> String {
        let name = "\(word) \(scenario.file.printable)"
        return "\(mark(style)) " + line(name, ": ", style.width - counts.columns - 4) + "  \(counts)"
    }

    /// The verdict as a row of a table.
    package func row(nameWidth: Int, _ style: TextStyle) -> String {
        let counts =
            TextColumn.rightAligned("\(entries.count)", 4) + " steps"
            + TextColumn.rightAligned("\(expectationCount)", 6)
        let failed = holds ? "" : style.paint("  \(failures.count) failed", .bad)
        let name = scenario.listedName
        let text = line(name.columns < nameWidth ? name.filled(to: nameWidth) : name, "  ", style.width - 30)
        return mark(style) + " " + (holds ? text : style.strong(text)) + counts + failed
    }

    private func mark(_ style: TextStyle) -> String { style.paint(holds ? "✓" : "✗", holds ? .good : .bad) }

    /// A name and as much of the title as there is room for.
    private func line(_ name: String, _ separator: String, _ room: Int) -> String {
        let left = room - name.columns - separator.count
        if left >= 8 { return name + separator + scenario.title.printable.filled(to: left) }
        return name.columns < room ? name.filled(to: room) : name
    }

    private var word: String { holds ? "holds:" : "FAILS:" }

    /// The numbers of steps and expectations, after the rule book if the file names several.
    private var counts: String {
        let under = scenario.bookName.map { "\($0); " } ?? ""
        let counted = [(entries.count, "step"), (expectationCount, "expectation")]
        let counts = under + counted.map { "\($0) \($1)" + ($0 == 1 ? "" : "s") }.joined(separator: ", ")
        return holds ? counts : "\(counts), \(failures.count) failed"
    }
}

extension Scenario {
    /// The name in a table of verdicts: the file, and the rule book if the file names several.
    package var listedName: String { (file + (bookName.map { " under \($0)" } ?? "")).printable }
}

extension ScenarioRun.Entry {
    /// Returns the events of this step and since the previous one, the audible sounds, and the reasons.
    ///
    /// - Parameter width: The line width in columns.
    public func timeline(width: Int = 100) -> String {
        let failures = failures.map { failure in
            TextColumn.hanging(
                "            ✗ FAILS  ", "\(failure.key): expected \(failure.expected); actual \(failure.actual)",
                width: width)
        }
        return reply.timeline(of: step.text, width: width) + failures.joined()
    }
}
