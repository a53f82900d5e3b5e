import ArgumentParser
import DeviceArguments
import SessionReplay
import SessionScenario

/// Holds scenarios against their expectations, without sound.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        .check,
        abstract: "Holds scenarios against their expectations, as fast as it goes and without sound.",
        discussion: """
            Prints each expectation that failed with its step, what was expected, what came out and which rule decided, \
            and one verdict per file.

              audiosession check Scenarios/scenario-3-navigation.yaml Scenarios/headset.yaml

            Beside that, a page for each file and an index of what failed where:
              audiosession check --report out Scenarios/interruptions.yaml
            """)

    @Argument(help: "Scenario files.")
    var files: [String] = []

    @OptionGroup var bookOptions: ScenarioBookOptions

    @Option(
        help: "Write a page for each scenario into this folder, and index.html over them.")
    var report: String?

    func run() throws {
        // Asked here, so that an option that does not exist is told before a file that is missing.
        guard !files.isEmpty else { throw ValidationError("name one or more scenario files") }
        Output.prepare()
        let scenarios = try ScenarioFiles.read(files)
        var pages = try report.map {
            try ReportFolder($0, inputs: scenarios.flatMap(\.inputs) + bookOptions.files)
        }
        var holds = true
        var text = ""
        for scenario in bookOptions.tellings(of: scenarios) {
            let run = ScenarioRun(scenario, under: bookOptions.book)
            for failure in run.failures { text += failure.text(file: scenario.file) + "\n" }
            text += run.verdict + "\n"
            pages?.add(run)
            holds = holds && run.holds
        }
        try pages?.write()
        try Output.write(text)
        if !holds { throw ExitCode.failure }
    }
}
