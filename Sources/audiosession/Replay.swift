import ALSADevice
import ArgumentParser
import Glibc
import SessionReplay
import SessionScenario

/// Plays scenarios and shows what happens.
struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
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
        Output.prepare()
        Cancellation.listen()
        let scenarios = try ScenarioFiles.read(files)
        var verdicts = ""
        var holds = true
        do {
            for scenario in scenarios {
                let run = ScenarioRun(scenario, under: rules?.book)
                try replayOrRefuse(run)
                for failure in run.failures { Output.complain(failure.text(file: scenario.file)) }
                verdicts += run.verdict + "\n"
                holds = holds && run.holds
            }
        } catch {
            try Output.write(verdicts)
            throw error
        }
        try Output.write(verdicts)
        if !holds { throw ExitCode.failure }
    }

    /// - Throws: The exit status, after a word on standard error.
    private func replayOrRefuse(_ run: ScenarioRun) throws {
        do {
            try replay(run)
        } catch ReplayError.cancelled {
            Output.complain("audiosession: \(ReplayError.cancelled)")
            throw Cancellation.status
        } catch let error as ReplayError {
            Output.complain("audiosession: \(run.scenario.file): \(error)")
            throw ExitCode.refused
        }
    }

    private func replay(_ run: ScenarioRun) throws {
        let score = try Score(run)
        for remark in score.remarks { Output.complain("audiosession: \(remark)") }
        if wav != nil || stems != nil {
            if let stems { try makeFolder(stems) }
            if !quiet { try Output.write(run.timeline) }
            try OfflineRenderer(score, isCancelled: { Cancellation.isRequested }).render(mix: wav, stems: stems)
            return
        }
        try OpenFiles.requireForDevices()
        do {
            try play(score, run)
        } catch ReplayError.device(let error) where device == nil {
            // Without a sound card the same mixer writes what would have been heard.
            let path = run.scenario.shortName + ".wav"
            Output.complain("audiosession: \(error.sentence) Writing \(path) instead.")
            if !quiet { try Output.write(run.timeline) }
            try OfflineRenderer(score, isCancelled: { Cancellation.isRequested }).render(mix: path, stems: nil)
        }
    }

    /// Plays in real time; each step is shown when it is heard.
    private func play(_ score: Score, _ run: ScenarioRun) throws {
        var stage = LiveStage(run)
        var failure: (any Error)?
        try RealTimePlayer(score).play(
            pcm: device ?? "default", note: { Output.complain("audiosession: \($0)") },
            progress: { seconds in
                guard !quiet, failure == nil else { return }
                do { try stage.show(until: seconds) } catch { failure = error }
            }, isCancelled: { Cancellation.isRequested || failure != nil })
        if let failure { throw failure }
        if !quiet { try stage.finish() }
    }

    private func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
        let reason = String(cString: strerror(errno))
        Output.complain("audiosession: cannot make the folder \(path) for the stems: \(reason); choose another")
        throw ExitCode.refused
    }
}
