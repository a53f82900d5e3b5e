import ArgumentParser
import CommandSupport
import SessionScenario
import SessionWorld

struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        .explain,
        abstract: "Explains every decision of a scenario, with its rule and the rule's source.",
        discussion: """
            Why is the music lowered at step 5?
              audiosession explain Scenarios/scenario-3-navigation.yaml --step 5

            A file that names several rule books is explained under each of them; --rules chooses one.
            """)

    @Argument(help: "A scenario file.")
    var file: String?

    @Option(help: "Only this step, counted from 1.")
    var step: Int?

    @OptionGroup var bookOptions: ScenarioBookOptions

    func run() throws {
        // Checked here, so that an unknown option is reported before a missing file.
        guard let file else { throw ValidationError("name a scenario file") }
        Output.prepare()
        let scenario = try ScenarioFiles.read([file])[0]
        if let step, !scenario.steps.contains(where: { $0.number == step }) {
            throw CommandFailure(lines: [
                "\(file): there is no step \(step); its steps are 1 to \(scenario.steps.count)"
            ])
        }
        let runs = bookOptions.tellings(of: [scenario]).map { ScenarioRun($0, under: bookOptions.book) }
        let width = Terminal.documentWidth
        try Terminal.show(runs.map { $0.explanation(of: step, width: width) }.joined(separator: "\n"))
    }
}
