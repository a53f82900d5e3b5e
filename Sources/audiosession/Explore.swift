import ArgumentParser
import Glibc
import SessionOracle
import SessionPolicy

/// Explores the policy's state space.
struct Explore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Tries everything that can happen, in every state that it leads to, and checks the invariants there.",
        discussion: """
            The walk is breadth first, so that the path to a violation is the shortest there is; it is written as a \
            scenario file beside you. Without a limit the walk goes on until nothing new can happen, or for a minute.

              audiosession explore
              audiosession explore --rules modern --apps 2 --depth 6 --seconds 600
              audiosession explore --states 200000 --json
            """)

    @Option(help: "How many apps there are, 1 to 3.")
    var apps = 2

    @Option(help: "How many steps deep to go at most.")
    var depth: Int?

    @Option(help: "How long to go on at most, in seconds; 60 where no other limit is given.")
    var seconds: Double?

    @Option(help: "How many distinct states to see at most.")
    var states: Int?

    @OptionGroup var bookOptions: BookOptions

    @Flag(help: "Print the result as one object of JSON.")
    var json = false

    func validate() throws {
        guard (1...3).contains(apps) else { throw ValidationError("--apps must be 1, 2 or 3") }
        guard depth ?? 1 > 0, states ?? 1 > 0 else {
            throw ValidationError("--depth and --states must be 1 or more; leave them out for no limit")
        }
        guard let seconds else { return }
        guard seconds > 0, seconds <= 1_000_000 else {
            throw ValidationError("--seconds must be more than 0 and at most 1000000")
        }
    }

    func run() throws {
        Output.prepare()
        Cancellation.listen()
        let unlimited = depth == nil && states == nil
        let limits = Exploration.Limits(
            depth: depth ?? .max, states: states ?? .max,
            time: (seconds ?? (unlimited ? 60 : nil)).map { .milliseconds(Int64($0 * 1000)) })
        let book = bookOptions.book
        let exploration = Exploration(of: .everything(apps: apps, book: book), book: book, limits: limits)
        let hasStatusLine = isatty(STDERR_FILENO) != 0
        let result = exploration.run { progress in
            if hasStatusLine {
                let standing = "\(progress.states) states, \(progress.transitions) steps, \(progress.depth) deep"
                Output.showStatus("\(standing), \(progress.waiting) waiting")
            }
            return !Cancellation.isRequested
        }
        if hasStatusLine { Output.showStatus("") }
        try Output.write((json ? result.json : result.summary) + "\n")
        for violation in result.violations { try save(violation) }
        if !result.violations.isEmpty { throw ExitCode.failure }
        if Cancellation.isRequested { throw Cancellation.status }
    }

    private func save(_ violation: Violation) throws {
        let path = "violation-\(violation.invariant).yaml"
        guard let file = fopen(path, "w") else {
            Output.complain("audiosession: cannot write \(path): \(String(cString: strerror(errno))); go elsewhere")
            throw ExitCode.refused
        }
        let isWritten = fputs(violation.scenario, file) >= 0
        guard fclose(file) == 0, isWritten else {
            Output.complain("audiosession: cannot write all of \(path); make room on the disk")
            throw ExitCode.refused
        }
        Output.complain("audiosession: the way to it is in \(path)")
    }
}
