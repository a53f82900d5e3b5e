public import SessionPolicy
internal import SessionWorld

/// Checks the promises on a slice: builds the graph of all its states and searches for traps.
public struct Liveness: Sendable {
    public let slice: Slice
    public let book: RuleBook

    /// Prepares the check of a slice under a book.
    public init(of slice: Slice, under book: RuleBook) { (self.slice, self.book) = (slice, book) }

    /// The result of a search for traps.
    public struct Result: Sendable {
        /// The number of states of the graph.
        public let states: Int
        /// Whether every promise was checked in all states; otherwise the result says nothing about promises.
        public let closed: Bool
        /// The broken promises, each once per app.
        public let broken: [BrokenPromise]
    }

    /// Every promise that is asked of the slice, with each app.
    private var questions: [(promise: Promise, app: AppID)] {
        var apps: [AppID] = []
        for case .app(let app, _) in slice.alphabet.preamble where !apps.contains(app) { apps.append(app) }
        return Promise.all.filter { $0.isAsked(of: slice.family) }.flatMap { promise in apps.map { (promise, $0) } }
    }

    /// Returns the walk from whose graph the promises can be checked.
    func walk(through exploration: Exploration) -> Walk {
        Walk(exploration, asking: questions.map { question in { question.promise.isOpen($0, $1, question.app) } })
    }

    /// Checks every promise for every app, and no invariant.
    ///
    /// - Parameter goesOn: Polled on the calling thread; false ends the check without a result.
    public func check(goesOn: () -> Bool = { true }) -> Result {
        var exploration = slice.exploration(under: book)
        exploration.isChecked = false
        var walk = walk(through: exploration)
        walk.run { _ in goesOn() }
        return result(of: walk, goesOn: goesOn)
    }

    /// Checks every promise for every app on the graph of a walk.
    func result(of walk: Walk, goesOn: () -> Bool) -> Result {
        let nothing = Result(states: walk.graph.count, closed: false, broken: [])
        guard walk.result.closed else { return nothing }
        var broken: [BrokenPromise] = []
        for (place, question) in questions.enumerated() {
            guard goesOn() else { return nothing }
            if let trap = trap(of: question.promise, towards: question.app, bit: 1 << UInt64(place), in: walk.graph) {
                broken.append(trap)
            }
        }
        return Result(states: walk.graph.count, closed: true, broken: broken)
    }

    /// Finds a state in which the promise is not kept: the letters that could keep it lead round in a circle, or nowhere.
    private func trap(
        of promise: Promise, towards app: AppID, bit: UInt64, in graph: StateGraph
    ) -> BrokenPromise? {
        let events = slice.alphabet.events
        let letters = events.indices.filter { promise.redeems(events[$0], app) }
        var best: (stem: [Int], loop: [Int])?
        for state in graph.states(neverReaching: { graph.open[$0] & bit == 0 }, by: letters) {
            // States are numbered by the lengths of their paths. Among equal lengths, prefer a circle.
            let stem = graph.path(to: state)
            if let best, stem.count > best.stem.count || !best.loop.isEmpty { break }
            let loop = graph.loop(from: state, by: letters)
            let leadsNowhere = letters.allSatisfy { graph.successor(of: state, by: $0) == state }
            if !loop.isEmpty || leadsNowhere && best == nil { best = (stem, loop) }
        }
        return best.map { trap in
            BrokenPromise(
                id: promise.id, sentence: promise.sentence, app: slice.alphabet.names[Int(app.name.number)],
                stem: slice.alphabet.preamble + trap.stem.map { events[$0] }, loop: trap.loop.map { events[$0] },
                book: book, names: slice.alphabet.names)
        }
    }
}

/// A broken promise: a path to a trap, and a cycle in it.
public struct BrokenPromise: Sendable {
    /// The identifier of the promise.
    public let id: String
    public let sentence: String
    /// The app for which the promise is broken.
    public let app: String
    /// The steps to the trap.
    public let stem: [Event]
    /// Steps that could fulfil the promise, however often they are repeated, and do not. Each changes something, and
    /// the last leads back to the first. Empty if none of the possible steps changes anything.
    public let loop: [Event]
    public let book: RuleBook
    /// The texts of the names in the steps, by number.
    public let names: [String]

    /// The story as a scenario file: the path to the trap, and the cycle once.
    public var scenario: String {
        let end =
            loop.isEmpty
            ? "what could keep it changes nothing behind the last step"
            : "the steps from the mark on may go on for ever"
        let head = ["# \(id): \(sentence).", "# It is not kept towards \(app): \(end)."]
        var story = StoryLines(book: book, names: names)
        let lines = head + story.head("Promise of \(id) not kept towards \(app)") + stem.map { story.line($0) }
        let round = loop.map { story.line($0) }
        let mark =
            round.isEmpty
            ? "  # Nothing that is left changes anything: all that could keep the promise is refused here, or does nothing."
            : "  # From here on, again and again:"
        return (lines + [mark] + round).joined(separator: "\n") + "\n"
    }
}

/// Steps as lines of a scenario file, each at the time at which it happens.
struct StoryLines {
    private let book: RuleBook
    private let names: [String]
    private var state: PolicyState
    private var now = Instant.zero

    init(book: RuleBook, names: [String]) {
        (self.book, self.names) = (book, names)
        state = book.initialState()
    }

    func head(_ title: String) -> [String] {
        var lines = ["scenario: \(title)", "source: exploration of the state space"]
        if RuleBook.names.contains(book.name) {
            lines.append("rules: \(book.name)")
        } else {
            lines.append("# Under the book \(book.name): name its file by --rules.")
        }
        if !book.switched.isEmpty {
            lines.append("set: {" + book.switched.map { "\($0.name): \($0.value.json)" }.joined(separator: ", ") + "}")
        }
        return lines + ["steps:"]
    }

    mutating func line(_ event: Event) -> String {
        if event == .deadlineReached { now = state.nextDeadline ?? now }
        state = book.reduce(state, event, at: now).state
        let names = names
        return "  - " + StepLine(event, at: now) { names[Int($0.number)] }.text
    }
}
