import SessionPolicy

/// A walk through all states, breadth first: each is expanded once, in the order of discovery.
struct Walk {
    private(set) var result = Exploration.Result()
    /// The states that were found, with the successors of those that were expanded if questions are asked.
    private(set) var graph: StateGraph
    /// The number of each state.
    private(set) var numbers: [Fingerprint: UInt32] = [:]

    private let exploration: Exploration
    private let questions: [StatePredicate]
    private var isOver = false

    /// A question to ask in every state.
    typealias StatePredicate = (PolicyState, Picture) -> Bool

    /// How many states are expanded between two reports.
    private static let round = 16

    /// - Parameter questions: The questions to ask in every state; at most 64.
    init(_ exploration: Exploration, asking questions: [StatePredicate] = []) {
        (self.exploration, self.questions) = (exploration, questions)
        graph = StateGraph(letterCount: exploration.alphabet.events.count)
    }

    /// Walks until nothing is left, a limit is reached or the report ends it.
    /// - Parameter report: Called before every sixteenth state of a depth; false ends the walk.
    mutating func run(report: (Exploration.Progress) -> Bool) {
        let clock = ContinuousClock()
        let deadline = exploration.limits.time.map { clock.now + $0 }
        let expander = Expander(exploration)
        let (start, objections) = expander.start()
        numbers[Fingerprint(start)] = 0
        for objection in objections { note(objection, after: nil) }
        var (states, depth) = ([start], 0)
        while !states.isEmpty, !isOver, depth < exploration.limits.depth {
            var next: [PolicyState] = []
            let first = numbers.count - states.count
            for (place, state) in states.enumerated() where !isOver {
                if place.isMultiple(of: Self.round) {
                    let progress = Exploration.Progress(
                        states: numbers.count, transitions: result.transitions, depth: result.depth,
                        waiting: states.count - place)
                    isOver = !report(progress) || deadline.map { clock.now >= $0 } ?? false
                    if isOver { break }
                }
                expand(state, first + place, by: expander, into: &next)
            }
            if !next.isEmpty { result.depth = depth + 1 }
            if isOver { break }
            (states, depth) = (next, depth + 1)
        }
        result.closed = states.isEmpty
        result.states = numbers.count
    }

    private mutating func expand(
        _ state: PolicyState, _ number: Int, by expander: Expander, into next: inout [PolicyState]
    ) {
        if !questions.isEmpty {
            let picture = expander.book.picture(of: state)
            graph.expand(number, open: questions.map { $0(state, picture) })
        }
        let (steps, objections) = expander.expand(state) { letter, successor, fingerprint in
            let known = numbers[fingerprint]
            if known == nil {
                guard !isOver else { return false }
                numbers[fingerprint] = UInt32(numbers.count)
                graph.add(from: number, by: letter)
                next.append(successor)
                isOver = numbers.count >= exploration.limits.states
            }
            if !questions.isEmpty { graph.connect(number, by: letter, to: known ?? UInt32(numbers.count - 1)) }
            return known == nil
        }
        result.transitions += steps
        for objection in objections { note(objection, after: number) }
    }

    /// - Parameter number: The state that was expanded; nil on the way to the first.
    private mutating func note(_ objection: Expander.Objection, after number: Int?) {
        let invariant = objection.invariant
        guard result.violations.count < exploration.limits.violations,
            !result.violations.contains(where: { $0.invariant == invariant.id })
        else { return }
        let way = number.map { number in
            exploration.alphabet.preamble + graph.path(to: number).map { exploration.alphabet.events[$0] }
        }
        result.violations.append(
            Violation(
                invariant: invariant.id, sentence: invariant.sentence, objection: objection.text,
                path: (way ?? []) + objection.steps, book: exploration.book, names: exploration.alphabet.names))
        if result.violations.count >= exploration.limits.violations { isOver = true }
    }
}
