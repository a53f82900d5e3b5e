import ArgumentParser
import CommandSupport
import Report
import SessionPolicy
import SessionScenario
import SessionWorld
import Sounder

/// Checks scenarios against their expectations, without sound.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .check,
        abstract: "Checks the expectations of scenarios, without sound.",
        discussion: """
            Prints each failed expectation with its step, the expected and the actual value and the deciding rule, a \
            verdict per file, and a summary.

              audiosession check Scenarios/scenario-3-navigation.yaml Scenarios/headset.yaml

            Also write a page for each file, and an index of the failures:
              audiosession check --report out Scenarios/interruptions.yaml

            For continuous integration; on GitHub failures are also marked in the file:
              audiosession check --junit junit.xml --report out Scenarios/interruptions.yaml
            """)

    @Argument(help: "Scenario files, or folders of them.")
    var files: [String] = []

    @OptionGroup var bookOptions: ScenarioBookOptions

    @Option(
        help: "Write a page for each scenario and an index.html into this folder.")
    var report: String?

    @OptionGroup var verdictOptions: VerdictOptions

    func run() throws {
        // Checked here, so that an unknown option is reported before a missing file.
        guard !files.isEmpty else { throw ValidationError("name one or more scenario files") }
        Output.prepare()
        let scenarios = try ScenarioFiles.read(ScenarioFiles.expanded(files))
        let inputs = scenarios.flatMap(\.inputs) + bookOptions.files
        try verdictOptions.validate(inputs: inputs)
        var pages = try report.map { try ReportFolder($0, inputs: inputs) }
        var verdicts = TestReport("audiosession check")
        let isVerbose = !verdictOptions.quiet && !verdictOptions.json
        var text = ""
        let style = Terminal.output
        var expectations = 0
        var failed = 0
        let tellings = bookOptions.tellings(of: scenarios)
        let isForPeople = Terminal.isForPeople(json: verdictOptions.json)
        // A person gets a table of several verdicts, below what failed.
        let nameWidth = isForPeople && tellings.count > 1 ? ScenarioFiles.nameWidth(tellings, style) : nil
        var table = ""
        for scenario in tellings {
            let run = ScenarioRun(scenario, under: bookOptions.book)
            let failures =
                isForPeople
                ? ScenarioFiles.shown(run, style) : run.failures.map { $0.text(file: scenario.file) + "\n" }.joined()
            if verdictOptions.json { try verdictOptions.printFailures(failures) } else { text += failures }
            if isVerbose, let nameWidth {
                table += run.row(nameWidth: nameWidth, style) + "\n"
            } else if isVerbose {
                text += run.verdict(style) + "\n"
            }
            verdicts.add(.init(run, page: pages?.add(run)))
            expectations += run.expectationCount
            failed += run.failures.count
        }
        text += table
        let holds = verdicts.holds
        let count = tellings.count
        if count > 1, isVerbose {
            let mark = holds ? style.paint("✓", .good) : style.paint("✗", .bad)
            text +=
                "\(mark) \(count) scenarios, \(expectations) expectations" + (holds ? "" : ", \(failed) failed") + "\n"
        }
        try pages?.write()
        if verdictOptions.json { text = verdicts.json.written(depth: 0) + "\n" }
        try Output.write(styled: text)
        try verdictOptions.write(verdicts, inputs: inputs)
        if !holds { throw ExitCode.failure }
    }
}
