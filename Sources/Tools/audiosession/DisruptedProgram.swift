import ArgumentParser
import CommandSupport
import Glibc
import Report
import SessionOracle
import SessionPolicy
import SessionWire
import SessionWorld

/// A program that runs once as it is, and once more for each gap between two of its calls and each disruption.
struct DisruptedProgram {
    private enum End {
        /// It has ended with a status, as in a shell.
        case status(Int32)
        /// It was killed at the limit.
        case limit
        /// A signal ends the command.
        case cancelled(CInt)
    }

    private struct Run {
        let monitor: DisruptionMonitor
        let end: End
        let seconds: Double
    }

    /// The longest time that all runs may take, in seconds.
    private static let longest = 3_600.0

    private let command: RunCommand
    private let options: DisruptOptions
    private let origin: ChildProgram.Origin
    private let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)

    init(_ command: RunCommand, _ origin: ChildProgram.Origin) {
        var command = command
        command.host.phone.silent = true
        (self.command, options, self.origin) = (command, command.disruptions, origin)
    }

    private var name: String { command.program[0] }

    func run() throws {
        try options.verdict.validate(inputs: [])
        let places = try places(after: runUndisturbed())
        let responses = Set(options.responses)
        var findings = Findings()
        findings.judge(places.first, by: responses)
        var complaints: [String] = []
        var bar = ProgressBar()
        for (count, place) in places.disrupted.enumerated() {
            bar.show(Double(count) / Double(places.disrupted.count), "\(count) of \(places.disrupted.count) runs")
            let run = try perform(place, connects: places.first.connects)
            findings.judge(run.monitor, by: responses)
            switch run.end {
            case .status(129...192): complaints.append("\(place.sentence): \(killed(run.end)).")
            case .status: continue
            case .limit: complaints.append(Self.sentence(aboutLimit: options.limit, place))
            case .cancelled(let number):
                bar.clear()
                throw ExitCode(128 + number)
            }
            // A program that hangs would take the limit in many more runs.
            if case .limit = run.end { break }
        }
        bar.clear()
        try report(findings, complaints, calls: places.first.gapCount)
    }

    // MARK: The undisturbed run

    private func runUndisturbed() throws -> Run {
        let run = try perform(nil, connects: false)
        let remedy = "; before it is disrupted, it must end with status 0"
        switch run.end {
        case .status(0): break
        case .status(129...192): throw CommandFailure("\(name), undisturbed: \(killed(run.end))\(remedy)")
        case .status(let status): throw CommandFailure("\(name) ends with status \(status) undisturbed\(remedy)")
        case .limit:
            throw CommandFailure(
                "\(name) has not ended after \(plainText(options.limit)) s undisturbed; let it end by itself, or give it longer "
                    + "with --limit")
        case .cancelled(let number): throw ExitCode(128 + number)
        }
        guard run.monitor.hasApp else {
            throw CommandFailure(
                run.monitor.knowsALSAOnly
                    ? "\(name) knows of ALSA only, and is not told what happens to the phone: there is no reaction to judge"
                    : "\(name) has not joined the device: a program in Swift joins it with AudioApp.join(), in C with "
                        + "audiosession_open()")
        }
        guard run.monitor.gapCount > 0 else {
            throw CommandFailure(
                "\(name) has made no call, so there is no gap between two; let its self-test play something")
        }
        return run
    }

    private func places(after run: Run) throws -> (first: DisruptionMonitor, disrupted: [DisruptionPlace]) {
        let places = DisruptionPlace.all(of: options.disruptions, gaps: run.monitor.gapCount)
        let seconds = Double(places.count) * run.seconds
        guard seconds <= Self.longest else {
            throw CommandFailure(
                "\(name) makes \(run.monitor.gapCount) calls in \(plainText((10 * run.seconds).rounded() / 10)) s: \(places.count) runs would take "
                    + "\(Int(seconds / 60)) minutes; name fewer disruptions with --by, or run a shorter self-test")
        }
        return (run.monitor, places)
    }

    // MARK: A run

    /// Runs the program on a device of its own.
    /// - Parameters:
    ///   - place: The disruption, or nil for none.
    ///   - connects: Whether the program itself connects accessories.
    private func perform(_ place: DisruptionPlace?, connects: Bool) throws -> Run {
        let folder = try PrivateFolder()
        defer { folder.remove() }
        let host = command.host
        let process = try HostProcess(
            host.phone, at: folder.place, launch: host.launchOptions, termination: .ofProcess)
        let (loop, server) = (process.loop, process.server)
        let start = EventLoop.now
        var end: End?
        var program: ChildProgram?
        do {
            guard let limit = LoopTimer(on: loop) else { throw WireError.system("cannot wait for a moment", errno) }
            let monitor = try DisruptionMonitor(server, place, connects: connects)
            limit.whenRung = {
                end = end ?? .limit
                loop.stop()
            }
            limit.set(at: start + Length(seconds: options.limit).nanoseconds)
            server.whenUnused = { if end != nil { loop.stop() } }
            func look() {
                guard end == nil, let status = program?.status() else { return }
                end = .status(status)
                // A program that this one has started, and that lives on, gets a second.
                limit.set(at: EventLoop.now + 1_000_000_000)
                if server.programCount == 0 { loop.stop() }
            }
            let signals = try SignalSource(RunCommand.signals, on: loop) { number, _ in
                if number == SIGCHLD { return look() }
                end = end ?? .cancelled(number)
                loop.stop()
            }
            defer { withExtendedLifetime(signals) {} }
            let output = place == nil ? STDERR_FILENO : nowhere
            program = try ChildProgram(
                command.words, environment: command.environment(folder.place) + [(SocketPlace.reactionsVariable, "1")],
                streams: .apart(input: nowhere, output: output), origin: origin)
            look()
            loop.run()
            let seconds = Length(nanoseconds: EventLoop.now - start).seconds
            // The program leads its own session, and takes along what it has started.
            if let program { kill(-program.process, SIGKILL) }
            if case .status? = end {} else if let program { waitpid(program.process, nil, 0) }
            process.close()
            monitor.follow()
            return Run(monitor: monitor, end: end ?? .limit, seconds: seconds)
        } catch {
            process.close()
            guard let failure = error as? ChildProgram.Failure else { throw error }
            throw CommandFailure("\(failure)", ExitCode(failure.status))
        }
    }

    // MARK: The report

    private func report(_ findings: Findings, _ complaints: [String], calls: Int) throws {
        var verdicts = TestReport("audiosession run --disrupt")
        var text = ""
        for response in options.responses {
            let lines = findings.report(of: response)?.split(separator: "\n").map(String.init) ?? []
            if !lines.isEmpty { text += lines.joined(separator: "\n") + "\n\n" }
            verdicts.add(
                .init(
                    file: name, title: response.sentence,
                    failures: lines.first.map { [.init($0, story: Array(lines.dropFirst()))] } ?? []))
        }
        for complaint in complaints { text += complaint + "\n\n" }
        verdicts.add(.init(file: name, title: "It ends by itself.", failures: complaints.map { .init($0) }))
        try options.verdict.printFailures(text)
        let failed = verdicts.cases.count { !$0.holds }
        let counts = "\(calls) call\(calls == 1 ? "" : "s"), \(findings.runCount) disrupted runs"
        if options.verdict.json {
            try Output.write(verdicts.json.written(depth: 0) + "\n")
        } else if !options.verdict.quiet {
            let style = Terminal.output
            try Output.write(
                styled: failed == 0
                    ? "\(style.paint("✓", .good)) \(name) keeps to every row: \(counts)\n"
                    : "\(style.paint("✗", .bad)) \(failed) of \(verdicts.cases.count) rows do not hold: \(counts)\n")
        }
        try options.verdict.write(verdicts, inputs: [])
        if failed > 0 { throw ExitCode.failure }
    }

    private func killed(_ end: End) -> String {
        guard case .status(let status) = end else { return "" }
        return "\(name) was ended by signal \(status - 128) (\(String(cString: strsignal(status - 128))))"
    }

    private static func sentence(aboutLimit limit: Double, _ place: DisruptionPlace) -> String {
        "\(place.sentence): the program had not ended after \(plainText(limit)) s, and was killed; the runs after this one were left "
            + "out. Let its loops end also when nothing is heard, or give it longer with --limit."
    }
}

extension Findings {
    fileprivate mutating func judge(_ run: DisruptionMonitor, by responses: Set<Response>) {
        guard run.place == nil || run.hasBegun else { return }
        if run.place != nil { countRun() }
        judge(run.log.entries, of: run.phone, at: run.place, by: responses)
    }
}
