public import SessionPolicy
internal import SessionWorld

/// Holds a slice to the promises: builds the graph of all its states and looks for traps.
public struct Liveness: Sendable {
    public let slice: Slice
    public let book: RuleBook

    /// Describes the check of a slice under a book.
    public init(of slice: Slice, under book: RuleBook) { (self.slice, self.book) = (slice, book) }

    /// The result of a search for traps.
    public struct Result: Sendable {
        /// The states of the graph.
        public let states: Int
        /// Whether every promise was asked of all states; if not, nothing is said of promises.
        public let closed: Bool
        /// The promises that are not kept, each once towards each app.
        public let broken: [BrokenPromise]
    }

    /// Checks every promise towards every app.
    ///
    /// - Parameters:
    ///   - limit: How many states the slice may have; each takes four bytes for each letter.
    ///   - goesOn: Asked now and then, on the calling thread; false ends the check, and nothing is said of promises.
    public func check(limit: Int = 4_000_000, goesOn: () -> Bool = { true }) -> Result {
        var apps: [AppID] = []
        for case .app(let app, _) in slice.alphabet.preamble where !apps.contains(app) { apps.append(app) }
        let promises = Promise.all.filter { $0.isAsked(of: slice.family) }
        let questions = promises.flatMap { promise in apps.map { (promise: promise, app: $0) } }
        let exploration = slice.exploration(under: book)
        let graph = StateGraph(
            of: exploration, limit: limit,
            questions: questions.map { question in { question.promise.isOpen($0, $1, question.app) } }, goesOn: goesOn)
        let nothing = Result(states: graph.count, closed: false, broken: [])
        guard graph.isClosed else { return nothing }
        var broken: [BrokenPromise] = []
        for (place, question) in questions.enumerated() {
            guard goesOn() else { return nothing }
            if let trap = trap(of: question.promise, towards: question.app, bit: 1 << UInt64(place), in: graph) {
                broken.append(trap)
            }
        }
        return Result(states: graph.count, closed: true, broken: broken)
    }

    private func trap(
        of promise: Promise, towards app: AppID, bit: UInt64, in graph: StateGraph
    ) -> BrokenPromise? {
        let events = slice.alphabet.events
        let letters = events.indices.filter { promise.redeems(events[$0], app) }
        let traps = graph.traps(of: letters).filter { trap in trap.allSatisfy { graph.open[$0] & bit != 0 } }
        // The state with the lowest number is one of those with the shortest way. Of ways of one length that is told which
        // leads to where still something happens.
        let best = traps.min { one, other in
            let lengths = (graph.depth(of: one[0]), graph.depth(of: other[0]))
            if lengths.0 != lengths.1 { return lengths.0 < lengths.1 }
            if (one.count > 1) != (other.count > 1) { return one.count > 1 }
            return one[0] < other[0]
        }
        guard let trap = best else { return nil }
        return BrokenPromise(
            id: promise.id, sentence: promise.sentence, app: slice.alphabet.names[Int(app.name.number)],
            stem: slice.alphabet.preamble + graph.path(to: trap[0]).map { events[$0] },
            loop: loop(in: trap, letters, graph).map { events[$0] }, book: book, names: slice.alphabet.names)
    }

    /// A shortest way round, each step of which changes something; none if no letter does.
    private func loop(in trap: [Int], _ letters: [Int], _ graph: StateGraph) -> [Int] {
        var cameFrom: [Int: (state: Int, letter: Int)] = [:]
        var queue = [trap[0]]
        var place = 0
        while place < queue.count {
            let state = queue[place]
            place += 1
            for letter in letters {
                let next = graph.successor(of: state, by: letter)
                if next == trap[0] && state != trap[0] {
                    var way = [letter]
                    var back = state
                    while back != trap[0], let step = cameFrom[back] {
                        way.append(step.letter)
                        back = step.state
                    }
                    return way.reversed()
                }
                guard next != state, next != trap[0], cameFrom[next] == nil else { continue }
                cameFrom[next] = (state, letter)
                queue.append(next)
            }
        }
        return []
    }
}

/// A promise that is not kept: a way to a trap, and a way round in it.
public struct BrokenPromise: Sendable {
    /// The identifier of the promise.
    public let id: String
    public let sentence: String
    /// The app towards which the promise is not kept.
    public let app: String
    /// The steps to the trap.
    public let stem: [Event]
    /// Steps that could redeem the promise, however often they are taken, and do not; each changes something, and the last
    /// leads back to where the first begins. Empty where none of those that could redeem it changes anything.
    public let loop: [Event]
    public let book: RuleBook
    /// The texts of the names in the steps, by number.
    public let names: [String]

    /// The story as a scenario file: the way to the trap, and once round in it.
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
