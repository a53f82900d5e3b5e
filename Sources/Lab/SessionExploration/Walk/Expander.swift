import SessionPolicy

/// The rules, the letters and the invariants of one hand of a walk, which shares them with none.
final class Expander: Sendable {
    private let book: RuleBook
    private let events: [Event]
    private let abstraction: Abstraction
    /// The place of `deadlineReached`, which needs a deadline, or nil if it is no letter.
    private let deadlineLetter: Int?
    private let isChecked: Bool
    private let trialStride: UInt64

    /// The result of trying every event in some states.
    struct Expansion: Sendable {
        var steps = 0
        var found: [Found] = []
        var objections: [Objection] = []
    }

    /// A state that was not known when its part of the walk began.
    struct Found: Sendable {
        /// The place of the state before among those of its depth, and the letter that leads from there.
        let parent: Int
        let letter: Int
        let fingerprint: Fingerprint
        let state: PolicyState
        /// The media route in it, or nil if the state is another than the step led to.
        let route: Route?
    }

    /// The objection of one invariant to a state that is left, to a step from there, or to the state after it.
    struct Objection: Sendable {
        let invariant: Invariant
        let text: String
        let parent: Int
        /// Nil if it is about the state that is left.
        let letter: Int?
        let isAboutState: Bool

        init(_ invariant: Invariant, _ text: String, _ parent: Int, _ letter: Int?, isAboutState: Bool) {
            (self.invariant, self.text, self.isAboutState) = (invariant, text, isAboutState)
            (self.parent, self.letter) = (parent, letter)
        }

        /// Returns whether this objection comes before another one in the order of the walk.
        func comesBefore(_ other: Objection) -> Bool {
            if parent != other.parent { return parent < other.parent }
            if letter != other.letter { return letter ?? -1 < other.letter ?? -1 }
            return !isAboutState && other.isAboutState
        }
    }

    init(_ exploration: Exploration) {
        book = exploration.book.separate
        events = exploration.alphabet.events
        abstraction = exploration.abstraction
        deadlineLetter = events.firstIndex(of: .deadlineReached)
        isChecked = exploration.isChecked
        trialStride = UInt64(exploration.trialStride)
    }

    func start(after preamble: [Event]) -> PolicyState {
        abstraction(preamble.reduce(book.initialState()) { book.state(after: $1, in: $0, at: .zero) }, book)
    }

    /// The state to which one letter leads, or nil if it cannot happen.
    func successor(of state: PolicyState, by letter: Int) -> PolicyState? {
        guard let now = moment(of: letter, in: state) else { return nil }
        return abstraction(book.state(after: events[letter], in: state, at: now), book)
    }

    /// Returns the steps that an invariant tries in the state to which letters lead, where it objects to their result.
    func trial(of invariant: Invariant, after letters: [UInt16], _ preamble: [Event]) -> [Event] {
        let state = letters.reduce(start(after: preamble)) { successor(of: $0, by: Int($1)) ?? $0 }
        return invariant.trialObjection(from: PicturedState(state, by: book))?.steps ?? []
    }

    /// Returns the time at which a letter happens in a state, or nil if it cannot.
    private func moment(of letter: Int, in state: PolicyState) -> Instant? {
        letter == deadlineLetter ? state.nextDeadline : .zero
    }

    /// Tries every event in one state, and takes steps on trial from it if that is its turn.
    /// - Parameters:
    ///   - parent: The state's place among those of its depth.
    ///   - seen: The states that need not be reported.
    func expand(_ state: PolicyState, at parent: Int, seen: Set<Fingerprint>, into expansion: inout Expansion) {
        let start = PicturedState(state.separate, by: book)
        var transition = Transition(from: start)
        if isChecked, transition.fingerprint.high.isMultiple(of: trialStride) {
            for invariant in Invariant.trials {
                guard let objection = invariant.trialObjection(from: start) else { continue }
                expansion.objections.append(Objection(invariant, objection.text, parent, nil, isAboutState: true))
            }
        }
        for letter in events.indices {
            guard let now = moment(of: letter, in: start.state) else { continue }
            transition.advance(by: events[letter], at: now)
            expansion.steps += 1
            if transition.isChange { note(transition, parent, letter, seen, in: &expansion) }
            expansion.objections += objections(to: transition, parent, letter)
        }
    }

    /// Reports the state to which a step leads, unless it is known.
    private func note(
        _ transition: Transition, _ parent: Int, _ letter: Int, _ seen: Set<Fingerprint>, in expansion: inout Expansion
    ) {
        let isWhole = abstraction.isEmpty
        let state = isWhole ? transition.state : abstraction(transition.state, book)
        let fingerprint = isWhole ? transition.fingerprint : Fingerprint(state)
        guard !seen.contains(fingerprint) else { return }
        expansion.found.append(
            Found(
                parent: parent, letter: letter, fingerprint: fingerprint, state: state,
                route: isWhole ? transition.route : nil))
    }

    private func objections(to transition: Transition, _ parent: Int, _ letter: Int?) -> [Objection] {
        guard isChecked else { return [] }
        return Invariant.ofSteps.compactMap { invariant in
            invariant.objection(to: transition).map { Objection(invariant, $0, parent, letter, isAboutState: false) }
        }
    }

    private func objections(to state: PicturedState, _ parent: Int, _ letter: Int?) -> [Objection] {
        guard isChecked else { return [] }
        return Invariant.ofStates.compactMap { invariant in
            invariant.objection(to: state).map { Objection(invariant, $0, parent, letter, isAboutState: true) }
        }
    }

    func objections(to found: Found) -> [Objection] {
        let picture = found.route.map { book.picture(of: found.state, on: $0) } ?? book.picture(of: found.state)
        return objections(
            to: PicturedState(state: found.state, picture: picture, book: book), found.parent, found.letter)
    }

    /// Checks the invariants on the way to the first state, for its steps and for the states after them. A walk by letters
    /// leaves the first state, and checks only where they lead.
    /// - Returns: The objections, each with the number of steps that lead there.
    func objections(toPreamble preamble: [Event]) -> [(objection: Objection, steps: Int)] {
        var objections: [(Objection, Int)] = []
        var transition = Transition(from: PicturedState(book.initialState(), by: book))
        for (place, event) in preamble.enumerated() {
            transition = Transition(from: transition.end)
            transition.advance(by: event, at: .zero)
            let found = self.objections(to: transition, 0, nil) + self.objections(to: transition.end, 0, nil)
            objections += found.map { ($0, place + 1) }
        }
        // What is forgotten may make it another one.
        let start = PicturedState(abstraction(transition.state, book), by: book)
        return objections + self.objections(to: start, 0, nil).map { ($0, preamble.count) }
    }
}
