import ArgumentParser
import Foundation
import Glibc
import SessionPage
import SessionPolicy
import SessionWire

/// The program behind `audiosession device`: apart, because whoever does not open the page need not load a web server.
@main
struct DevicePage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audiosession device",
        abstract: "Puts a device on the table: a page in the browser, with its switch, its plugs and its apps.",
        discussion: """
            Open the address that it prints; whoever has it, and nobody else, may use the device. The page shows who is \
            heard, how loud, and by which rule; every step can be taken back, and what was tried can be saved as a \
            scenario or copied as a test. It sounds on this machine's sound card and, where you switch it on, in the page.

              audiosession device --rules modern
              audiosession device --silent --port 8080
              audiosession device --export table/

            With --join it shows the device of the host that runs (audiosession host): its real programs, as they act.

            With --export it writes the page as files that need no server: open its index.html. The policy then runs in \
            the browser, as `make page-policy` compiles it.

            Ends with ^C, and with the host. Exit status: 2 where the port cannot be had or a file cannot be written, 3 \
            where no host answers.
            """)

    @Option(help: "The rule book, by its name.")
    var rules = "iPhoneOS3"

    @Option(help: "The port on 127.0.0.1; 0 for any that is free.")
    var port: UInt16 = 0

    @Option(help: "The PCM that it is heard on.")
    var device = "default"

    @Flag(help: "Do not sound on this machine, only in the page.")
    var silent = false

    @Flag(help: "Show the device of the running host, with its programs.")
    var join = false

    @Option(help: "The host's socket, for --join; without it AUDIOSESSION_SOCKET, else the default.")
    var socket: String?

    @Option(help: "Write the page into this folder as files that need no server, and end.")
    var export: String?

    @Option(help: "The policy for browsers, for --export; without it policy.wasm beside this program.")
    var policy: String?

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        if let export { return try write(to: export) }
        if join { try await showHost() } else { try await showTable() }
    }

    private func book() throws -> RuleBook {
        guard let book = RuleBook.named(rules) else {
            throw ValidationError(
                "There is no rule book \(rules); choose one of \(RuleBook.names.joined(separator: ", ")).")
        }
        return book
    }

    /// Writes the page as files.
    private func write(to folder: String) throws {
        guard !folder.isEmpty else { throw ValidationError("--export is empty; name a folder, such as table.") }
        let path = policy ?? Self.folder + "/policy.wasm"
        guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
            throw Self.refusal(
                "\(path), the policy for browsers, cannot be read; compile it with make page-policy in a clone, and name "
                    + "it with --policy .build/page/policy.wasm", 2)
        }
        do {
            try PageExport(policy: Array(bytes), book: try book(), sounds: PageSounds()).write(to: folder)
        } catch let problem as PageExport.Problem {
            throw Self.refusal(problem.description, 2)
        }
        Self.write("Open \(folder)/index.html\n")
    }

    /// Where this program stands.
    private static var folder: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    }

    private func showTable() async throws {
        let book = try book()
        let sounds = PageSounds()
        var output: MachineOutput?
        if !silent {
            do {
                output = try MachineOutput(pcm: device, sounds: sounds) { Self.complain($0) }
            } catch {
                Self.complain("\(error) It sounds in the page only.")
            }
        }
        let table = TableDevice(book, sounds: sounds, output: output)
        try await serve(table, sounds) {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(15))
                await table.beat()
            }
        }
    }

    private func showHost() async throws {
        let place: SocketPlace
        do {
            place = try socket.map { SocketPlace(given: $0) } ?? SocketPlace(SocketPlace.environment)
        } catch {
            throw Self.refusal("\(error)", 3)
        }
        let host = HostDevice(place)
        try await serve(host, PageSounds()) {
            do {
                try await host.watch()
            } catch let error as WireError {
                throw Self.refusal("\(error)", 3)
            }
        }
    }

    /// Serves a device until what goes on beside it ends.
    private func serve(
        _ device: any PageDevice, _ sounds: PageSounds, beside: @escaping @Sendable () async throws -> Void
    ) async throws {
        let port = port
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    let server = try PageServer(device, sounds: sounds, port: port, token: Gate.freshToken())
                    try await server.run { Self.write("Open \($0)\n") }
                } catch let problem as PageServer.Problem {
                    throw Self.refusal(problem.description, 2)
                }
            }
            group.addTask(operation: beside)
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Says what is wrong, and how the program ends for it.
    private static func refusal(_ sentence: String, _ status: Int32) -> ExitCode {
        complain(sentence)
        return ExitCode(status)
    }

    private static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    private static func complain(_ sentence: String) {
        var text = "audiosession: \(sentence)\n"
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
