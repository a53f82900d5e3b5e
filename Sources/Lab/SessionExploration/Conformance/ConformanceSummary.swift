public import SessionPolicy
import SessionScenario

/// The number of cases that hold, in total and by cited rule.
public struct ConformanceSummary: Sendable {
    /// The numbers of cases that hold and that do not.
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
    /// The counts by rule, in order; a case counts under each rule that it cites.
    public private(set) var byRule: [(rule: RuleID, count: Count)] = []

    /// The counts by the repository of the reproduced tests, in order of the names; our own cases are not counted.
    public private(set) var bySource: [(repository: String, count: Count)] = []

    init(_ verdicts: [CaseVerdict]) {
        var counts: [RuleID: Count] = [:]
        var sources: [String: Count] = [:]
        for verdict in verdicts {
            total.add(verdict.holds)
            if let test = verdict.scenario.test { sources[test.repository, default: Count()].add(verdict.holds) }
            for rule in Set(verdict.scenario.rules) { counts[rule, default: Count()].add(verdict.holds) }
        }
        bySource = sources.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        byRule = RuleID.allCases.compactMap { rule in counts[rule].map { (rule, $0) } }
    }

    /// A table for people: a line per rule, with failed ones marked, and the total.
    public var text: String {
        var text = Self.heading("rule", 10)
        for (rule, count) in byRule {
            text += Self.line(rule.id, count) + (count.failed > 0 ? "  " + rule.rule.title : "") + "\n"
        }
        text += Self.line("all", total) + "\n"
        guard let width = bySource.map(\.repository.count).max() else { return text }
        text += "\n" + Self.heading("others' tests", max(width, 13))
        for (repository, count) in bySource { text += Self.line(repository, count, width: max(width, 13)) + "\n" }
        return text
    }

    private static func heading(_ name: String, _ width: Int) -> String {
        name + String(repeating: " ", count: width - name.count) + " passed  failed\n"
    }

    private static func line(_ name: String, _ count: Count, width: Int = 10) -> String {
        func column(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let padding = String(repeating: " ", count: max(0, width - name.count))
        return name + padding + column("\(count.passed)", 7) + column("\(count.failed)", 8)
    }

    /// The summary as a JSON line: `passed`, `failed`, `byRule`, and `bySource` if a case reproduces another project's
    /// test.
    public var json: String { json(failures: nil) }

    /// Returns the summary as JSON, with `failures` for a list of failed cases.
    /// - Parameter failures: The list, or nil.
    package func json(failures: JSONText?) -> String {
        let rules = byRule.map {
            "\"\($0.rule.id)\": {\"passed\": \($0.count.passed), \"failed\": \($0.count.failed)}"
        }
        let sources = bySource.map {
            "\"\($0.repository)\": {\"passed\": \($0.count.passed), \"failed\": \($0.count.failed)}"
        }
        let others = sources.isEmpty ? "" : ", \"bySource\": {\(sources.joined(separator: ", "))}"
        return "{\"passed\": \(total.passed), \"failed\": \(total.failed), "
            + "\"byRule\": {\(rules.joined(separator: ", "))}\(others)"
            + (failures.map { ", \"failures\": \($0.written(depth: 0))" } ?? "") + "}\n"
    }
}
