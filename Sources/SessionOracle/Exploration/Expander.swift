import SessionPolicy

/// What each hand of a walk has for itself: the rules, the letters, and the invariants to be asked.
struct Expander: Sendable {
    private let book: RuleBook
    private let events: [Event]
    private let abstraction: Abstraction
    /// The place of `deadlineReached`, which needs a deadline; nil where it is no letter.
    private let deadlineLetter: Int?
    private let isChecked: Bool
    /// The invariants by whether they look at every step, at every step that does something, or at every new state.
    private let ofSteps: Checks
    private let ofChanges: Checks
    private let ofStates: Checks
    private let ofTrials: Checks

    /// What comes of trying every event in some states.
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
        /// Who is heard; nil where it was not painted.
        let picture: Picture?
    }

    /// What one invariant says against one step, or against the state after it.
    struct Objection: Sendable {
        let invariant: Invariant
        let text: String
        let parent: Int
        let letter: Int
        let isAboutState: Bool

        /// Where it stands in the order of the walk.
        func comesBefore(_ other: Objection) -> Bool {
            if parent != other.parent { return parent < other.parent }
            if letter != other.letter { return letter < other.letter }
            return !isAboutState && other.isAboutState
        }
    }

    init(_ exploration: Exploration) {
        book = exploration.book.separate
        events = exploration.alphabet.events
        abstraction = exploration.abstraction
        deadlineLetter = events.firstIndex(of: .deadlineReached)
        isChecked = !exploration.scopes.isEmpty
        ofSteps = Checks(.step, in: exploration.scopes)
        ofChanges = Checks(.change, in: exploration.scopes)
        ofStates = Checks(.state, in: exploration.scopes)
        ofTrials = Checks(.trial, in: exploration.scopes)
    }

    /// The state in which the walk begins.
    func start(after preamble: [Event]) -> PolicyState {
        abstraction(preamble.reduce(book.initialState()) { book.settle($0, $1, at: .zero) }, book)
    }

    /// The state to which one letter leads; nil where it cannot happen.
    func successor(of state: PolicyState, by letter: Int) -> PolicyState? {
        guard let now = moment(of: letter, in: state) else { return nil }
        return abstraction(book.settle(state, events[letter], at: now), book)
    }

    /// When a letter happens in a state; nil where it cannot.
    private func moment(of letter: Int, in state: PolicyState) -> Instant? {
        letter == deadlineLetter ? state.nextDeadline : .zero
    }

    /// Tries every event in one state.
    ///
    /// - Parameters:
    ///   - parent: The state's place among those of its depth.
    ///   - seen: What needs not be told of.
    func expand(_ state: PolicyState, at parent: Int, seen: VisitedSet, into expansion: inout Expansion) {
        var passage = Passage(from: state, book: book)
        for letter in events.indices {
            guard let now = moment(of: letter, in: state) else { continue }
            passage.take(events[letter], at: now)
            expansion.steps += 1
            if passage.isChange {
                if isChecked { passage.paint() }
                let next = abstraction.isEmpty ? passage.step.state : abstraction(passage.step.state, book)
                let fingerprint = Fingerprint(next)
                if !seen.contains(fingerprint) {
                    expansion.found.append(
                        Found(
                            parent: parent, letter: letter, fingerprint: fingerprint, state: next,
                            picture: isChecked && abstraction.isEmpty ? passage.picture : nil))
                }
            }
            guard isChecked else { continue }
            ask(ofSteps, passage) { expansion.objections.append($0.about(parent, letter, isState: false)) }
            guard !passage.isQuiet else { continue }
            ask(ofChanges, passage) { expansion.objections.append($0.about(parent, letter, isState: false)) }
        }
    }

    /// Asks the invariants that look at a new state.
    ///
    /// - Parameter isTried: Whether those are asked too that take further steps on trial.
    func judge(_ found: Found, isTried: Bool) -> [Objection] {
        guard isChecked else { return [] }
        let passage = Passage(at: found.state, found.picture ?? book.picture(of: found.state), book: book)
        var objections: [Objection] = []
        ask(ofStates, passage) { objections.append($0.about(found.parent, found.letter, isState: true)) }
        if isTried { ask(ofTrials, passage) { objections.append($0.about(found.parent, found.letter, isState: true)) } }
        return objections
    }

    private struct Word {
        let invariant: Invariant
        let text: String

        func about(_ parent: Int, _ letter: Int, isState: Bool) -> Objection {
            Objection(invariant: invariant, text: text, parent: parent, letter: letter, isAboutState: isState)
        }
    }

    @inline(__always)
    private func ask(_ checks: Checks, _ passage: Passage, objects: (Word) -> Void) {
        for place in checks.functions.indices {
            if let text = checks.functions[place].call(passage) {
                objects(Word(invariant: checks.invariants[place], text: text))
            }
        }
    }
}

/// The invariants of one scope; what they check stands apart from their words, which are looked at when one objects.
private struct Checks: Sendable {
    let invariants: [Invariant]
    let functions: [Function]

    /// A function that stands alone in an array is called through another one, which copies the whole passage.
    struct Function: Sendable { let call: @Sendable (Passage) -> String? }

    init(_ scope: Invariant.Scope, in scopes: [Invariant.Scope]) {
        invariants = Invariant.all.filter { $0.scope == scope && scopes.contains(scope) }
        functions = invariants.map { Function(call: $0.check) }
    }
}
