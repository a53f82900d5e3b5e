import SessionPolicy

extension Exploration.Result {
    /// The result as a JSON line: `states`, `transitions`, `depth`, `closed`, `violations`.
    ///
    /// Each violation has `invariant`, `sentence`, `objection`, `steps` and the `scenario` as text.
    public var json: String {
        let violations = violations.map { violation in
            JSONText.members([
                "invariant": .string(violation.invariant), "sentence": .string(violation.sentence),
                "objection": .string(violation.objection), "steps": .number("\(violation.path.count)"),
                "scenario": .string(violation.scenario),
            ])
        }
        let result = JSONText.members([
            "states": .number("\(states)"), "transitions": .number("\(transitions)"), "depth": .number("\(depth)"),
            "closed": .bool(closed), "violations": .array(violations),
        ])
        return result.written(depth: 0)
    }

    /// The result for people: what was visited, why it ended, and the violations.
    public var summary: String {
        var lines = [
            "\(states) states, \(transitions) steps, \(depth) deep, "
                + (closed ? "closed: nothing else can happen" : "not closed: a limit ended it")
        ]
        if violations.isEmpty {
            lines.append("\(Invariant.all.count) invariants, none violated")
        } else {
            lines.append("\(violations.count) of \(Invariant.all.count) invariants violated:")
            lines += violations.map {
                "  \($0.invariant): \($0.sentence)\n    \($0.objection), after \($0.path.count) steps"
            }
        }
        return lines.joined(separator: "\n")
    }
}
