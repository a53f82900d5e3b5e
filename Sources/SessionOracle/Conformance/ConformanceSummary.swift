public import SessionPolicy
import SessionScenario

/// How many cases hold, in all and by the rule that they cite.
public struct ConformanceSummary: Sendable {
    /// How many hold and how many do not.
    public struct Count: Hashable, Sendable {
        public var passed = 0
        public var failed = 0

        /// Creates a count.
        public init(passed: Int = 0, failed: Int = 0) {
            self.passed = passed
            self.failed = failed
        }

        mutating func add(_ holds: Bool) {
            if holds { passed += 1 } else { failed += 1 }
        }
    }

    public private(set) var total = Count()
    /// By rule, in the order of the rules; a case counts under each rule that it cites.
    public private(set) var byRule: [(rule: RuleID, count: Count)] = []

    init(_ verdicts: [CaseVerdict]) {
        var counts: [RuleID: Count] = [:]
        for verdict in verdicts {
            total.add(verdict.holds)
            for rule in Set(verdict.scenario.rules) { counts[rule, default: Count()].add(verdict.holds) }
        }
        byRule = RuleID.allCases.compactMap { rule in counts[rule].map { (rule, $0) } }
    }

    /// A table for people: a line per rule, those that failed with a mark, and the total.
    public var text: String {
        var text = "rule       passed  failed\n"
        for (rule, count) in byRule {
            text += Self.line(rule.id, count) + (count.failed > 0 ? "  " + rule.rule.title : "") + "\n"
        }
        return text + Self.line("all", total) + "\n"
    }

    private static func line(_ name: String, _ count: Count) -> String {
        func column(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let padding = String(repeating: " ", count: max(0, 10 - name.count))
        return name + padding + column("\(count.passed)", 7) + column("\(count.failed)", 8)
    }

    /// The same as one object of JSON on one line: `passed`, `failed`, `byRule`.
    public var json: String {
        let rules = byRule.map {
            "\"\($0.rule.id)\": {\"passed\": \($0.count.passed), \"failed\": \($0.count.failed)}"
        }
        return
            "{\"passed\": \(total.passed), \"failed\": \(total.failed), \"byRule\": {\(rules.joined(separator: ", "))}}\n"
    }
}
