extension Exploration.Result {
    /// The result as one JSON object in one line: `states`, `transitions`, `depth`, `closed`, `violations`.
    ///
    /// Each violation has `invariant`, `sentence`, `objection`, `steps` and the `scenario` as text.
    public var json: String {
        let violations = violations.map { violation in
            "{\"invariant\":\(JSON.quoted(violation.invariant)),\"sentence\":\(JSON.quoted(violation.sentence)),"
                + "\"objection\":\(JSON.quoted(violation.objection)),\"steps\":\(violation.path.count),"
                + "\"scenario\":\(JSON.quoted(violation.scenario))}"
        }
        return "{\"states\":\(states),\"transitions\":\(transitions),\"depth\":\(depth),\"closed\":\(closed),"
            + "\"violations\":[\(violations.joined(separator: ","))]}"
    }

    /// The result for people: what was seen, why it ended, and what was violated.
    public var summary: String {
        var lines = [
            "\(states) states, \(transitions) steps, \(depth) deep, "
                + (closed ? "closed: nothing else can happen" : "not closed: a limit ended it"),
            "\(bytes / max(1, states)) bytes kept per state",
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

/// Texts in JSON.
enum JSON {
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
