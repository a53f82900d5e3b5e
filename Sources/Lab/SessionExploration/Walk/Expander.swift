import SessionPolicy

/// The rules, letters and invariants of one worker of a walk, unshared.
final class Expander: Sendable {
    private let book: RuleBook
    private let events: [Event]
    private let abstraction: Abstraction
    /// The index of `deadlineReached`, which needs a deadline, or nil.
    private let deadlineLetter: Int?
    private let isChecked: Bool
    private let trialStride: UInt64

    struct Expansion: Sendable {
        var steps = 0
        var found: [Found] = []
        var objections: [Objection] = []
    }

    /// A state that was unknown when its part of the walk began.
    struct Found: Sendable {
        /// The index of the previous state among those of its depth, and the letter that leads here.
        let parent: Int
        let letter: Int
        let fingerprint: Fingerprint
        let state: PolicyState
        /// The media route, or nil if abstraction replaced the state.
        let route: Route?
    }

    /// An invariant's objection to a state, to a step from there, or to the state after it.
    struct Objection: Sendable {
        let invariant: Invariant
        let text: String
        let parent: Int
        /// Nil if the objection is to the state itself.
        let letter: Int?
        let isAboutState: Bool

        init(_ invariant: Invariant, _ text: String, _ parent: Int, _ letter: Int?, isAboutState: Bool) {
            (self.invariant, self.text, self.isAboutState) = (invariant, text, isAboutState)
            (self.parent, self.letter) = (parent, letter)
        }

        /// Returns whether this objection precedes another one in the order of the walk.
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

    /// Returns the state after a letter, or nil if it cannot happen.
    func successor(of state: PolicyState, by letter: Int) -> PolicyState? {
        guard let now = moment(of: letter, in: state) else { return nil }
        return abstraction(book.state(after: events[letter], in: state, at: now), book)
    }

    /// Returns the steps that an invariant tries in the state to which letters lead, if it objects to their result.
    func trial(of invariant: Invariant, after letters: [UInt16], _ preamble: [Event]) -> [Event] {
        let state = letters.reduce(start(after: preamble)) { successor(of: $0, by: Int($1)) ?? $0 }
        return invariant.trialObjection(from: PicturedState(state, by: book))?.steps ?? []
    }

    /// Returns the time at which a letter happens in a state, or nil if it cannot.
    private func moment(of letter: Int, in state: PolicyState) -> Instant? {
        letter == deadlineLetter ? state.nextDeadline : .zero
    }

    /// Tries every event in a state, and runs trials if it is the state's turn.
    /// - Parameters:
    ///   - parent: The state's index among those of its depth.
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

    /// Reports the state after a step, unless it is known.
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

    /// Checks the invariants on the way to the first state, which a walk by letters does not.
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
        // Abstraction may have replaced it.
        let start = PicturedState(abstraction(transition.state, book), by: book)
        return objections + self.objections(to: start, 0, nil).map { ($0, preamble.count) }
    }
}
