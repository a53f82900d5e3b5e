import ArgumentParser
import CommandSupport
import Glibc
import SessionPhone
import SessionWire
import SessionWorld

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .run,
        abstract: "Runs a program on its own device, or on the running host.",
        discussion: """
            The program, and every program that it starts, is an app of the device, with its own standard streams and \
            exit status. If standard error is a terminal, and none of them has joined the device by its end, a message \
            says so. A program that plays through ALSA only joins by ALSA's plug-in, if that is installed or built in \
            this clone, which is then in front of the default PCM, or with --silent of a silent card in real time.

            With --drive you are the person and the machine around it: standard input takes steps, one per line, as \
            JSON or in the short form (call incoming); standard output has the replies. The program's acts appear as \
            replies with "from": "program". The program's standard input is empty, and its output goes to standard \
            error, as do errors in steps. The run ends with the program, even if the input ends earlier.

            Let the phone ring one second after a player has started:
              (sleep 1; echo call incoming; sleep 1; echo call declined) | audiosession run --drive --silent -- ./player song.flac

            With --disrupt the program, such as a self-test of a player, runs once as it is, and again for each gap \
            between two of its calls and each disruption, on its own silent device: the phone rings, headphones are \
            pulled out, the media server dies. Its reactions are judged by the table of Docs/HowTo/TestTeam.md, and \
            each violated row is reported with the shortest story; the program's own expectations count in the first \
            run only. The disruption begins when the call has been answered. Its next step follows a quarter of a \
            second after the app has handled its notices, or after two seconds, which counts as no reaction.
              audiosession run --disrupt --by call --by unplug --junit junit.xml -- ./player --selftest

            Exit status: that of the program; 128 and the signal's number if a signal ended it; 127 if there is no \
            such program, 126 if it cannot be run. With --disrupt: 0 if the app keeps to every row, 1 if not, 2 if the \
            program cannot be disrupted.
            """)

    @OptionGroup var host: HostOptions

    @Option(help: "The name of the app; by default AUDIOSESSION_APP or the program's file name.")
    var app: String?

    @Flag(help: "Read steps from standard input, and write replies to standard output.")
    var drive = false

    @Flag(help: "Join the running host instead of a private one.")
    var join = false

    @OptionGroup var disruptions: DisruptOptions

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("The program and its arguments, after --.", valueName: "program"))
    var program: [String] = []

    func validate() throws {
        guard !program.isEmpty else {
            throw ValidationError(
                "Name the program to run behind --, such as: audiosession run -- ./player song.flac")
        }
        guard !(join && drive) else {
            throw ValidationError("--drive needs a device of its own; drive the host that runs with audiosession step.")
        }
        guard !(join && host.phone.microphone != nil) else {
            throw ValidationError("--microphone needs a device of its own; give it to the host that runs.")
        }
        try disruptions.validate(join ? "--join" : drive ? "--drive" : nil)
        if let app, !SocketPlace.isAppName(app) { throw ValidationError("--app: \(SocketPlace.appNameRule)") }
    }

    var words: [UnsafeMutablePointer<CChar>] { CommandLine.last(program.count) }

    func run() throws {
        let origin = ChildProgram.Origin()
        if join { try exec() }
        Output.prepare()
        // A signal that arrived before the source exists would leave the folder behind.
        SignalSource.hold(Self.signals)
        if disruptions.disrupt { return try DisruptedProgram(self, origin).run() }
        let folder = try PrivateFolder()
        defer { folder.remove() }
        let process = try HostProcess(host.phone, at: folder.place, launch: host.launchOptions, termination: .ofProcess)
        defer { process.close() }
        throw ExitCode(try serve(process, folder.place, origin))
    }

    /// The signals that this process handles: the end of its child, and those that it forwards to it.
    static let signals = [SIGCHLD, SIGTERM, SIGINT, SIGHUP]

    /// The variables that connect the program to a host, and insert ALSA's plug-in before its default PCM.
    func environment(_ place: SocketPlace) -> [(name: String, value: String)] {
        var variables = [(name: SocketPlace.variable, value: place.path)]
        if let app { variables.append((SocketPlace.appVariable, app)) }
        // The plug-in then plays on a silent card. Set in both cases: this run may be nested in another.
        variables.append(("AUDIOSESSION_ALSA_SILENT", host.phone.silent && !join ? "1" : ""))
        let variable = "ALSA_CONFIG_PATH"
        let file = Installation.file("alsa.conf") ?? Installation.built("alsa-plugin/alsa.conf")
        let own = SocketPlace.environment(variable) ?? ""
        // ALSA separates paths by colons and spaces, and does not support either in a path.
        guard let file, file != own, !file.contains(where: { $0 == " " || $0 == ":" }) else { return variables }
        // The plug-in reads the configuration that the program would have had.
        return variables + [(variable, file), ("AUDIOSESSION_ALSA_CONFIG_PATH", own)]
    }

    private func exec() throws {
        let place = try SocketPlace(SocketPlace.environment)
        try place.checkHost()
        for (name, value) in environment(place) { setenv(name, value, 1) }
        execvp(words[0], words + [nil])
        throw ChildProgram.Failure(words[0], errno: errno)
    }

    /// Starts the program, and serves until it has ended.
    private func serve(_ process: HostProcess, _ place: SocketPlace, _ origin: ChildProgram.Origin) throws -> Int32 {
        let life = ProgramLife(process.loop, name: program[0], process.complaints) {
            process.server.arbiter.hasHadApps
        }
        do {
            // Set up before the program starts, to catch its end.
            let signals = try SignalSource(Self.signals, on: process.loop) {
                life.handle($0, isOfTerminal: $1)
            }
            defer { withExtendedLifetime(signals) {} }
            var steps: StandardSteps?
            if drive {
                // Replies to a file are written when the run is over.
                steps = try StandardSteps(
                    process.server,
                    atUnreadable: { process.complaints.add($0.line(in: "standard input"), of: nil) },
                    atEnd: { life.endInput() })
            } else {
                life.endInput()
            }
            defer { steps?.close() }
            life.program = try ChildProgram(
                words, environment: environment(place), streams: drive ? .aside : .inherited, origin: origin)
            life.look()
            process.loop.run()
            return life.status ?? 0
        } catch let failure as ChildProgram.Failure {
            process.complaints.add("\(failure)")
            return failure.status
        } catch {
            process.complaints.add("\(error)")
            throw ExitCode.refused
        }
    }
}

private final class ProgramLife {
    private let loop: EventLoop
    private let name: String
    private let complaints: Complaints
    private let hasHadApps: () -> Bool
    var program: ChildProgram?
    private(set) var status: Int32?
    private var hasInput = true

    init(_ loop: EventLoop, name: String, _ complaints: Complaints, hasHadApps: @escaping () -> Bool) {
        (self.loop, self.name, self.complaints, self.hasHadApps) = (loop, name, complaints, hasHadApps)
    }

    func handle(_ signal: CInt, isOfTerminal: Bool) {
        if signal == SIGCHLD { return look() }
        guard status == nil, let program else { return loop.stop() }
        // The program receives the terminal's own signals directly.
        if !isOfTerminal { program.send(signal) }
    }

    func look() {
        guard status == nil else { return }
        status = program?.status()
        // Standard error is the program's: print hints only to a terminal.
        if status != nil, !hasHadApps(), isatty(STDERR_FILENO) == 1 {
            complaints.add(
                "\(name) has ended, and neither it nor a program that it started has joined this device: "
                    + "nothing was governed. A program in Swift joins it with AudioApp.join(), in C with audiosession_open()."
            )
        }
        stopIfOver()
    }

    func endInput() {
        hasInput = false
        stopIfOver()
    }

    private func stopIfOver() { if status != nil, !hasInput { loop.stop() } }
}

extension CommandLine {
    /// The last arguments as raw bytes, which need not be UTF-8.
    static func last(_ count: Int) -> [UnsafeMutablePointer<CChar>] {
        (Int(argc) - count..<Int(argc)).compactMap { unsafeArgv[$0] }
    }
}
