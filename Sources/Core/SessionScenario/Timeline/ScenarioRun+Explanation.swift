import SessionPolicy
import SessionWorld

extension ScenarioRun {
    /// Why: every decision with its rule, what the rule says, and who says so.
    ///
    /// - Parameter number: The one step to explain, from 1; nil for all.
    public func explanation(of number: Int? = nil) -> String {
        let wanted = entries.filter { number == nil || $0.step.number == number }
        return heading + citation + wanted.map(\.explanation).joined(separator: "\n")
    }

    /// The rules that the scenario shows, each with what it says.
    private var citation: String {
        guard !scenario.rules.isEmpty else { return "" }
        return scenario.rules.map { TextColumn.hanging("Shows \($0.id)  ", $0.rule.statement) }.joined() + "\n"
    }
}

extension ScenarioRun.Entry {
    /// This step, and every decision made at it.
    public var explanation: String {
        var text = "Step \(step.number), line \(step.step.position.line)\n" + story
        for reason in reply.reasons {
            let rule = reason.rule.rule
            text += "\n" + TextColumn.hanging("    \(rule.id.id)  ", "\(reason.about): \(reason.says)")
            text += TextColumn.hanging("        Rule:    ", rule.statement)
            let evidence = rule.evidence.map(\.name).joined(separator: ", ")
            text += TextColumn.hanging("        Source:  ", "\(rule.source) (\(evidence))")
        }
        return text
    }
}
