public import SessionPolicy

/// A breadth-first walk through everything that can happen: every event of an alphabet in every state, each state once,
/// with every invariant checked on the way.
///
/// Of a state that has been seen only its fingerprint is kept, and from where it was reached. States themselves live for
/// one depth. The result does not depend on the run, the machine or the hash seed, unless the limit of time ended it.
public struct Exploration: Sendable {
    public let book: RuleBook
    public let alphabet: Alphabet
    public var limits: Limits
    /// Which invariants are checked.
    public var scopes: [Invariant.Scope]
    /// Of how many new states one is tried further by the invariants that do that, the dearest ones; 1 for every one.
    public var trialStride: Int

    /// Where an exploration ends before it closes.
    public struct Limits: Hashable, Sendable {
        /// The most steps from the first state.
        public var depth: Int
        /// The most distinct states.
        public var states: Int
        /// The most time; nil for no limit.
        public var time: Duration?
        /// The most violations, of distinct invariants; one path is kept of each.
        public var violations: Int

        /// Creates limits.
        public init(
            depth: Int = .max, states: Int = .max, time: Duration? = nil, violations: Int = 16
        ) {
            self.depth = depth
            self.states = states
            self.time = time
            self.violations = violations
        }
    }

    /// What came of it.
    public struct Result: Sendable {
        /// Distinct states seen, the first included.
        public internal(set) var states = 0
        /// Steps taken.
        public internal(set) var transitions = 0
        /// The most steps that were needed to reach a state.
        public internal(set) var depth = 0
        /// Whether every event was tried in every state that can be reached.
        public internal(set) var closed = false
        /// The shortest path to a violation of each invariant that does not hold.
        public internal(set) var violations: [Violation] = []
        /// Bytes kept for the states seen: fingerprints and the way back.
        public internal(set) var bytes = 0
    }

    /// Where an exploration stands.
    public struct Progress: Hashable, Sendable {
        public let states: Int
        public let transitions: Int
        public let depth: Int
        /// States of this depth that are still to be left.
        public let waiting: Int
    }

    /// Creates an exploration.
    ///
    /// - Parameters:
    ///   - alphabet: What is tried in every state.
    ///   - book: The rules.
    ///   - limits: Where it ends before it closes.
    ///   - scopes: Which invariants are checked; none for the bare walk.
    ///   - trialStride: Of how many new states one is tried further; less than 1 is 1.
    public init(
        of alphabet: Alphabet, book: RuleBook, limits: Limits = Limits(),
        scopes: [Invariant.Scope] = Invariant.Scope.allCases, trialStride: Int = 1
    ) {
        self.book = book
        self.alphabet = alphabet
        self.limits = limits
        self.scopes = scopes
        self.trialStride = max(1, trialStride)
    }

    /// Walks. Takes the calling thread until it ends.
    ///
    /// - Parameter report: Called now and then with where it stands; false ends the walk.
    public func run(report: (Progress) -> Bool = { _ in true }) -> Result {
        var walk = Walk(self)
        return walk.run(report: report)
    }
}

/// The invariants of one scope; what they check stands apart from their words, which are looked at when one objects.
private struct Checks {
    let invariants: [Invariant]
    let functions: [Function]

    /// A function that stands alone in an array is called through another one, which copies the whole passage.
    struct Function: Sendable { let call: @Sendable (Passage) -> String? }

    init(_ scope: Invariant.Scope, in scopes: [Invariant.Scope]) {
        invariants = Invariant.all.filter { $0.scope == scope && scopes.contains(scope) }
        functions = invariants.map { Function(call: $0.check) }
    }
}

/// A walk under way.
private struct Walk {
    let exploration: Exploration
    let book: RuleBook
    let events: [Event]
    /// The invariants by whether they look at every step, at every step that does something, or at every new state.
    let ofSteps: Checks
    let ofChanges: Checks
    let ofStates: Checks
    let ofTrials: Checks
    var result = Exploration.Result()
    var visited = VisitedSet()
    /// For each state by number: the number of the state that it was reached from, and the letter.
    var parents: [UInt32] = []
    var letters: [UInt16] = []
    var isOver = false
    let letterOfDeadline: Int?

    init(_ exploration: Exploration) {
        self.exploration = exploration
        book = exploration.book
        events = exploration.alphabet.events
        letterOfDeadline = events.firstIndex(of: .deadlineReached)
        let scopes = exploration.scopes
        ofSteps = Checks(.step, in: scopes)
        ofChanges = Checks(.change, in: scopes)
        ofStates = Checks(.state, in: scopes)
        ofTrials = Checks(.trial, in: scopes)
    }

    mutating func run(report: (Exploration.Progress) -> Bool) -> Exploration.Result {
        let clock = ContinuousClock()
        let deadline = exploration.limits.time.map { clock.now + $0 }
        var frontier = [
            exploration.alphabet.preamble.reduce(book.initialState()) { book.reduce($0, $1, at: .zero).state }
        ]
        _ = visited.insert(Fingerprint(frontier[0]))
        parents.append(0)
        letters.append(0)
        var first = 0
        while !frontier.isEmpty, !isOver, result.depth < exploration.limits.depth {
            var next: [PolicyState] = []
            let nextFirst = parents.count
            for (offset, state) in frontier.enumerated() {
                expand(state, number: first + offset, into: &next)
                if isOver { break }
                if offset & 0xFFF == 0 {
                    let progress = Exploration.Progress(
                        states: parents.count, transitions: result.transitions, depth: result.depth,
                        waiting: frontier.count - offset)
                    if !report(progress) { isOver = true }
                    if let deadline, clock.now >= deadline { isOver = true }
                }
            }
            if !next.isEmpty { result.depth += 1 }
            frontier = next
            first = nextFirst
        }
        result.closed = frontier.isEmpty && !isOver
        result.states = parents.count
        result.bytes = visited.bytes + parents.capacity * 4 + letters.capacity * 2
        return result
    }

    /// Tries every event in one state.
    private mutating func expand(_ state: PolicyState, number: Int, into next: inout [PolicyState]) {
        var passage = Passage(from: state, book: book)
        for (letter, event) in events.enumerated() {
            var now = Instant.zero
            if letter == letterOfDeadline {
                guard let deadline = state.nextDeadline else { continue }
                now = deadline
            }
            passage.take(event, at: now)
            result.transitions += 1
            let isNew = passage.isChange && visited.insert(Fingerprint(passage.step.state))
            if isNew {
                parents.append(UInt32(truncatingIfNeeded: number))
                letters.append(UInt16(truncatingIfNeeded: letter))
                next.append(passage.step.state)
            }
            check(&passage, number: number, isNew: isNew)
            if parents.count >= exploration.limits.states { isOver = true }
            if isOver { return }
        }
    }

    /// Asks the invariants that look at such a step.
    private mutating func check(_ passage: inout Passage, number: Int, isNew: Bool) {
        guard !exploration.scopes.isEmpty else { return }
        if passage.isChange { passage.paint() }
        note(ofSteps, passage, number)
        if !passage.isQuiet { note(ofChanges, passage, number) }
        guard isNew else { return }
        note(ofStates, passage, number)
        if parents.count.isMultiple(of: exploration.trialStride) { note(ofTrials, passage, number) }
    }

    private mutating func note(_ checks: Checks, _ passage: Passage, _ number: Int) {
        for place in checks.functions.indices {
            guard let objection = checks.functions[place].call(passage) else { continue }
            note(objection, to: passage, by: checks.invariants[place], number)
        }
    }

    private mutating func note(_ objection: String, to passage: Passage, by invariant: Invariant, _ number: Int) {
        guard
            !result.violations.contains(where: { $0.invariant == invariant.id })
        else { return }
        result.violations.append(
            Violation(
                invariant: invariant.id, sentence: invariant.sentence, objection: objection,
                path: exploration.alphabet.preamble + path(to: number) + [passage.event], book: book,
                names: exploration.alphabet.names))
        if result.violations.count >= exploration.limits.violations { isOver = true }
    }

    /// The letters that lead from the first state to the state with this number.
    private func path(to number: Int) -> [Event] {
        var path: [Event] = []
        var number = number
        while number != 0 {
            path.append(events[Int(letters[number])])
            number = Int(parents[number])
        }
        return path.reversed()
    }
}
