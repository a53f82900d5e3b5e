import ArgumentParser
import CommandSupport
import Glibc
import SessionExploration
import SessionPolicy
import SoundFiles
import Synchronization

/// The options with which `explore` walks slices in place of the whole world.
struct SliceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A part of the world that closes: a family of slices, or one of them; `--list` names them.",
            valueName: "name"))
    var slice: [String] = []

    @Flag(help: "Every slice of every family.")
    var slices = false

    @Flag(help: "Print the names of the slices in place of exploring them.")
    var list = false

    @Flag(help: "Hold the slices to the promises, too: what must come in the end.")
    var promises = false

    /// Whether slices were named at all.
    var isAsked: Bool { slices || list || !slice.isEmpty }

    func validate() throws {
        if promises && !isAsked {
            throw ValidationError("--promises needs slices, since only what closes can be held to them; name --slices")
        }
    }

    /// The slices that were named, under a book.
    func chosen(under book: RuleBook) throws -> [Slice] {
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
}

/// Explores slices and reports each as soon as it is done.
struct SliceRun {
    let options: SliceOptions
    let book: RuleBook
    /// The files that no story may be written over.
    let inputs: [String]
    let limits: Exploration.Limits
    let jobs: Int
    let isJSON: Bool

    func run() throws {
        let slices = try options.chosen(under: self.book)
        if options.list { return try Output.write(slices.map { $0.name + "\n" }.joined()) }
        var survey = SliceSurvey(of: slices, under: self.book)
        survey.limits = limits
        survey.jobs = jobs
        survey.asksPromises = options.promises
        let status = Mutex(StatusLines())
        let (isJSON, count) = (self.isJSON, slices.count)
        let told = Mutex(0)
        let replies = ReplyLines()
        let stories = StoryFiles(order: slices.map(\.name), inputs: inputs)
        let goesOn: @Sendable () -> Bool = {
            !Cancellation.isRequested && stories.failure == nil && replies.failure == nil
        }
        let tell: @Sendable (SliceOutcome) -> Void = { outcome in
            let number = told.withLock { count in
                count += 1
                return count
            }
            // The stories come first: wherever this program is ended, no reported slice then lacks its story.
            for file in stories.add(outcome) {
                status.withLock { $0.clear() }
                Explore.tell(of: file)
            }
            status.withLock { $0.show(["\(number) of \(count): \(outcome.slice.name)"]) }
            if isJSON { replies.add(outcome.json) }
        }
        let outcomes = survey.run(goesOn: goesOn, tell: tell)
        status.withLock { $0.clear() }
        if !isJSON, !outcomes.isEmpty { try Output.write(outcomes.summary + "\n") }
        try finish(outcomes, stories, replies)
    }

    private func finish(_ outcomes: [SliceOutcome], _ stories: StoryFiles, _ replies: ReplyLines) throws {
        if let failure = stories.failure ?? replies.failure { throw failure }
        if outcomes.contains(where: { !$0.result.violations.isEmpty || $0.liveness?.broken.isEmpty == false }) {
            throw ExitCode.failure
        }
        if Cancellation.isRequested { throw Cancellation.status }
    }
}

/// Lines on standard output that several threads write, each whole and up to the first that cannot be written.
private final class ReplyLines: Sendable {
    private let order = Mutex(())
    private let trouble = Mutex<(any Error)?>(nil)

    /// The reason for which a line could not be written; nil while all could.
    var failure: (any Error)? { trouble.withLock { $0 } }

    func add(_ line: String) {
        order.withLock { _ in
            guard failure == nil else { return }
            do { try Output.write(line + "\n") } catch { trouble.withLock { $0 = error } }
        }
    }
}

/// The stories of violated invariants and unkept promises, each written as soon as its slice is done.
///
/// Several slices may find the same violation; the shortest story is kept, and of equally long ones that of the first
/// slice.
private final class StoryFiles: Sendable {
    private struct Standing {
        /// The stories that were written by now, by the names of their files, and where they come in the order.
        var written: [String: (steps: Int, place: Int)] = [:]
        var failure: SoundFileError?
    }
    private let places: [String: Int]
    private let inputs: [String]
    private let standing = Mutex(Standing())

    /// - Parameters:
    ///   - order: The names of the slices, in the order in which they count.
    ///   - inputs: The files that no story may be written over.
    init(order: [String], inputs: [String]) {
        self.inputs = inputs
        places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    var failure: SoundFileError? { standing.withLock { $0.failure } }

    /// Writes the stories of a slice, but those of which there are shorter ones.
    ///
    /// - Returns: The names of files that this run had not written before.
    func add(_ outcome: SliceOutcome) -> [String] {
        let place = places[outcome.slice.name] ?? 0
        var new: [String] = []
        func add(_ file: String, _ steps: Int, _ scenario: @autoclosure () -> String) {
            if write(file, (steps, place), scenario()) { new.append(file) }
        }
        for violation in outcome.result.violations {
            add("violation-\(violation.invariant).yaml", violation.path.count, violation.scenario)
        }
        for broken in outcome.liveness?.broken ?? [] {
            add("promise-\(broken.id)-\(broken.app).yaml", broken.stem.count, broken.scenario)
        }
        return new
    }

    /// - Returns: Whether the file was written for the first time.
    private func write(
        _ file: String, _ rank: (steps: Int, place: Int), _ scenario: @autoclosure () -> String
    ) -> Bool {
        standing.withLock { standing in
            let known = standing.written[file]
            if let known, known <= rank { return false }
            do throws(SoundFileError) {
                try Explore.save(scenario(), as: file, inputs: inputs)
                standing.written[file] = rank
                return known == nil
            } catch {
                standing.failure = standing.failure ?? error
                return false
            }
        }
    }
}
