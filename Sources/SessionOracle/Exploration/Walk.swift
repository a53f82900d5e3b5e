import SessionPolicy

/// A walk under way.
struct Walk {
    private(set) var result = Exploration.Result()
    /// What invariants object to, each invariant once, in the order of the walk.
    private(set) var objections: [Objection] = []
    /// The letters that lead to the steps that were asked for.
    private(set) var paths: [[Event]] = []

    private let exploration: Exploration
    private let book: RuleBook
    private let events: [Event]
    /// The place of `deadlineReached`, which needs a deadline; nil where it is no letter.
    private let deadlineLetter: Int?
    /// The invariants by whether they look at every step, at every step that does something, or at every new state.
    private let ofSteps: Checks
    private let ofChanges: Checks
    private let ofStates: Checks
    private let ofTrials: Checks
    private var visited = VisitedSet()
    private var trail: Trail?
    /// The steps still to come whose paths are asked for, ascending.
    private var asked: ArraySlice<Int>
    private var isOver = false

    /// One invariant that objects to one step.
    struct Objection {
        let invariant: Invariant
        let text: String
        /// The number of the step in the walk, from 1.
        let step: Int
    }

    /// - Parameter steps: The numbers of the steps whose paths are wanted, ascending; the walk ends with the last. Without
    ///   any, no trail is kept.
    init(_ exploration: Exploration, steps: [Int] = []) {
        self.exploration = exploration
        book = exploration.book
        events = exploration.alphabet.events
        deadlineLetter = events.firstIndex(of: .deadlineReached)
        ofSteps = Checks(.step, in: exploration.scopes)
        ofChanges = Checks(.change, in: exploration.scopes)
        ofStates = Checks(.state, in: exploration.scopes)
        ofTrials = Checks(.trial, in: exploration.scopes)
        trail = steps.isEmpty ? nil : Trail()
        asked = steps[...]
    }

    mutating func run(report: (Exploration.Progress) -> Bool) {
        let clock = ContinuousClock()
        let deadline = exploration.limits.time.map { clock.now + $0 }
        var frontier = [
            exploration.alphabet.preamble.reduce(book.initialState()) { book.reduce($0, $1, at: .zero).state }
        ]
        _ = visited.insert(Fingerprint(frontier[0]))
        var first = 0
        while !frontier.isEmpty, !isOver, result.depth < exploration.limits.depth {
            var next: [PolicyState] = []
            let nextFirst = visited.count
            for offset in frontier.indices {
                expand(frontier[offset], number: first + offset, into: &next)
                if isOver { break }
                if offset & 0xFFF == 0 {
                    let progress = Exploration.Progress(
                        states: visited.count, transitions: result.transitions, depth: result.depth,
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
        result.states = visited.count
        result.bytes = visited.bytes
    }

    /// Tries every event in one state.
    private mutating func expand(_ state: PolicyState, number: Int, into next: inout [PolicyState]) {
        var passage = Passage(from: state, book: book)
        for letter in events.indices {
            var now = Instant.zero
            if letter == deadlineLetter {
                guard let deadline = state.nextDeadline else { continue }
                now = deadline
            }
            passage.take(events[letter], at: now)
            result.transitions += 1
            let isNew = passage.isChange && visited.insert(Fingerprint(passage.step.state))
            if isNew {
                trail?.append(from: number, by: letter)
                next.append(passage.step.state)
            }
            check(&passage, isNew: isNew)
            if result.transitions == asked.first { note(letter, from: number) }
            if visited.count >= exploration.limits.states { isOver = true }
            if isOver { return }
        }
    }

    /// Asks the invariants that look at such a step.
    private mutating func check(_ passage: inout Passage, isNew: Bool) {
        guard !exploration.scopes.isEmpty else { return }
        if passage.isChange { passage.paint() }
        ask(ofSteps, passage)
        if !passage.isQuiet { ask(ofChanges, passage) }
        guard isNew else { return }
        ask(ofStates, passage)
        if visited.count.isMultiple(of: exploration.trialStride) { ask(ofTrials, passage) }
    }

    private mutating func ask(_ checks: Checks, _ passage: Passage) {
        for place in checks.functions.indices {
            if let text = checks.functions[place].call(passage) { note(text, by: checks.invariants[place]) }
        }
    }

    private mutating func note(_ text: String, by invariant: Invariant) {
        guard !objections.contains(where: { $0.invariant.id == invariant.id }) else { return }
        objections.append(Objection(invariant: invariant, text: text, step: result.transitions))
        if objections.count >= exploration.limits.violations { isOver = true }
    }

    /// Writes down the path to a step that was asked for, as often as it was.
    private mutating func note(_ letter: Int, from number: Int) {
        let path = (trail?.letters(to: number) ?? []) + [letter]
        while asked.first == result.transitions {
            asked.removeFirst()
            paths.append(path.map { events[$0] })
        }
        if asked.isEmpty { isOver = true }
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

/// From where each state was reached, by number: the number of the state before it, and the letter.
private struct Trail {
    private var parents: [UInt32] = [0]
    private var letters: [UInt16] = [0]

    mutating func append(from number: Int, by letter: Int) {
        parents.append(UInt32(truncatingIfNeeded: number))
        letters.append(UInt16(truncatingIfNeeded: letter))
    }

    /// The letters that lead from the first state to the state with this number.
    func letters(to number: Int) -> [Int] {
        var path: [Int] = []
        var number = number
        while number != 0 {
            path.append(Int(letters[number]))
            number = Int(parents[number])
        }
        return path.reversed()
    }
}
