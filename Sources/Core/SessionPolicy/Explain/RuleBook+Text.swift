extension RuleBook {
    /// The rule book as plain text for a terminal: its tables, then the catalogue of rules and of contested points.
    ///
    /// - Parameter width: How many characters a line has, from 60; more only where a word has.
    /// - Returns: Lines, each ended by a line feed; the same book and width give the same bytes.
    public func text(width: Int = 118) -> String {
        var lines = PlainText.heading("Rule book \(name)", "=")
        if let versions = Self.versions(coveredBy: name) { lines += ["", "It covers \(versions)."] }
        for table in printedTables {
            lines += [""] + PlainText.heading(table.title, "-") + PlainText.wrapped(table.note, width) + [""]
            lines += PlainText.table(table.headings, table.texts, width: width)
        }
        lines += [""] + PlainText.heading("The rules", "=")
        for group in RuleGroup.all {
            lines += [""] + PlainText.heading(group.title, "-")
            for rule in group.rules { lines += [""] + text(of: rule, width) }
        }
        lines += [""] + PlainText.heading("Contested points", "=")
        for point in ContestedPoint.catalog {
            lines += [""] + PlainText.hanging("\(point.id)  ", point.question, width: width)
            lines += PlainText.hanging("    ", point.answer + " " + point.choice.words + ".", width: width)
            lines += PlainText.hanging("    ", "Sources: " + point.source, width: width)
            if !point.words.isEmpty { lines += PlainText.hanging("    ", "Switch: " + point.switchWords, width: width) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func text(of rule: Rule, _ width: Int) -> [String] {
        var lines = PlainText.hanging("\(rule.id.id)  ", rule.title, width: width)
        lines += PlainText.hanging("    ", rule.statement, width: width)
        if let difference = rule.difference {
            lines += PlainText.hanging("    Here: ", difference.words(for: self), width: width)
        }
        if let limits = rule.limits { lines += PlainText.hanging("    But: ", limits, width: width) }
        lines += PlainText.hanging("    ", rule.facts, width: width)
        return lines
    }
}
