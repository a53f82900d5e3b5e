import SessionPolicy
import SessionScenario

extension TrialTree {
    /// The result of opening a scenario as a JSON object: the number of steps, and the failed expectations.
    /// - Parameters:
    ///   - missing: The sound files that it names and that were not opened with it.
    func summary(of scenario: Scenario, without missing: [String]) -> String {
        let lines = failures(of: scenario).map { $0.text(file: scenario.file).quoted }.joined(separator: ", ")
        let count = scenario.steps.reduce(0) { $0 + $1.expectations.count }
        return #"{"title": \#(scenario.title.quoted), "steps": \#(scenario.steps.count), "expectations": \#(count), "#
            + #""missing": [\#(missing.map { $0.quoted }.joined(separator: ", "))], "unmet": [\#(lines)]}"#
    }

    func failures(of scenario: Scenario) -> [FailedExpectation] {
        zip(scenario.steps, path).flatMap { step, trial in trial.reply.map { step.failures(of: $0) } ?? [] }
    }
}
