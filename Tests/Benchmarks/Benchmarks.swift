import ArgumentParser
import Foundation
import Glibc

/// Measures what a user feels. A target of the package rather than a package of its own, so that every debug build compiles it
/// and it can reach what it measures. It is not a product.
@main
struct Benchmarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures audiosession, prints a table and writes it as JSON.",
        discussion: "Run it from the repository's root, on a machine that has nothing else to do.",
        subcommands: [Measure.self, MixerClient.self, BusEcho.self, Churn.self], defaultSubcommand: Measure.self)
}

/// All measurements, or some.
struct Measure: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures; what happens without a subcommand.")

    @Option(help: "The audiosession to measure; without it, the one beside this program.")
    var program: String?

    @Option(help: "The folder of the scenario files.")
    var scenarios = "Scenarios"

    @Option(help: "The file for programs.")
    var output = "bench.json"

    @Option(help: "The file for people; written when everything was measured.")
    var document = "Tests/Figures.md"

    @Option(help: "The folder of the programs it is compared with.")
    var peers = "Tests/Benchmarks/Peers"

    @Option(help: "Only the measurements whose name begins so.")
    var only = ""

    func run() throws {
        // A child that dies must be an error of one measurement, not the end of all.
        signal(SIGPIPE, SIG_IGN)
        let benchmarks = Benchmark.all.filter { $0.name.hasPrefix(only) }
        guard !benchmarks.isEmpty else {
            throw ValidationError(
                "There is none named \(only); there are \(Benchmark.all.map(\.name).joined(separator: ", ")).")
        }
        let scratch = FileManager.default.temporaryDirectory.appending(path: "audiosession-bench-\(getpid())").path
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let setup = Setup(
            program: program ?? Setup.sibling("audiosession"), scenarios: scenarios, peers: peers, scratch: scratch)

        let loadBefore = BenchmarkMachine.load
        var report = FigureTable()
        var failures = 0
        for benchmark in benchmarks {
            say("\(benchmark.name): \(benchmark.about)")
            do {
                report.figures += try benchmark.measure(setup)
            } catch {
                say("\(benchmark.name) could not be measured: \(error)")
                failures += 1
            }
        }
        try report.write(to: output)
        print("\n\(BenchmarkMachine.summary)\n\n\(report.table)\n\nWritten to \(output).")
        if failures > 0 { throw ExitCode.failure }
        guard only.isEmpty else { return }
        let text = Document(
            report: report, facts: try BenchmarkMachine.facts(), load: (loadBefore, BenchmarkMachine.load),
            benchmarks: benchmarks,
            sections: Document.sections(in: (try? String(contentsOfFile: document, encoding: .utf8)) ?? "")
        ).text
        try text.write(toFile: document, atomically: true, encoding: .utf8)
    }

    /// Progress goes where the table does not.
    private func say(_ line: String) {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}
