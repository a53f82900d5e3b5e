import ArgumentParser
import CommandSupport
import Glibc
import SessionWire
import SessionWorld

struct StepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .step,
        abstract: "Sends steps to the running host, such as a moved switch, a call or a plug.",
        discussion: """
            Each argument is a step, as JSON or in the short form: the verb and then the values of its keys, in the \
            order of Docs/Protocol.md. The words of a step may be one argument or several. A terminal shows replies in \
            words; in a pipe, and with --json, each is a line of JSON.

              audiosession step 'ringSwitch silent' 'call incoming'
              audiosession step '{"do": "plug", "port": "headphones", "name": "Buds"}'

            Exit status: 0 if all were accepted, 1 if one was refused, 2 if one is not a step, 3 if no host answers in \
            time.
            """)

    @OptionGroup var host: HostAddress

    @Flag(help: "Write JSON replies even on a terminal.")
    var json = false

    @Argument(help: "The steps.")
    var steps: [String]

    func run() throws {
        Output.prepare()
        let lines = ShortStep.lines(steps)
        let control = try host.connect(wants: "step")
        var worst: Int32 = 0
        for line in lines {
            guard let reply = try control.ask(line) else {
                throw CommandFailure("the host has ended; start it again with audiosession host", .noHost)
            }
            if Terminal.isForPeople(json: json) {
                try Output.write(styled: ReplyLines.text(reply, step: line, Terminal.output))
            } else {
                try Output.write(reply + "\n")
            }
            worst = max(worst, ControlClient.status(of: reply))
        }
        if worst != 0 { throw ExitCode(worst) }
    }
}

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .watch,
        abstract: "Shows what happens on the running host, as it happens.",
        discussion: """
            A terminal shows replies in words; in a pipe, and with --json, each is a line of JSON.

            The first line has "do": "watch" and the present state. Ends with the host, or with ^C.

              audiosession watch --follow-app player | jq -c '{at, do, events}'

            Exit status: 0 when the host has ended, 3 if none answers in time.
            """)

    @OptionGroup var host: HostAddress

    @Flag(help: "Write JSON replies even on a terminal.")
    var json = false

    @Option(help: "Print only the replies that concern this app.", transform: PlaceName.read)
    var followApp: String?

    func run() throws {
        Output.prepare()
        let control = try host.connect(wants: "watch")
        guard let present = try control.answer() else { return }
        let isForPeople = Terminal.isForPeople(json: json)
        func show(_ line: String) throws {
            if isForPeople {
                try Output.write(styled: ReplyLines.text(line, Terminal.output))
            } else {
                try Output.write(line + "\n")
            }
        }
        try show(present)
        while let line = control.next() {
            if followApp.map({ ControlClient.concerns(line, app: $0) }) ?? true { try show(line) }
        }
    }
}

/// The host to contact, and the time limit for its answer: a host that was stopped never answers.
struct HostAddress: ParsableArguments {
    @Option(help: "The host's socket; by default AUDIOSESSION_SOCKET or the usual path.", transform: PlaceName.read)
    var socket: String?

    @Option(help: ArgumentHelp("The time limit for the host's answer, in seconds.", valueName: "seconds"))
    var timeout = ControlClient.patience

    func validate() throws {
        guard timeout > 0, timeout <= 1_000_000 else {
            throw ValidationError("--timeout must be more than 0 and at most 1000000")
        }
    }

    fileprivate func connect(wants: String) throws(WireError) -> ControlClient {
        try ControlClient(.named(socket), wants: wants, patience: timeout)
    }
}

extension SocketPlace {
    /// Returns the address from an option, or from the environment.
    static func named(_ path: String?) throws(WireError) -> SocketPlace {
        if let path { return SocketPlace(given: path) }
        return try SocketPlace(SocketPlace.environment)
    }
}
