import ArgumentParser
import CommandSupport
import Glibc
import SessionDesktop
import SessionPolicy
import SessionWire

struct HostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        .host,
        abstract: "Runs a device for all programs of a login.",
        discussion: """
            Programs find it at $XDG_RUNTIME_DIR/audiosession/host or AUDIOSESSION_SOCKET. Standard input takes steps, \
            one per line, as JSON or in the short form (call incoming); standard output has a reply to each. Replies \
            to acts of programs have "from": "program", to those of the machine "from": "machine". audiosession step \
            and audiosession watch reach the host from elsewhere.

            It ends at SIGTERM, ^C, and at a terminal ^D.

            With --desktop the media players of the session bus, and the streams of PulseAudio or PipeWire, are apps, \
            too: an interrupted player is paused and resumed, an interrupted stream muted, and a ducked one lowered. \
            audiosession apps lists them. org.audiosession.Host1 on the bus reports which apps are heard, and accepts \
            holds. Streams are governed without a session bus, too. A bus that appears later is joined; if another \
            host follows it, this one takes over when that ends.

            --desktop-if-any is the same, without the message that there is no bus or that another host follows it.

            With either the volume begins at full, because a desktop has its own slider; --set mediaVolume=0.5 begins \
            at a phone's half.

            With --until-unused, as audiosession hold starts it, it takes no steps from standard input. It prints \
            "serving" once programs can join it, and ends when standard input has ended and the last program has left. \
            If it continues after the end of its input, it prints "staying".
            """)

    @OptionGroup var host: HostOptions

    @Flag(help: "Write JSON replies even on a terminal.")
    var json = false

    @Option(
        help: "The socket for programs; the one for steps has the same name with .control appended.",
        transform: PlaceName.read)
    var socket: String?

    @Flag var desktop: DesktopUse?

    @Flag(help: "Exit once standard input has ended and no program is joined.")
    var untilUnused = false

    func validate() throws {
        if desktop == .desktop, untilUnused {
            throw ValidationError(
                "--desktop follows players as long as the host runs; say --desktop-if-any, or leave out --until-unused."
            )
        }
    }

    func run() throws {
        Output.prepare()
        let place: SocketPlace
        do { place = try .named(socket) } catch { throw CommandFailure("\(error)") }
        // A signal that arrived before the source exists would leave the sockets behind.
        let ends = [SIGTERM, SIGINT, SIGHUP]
        SignalSource.hold(ends)
        var phone = host.phone
        // On a desktop the person's volume is the desktop's, so the phone's own is full unless --set says otherwise.
        if desktop != nil, let full = RuleBook.Change("mediaVolume=1") { phone.bookOptions.changes.insert(full, at: 0) }
        let process = try HostProcess(phone, at: place, launch: host.launchOptions, desktop: desktop)
        do {
            let signals = try SignalSource(ends, on: process.loop) { _, _ in process.loop.stop() }
            defer { withExtendedLifetime(signals) {} }
            if untilUnused {
                try endUnused(process)
                process.loop.run()
            } else {
                let isTerminal = isatty(STDIN_FILENO) != 0
                let steps = try StandardSteps(process.server, rewriting: Terminal.replies(json: json)) {
                    if isTerminal { process.loop.stop() }
                }
                process.loop.run()
                steps.close()
            }
        } catch {
            process.complaints.add("\(error)")
            process.close()
            throw ExitCode.refused
        }
        if !process.close() { throw ExitCode.refused }
    }

    /// Ends the loop once standard input has ended and no program is joined; reports that programs can join.
    private func endUnused(_ process: HostProcess) throws {
        let (loop, server, desktop) = (process.loop, process.server, process.desktop)
        let input = InputEnd()
        var isEnding = false
        func end() {
            guard server.programCount == 0 else { return }
            func stop() {
                guard server.programCount == 0 else { return }
                isEnding = true
                loop.stop()
            }
            // First restore the players and streams that the last program affected.
            if let desktop { desktop.finish(stop) } else { stop() }
        }
        server.whenUnused = { if input.hasCome { end() } }
        try loop.watch(STDIN_FILENO) { _ in
            // A program that leaves and then ends the input is not to be found here: the second look comes after all that
            // was ready at the first.
            let hadCome = input.hasCome
            guard input.look(), hadCome else { return }
            loop.forget(STDIN_FILENO)
            end()
            if !isEnding { try? Output.write(Self.staying + "\n") }
        }
        // If nobody reads it any more, the end of the input is near.
        try? Output.write(Self.serving + "\n")
    }

    /// The line that a host with `--until-unused` prints when programs can join.
    static let serving = "serving"

    /// The line that a host prints when its input has ended but it continues: a program is joined, or a stream is not
    /// restored yet.
    static let staying = "staying"
}

enum DesktopUse: String, EnumerableFlag {
    case desktop
    case desktopIfAny

    static func name(for value: DesktopUse) -> NameSpecification {
        .customLong(value == .desktop ? "desktop" : "desktop-if-any")
    }

    static func help(for value: DesktopUse) -> ArgumentHelp? {
        switch value {
        case .desktop:
            "Govern media players and the sound server's streams; serve org.audiosession.Host1 on the session bus."
        case .desktopIfAny: "The same, without a message if there is no session bus or another host follows it."
        }
    }
}

/// Whether standard input has ended; its contents are ignored.
final class InputEnd {
    private(set) var hasCome = false

    /// Reads available input.
    /// - Returns: Whether the input has ended.
    func look() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { hasCome = true }
        return hasCome
    }
}
