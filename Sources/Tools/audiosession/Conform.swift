import ArgumentParser
import CommandSupport
import Report
import SessionExploration
import SessionPolicy
import SessionScenario
import Sounder

struct Conform: ParsableCommand {
    static let configuration = CommandConfiguration(
        .conform,
        abstract:
            "Holds this emulator, or another program that speaks the oracle's protocol, to the conformance suite.",
        discussion: """
            Each case is a scenario file that shows one behaviour and cites its rule. Another program is started for \
            each case: it reads one step per line of JSON and writes one reply per line. Failures are printed with the \
            expected and the actual value; the summary counts by rule.

              audiosession conform
              audiosession conform --impl './my-oracle --fast' Scenarios/conformance/routes
              audiosession conform --impl ./my-oracle --json > verdict.json
              audiosession conform --impl ./my-oracle --quiet --junit junit.xml
            """)

    @Argument(help: "Scenario files, or folders of them.")
    var places = ["Scenarios/conformance"]

    @Option(
        help:
            "Run only the cases of this rule book; or, with the path of a .yaml file, every case under the book in it.")
    var rules: BookName?

    @Option(name: .customLong("set"), help: RuleBook.Change.help, transform: RuleBook.Change.read)
    var changes: [RuleBook.Change] = []

    @Option(
        name: .customLong("impl"),
        help: """
            The shell command that starts the other program; by default this emulator.
            """)
    var command: String?

    @Option(help: "The time limit for each reply of the other program, in seconds.")
    var timeout = 5.0

    @OptionGroup var verdictOptions: VerdictOptions

    func validate() throws {
        try rules?.validate()
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout must be more than 0 and at most 86400 seconds; 5 is usual")
        }
    }

    /// The selected cases, each under each of its books.
    private func cases(in files: [Scenario]) -> [Scenario] {
        guard let rules else { return files.flatMap(\.tellings) }
        guard !rules.isFile else { return files.map { $0.under(rules.book) } }
        return files.flatMap(\.tellings).filter { $0.book.name == rules.name }
    }

    func run() throws {
        Output.prepare()
        Cancellation.listen()
        let files = try ScenarioFiles.read(ScenarioFiles.expanded(places))
        let inputs = files.flatMap(\.inputs)
        try verdictOptions.validate(inputs: inputs)
        let scenarios = cases(in: files).map { $0.with(changes) }
        var conformance = Conformance(scenarios, command: command, timeout: timeout)
        var bar = ProgressBar()
        while let next = conformance.next, !Cancellation.isRequested {
            let done = conformance.verdicts.count
            bar.show(Double(done) / Double(max(1, scenarios.count)), "\(done) of \(scenarios.count)  \(next.shortName)")
            do throws(Conformance.Cancelled) {
                try conformance.runNext { Cancellation.isRequested }
            } catch {
                break
            }
            guard let text = conformance.verdicts.last?.text, !text.isEmpty else { continue }
            bar.clear()
            try verdictOptions.printFailures(text)
        }
        bar.clear()
        let summary = conformance.summary
        var verdicts = TestReport("audiosession conform")
        for verdict in conformance.verdicts { verdicts.add(.init(verdict)) }
        if verdictOptions.json {
            try Output.write(summary.json(failures: verdicts.failedJSON))
        } else if !verdictOptions.quiet {
            let isWhole = conformance.next == nil && summary.total.failed == 0
            let passed = "✓ \(summary.total.passed) cases hold, of \(summary.byRule.count) rules\n"
            try Output.write(isWhole ? passed : summary.text)
        }
        try verdictOptions.write(verdicts, inputs: inputs)
        if conformance.next != nil {
            Output.complain("audiosession: stopped after \(conformance.verdicts.count) of \(scenarios.count) cases")
            throw Cancellation.status
        }
        if summary.total.failed > 0 { throw ExitCode.failure }
    }
}
