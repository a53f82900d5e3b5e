import ArgumentParser
import Glibc
import SessionWire
import SessionWorld

/// Does to the running host what the person would.
struct StepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .step,
        abstract: "Does to the running host what the person would: moves the switch, rings, plugs.",
        discussion: """
            Each argument is one step, as an object of JSON or in the short form: the verb and then the values of its keys, \
            in the order in which Docs/Protocol.md lists them. Words behind a verb may stand in one argument with it or \
            follow it. Each reply is one line.

              audiosession step 'ringSwitch silent' 'call incoming'
              audiosession step '{"do": "plug", "port": "headphones", "name": "Buds"}'

            Exit status: 0 where all were taken, 1 where one was refused, 2 where one is no step, 3 where no host answers.
            """)

    @Option(help: "The host's socket; without it AUDIOSESSION_SOCKET, else the default.", transform: PlaceName.read)
    var socket: String?

    @Argument(help: "The steps.")
    var steps: [String]

    func run() throws {
        Output.prepare()
        let lines = ShortStep.lines(steps)
        let control = try ControlClient.connectedOrExit(socket, wants: "step")
        var worst: Int32 = 0
        for line in lines {
            guard let reply = control.ask(line) else {
                Output.complain("audiosession: the host has gone; start it again with audiosession host")
                throw ExitCode.noHost
            }
            try Output.write(reply + "\n")
            worst = max(worst, ControlClient.status(of: reply))
        }
        if worst != 0 { throw ExitCode(worst) }
    }
}

/// Shows what happens on the running host.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        .watch,
        abstract: "Prints every reply of the running host as it comes.",
        discussion: """
            The first line has "do": "watch" and holds the present state. Ends with the host, or with ^C.

              audiosession watch --follow-app player | jq -c '{at, do, events}'

            Exit status: 0 where the host has ended, 3 where none answers.
            """)

    @Option(help: "The host's socket; without it AUDIOSESSION_SOCKET, else the default.", transform: PlaceName.read)
    var socket: String?

    @Option(help: "Print only the replies that concern this app.", transform: PlaceName.read)
    var followApp: String?

    func run() throws {
        Output.prepare()
        let control = try ControlClient.connectedOrExit(socket, wants: "watch")
        var isFirst = true
        while let line = control.next() {
            if isFirst || followApp.map({ ControlClient.concerns(line, app: $0) }) ?? true {
                try Output.write(line + "\n")
            }
            isFirst = false
        }
    }
}

extension ControlClient {
    /// Connects to the host, or says why not and ends.
    fileprivate static func connectedOrExit(_ socket: String?, wants: String) throws -> ControlClient {
        do {
            let place = try socket.map { SocketPlace(given: $0) } ?? SocketPlace(SocketPlace.environment)
            return try ControlClient(place, wants: wants)
        } catch {
            Output.complain("audiosession: \(error)")
            throw ExitCode.noHost
        }
    }
}
