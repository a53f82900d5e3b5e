extension RuleBook {
    /// The rule book as Markdown: its tables, then the catalogue of rules and of contested points.
    ///
    /// - Returns: A document, the last line ended by a line feed; the same book gives the same bytes.
    public func markdown() -> String {
        var blocks = ["# Rule book `\(name)`"]
        if let versions = Self.versions(coveredBy: name) { blocks.append("It covers \(versions).") }
        for table in printedTables {
            blocks += ["## \(table.title)", table.note, Markdown.table(table.headings, table.texts)]
        }
        blocks.append("## The rules")
        for group in RuleGroup.all {
            blocks.append("### \(group.title)")
            blocks += group.rules.map { rule in
                let lines = [
                    "**\(rule.id.id) \(rule.title).**", rule.statement,
                    rule.difference.map { "Here: " + $0.words(for: self) }, rule.limits.map { "But: " + $0 },
                    "*" + rule.facts + "*",
                ]
                return lines.compactMap { $0 }.joined(separator: "  \n")
            }
        }
        blocks += ["## Contested points", Markdown.contestedPoints]
        return Markdown.document(blocks)
    }
}

/// Markdown that reads well unrendered too.
enum Markdown {
    static func document(_ blocks: [String]) -> String { blocks.joined(separator: "\n\n") + "\n" }

    /// A table.
    /// - Parameter isAligned: Whether its columns are aligned in the source.
    static func table(_ headings: [String], _ rows: [[String]], isAligned: Bool = true) -> String {
        let widths = headings.indices.map { column in
            max(3, (isAligned ? [headings] + rows : []).map { $0[column].count }.max() ?? 0)
        }
        let rule = widths.map { String(repeating: "-", count: $0) }
        return ([headings, rule] + rows).map { cells in
            "| " + zip(cells, widths).map { PlainText.padded($0, $1) }.joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }

    static var contestedPoints: String {
        table(
            ["Point", "Question", "What the emulator does", "Changed in", "Switched by", "Rules", "Who says what"],
            ContestedPoint.catalog.map { point in
                [
                    point.id, point.question, point.answer, point.choice.words, point.switchWords,
                    PrintedTable.Cell.rules(point.rules).text, point.source,
                ]
            })
    }
}
