import ALSADevice
import ArgumentParser
import CommandSupport
import Glibc
import Report
import SessionPolicy
import SessionScenario
import SoundFiles
import Sounder
import Synchronization
import SystemSupport

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .replay,
        abstract:
            "Plays scenarios step by step and shows which sounds are heard, how loud, on what, and by which rule.",
        discussion: """
            Play a scenario through ALSA, or without a sound card write it as a WAV file here:
              audiosession replay Scenarios/scenario-3-navigation.yaml

            Render it faster than real time, with a further file per sound:
              audiosession replay Scenarios/scenario-3-navigation.yaml --wav out.wav --stems out

            A file that names several rule books is played under each of them; --rules chooses one.

            Write a page with the picture and the sound:
              audiosession replay Scenarios/scenario-3-navigation.yaml --report out.html
            """)

    @Argument(help: "Scenario files.")
    var files: [String] = []

    @Option(
        help: "Render into this WAV file: 48 kHz, stereo, 32-bit float. Takes one scenario.")
    var wav: String?

    @Option(
        help: "Render each sound into a file of its own in this folder, named app-sound.wav. Takes one scenario.")
    var stems: String?

    @OptionGroup var reports: ReportOptions

    @Option(help: "The ALSA PCM to play on.", transform: PlaceName.read)
    var device: String?

    @OptionGroup var bookOptions: ScenarioBookOptions

    @Flag(help: "Print only the drawing of each scenario and the verdicts.")
    var brief = false

    @Flag(help: "Print the whole state at each step, the notices to apps, and every reason.")
    var why = false

    @Flag(help: "Print only errors and the verdicts.")
    var quiet = false

    func validate() throws {
        if [brief, quiet, why].count(where: { $0 }) > 1 {
            throw ValidationError(
                "--brief prints the drawings alone, --quiet not even them, --why every reason; choose one")
        }
        if files.count > 1, renders {
            throw ValidationError(
                "--wav, --stems, --report and --svg take one scenario; render the others one by one")
        }
        if device != nil, renders {
            throw ValidationError("--device plays, and --wav, --stems, --report and --svg render; choose one")
        }
    }

    private var renders: Bool { wav != nil || stems != nil || !reports.paths.isEmpty }

    func run() throws {
        // Checked here, so that an unknown option is reported before a missing file.
        guard !files.isEmpty else { throw ValidationError("name one or more scenario files") }
        Output.prepare()
        Cancellation.listen {
            if Output.canComplain { Output.complain("audiosession: \(ReplayError.cancelled)") }
            return Cancellation.status
        }
        let scenarios = bookOptions.tellings(of: try ScenarioFiles.read(files))
        if renders, scenarios.count > 1, let first = scenarios.first {
            let books = first.books.map(\.name)
            throw CommandFailure(
                "\(first.file): it names the books \(books.joined(separator: " and ")), and one is rendered at a time; "
                    + "choose it with --rules \(books[0])")
        }
        var verdicts = ""
        var holds = true
        do {
            for scenario in scenarios {
                let run = ScenarioRun(scenario, under: bookOptions.book)
                try orRefused(scenario) { try replay(run, among: scenarios) }
                if Terminal.isForPeople(json: false) {
                    verdicts += ScenarioFiles.shown(run, Terminal.output)
                } else {
                    for failure in run.failures { Output.complain(lines: failure.text(file: scenario.file)) }
                }
                verdicts += run.verdict(Terminal.output) + "\n"
                holds = holds && run.holds
            }
        } catch {
            try Output.write(styled: verdicts)
            throw error
        }
        try Output.write(styled: verdicts)
        if !holds { throw ExitCode.failure }
    }

    private func orRefused(_ scenario: Scenario, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch ReplayError.cancelled {
            throw CommandFailure("\(ReplayError.cancelled)", Cancellation.status)
        } catch let error as ReplayError {
            throw CommandFailure("\(scenario.file): \(error)")
        }
    }

    private func replay(_ run: ScenarioRun, among scenarios: [Scenario]) throws {
        if renders {
            return try render(run, mix: wav, inputs: [])
        }
        try OpenFiles.requireForDevices()
        do {
            try play(run, on: try RealTimePlayer.open(device ?? "default"))
        } catch ReplayError.device(let error) where device == nil {
            // Without a sound card the same mixer writes each scenario to a file.
            let path = fallback(run.scenario)
            let inputs = scenarios.flatMap(\.inputs)
            do throws(SoundFileError) {
                _ = try OutputPlan(scenarios.map(fallback), inputs: inputs + bookOptions.files)
            } catch {
                throw ReplayError.fallback(error)
            }
            Output.complain("audiosession: \(error.sentence) Writing \(path) instead.")
            try render(run, mix: path, inputs: inputs)
        }
    }

    /// The file that is written if there is no sound card: one per rule book of a scenario.
    private func fallback(_ scenario: Scenario) -> String {
        let isTold = bookOptions.rules == nil && scenario.books.count > 1
        return scenario.shortName + (isTold ? "-\(scenario.book.name)" : "") + ".wav"
    }

    /// Renders; a problem is reported before anything is shown.
    private func render(_ run: ScenarioRun, mix: String?, inputs: [String]) throws {
        let plan = try ReplayPlan(run)
        var remarks: [String] = []
        let isNew = try stems.map { try Folder.make($0, for: "the stems") } ?? false
        do {
            let writer = try ReportWriter(reports, run)
            remarks = writer?.remarks ?? []
            let rendering = try OfflineRenderer(
                plan, mix: mix, stems: stems, documents: reports.paths, inputs: inputs + bookOptions.files,
                listening: writer?.listening, isCancelled: { Cancellation.isRequested })
            if !quiet {
                var story = shown(run)
                try Output.write(styled: story.text())
            }
            var bar = ProgressBar()
            defer { bar.clear() }
            try rendering.render(
                report: { bar.show($0, "rendering \(run.scenario.shortName)") },
                documents: { writer?.files($0) ?? [] })
        } catch {
            if let stems, isNew { rmdir(stems) }
            throw error
        }
        for remark in remarks + plan.remarks { Output.complain("audiosession: \(remark)") }
    }

    private func shown(_ run: ScenarioRun) -> ShownStory {
        ShownStory(run, brief ? .brief : why ? .why : .changes, Terminal.output)
    }

    /// A message of the thread that plays.
    private enum PlaybackEvent: Sendable {
        case position(seconds: Double)
        case note(String)
        case ended(Result<Void, ReplayError>)
    }

    /// Plays in real time, showing each step when it is heard. The sound has its own thread, so that it never waits for
    /// the reader of the text.
    private func play(_ run: ScenarioRun, on output: sending ALSAOutput) throws {
        let events: WakingList<PlaybackEvent>
        do { events = try WakingList() } catch { throw ReplayError.tooManyFiles(needed: 2) }
        let isStopped = Atomic(false)
        let thread = try OrdinaryThread.start {
            let outcome = Result { () throws(ReplayError) in
                let plan = try ReplayPlan(run)
                try RealTimePlayer(plan).play(
                    on: output, note: { events.add(.note($0)) }, progress: { events.add(.position(seconds: $0)) },
                    isCancelled: { Cancellation.isRequested || isStopped.load(ordering: .relaxed) })
                for remark in plan.remarks { events.add(.note(remark)) }
            }
            events.add(.ended(outcome))
        }
        var story = quiet ? nil : shown(run)
        var failure: (any Error)?
        func show(until seconds: Double) throws {
            guard let text = story?.text(until: seconds), !text.isEmpty else { return }
            try Output.write(styled: text)
        }
        while true {
            events.wakeSignal.wait()
            for event in events.collect() {
                switch event {
                case .note(let note): Output.complain("audiosession: \(note)")
                case .position(let seconds):
                    do { if failure == nil { try show(until: seconds) } } catch {
                        failure = error
                        isStopped.store(true, ordering: .relaxed)
                    }
                case .ended(let outcome):
                    thread.join()
                    if let failure { throw failure }
                    try outcome.get()
                    return try show(until: .infinity)
                }
            }
        }
    }
}
