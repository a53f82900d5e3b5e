extension RuleBook {
    /// The rule book as plain text for a terminal: its tables, then the catalogue of rules and of contested points.
    ///
    /// - Returns: Lines of at most 118 characters, each ended by a line feed; the same book gives the same bytes.
    public func text() -> String {
        var lines = PlainText.heading("Rule book \(name)", "=")
        if let versions = Self.versions(coveredBy: name) { lines += ["", "It covers \(versions)."] }
        for table in printedTables {
            lines += [""] + PlainText.heading(table.title, "-") + PlainText.wrapped(table.note, PlainText.width) + [""]
            lines += PlainText.table(table.headings, table.texts)
        }
        lines += [""] + PlainText.heading("The rules", "=")
        for group in RuleGroup.all {
            lines += [""] + PlainText.heading(group.title, "-")
            for rule in group.rules { lines += [""] + text(of: rule) }
        }
        lines += [""] + PlainText.heading("Contested points", "=")
        for point in ContestedPoint.catalog {
            lines += [""] + PlainText.hanging("\(point.id)  ", point.question)
            lines += PlainText.hanging("    ", point.answer + " " + point.choice.words + ".")
            lines += PlainText.hanging("    ", "Sources: " + point.source)
            if !point.words.isEmpty { lines += PlainText.hanging("    ", "Switch: " + point.switchWords) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func text(of rule: Rule) -> [String] {
        var lines = PlainText.hanging("\(rule.id.id)  ", rule.title)
        lines += PlainText.hanging("    ", rule.statement)
        if let difference = rule.difference { lines += PlainText.hanging("    Here: ", difference.words(for: self)) }
        if let limits = rule.limits { lines += PlainText.hanging("    But: ", limits) }
        lines += PlainText.hanging("    ", rule.facts)
        return lines
    }
}
