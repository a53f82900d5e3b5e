import SessionPolicy

/// The rules, letters and invariants of a walk.
struct Expander: Sendable {
    let book: RuleBook
    private let alphabet: Alphabet
    private let abstraction: Abstraction
    /// The index of `deadlineReached`, which needs a deadline, or nil.
    private let deadlineLetter: Int?
    private let isChecked: Bool
    private let trialStride: UInt64

    /// An invariant's objection, found on the way to the first state or while a state is expanded.
    struct Objection: Sendable {
        let invariant: Invariant
        let text: String
        /// The letter after which it arose, or nil if it is about the state itself.
        var letter: Int?
        /// The steps that show it, from the beginning of the world or from the state that is expanded.
        let steps: [Event]
    }

    init(_ exploration: Exploration) {
        // Assigning a table rebuilds all lookups: threads would contend for the reference counts of shared ones.
        var book = exploration.book
        book.numbers = exploration.book.numbers
        self.book = book
        alphabet = exploration.alphabet
        abstraction = exploration.abstraction
        deadlineLetter = alphabet.events.firstIndex(of: .deadlineReached)
        isChecked = exploration.isChecked
        trialStride = UInt64(exploration.trialStride)
    }

    /// Returns the state after the preamble, and the objections on the way.
    func start() -> (state: PolicyState, objections: [Objection]) {
        var state = book.initialState()
        var objections: [Objection] = []
        for (place, event) in alphabet.preamble.enumerated() {
            let transition = Transition(from: state, event, at: .zero, book: book)
            let way = Array(alphabet.preamble[...place])
            objections += self.objections(to: transition, nil, way) + self.objections(to: transition.end, nil, way)
            state = transition.state
        }
        state = abstraction(state, book)
        return (state, objections + self.objections(to: PicturedState(state, by: book), nil, alphabet.preamble))
    }

    /// Returns the state after a letter, or nil if it cannot happen.
    func successor(of state: PolicyState, by letter: Int) -> PolicyState? {
        guard let now = moment(of: letter, in: state) else { return nil }
        return abstraction(book.state(after: alphabet.events[letter], in: state, at: now), book)
    }

    /// Returns the time at which a letter happens in a state, or nil if it cannot.
    private func moment(of letter: Int, in state: PolicyState) -> Instant? {
        letter == deadlineLetter ? state.nextDeadline : .zero
    }

    /// Tries every letter in a state, and runs trials if it is the state's turn.
    /// - Parameter visit: Called with each letter that changes the state, and the state after it. Returns whether that state is
    ///   new.
    /// - Returns: The number of steps, and the objections in their order.
    func expand(
        _ state: PolicyState, visit: (_ letter: Int, _ next: PolicyState, Fingerprint) -> Bool
    ) -> (steps: Int, objections: [Objection]) {
        let start = PicturedState(state, by: book)
        var transition = Transition(from: start)
        var (steps, objections) = (0, [Objection]())
        if isChecked, transition.fingerprint.high.isMultiple(of: trialStride) {
            for invariant in Invariant.trials {
                guard let objection = invariant.trialObjection(from: start) else { continue }
                objections.append(Objection(invariant: invariant, text: objection.text, steps: objection.steps))
            }
        }
        for (letter, event) in alphabet.events.enumerated() {
            guard let now = moment(of: letter, in: state) else { continue }
            transition.advance(by: event, at: now)
            steps += 1
            objections += self.objections(to: transition, letter, [event])
            guard transition.isChange else { continue }
            if abstraction.isEmpty {
                guard visit(letter, transition.state, transition.fingerprint) else { continue }
                objections += self.objections(to: transition.end, letter, [event])
            } else {
                let next = abstraction(transition.state, book)
                guard visit(letter, next, Fingerprint(next)) else { continue }
                objections += self.objections(to: PicturedState(next, by: book), letter, [event])
            }
        }
        return (steps, objections)
    }

    private func objections(to transition: Transition, _ letter: Int?, _ steps: [Event]) -> [Objection] {
        guard isChecked else { return [] }
        return Invariant.ofSteps.compactMap { invariant in
            invariant.objection(to: transition).map {
                Objection(invariant: invariant, text: $0, letter: letter, steps: steps)
            }
        }
    }

    private func objections(
        to state: @autoclosure () -> PicturedState, _ letter: Int?, _ steps: [Event]
    ) -> [Objection] {
        guard isChecked, case let state = state() else { return [] }
        return Invariant.ofStates.compactMap { invariant in
            invariant.objection(to: state).map {
                Objection(invariant: invariant, text: $0, letter: letter, steps: steps)
            }
        }
    }
}
