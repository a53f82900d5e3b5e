import ArgumentParser
import CommandSupport
import Glibc
import SessionExploration
import SoundFiles

struct Explore: ParsableCommand {
    static let configuration = CommandConfiguration(
        .explore,
        abstract: "Tries every event in every reachable state, and checks the invariants.",
        discussion: """
            The walk is breadth first, so the path to a violation is the shortest; it is written as a scenario file \
            here. Without a limit the walk ends when nothing new can happen, or after a minute.

              audiosession explore
              audiosession explore --rules modern --apps 2 --depth 6 --seconds 600
              audiosession explore --states 200000 --json

            The whole world is infinite. Slices of it are finite, and say what they leave out:
              audiosession explore --slices --promises
              audiosession explore --slice floor
            """)

    @Option(help: "The number of apps, 1 to 3; by default 2.")
    var apps: Int?

    @Option(help: "The largest number of steps.")
    var depth: Int?

    @Option(help: "The time limit, in seconds; by default 60 if there is no other limit.")
    var seconds: Double?

    @Option(help: "The largest number of distinct states.")
    var states: Int?

    @Option(help: "The number of threads that share the slices; by default all processors of this machine.")
    var jobs = Exploration.processors

    @OptionGroup var bookOptions: BookOptions

    @Flag(help: "Print the result as a JSON object; for slices, one object per line.")
    var json = false

    @OptionGroup var sliceOptions: SliceOptions

    func validate() throws {
        guard apps == nil || !sliceOptions.isAsked else {
            throw ValidationError("each slice says itself how many apps take part; leave out --apps")
        }
        guard (1...3).contains(apps ?? 2) else { throw ValidationError("--apps must be 1, 2 or 3") }
        guard (1...256).contains(jobs) else { throw ValidationError("--jobs must be 1 to 256") }
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
        var limits = Exploration.Limits(
            depth: depth ?? .max, states: states ?? .max, time: seconds.map { .milliseconds(Int64($0 * 1000)) })
        let book = bookOptions.book
        if sliceOptions.isAsked {
            return try sliceOptions.run(under: book, inputs: inputs, limits, jobs: jobs, isJSON: json)
        }
        if depth == nil, states == nil, seconds == nil { limits.time = .seconds(60) }
        let exploration = Exploration(
            of: .everything(apps: apps ?? 2, book: book), book: book, limits: limits)
        var bar = ProgressBar()
        let start = ContinuousClock.now
        let result = exploration.run { progress in
            let parts = [
                limits.states == .max ? nil : Double(progress.states) / Double(limits.states),
                limits.time.map { (ContinuousClock.now - start) / $0 },
            ]
            let standing = "\(progress.states) states, \(progress.transitions) steps, \(progress.depth) deep"
            bar.show(parts.compactMap { $0 }.max(), "\(standing), \(progress.waiting) waiting")
            return !Cancellation.isRequested
        }
        bar.clear()
        try Output.write((json ? result.json : result.summary) + "\n")
        for violation in result.violations {
            let path = "violation-\(violation.invariant).yaml"
            try Explore.save(violation.scenario, as: path, inputs: inputs)
            Explore.tell(of: path)
        }
        if !result.violations.isEmpty { throw ExitCode.failure }
        if Cancellation.isRequested { throw Cancellation.status }
    }

    private var inputs: [String] { bookOptions.files }

    /// Writes the story of a violation into the current folder, atomically.
    static func save(_ scenario: String, as path: String, inputs: [String]) throws(SoundFileError) {
        try WholeFiles.write([.init(path: path, text: scenario)], inputs: inputs)
    }

    static func tell(of path: String) { Output.complain("audiosession: the way to it is in \(path)") }
}
