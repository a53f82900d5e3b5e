import ArgumentParser
import CommandSupport
import Glibc
import SessionPolicy
import SessionWire

/// Lowers or interrupts other apps while a command runs.
struct HoldCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .hold,
        abstract: "Lowers or interrupts the other apps while a command runs.",
        discussion: """
            The command is an app of the host while it runs, and needs no support for audio sessions. The others come \
            back when it ends, or when this command is killed, and while the command is stopped.

            Lower the music while a voice speaks:
              audiosession hold --duck -- espeak-ng "Turn left"

            Pause the music while a film plays:
              audiosession hold --pause --mode moviePlayback -- mpv film.mkv

            The others are the programs on the host, the media players of the session bus, and the streams of \
            PulseAudio or PipeWire. If nothing is lowered or interrupted, or an app continues, a message on standard \
            error says so. --pause does not interrupt programs without a role, which mix with others, unless a row of \
            apps.yaml says otherwise (audiosession apps --help).

            Without a command it prints "held" once the others are lowered or interrupted, and holds until standard \
            input ends. If no host runs, it starts one, which ends with its last program.

            Exit status: that of the command; 128 and the signal's number if a signal ended it; 127 if there is no \
            such command, 126 if it cannot be run. If the rules refuse the hold, as while the phone rings, the command \
            does not run and the status is 2; if no host answers, 3.
            """)

    @Flag(help: "Lower the others.")
    var duck = false

    @Flag(help: "Interrupt the others; they resume afterwards if they may.")
    var pause = false

    @Option(
        name: .customLong("duck-db"),
        help: ArgumentHelp(
            "How far others are lowered, 0 to 50 decibels; by default the rule book decides.", valueName: "decibels"))
    var duckDecibels: Double?

    @Option(
        name: .customLong("duck-ramp-ms"),
        help: ArgumentHelp(
            "How long the lowering takes, 0 to 2000 milliseconds; by default the rule book decides.",
            valueName: "milliseconds"))
    var duckRamp: Double?

    @Option(
        help: ArgumentHelp("The category of the command's sound.", valueName: "category"),
        completion: .list(Category.allCases.map(\.name)), transform: { try Self.named($0, Category.allCases, \.name) })
    var category = Category.playback

    @Option(
        help: ArgumentHelp("The mode of the command's sound.", valueName: "mode"),
        completion: .list(Mode.allCases.map(\.name)), transform: { try Self.named($0, Mode.allCases, \.name) })
    var mode = Mode.default

    @Option(help: "The name of the app; by default AUDIOSESSION_APP or the command's file name.")
    var app: String?

    @Option(help: "The host's socket; by default AUDIOSESSION_SOCKET or the usual path.", transform: PlaceName.read)
    var socket: String?

    @Argument(help: .hidden) var strayWord: String?

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("The command and its arguments, after --.", valueName: "command"))
    var command: [String] = []

    private static func named<Value>(_ text: String, _ values: [Value], _ name: (Value) -> String) throws -> Value {
        if let value = values.first(where: { name($0) == text }) { return value }
        throw ValidationError("choose one of \(values.map(name).joined(separator: ", "))")
    }

    func validate() throws {
        guard duck != pause else {
            throw ValidationError("Say --duck to lower the others, or --pause to interrupt them.")
        }
        if let strayWord {
            throw ValidationError(
                "Write -- before the command: audiosession hold \(duck ? "--duck" : "--pause") -- \(strayWord.shortened) …"
            )
        }
        if let app, !SocketPlace.isAppName(app) { throw ValidationError("--app: \(SocketPlace.appNameRule)") }
        _ = try terms
    }

    private var appName: String {
        if let app { return app }
        if let name = SocketPlace.environment(SocketPlace.appVariable), !name.isEmpty { return name }
        let name = command.first?.split(separator: "/").last.map(String.init) ?? "hold"
        return SocketPlace.isAppName(name) ? name : "hold"
    }

    private var terms: HoldTerms {
        get throws {
            do throws(HoldTerms.Fault) {
                return try HoldTerms(
                    duck ? .duck : .pause, category: category, mode: mode, duckBy: duckDecibels, over: duckRamp
                ) { "--\($0)" }
            } catch {
                throw ValidationError(error.sentence)
            }
        }
    }

    /// The signals that this process handles: the end of its child, those that it forwards to it, and SIGTSTP.
    private var signals: [CInt] { (command.isEmpty ? [] : [SIGCHLD, SIGTERM, SIGINT, SIGHUP]) + [SIGTSTP] }

    func run() throws {
        let origin = ChildProgram.Origin()
        Output.prepare()
        SignalSource.hold(signals)
        do {
            let words = CommandLine.last(command.count)
            let place = try SocketPlace.named(socket)
            let (session, program, host) = try join(place, words, origin)
            defer {
                session.leave()
                host?.release()
            }
            do { try session.hold() } catch {
                program?.child.abandon()
                throw error
            }
            // An older host does not report this; the hold is in effect nevertheless.
            let apps = try? GovernedApps.ask(place, patience: 1)
            if let remark = apps?.remark(on: duck ? .duck : .pause, by: session.app) {
                Output.complain("audiosession: \(remark)")
            }
            if let program { try program.begin(words) } else { try Output.write("held\n") }
            throw ExitCode(try session.serve(signals))
        } catch let refusal as CallRefusal {
            throw CommandFailure("\(refusal.sentence) (\(refusal.rule.id))")
        }
    }

    /// Opens the app on a host, and starts a host if none answers. A host that another hold has started may end between
    /// its answer and this app's joining; then the search starts over.
    private func join(
        _ place: SocketPlace, _ words: [UnsafeMutablePointer<CChar>], _ origin: ChildProgram.Origin
    ) throws -> (HoldSession, HeldProgram?, StartedHost?) {
        var tries = 10
        while true {
            var program: HeldProgram?
            var host: StartedHost?
            do {
                host = try Self.host(at: place, origin)
                if !words.isEmpty { program = try HeldProgram(words, at: place, origin: origin) }
                return (try HoldSession(place, app: appName, of: program, try terms), program, host)
            } catch {
                program?.child.abandon()
                host?.release()
                tries -= 1
                guard tries > 0, Self.hostHasEnded(error) else { throw error }
            }
        }
    }

    /// Whether the app could not join because the host has ended or was replaced.
    private static func hostHasEnded(_ error: any Error) -> Bool {
        if let failure = error as? StartedHost.Failure { return failure.placeWasTaken }
        return switch error as? WireError {
        case .hasEnded, .noHost(_, errno: ENOENT), .noHost(_, errno: ECONNREFUSED): true
        default: false
        }
    }

    /// Starts a host if none answers.
    /// - Returns: Nil if one answers.
    private static func host(at place: SocketPlace, _ origin: ChildProgram.Origin) throws -> StartedHost? {
        do throws(WireError) {
            try place.checkHost()
            return nil
        } catch {
            guard case .noHost(_, let number) = error, number == ENOENT || number == ECONNREFUSED else { throw error }
            return try StartedHost(at: place, origin: origin)
        }
    }
}
