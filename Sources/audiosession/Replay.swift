import ArgumentParser
import SessionScenario

/// Plays scenarios and shows what happens.
struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plays scenarios step by step and shows who is heard, how loud, on what, and by which rule.",
        discussion: """
            Hear a scenario through ALSA, or find it beside you as a WAV file where there is no sound card:
              audiosession replay Scenarios/scenario-3-navigation.yaml

            Render it faster than it plays, with one more file per sound:
              audiosession replay Scenarios/scenario-3-navigation.yaml --wav out.wav --stems out
            """)

    @Argument(help: "Scenario files.")
    var files: [String]

    @Option(help: "Render into this WAV file: 48 kHz, stereo, 32-bit float. Takes one scenario.")
    var wav: String?

    @Option(help: "Render each sound into a file of its own in this folder, named app-sound.wav. Takes one scenario.")
    var stems: String?

    @Option(help: "The ALSA PCM to play on.")
    var device: String?

    @Option(help: "The rule book, in place of the scenarios' own.")
    var rules: BookName?

    @Flag(help: "Print nothing but errors and the verdicts.")
    var quiet = false

    func validate() throws {
        if files.count > 1, wav != nil || stems != nil {
            throw ValidationError("--wav and --stems take one scenario; render the others one by one")
        }
        if device != nil, wav != nil || stems != nil {
            throw ValidationError("--device plays and --wav and --stems render; choose one of them")
        }
    }

    func run() throws {
        Output.ignoreClosedPipes()
        let scenarios = try ScenarioFiles.read(files)
        var holds = true
        for scenario in scenarios {
            let run = try ScenarioRun(scenario, under: rules?.book)
            if !quiet { try Output.write(run.timeline) }
            for failure in run.failures { Output.complain(failure.text(file: scenario.file)) }
            try Output.write(run.verdict + "\n")
            holds = holds && run.holds
        }
        if !holds { throw ExitCode.failure }
    }
}
