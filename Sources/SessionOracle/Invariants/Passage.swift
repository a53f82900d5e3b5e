public import SessionPolicy

/// One step as invariants look at it: the state before, what happened, and what came of it.
public struct Passage: Sendable {
    public let book: RuleBook
    public let before: PolicyState
    public internal(set) var event: Event
    public internal(set) var step: Step
    /// Who was heard before.
    public let pictureBefore: Picture
    /// Who is heard now.
    public internal(set) var picture: Picture
    /// Whether the step changed the state.
    var isChange: Bool
    /// The media route after the step.
    private var route: Route

    /// Takes the step.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - event: What happens.
    ///   - now: When.
    ///   - book: The rules.
    public init(from state: PolicyState, _ event: Event, at now: Instant, book: RuleBook) {
        self.init(from: state, book: book)
        take(event, at: now)
        if isChange { paint() }
    }

    /// A step that has not been taken yet: time passes, and nothing comes of it.
    init(from state: PolicyState, book: RuleBook) {
        self.book = book
        isEarly = book.system < .iOS(4)
        before = state
        event = .timePassed
        step = Step(idleIn: state)
        pictureBefore = book.picture(of: state)
        picture = pictureBefore
        route = pictureBefore.route
        isChange = false
    }

    /// A state by itself, as if nothing had happened in it.
    ///
    /// - Parameter picture: Who is heard in it.
    init(at state: PolicyState, _ picture: Picture, book: RuleBook) {
        self.book = book
        isEarly = book.system < .iOS(4)
        before = state
        event = .timePassed
        step = Step(idleIn: state)
        pictureBefore = picture
        self.picture = picture
        route = picture.route
        isChange = false
    }

    /// Takes another step from the same state in place of this one; whoever needs the picture after a change calls
    /// `paint`.
    mutating func take(_ event: Event, at now: Instant) {
        self.event = event
        step = book.reduce(before, seenAs: pictureBefore, event, at: now, route: &route)
        isChange = step.state != before
        if !isChange { picture = pictureBefore }
    }

    /// Paints the picture after the step.
    mutating func paint() { picture = book.picture(of: step.state, on: route) }

    /// The state after.
    public var state: PolicyState { _read { yield step.state } }

    /// Whether the step changed nothing, told nobody anything and did nothing.
    var isQuiet: Bool { !isChange && step.notices.isEmpty && step.started.isEmpty && !step.vibrates }

    /// Whether the rules are those of iPhone OS 3, where a third-party app lives in the foreground only.
    let isEarly: Bool
}

/// A sentence that holds at every step, whatever the events.
///
/// The sentences read Table 4-1 and the protocol by themselves and ask no table of the rule book, so that a wrong row is
/// noticed and not believed.
public struct Invariant: Sendable {
    /// Short, such as `heard-silenced`.
    public let id: String
    public let sentence: String
    /// At what it looks.
    public let scope: Scope
    let check: @Sendable (Passage) -> String?

    /// At what an invariant looks.
    public enum Scope: UInt8, CaseIterable, Hashable, Sendable {
        /// At the state after a step, and the picture of it.
        case state
        /// At a step that changed something or told somebody something.
        case change
        /// At every step, also one that was refused or changed nothing.
        case step
        /// At the state after a step, from which it takes further steps on trial.
        case trial
    }

    init(
        _ id: String, _ sentence: String, _ scope: Scope, check: @escaping @Sendable (Passage) -> String?
    ) {
        self.id = id
        self.sentence = sentence
        self.scope = scope
        self.check = check
    }

    /// What is wrong with a step, in one line; nil where the sentence holds.
    public func objection(to passage: Passage) -> String? { check(passage) }

    /// Every invariant, in the order in which they are checked.
    public static let all: [Invariant] = heard + sessions + notices + device + trials

    /// What is wrong with a step, by invariant.
    ///
    /// - Parameters:
    ///   - passage: The step.
    ///   - scopes: Which invariants are asked.
    /// - Returns: The invariants that do not hold, each with what is wrong.
    public static func objections(
        to passage: Passage, scopes: [Scope] = Scope.allCases
    ) -> [(invariant: Invariant, objection: String)] {
        all.compactMap { invariant in
            guard scopes.contains(invariant.scope), invariant.scope != .change || !passage.isQuiet,
                let objection = invariant.check(passage)
            else { return nil }
            return (invariant, objection)
        }
    }
}
