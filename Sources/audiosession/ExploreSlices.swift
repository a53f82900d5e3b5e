import ArgumentParser
import Glibc
import SessionOracle
import SessionPolicy
import Synchronization

/// What `explore` does with slices in place of the whole world.
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

    @Option(
        help: ArgumentHelp(
            "Keep in this file where the exploration stands, and go on from there if it exists.", valueName: "file"))
    var checkpoint: String?

    /// Whether slices were named at all.
    var isAsked: Bool { slices || list || !slice.isEmpty }

    func validate() throws {
        if checkpoint?.isEmpty == true { throw ValidationError("--checkpoint needs the name of a file") }
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

/// Explores slices, tells of each as it is done, and keeps a journal of them.
struct SliceRun {
    let options: SliceOptions
    let book: RuleBook
    let limits: Exploration.Limits
    let jobs: Int
    let isJSON: Bool

    func run() throws {
        let slices = try options.chosen(under: self.book)
        if options.list { return try Output.write(slices.map { $0.name + "\n" }.joined()) }
        let journal = try options.checkpoint.map { try SliceJournal($0) }
        let digests = journal == nil ? [] : slices.map { $0.exploration(under: self.book).identity }
        let left = try slices.indices.filter { place in
            try journal?.hasDone(slices[place].name, digests[place], withPromises: options.promises) != true
        }
        if isJSON {
            let proved = Set(slices.map(\.name)).subtracting(left.map { slices[$0].name })
            for slice in slices where proved.contains(slice.name) {
                try Output.write((journal?.json(of: slice.name, withPromises: options.promises) ?? "") + "\n")
            }
        }
        var survey = SliceSurvey(of: left.map { slices[$0] }, under: self.book)
        survey.limits = limits
        survey.jobs = jobs
        survey.asksPromises = options.promises
        let status = Mutex(StatusLines())
        let (isJSON, count, book) = (self.isJSON, left.count, self.book)
        let told = Mutex(0)
        let goesOn: @Sendable () -> Bool = { !Cancellation.isRequested && journal?.hasFailed != true }
        let tell: @Sendable (SliceOutcome) -> Void = { outcome in
            let number = told.withLock { count in
                count += 1
                return count
            }
            status.withLock { $0.show(["\(number) of \(count): \(outcome.slice.name)"]) }
            if isJSON { try? Output.write(outcome.json + "\n") }
            if outcome.isProved {
                journal?.add(outcome, outcome.slice.exploration(under: book).identity)
            }
        }
        let outcomes = survey.run(goesOn: goesOn, tell: tell)
        status.withLock { $0.clear() }
        if !isJSON {
            if left.count < slices.count { try Output.write("\(slices.count - left.count) slices were done before\n") }
            if !outcomes.isEmpty { try Output.write(outcomes.summary + "\n") }
        }
        try finish(outcomes, journal)
    }

    private func finish(_ outcomes: [SliceOutcome], _ journal: SliceJournal?) throws {
        if let failure = journal?.failure {
            Output.complain("audiosession: cannot keep \(options.checkpoint ?? ""): \(failure); make room on the disk")
            throw ExitCode.refused
        }
        // Several slices may come by the same; the shortest story is kept, and of equal ones that of the first slice.
        var stories: [(file: String, steps: Int, scenario: String)] = []
        func add(_ file: String, _ steps: Int, _ scenario: String) {
            guard let place = stories.firstIndex(where: { $0.file == file }) else {
                return stories.append((file, steps, scenario))
            }
            if steps < stories[place].steps { stories[place] = (file, steps, scenario) }
        }
        for outcome in outcomes {
            for violation in outcome.result.violations {
                add("violation-\(violation.invariant).yaml", violation.path.count, violation.scenario)
            }
            for broken in outcome.liveness?.broken ?? [] {
                add("promise-\(broken.id)-\(broken.app).yaml", broken.stem.count, broken.scenario)
            }
        }
        for story in stories { try Explore.save(story.scenario, as: story.file) }
        if outcomes.contains(where: { !$0.result.violations.isEmpty || $0.liveness?.broken.isEmpty == false }) {
            throw ExitCode.failure
        }
        if Cancellation.isRequested { throw Cancellation.status }
    }
}

/// The slices that are proved, one a line: appended, so that a run that was stopped loses nothing that was done.
///
/// After `proved` stand what tells the walk from others, the name, states, depth, steps, seconds of the machine's clock and
/// of its processors, and `promises` where those were asked and are kept.
final class SliceJournal: Sendable {
    private let path: String
    private let done: [String: Proof]
    private let trouble = Mutex<String?>(nil)

    /// What a line says of a slice.
    private struct Proof {
        let identity: String
        let (states, depth, transitions): (Int, Int, Int)
        let (seconds, processorSeconds): (Double, Double)
        let isPromised: Bool

        /// - Parameter words: Those of the line; nil comes of others than were written.
        init?(_ words: [Substring]) {
            guard words.count == 8 || words.count == 9 && words[8] == "promises", words[0] == "proved",
                let states = Int(words[3]), let depth = Int(words[4]), let transitions = Int(words[5]),
                let seconds = Double(words[6]), let processorSeconds = Double(words[7])
            else { return nil }
            identity = String(words[1])
            (self.states, self.depth, self.transitions) = (states, depth, transitions)
            (self.seconds, self.processorSeconds) = (seconds, processorSeconds)
            isPromised = words.count == 9
        }
    }

    /// Reads the journal, which may not exist yet.
    init(_ path: String) throws {
        self.path = path
        guard CheckpointFile.isFile(path) else {
            throw Self.refusal("\(path) is no regular file, in which a journal could be kept; name another")
        }
        var done: [String: Proof] = [:]
        if let file = fopen(path, "r") {
            defer { fclose(file) }
            var line: UnsafeMutablePointer<CChar>?
            var room = 0
            defer { free(line) }
            while getline(&line, &room, file) > 0, let text = line.map({ String(cString: $0) }) {
                let words = text.split(whereSeparator: \.isWhitespace)
                guard words.count > 2, words[0] == "proved" else {
                    throw Self.refusal("\(path) is no journal of slices; name another file")
                }
                // A line that was cut short or changed is none: its slice is explored once more.
                if let proof = Proof(words) { done[String(words[2])] = proof }
            }
        } else if errno != ENOENT {
            throw Self.refusal("cannot read \(path): \(String(cString: strerror(errno))); name another file")
        }
        self.done = done
    }

    /// Tells what is wrong with the file.
    private static func refusal(_ sentence: String) -> ExitCode {
        Output.complain("audiosession: \(sentence)")
        return .refused
    }

    /// Whether the slice was proved before, and what was promised with it where that is asked.
    ///
    /// - Throws: Where it was, under other rules or by another version.
    func hasDone(_ name: String, _ identity: String, withPromises: Bool) throws -> Bool {
        guard let known = done[name] else { return false }
        guard known.identity == identity else {
            throw Self.refusal(
                "\(path) is of other rules or of another version, where \(name) was another walk; name another file")
        }
        return known.isPromised || !withPromises
    }

    /// What was told of a slice when it was proved, as one JSON object in one line.
    func json(of name: String, withPromises: Bool) -> String? {
        done[name].map { proof in
            "{\"slice\": \"\(name)\", \"states\": \(proof.states), \"transitions\": \(proof.transitions), "
                + "\"depth\": \(proof.depth), \"closed\": true, \"seconds\": \(proof.seconds), "
                + "\"processorSeconds\": \(proof.processorSeconds), \"violations\": []"
                + (withPromises ? ", \"promises\": []}" : "}")
        }
    }

    var failure: String? { trouble.withLock { $0 } }
    var hasFailed: Bool { failure != nil }

    /// Writes one line, whole or not at all.
    func add(_ outcome: SliceOutcome, _ identity: String) {
        let (result, times) = (outcome.result, [outcome.seconds, outcome.processorSeconds])
        let numbers = [result.states, result.depth, result.transitions].map { "\($0)" }
        let seconds = times.map { "\(($0 * 1000).rounded() / 1000)" }
        let words = ["proved", identity, outcome.slice.name] + numbers + seconds
        let line = (words + (outcome.liveness == nil ? [] : ["promises"])).joined(separator: " ") + "\n"
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        let written = descriptor < 0 ? -1 : write(descriptor, line, line.utf8.count)
        let number = errno
        if descriptor >= 0 { close(descriptor) }
        guard written != line.utf8.count else { return }
        trouble.withLock { $0 = String(cString: strerror(number)) }
    }
}
