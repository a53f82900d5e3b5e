import ArgumentParser
import Glibc
import SessionPage
import SessionPolicy

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

            Ends with ^C. Exit status: 0 then, 2 where the port or the folder cannot be had.
            """)

    @Option(help: "The rule book: iPhoneOS3 or modern.")
    var rules = "iPhoneOS3"

    @Option(help: "The port on 127.0.0.1; 0 for any that is free.")
    var port: UInt16 = 0

    @Option(help: "The PCM that it is heard on.")
    var device = "default"

    @Flag(help: "Do not sound on this machine, only in the page.")
    var silent = false

    func run() async throws {
        guard let book = RuleBook.all.first(where: { $0.name == rules }) else {
            throw ValidationError("There is no rule book \(rules); choose iPhoneOS3 or modern.")
        }
        signal(SIGPIPE, SIG_IGN)
        let sounds = PageSounds()
        let output = silent ? nil : try? MachineOutput(pcm: device, sounds: sounds) { Self.complain($0) }
        let table = TableDevice(book, sounds: sounds, output: output)
        do {
            let server = try PageServer(table, sounds: sounds, port: port, token: Gate.freshToken())
            try await server.run { address in
                Self.write("Open \(address)\n")
            }
        } catch let problem as PageServer.Problem {
            Self.complain(problem.description)
            throw ExitCode(2)
        }
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
