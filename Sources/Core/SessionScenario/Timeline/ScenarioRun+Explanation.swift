import SessionPolicy
import SessionWorld

extension ScenarioRun {
    /// Returns every decision with its rule, followed by the sentence and the source of each of these rules.
    ///
    /// - Parameters:
    ///   - number: The step to explain, from 1, or nil for all.
    ///   - width: The line width in columns.
    public func explanation(of number: Int? = nil, width: Int = 100) -> String {
        let wanted = entries.filter { number == nil || $0.step.number == number }
        let decided = Set(wanted.flatMap { $0.reply.reasons.map(\.rule) }).union(number == nil ? scenario.rules : [])
        var text = heading(width) + wanted.map { $0.explanation(width) }.joined(separator: "\n")
        if !decided.isEmpty { text += "\nThe rules\n" }
        for id in RuleID.allCases where decided.contains(id) { text += "\n" + id.rule.text(width: width) }
        return text
    }

    private func heading(_ width: Int) -> String {
        var text = TextColumn.hanging("", scenario.title, width: width)
        text += TextColumn.hanging("", "\(scenario.file), rule book \(book.title)", width: width)
        if let source = scenario.source { text += TextColumn.hanging("", source, width: width) }
        if !scenario.rules.isEmpty {
            text += TextColumn.hanging("Shows ", scenario.rules.map(\.id).joined(separator: ", "), width: width)
        }
        return text + "\n"
    }
}

extension ScenarioRun.Entry {
    fileprivate func explanation(_ width: Int) -> String {
        var text = "Step \(step.number), line \(step.step.position.line)\n" + reply.story(of: step.text, width: width)
        for reason in reply.reasons {
            let lead = PlainText.padded("    \(reason.rule.id)", 14)
            text += TextColumn.hanging(lead, "\(reason.about): \(reason.says)", width: width)
        }
        return text
    }
}

extension Rule {
    /// Returns the rule's sentence, its source, and its limits.
    /// - Parameter width: The line width in columns.
    package func text(width: Int) -> String {
        let lead = PlainText.padded(id.id, 10)
        let indent = String(repeating: " ", count: 10)
        let evidence = evidence.map(\.name).joined(separator: ", ")
        return TextColumn.hanging(lead, statement, width: width)
            + TextColumn.hanging(indent + "Source: ", "\(source) (\(evidence))", width: width)
            + (limits.map { TextColumn.hanging(indent + "Not emulated: ", $0, width: width) } ?? "")
    }
}
