import ArgumentParser
import CommandSupport
import Glibc
import SessionExploration
import SessionPolicy
import Synchronization

struct SliceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A part of the world that can be explored completely: a family of slices, or one of them; see `--list`.",
            valueName: "name"))
    var slice: [String] = []

    @Flag(help: "Explore every slice of every family.")
    var slices = false

    @Flag(help: "Print the names of the slices instead of exploring them.")
    var list = false

    @Flag(help: "Also check the promises: what must eventually happen.")
    var promises = false

    var isAsked: Bool { slices || list || !slice.isEmpty }

    func validate() throws {
        if promises && !isAsked {
            throw ValidationError("--promises needs slices, since only what closes can be held to them; name --slices")
        }
    }

    private func chosen(under book: RuleBook) throws -> [Slice] {
        guard !slice.isEmpty else { return Slice.Family.allCases.flatMap { $0.slices(under: book) } }
        return try slice.flatMap { name in
            let slices = Slice.named(name, under: book)
            guard !slices.isEmpty else {
                let families = Slice.Family.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError(
                    "there is no slice \(name); the families are \(families), and --list names their parts")
            }
            return slices
        }
    }

    /// Explores the chosen slices, or prints their names.
    /// - Parameters:
    ///   - inputs: The files that no story may overwrite.
    ///   - jobs: The number of threads.
    func run(
        under book: RuleBook, inputs: [String], _ limits: Exploration.Limits, jobs: Int, isJSON: Bool
    ) throws {
        let slices = try chosen(under: book)
        if list { return try Output.write(slices.map { $0.name + "\n" }.joined()) }
        var survey = SliceSurvey(of: slices, under: book)
        survey.limits = limits
        survey.jobs = jobs
        survey.asksPromises = promises
        let report = SliceReport(order: slices.map(\.name), inputs: inputs, isJSON: isJSON)
        let outcomes = survey.run(goesOn: { !Cancellation.isRequested && report.failure == nil }, tell: report.add)
        report.finish()
        if !isJSON, !outcomes.isEmpty { try Output.write(outcomes.summary + "\n") }
        if let failure = report.failure { throw failure }
        if outcomes.contains(where: { !$0.result.violations.isEmpty || $0.liveness?.broken.isEmpty == false }) {
            throw ExitCode.failure
        }
        if Cancellation.isRequested { throw Cancellation.status }
    }
}

/// Reports each slice as soon as it is done, on any thread: the stories of violations and broken promises, the
/// progress, and the JSON line. If several slices find the same violation, the shortest story is kept, and of equally
/// long ones the first slice's.
private final class SliceReport: Sendable {
    private struct State {
        var bar = ProgressBar()
        var count = 0
        /// The written stories, by file name, with their lengths and order.
        var written: [String: (steps: Int, place: Int)] = [:]
        var failure: (any Error)?
    }
    private let places: [String: Int]
    private let inputs: [String]
    private let isJSON: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - order: The names of the slices, in order of precedence.
    ///   - inputs: The files that no story may overwrite.
    ///   - isJSON: Whether each slice prints a JSON line.
    init(order: [String], inputs: [String], isJSON: Bool) {
        (self.inputs, self.isJSON) = (inputs, isJSON)
        places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Why something could not be written, or nil.
    var failure: (any Error)? { state.withLock { $0.failure } }

    @Sendable func add(_ outcome: SliceOutcome) {
        state.withLock { state in
            guard state.failure == nil else { return }
            do {
                // The stories come first: no reported slice lacks its story, even if this program is killed.
                for violation in outcome.result.violations {
                    try write(
                        "violation-\(violation.invariant).yaml", violation.path.count, outcome, violation.scenario,
                        &state)
                }
                for broken in outcome.liveness?.broken ?? [] {
                    try write(
                        "promise-\(broken.id)-\(broken.app).yaml", broken.stem.count, outcome, broken.scenario, &state)
                }
                state.count += 1
                let part = Double(state.count) / Double(places.count)
                state.bar.show(part, "\(state.count) of \(places.count)  \(outcome.slice.name)")
                if isJSON { try Output.write(outcome.json + "\n") }
            } catch {
                state.failure = error
            }
        }
    }

    /// Writes a story, unless a shorter one has its name.
    private func write(
        _ file: String, _ steps: Int, _ outcome: SliceOutcome, _ scenario: @autoclosure () -> String,
        _ state: inout State
    ) throws {
        let (rank, known) = ((steps, places[outcome.slice.name] ?? 0), state.written[file])
        if let known, known <= rank { return }
        try Explore.save(scenario(), as: file, inputs: inputs)
        state.written[file] = rank
        guard known == nil else { return }
        state.bar.clear()
        Explore.tell(of: file)
    }

    func finish() { state.withLock { $0.bar.clear() } }
}
