import Foundation

/// One measurement: its subject and its code.
struct Benchmark: Sendable {
    /// The names of its figures begin with this.
    let name: String
    /// The work, in a few words, shown while it runs.
    let about: String
    let measure: @Sendable (Setup) throws -> [Figure]

    /// All of them, in the order in which they run.
    static let all: [Benchmark] =
        [
            Benchmark(
                name: "replay.timesRealTime",
                about:
                    "rendering the four scenarios on one core: processor time, the best of nine rounds, the wall clock beside it",
                measure: ReplayBenchmark.timesRealTime),
            Benchmark(
                name: "check.milliseconds",
                about: "checking all scenarios: wall time, the start of the process included",
                measure: CheckBenchmark.milliseconds),
            Benchmark(
                name: "oracle.stepsPerSecond",
                about: "feeding the oracle 300,000 steps through a pipe on one core: the best of three rounds",
                measure: OracleBenchmark.stepsPerSecond),
            Benchmark(
                name: "start.check", about: "checking one step, in turn with a static Swift program that prints a word",
                measure: StartBenchmark.check),
        ] + DeviceBenchmark.all + BusBenchmark.all + HoldBenchmark.all + AppleBenchmark.all + MixBenchmark.all
}

/// The paths and options of the measurements.
struct Setup {
    /// The `audiosession` that is measured.
    let program: String
    /// The folder of the scenario files.
    let scenarios: String
    /// The folder of the sources of the programs that it is compared with.
    let peers: String
    /// A folder of our own, removed at the end.
    let scratch: String

    /// A program that was built beside this one.
    static func sibling(_ name: String) -> String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name).path
    }

    /// The four documented scenarios.
    var documented: [String] {
        ["1-language-app", "2-game", "3-navigation", "4-blog"].map { "\(scenarios)/scenario-\($0).yaml" }
    }

    /// Every scenario file, sorted by name.
    func everyScenario() throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: scenarios).filter { $0.hasSuffix(".yaml") }
        guard !files.isEmpty else { throw BenchmarkError("There is no scenario file in \(scenarios).") }
        return files.sorted().map { "\(scenarios)/\($0)" }
    }
}

/// The reason for which something could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
