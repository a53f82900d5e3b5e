import SessionOracle
import SessionPolicy

/// The rules, the letters and the invariants of one hand of a walk, which shares them with none.
final class Expander: Sendable {
    private let book: RuleBook
    private let events: [Event]
    private let abstraction: Abstraction
    /// The place of `deadlineReached`, which needs a deadline; nil where it is no letter.
    private let deadlineLetter: Int?
    private let isChecked: Bool
    /// One state of so many is tried further.
    private let trialStride: UInt64
    /// The invariants by what they look at.
    private let ofSteps: StepChecks
    private let ofChanges: StepChecks
    private let ofDevices: StepChecks
    private let ofNotices: StepChecks
    private let ofLevels: StepChecks
    private let ofSessions: StepChecks
    private let ofStates: StateChecks
    private let ofSounds: StateChecks
    private let ofTrials: StateChecks

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
        /// The media route in it; nil where the state is another than the step led to.
        let route: Route?
    }

    /// The objection of one invariant to a state that is left, to a step from there, or to the state after it.
    struct Objection: Sendable {
        let invariant: Invariant
        let text: String
        let parent: Int
        /// Nil where it is about the state that is left.
        let letter: Int?
        let isAboutState: Bool

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
        isChecked = !exploration.scopes.isEmpty
        trialStride = UInt64(exploration.trialStride)
        ofSteps = StepChecks(.step, in: exploration.scopes)
        ofChanges = StepChecks(.change, in: exploration.scopes)
        ofDevices = StepChecks(.device, in: exploration.scopes)
        ofNotices = StepChecks(.told, in: exploration.scopes)
        ofLevels = StepChecks(.level, in: exploration.scopes)
        ofSessions = StepChecks(.session, in: exploration.scopes)
        ofStates = StateChecks(.state, in: exploration.scopes)
        ofSounds = StateChecks(.sound, in: exploration.scopes)
        ofTrials = StateChecks(.trial, in: exploration.scopes)
    }

    /// The invariants that are asked anywhere in the walk.
    var asked: [Invariant] {
        [ofSteps, ofChanges, ofDevices, ofNotices, ofLevels, ofSessions].flatMap { $0.invariants }
            + [ofStates, ofSounds, ofTrials].flatMap { $0.invariants }
    }

    /// The state in which the walk begins.
    func start(after preamble: [Event]) -> PolicyState {
        abstraction(preamble.reduce(book.initialState()) { book.state(after: $1, in: $0, at: .zero) }, book)
    }

    /// The state to which one letter leads; nil where it cannot happen.
    func successor(of state: PolicyState, by letter: Int) -> PolicyState? {
        guard let now = moment(of: letter, in: state) else { return nil }
        return abstraction(book.state(after: events[letter], in: state, at: now), book)
    }

    /// Returns the steps that an invariant tries in the state to which letters lead, where it objects to their result.
    func trial(of invariant: Invariant, after letters: [UInt16], _ preamble: [Event]) -> [Event] {
        let state = letters.reduce(start(after: preamble)) { successor(of: $0, by: Int($1)) ?? $0 }
        return invariant.trial(from: standing(of: state))
    }

    /// Returns the time at which a letter happens in a state; nil where it cannot.
    private func moment(of letter: Int, in state: PolicyState) -> Instant? {
        letter == deadlineLetter ? state.nextDeadline : .zero
    }

    /// Tries every event in one state, and the state itself where that is its turn.
    ///
    /// - Parameters:
    ///   - shared: The state; other hands may have those from which it came.
    ///   - parent: The state's place among those of its depth.
    ///   - seen: What needs not be told of.
    func expand(_ shared: PolicyState, at parent: Int, seen: Set<Fingerprint>, into expansion: inout Expansion) {
        let state = shared.separate
        let standing = standing(of: state)
        var passage = Passage(from: standing)
        if passage.fingerprint.high.isMultiple(of: trialStride) {
            ask(ofTrials, standing) { expansion.objections.append($0.about(parent, nil, isState: true)) }
        }
        for letter in events.indices {
            guard let now = moment(of: letter, in: state) else { continue }
            passage.take(events[letter], at: now)
            expansion.steps += 1
            if passage.isChange { note(passage, parent, letter, seen, in: &expansion) }
            if isChecked { check(passage) { expansion.objections.append($0.about(parent, letter, isState: false)) } }
        }
    }

    /// Tells of the state to which a step leads, unless it is known.
    @inline(__always)
    private func note(
        _ passage: Passage, _ parent: Int, _ letter: Int, _ seen: Set<Fingerprint>, in expansion: inout Expansion
    ) {
        let isWhole = abstraction.isEmpty
        let state = isWhole ? passage.state : abstraction(passage.state, book)
        let fingerprint = isWhole ? passage.fingerprint : Fingerprint(state)
        guard !seen.contains(fingerprint) else { return }
        expansion.found.append(
            Found(
                parent: parent, letter: letter, fingerprint: fingerprint, state: state,
                route: isWhole ? passage.route : nil))
    }

    /// Asks the invariants that look at a step.
    @inline(__always)
    private func check(_ passage: Passage, objects: (Word) -> Void) {
        ask(ofSteps, passage, objects: objects)
        guard passage.concerns(.change) else { return }
        ask(ofChanges, passage, objects: objects)
        if passage.concerns(.device) { ask(ofDevices, passage, objects: objects) }
        if passage.concerns(.told) { ask(ofNotices, passage, objects: objects) }
        if passage.concerns(.level) { ask(ofLevels, passage, objects: objects) }
        if passage.concerns(.session) { ask(ofSessions, passage, objects: objects) }
    }

    /// Asks the invariants that look at a new state.
    func judge(_ found: Found, into objections: inout [Objection]) {
        guard !ofStates.questions.isEmpty || !ofSounds.questions.isEmpty else { return }
        let picture = found.route.map { book.picture(of: found.state, on: $0) } ?? book.picture(of: found.state)
        judge(Standing(state: found.state, picture: picture, book: book)) {
            objections.append($0.about(found.parent, found.letter, isState: true))
        }
    }

    private func judge(_ standing: Standing, objects: (Word) -> Void) {
        ask(ofStates, standing, objects: objects)
        if !standing.picture.sounds.isEmpty { ask(ofSounds, standing, objects: objects) }
    }

    /// Asks the invariants about the way to the first state, by its steps and by the states after them. A walk by letters
    /// leaves the first state, and asks only where they lead.
    ///
    /// - Returns: What they object to, each with how many steps lead there.
    func objections(toPreamble preamble: [Event]) -> [(objection: Objection, steps: Int)] {
        guard isChecked else { return [] }
        var objections: [(Objection, Int)] = []
        var passage = Passage(from: standing(of: book.initialState()))
        for (place, event) in preamble.enumerated() {
            passage = Passage(from: passage.standing)
            passage.take(event, at: .zero)
            check(passage) { objections.append(($0.about(0, nil, isState: false), place + 1)) }
            judge(passage.standing) { objections.append(($0.about(0, nil, isState: true), place + 1)) }
        }
        // What is forgotten may make it another one.
        let start = abstraction(passage.state, book)
        judge(standing(of: start)) { objections.append(($0.about(0, nil, isState: true), preamble.count)) }
        return objections
    }

    private func standing(of state: PolicyState) -> Standing {
        Standing(state: state, picture: book.picture(of: state), book: book)
    }

    private struct Word {
        let invariant: Invariant
        let text: String

        func about(_ parent: Int, _ letter: Int?, isState: Bool) -> Objection {
            Objection(invariant: invariant, text: text, parent: parent, letter: letter, isAboutState: isState)
        }
    }

    @inline(__always)
    private func ask(_ checks: StepChecks, _ passage: Passage, objects: (Word) -> Void) {
        let questions = checks.questions.span
        for place in questions.indices {
            if let text = questions[place].check(passage) {
                objects(Word(invariant: checks.invariants[place], text: text))
            }
        }
    }

    @inline(__always)
    private func ask(_ checks: StateChecks, _ standing: Standing, objects: (Word) -> Void) {
        let questions = checks.questions.span
        for place in questions.indices {
            if let text = questions[place].check(standing) {
                objects(Word(invariant: checks.invariants[place], text: text))
            }
        }
    }
}

/// The invariants of one scope that look at a step; what they check stands apart from their words, which are looked at when
/// one objects.
private struct StepChecks: Sendable {
    private(set) var invariants: [Invariant] = []
    private(set) var questions: [Question] = []

    /// A function in a structure. A list of bare functions would call each through another one, which copies its argument; a
    /// list of `Invariant.Check` would count a reference up and down at each call.
    struct Question: Sendable { let check: @Sendable (Passage) -> String? }

    init(_ scope: Invariant.Scope, in scopes: [Invariant.Scope]) {
        guard scopes.contains(scope) else { return }
        for invariant in Invariant.all where invariant.scope == scope {
            guard case .step(let check) = invariant.check else { continue }
            invariants.append(invariant)
            questions.append(Question(check: check))
        }
    }
}

/// The checks of states, or of their trials, for those invariants alone that look at them.
private struct StateChecks: Sendable {
    private(set) var invariants: [Invariant] = []
    private(set) var questions: [Question] = []

    struct Question: Sendable { let check: @Sendable (Standing) -> String? }

    init(_ scope: Invariant.Scope, in scopes: [Invariant.Scope]) {
        guard scopes.contains(scope) else { return }
        for invariant in Invariant.all where invariant.scope == scope {
            switch invariant.check {
            case .state(let check): questions.append(Question(check: check))
            case .trial(let check): questions.append(Question { check($0)?.text })
            case .step: continue
            }
            invariants.append(invariant)
        }
    }
}
