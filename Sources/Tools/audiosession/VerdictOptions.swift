import ArgumentParser
import CommandSupport
import Glibc
import Report
import SessionExploration
import SessionPolicy
import SessionScenario
import SessionWorld
import SoundFiles

/// The machine-readable formats of a verdict, for every command that tests something.
struct VerdictOptions: ParsableArguments {
    @Option(help: "Write the verdicts to this file as JUnit XML, which CI servers read.")
    var junit: String?

    @Option(help: "Append the verdicts to this file as Markdown, such as to $GITHUB_STEP_SUMMARY.")
    var summary: String?

    @Flag(help: "Print the verdicts as a JSON object, and failures to standard error.")
    var json = false

    @Flag(help: "Print only failures.")
    var quiet = false

    /// Rejects files that cannot be written, before anything runs.
    /// - Parameter inputs: The paths of files that must not be overwritten.
    func validate(inputs: [String]) throws {
        _ = try OutputPlan([], besides: [junit, summary].compactMap { $0 }, inputs: inputs)
    }

    func printFailures(_ text: String) throws {
        guard !text.isEmpty else { return }
        if json { Output.complain(lines: String(text.dropLast())) } else { try Output.write(text) }
    }

    /// Writes the files, and annotates failures on GitHub.
    /// - Parameter inputs: The paths of files that must not be overwritten.
    func write(_ report: TestReport, inputs: [String]) throws {
        if GitHubRun.isOne {
            // On standard error, which GitHub reads as well: standard output may be a file or JSON.
            for line in report.annotations(path: GitHubRun.path(of:)) { Output.complain(line) }
        }
        if let junit { try WholeFiles.write([.init(path: junit, text: report.junit)], inputs: inputs) }
        if let summary { try Self.append(report.summary, to: summary) }
    }

    static func annotate(_ errors: [ScenarioError]) {
        guard GitHubRun.isOne else { return }
        for error in errors {
            for problem in error.problems {
                Output.complain(
                    TestReport.annotation(
                        file: GitHubRun.path(of: error.file), at: problem.position, title: "refused", problem.says))
            }
        }
    }

    /// Appends to a file, or creates it; other steps of a job write to it as well.
    private static func append(_ text: String, to path: String) throws {
        guard let file = fopen(path, "ae") else { throw failure(path, errno) }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else { throw failure(path, errno) }
    }

    private static func failure(_ path: String, _ error: CInt) -> CommandFailure {
        CommandFailure("cannot write the summary \(path): \(String(cString: strerror(error))); choose another file")
    }
}

enum GitHubRun {
    static var isOne: Bool { getenv("GITHUB_ACTIONS").map { String(cString: $0) } == "true" }

    /// The path of a file relative to the checked-out repository, or unchanged if it lies elsewhere.
    static func path(of file: String) -> String {
        guard let root = getenv("GITHUB_WORKSPACE").flatMap({ FilePath.real(String(cString: $0)) }),
            let path = FilePath.real(file), path.hasPrefix(root + "/")
        else { return file }
        return String(path.dropFirst(root.count + 1))
    }
}

extension TestReport.Case {
    /// The verdict on a scenario, with its drawing if it failed.
    init(_ run: ScenarioRun, page: String?) {
        self.init(
            file: run.scenario.file, title: run.scenario.title, book: run.scenario.bookName,
            failures: run.failures.map(TestReport.Failure.init), page: page,
            drawing: run.holds ? "" : ChartText(Chart(run), .plain).drawing)
    }

    init(_ verdict: CaseVerdict) {
        let breach = verdict.breach.map { breach in
            let place = breach.step.map { "step \($0.number) (\($0.text)): " } ?? ""
            return TestReport.Failure(at: breach.step?.source.position, place + breach.says)
        }
        self.init(
            file: verdict.scenario.file, title: verdict.scenario.title, book: verdict.scenario.bookName,
            failures: verdict.failures.map(TestReport.Failure.init) + [breach].compactMap { $0 })
    }
}

extension TestReport.Failure {
    init(_ failure: FailedExpectation) {
        self.init(
            at: failure.position, failure.headline, expected: failure.expected, actual: failure.actual,
            story: failure.deciding)
    }
}
