extension RuleBook {
    /// `Docs/Generated/Rules.md`: every rule with its systems, certainty and source, the books, and the contested points.
    ///
    /// - Returns: The whole document; a test keeps the file equal to it.
    public static func document() -> String {
        Markdown.document([
            "# The rules",
            "To look up a rule that a reply names, and [how far to trust it](#how-to-read-this-page).",
            Markdown.table(
                [wide("Rule"), "What it says", "Since", "Until", "How sure", "Source"], Rule.catalog.map { $0.row },
                isAligned: false),
            "## The books",
            """
            One book for each system that differs from its neighbours. A book is chosen by its name or by any version that
            it covers, in any case of letters: `iOS 18.2`, `ios17` and `17` are `iOS18`. The default is `modern`.
            """,
            Markdown.table(
                ["Book", "Covers", "What is new in it"],
                editions.map { ["`\($0.name)`", versions(coveredBy: $0.name) ?? "–", $0.subject] }, isAligned: false),
            "## Contested points",
            """
            Points on which the sources disagree or are silent. `--set C3=headphones` chooses the other answer. Each point up to C34
            has a probe in [Probe.swift](../Examples/apple/Probe.swift), which runs on an iPhone and writes down a scenario that
            `audiosession check` compares.
            """,
            Markdown.table(
                ["Point", "Question", "Answer here", "Choices", wide("Rules"), "Sources"],
                ContestedPoint.catalog.map {
                    [
                        $0.id, $0.question, $0.answer, $0.switchWords, PrintedTable.Cell.rules($0.rules).text,
                        $0.source,
                    ]
                }, isAligned: false),
            "## What no rule covers",
            "Behaviour of real phones that the emulator does not have.",
            Absence.catalog.map { "- \($0.what): \($0.why)." }.joined(separator: "\n"),
            "## Field reports",
            "What developers saw phones do, in addition to the sources above; *no* means that the emulator differs.",
            Markdown.table(
                [wide("Rules"), "Seen", "Grade", "Here", "Report"],
                FieldReport.catalog.map {
                    [
                        PrintedTable.Cell.rules($0.rules).text, $0.what, $0.grade.name, $0.agrees ? "yes" : "no",
                        $0.source,
                    ]
                }, isAligned: false),
            "## How to read this page",
            """
            *Since* is the first system that has the rule, *until* the first that no longer has it; an empty cell is no
            limit. A rule is as sure as its strongest source: *documented* by Apple, *second-hand* (measured or reported by
            developers), or *inferred* where no source says it.

            `audiosession rules R-DK-1` prints a rule with all that is known of it, `audiosession rules --rules iOS6` a
            book with every row of its tables, `audiosession rules --diff iOS13 iOS14` what changed between two.
            This file is printed from `Sources/Core/SessionPolicy/Rules`.
            """,
        ])
    }
}

/// A heading as wide as the identifier of a rule: a reader's table that has little room then breaks none at its hyphens, and
/// they are found by a search, which they would not be with hyphens that do not break.
private func wide(_ heading: String) -> String { heading + String(repeating: "&nbsp;", count: 9) }

extension Rule {
    fileprivate var row: [String] {
        var sentences = [statement]
        if let difference {
            sentences += ["iPhone OS 3: \(difference.iPhoneOS3)", "Newest: \(difference.modern)"]
        }
        if let limits { sentences.append("But: \(limits)") }
        if case .notEmulated(let reason) = standing { sentences.append("Not emulated: \(reason).") }
        return [
            id.id, sentences.joined(separator: " "), since?.name ?? "", until?.name ?? "", certainty, source,
        ]
    }
}
