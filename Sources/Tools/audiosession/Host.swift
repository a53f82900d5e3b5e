import ArgumentParser
import DeviceArguments
import Glibc
import SessionWire

/// Holds the device of a login.
struct HostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .host,
        abstract: "Holds one device for all programs of a login, until it is told to end.",
        discussion: """
            Programs find it at $XDG_RUNTIME_DIR/audiosession/host, or where AUDIOSESSION_SOCKET says. Standard input \
            takes steps, one a line, as an object of JSON or short (call incoming), and standard output gives a reply to \
            each; what programs do has "from": "program", what the machine does "from": "machine". audiosession step and audiosession watch reach it \
            from elsewhere.

            It ends at SIGTERM, at ^C, and at ^D where standard input is a terminal.
            """)

    @OptionGroup var host: HostOptions

    @Option(
        help: "The socket for programs; that for steps is beside it, with .control behind its name.",
        transform: PlaceName.read)
    var socket: String?

    func run() throws {
        Output.prepare()
        let place: SocketPlace
        do {
            place = try socket.map { SocketPlace(given: $0) } ?? SocketPlace(SocketPlace.environment)
        } catch {
            Output.complain("audiosession: \(error)")
            throw ExitCode.refused
        }
        // A signal that came before the source is there would leave the sockets behind.
        let ends = [SIGTERM, SIGINT, SIGHUP]
        SignalSource.hold(ends)
        let process = try HostProcess(host, at: place, termination: .ofAppOnly)
        do {
            let signals = try SignalSource(ends, on: process.loop) { _, _ in process.loop.stop() }
            defer { withExtendedLifetime(signals) {} }
            let isTerminal = isatty(STDIN_FILENO) != 0
            let steps = try StandardSteps(process.server) { if isTerminal { process.loop.stop() } }
            process.loop.run()
            steps.close()
        } catch {
            process.complaints.add("\(error)")
            process.close()
            throw ExitCode.refused
        }
        if !process.close() { throw ExitCode.refused }
    }
}
