import SessionOracle
public import SessionPolicy

/// A state as invariants look at it, with who is heard in it.
struct Standing: Sendable {
    let state: PolicyState
    let picture: Picture
    let book: RuleBook
    /// Whether the rules are those of iPhone OS 3, where a third-party app lives in the foreground only.
    let isEarly: Bool

    init(state: PolicyState, picture: Picture, book: RuleBook) {
        (self.state, self.picture, self.book) = (state, picture, book)
        isEarly = book.system < .iOS(4)
    }
}

/// One step as invariants look at it: the state before, what happened, and what came of it.
public struct Passage: Sendable {
    public let book: RuleBook
    public let before: PolicyState
    public private(set) var event: Event
    public private(set) var step: Step
    /// The picture before the step.
    public let pictureBefore: Picture
    /// The media route after the step.
    public private(set) var route: Route
    /// The fingerprints of the state before and after: they tell whether the state changed, and then whether it is known.
    private let fingerprintBefore: Fingerprint
    private(set) var fingerprint: Fingerprint
    /// Whether the step changed the state.
    private(set) var isChange = false
    /// Whether by the step a session came to another phase, or an app came or went.
    private(set) var movesSessions = false
    /// Whether by the step a level moved.
    private(set) var movesLevels = false
    /// Whether the rules are those of iPhone OS 3, where a third-party app lives in the foreground only.
    let isEarly: Bool

    /// Takes the step.
    ///
    /// - Parameters:
    ///   - state: The state before.
    ///   - event: What happens.
    ///   - now: When.
    ///   - book: The rules.
    public init(from state: PolicyState, _ event: Event, at now: Instant, book: RuleBook) {
        self.init(from: Standing(state: state, picture: book.picture(of: state), book: book))
        take(event, at: now)
    }

    /// A step that has not been taken yet: time passes, and nothing comes of it.
    init(from standing: Standing) {
        book = standing.book
        isEarly = standing.isEarly
        before = standing.state
        event = .timePassed
        step = Step(idleIn: standing.state)
        pictureBefore = standing.picture
        route = standing.picture.route
        fingerprintBefore = Fingerprint(standing.state)
        fingerprint = fingerprintBefore
    }

    /// Takes another step from the same state in place of this one.
    mutating func take(_ event: Event, at now: Instant) {
        self.event = event
        step = book.reduce(before, seenAs: pictureBefore, event, at: now, route: &route)
        compare()
    }

    /// Puts something else in the place of what came of the step, as a policy with a mistake would have it.
    mutating func forge(_ change: (inout Step) -> Void) {
        change(&step)
        route = book.route(in: step.state)
        compare()
    }

    /// Finds out in what the state after the step is another one.
    private mutating func compare() {
        fingerprint = step.state == before ? fingerprintBefore : Fingerprint(step.state)
        isChange = fingerprint != fingerprintBefore
        movesSessions = isChange && !before.hasSessions(like: step.state)
        movesLevels = isChange && !before.hasLevels(like: step.state)
    }

    /// The state after.
    public var state: PolicyState { _read { yield step.state } }

    /// The picture after the step, computed when it is read, for most steps are judged without.
    public var picture: Picture { isChange ? book.picture(of: step.state, on: route) : pictureBefore }

    /// Whether invariants of a scope have anything to look at.
    func concerns(_ scope: Invariant.Scope) -> Bool {
        switch scope {
        case .state, .step, .trial: true
        case .sound: !picture.sounds.isEmpty
        case .change: !isQuiet
        case .device: if case .app = event { false } else { !isQuiet }
        case .told: !step.notices.isEmpty
        case .level: movesLevels
        case .session: movesSessions
        }
    }

    /// The state after, by itself.
    var standing: Standing { Standing(state: state, picture: picture, book: book) }

    /// Whether the step changed nothing, told no app anything and did nothing.
    private var isQuiet: Bool { !isChange && step.notices.isEmpty && step.started.isEmpty && !step.vibrates }
}

extension PolicyState {
    /// Whether the same apps live here as in another state, and their sessions stand at the same phases.
    fileprivate func hasSessions(like other: PolicyState) -> Bool {
        guard apps.count == other.apps.count else { return false }
        return apps.indices.allSatisfy { place in
            apps[place].id == other.apps[place].id && apps[place].session.phase == other.apps[place].session.phase
        }
    }
}

/// A sentence that holds at every step, whatever the events.
///
/// The sentences read Table 4-1 and the protocol by themselves and ask no table of the rule book, so that a wrong row is
/// noticed and not believed.
public struct Invariant: Sendable {
    /// Short, such as `heard-silenced`.
    public let id: String
    public let sentence: String
    /// The part of a step at which the invariant looks.
    public let scope: Scope
    let check: Check

    /// The part of a step at which an invariant looks.
    public enum Scope: UInt8, CaseIterable, Hashable, Sendable {
        /// The state after a step, and its picture.
        case state
        /// A state in whose picture some sound stands.
        case sound
        /// A step that changed something or told an app something.
        case change
        /// A step that changed something or told an app something and was no app's.
        case device
        /// A step that told an app something.
        case told
        /// A step by which a level moved.
        case level
        /// Every step, also one that was refused or changed nothing.
        case step
        /// A state that is left, from which the invariant takes further steps on trial.
        case trial
        /// A step by which a session came to another phase, or an app came or went.
        case session
    }

    /// The check of an invariant: of a state, of a step, or of the results of steps on trial.
    enum Check: Sendable {
        case state(@Sendable (Standing) -> String?)
        case step(@Sendable (Passage) -> String?)
        case trial(@Sendable (Standing) -> TrialObjection?)
    }

    /// An objection to the state to which steps on trial lead.
    struct TrialObjection {
        let text: String
        /// The steps, from the state that was left.
        let steps: [Event]
    }

    /// The scopes of those that look at a state.
    enum StateScope { case state, sound }

    /// The scope of those that try steps from a state.
    enum TrialScope { case trial }

    /// The scopes of those that look at a step.
    enum StepScope { case change, device, told, level, step, session }

    init(
        _ id: String, _ sentence: String, _ scope: StateScope, check: @escaping @Sendable (Standing) -> String?
    ) {
        (self.id, self.sentence, self.check) = (id, sentence, .state(check))
        self.scope =
            switch scope {
            case .state: .state
            case .sound: .sound
            }
    }

    init(
        _ id: String, _ sentence: String, _: TrialScope, check: @escaping @Sendable (Standing) -> TrialObjection?
    ) {
        (self.id, self.sentence, self.check, scope) = (id, sentence, .trial(check), .trial)
    }

    init(
        _ id: String, _ sentence: String, _ scope: StepScope, check: @escaping @Sendable (Passage) -> String?
    ) {
        (self.id, self.sentence, self.check) = (id, sentence, .step(check))
        self.scope =
            switch scope {
            case .change: .change
            case .device: .device
            case .told: .told
            case .level: .level
            case .step: .step
            case .session: .session
            }
    }

    /// Returns what is wrong with a step, or with the state after it, in one line; nil where the sentence holds.
    public func objection(to passage: Passage) -> String? {
        switch check {
        case .state(let check): check(passage.standing)
        case .step(let check): check(passage)
        case .trial(let check): check(passage.standing)?.text
        }
    }

    /// The steps on trial that lead from a state to what is wrong; none where nothing is tried.
    func trial(from standing: Standing) -> [Event] {
        guard case .trial(let check) = check else { return [] }
        return check(standing)?.steps ?? []
    }

    /// Every invariant, in the order in which they are checked.
    public static let all: [Invariant] = heard + sessions + phone + notices + device + refusals + trials

    /// Returns what is wrong with a step, by invariant.
    ///
    /// - Parameters:
    ///   - passage: The step.
    ///   - scopes: Which invariants are asked.
    /// - Returns: The invariants that do not hold, each with what is wrong.
    public static func objections(
        to passage: Passage, scopes: [Scope] = Scope.allCases
    ) -> [(invariant: Invariant, objection: String)] {
        all.compactMap { invariant in
            guard scopes.contains(invariant.scope), passage.concerns(invariant.scope),
                let objection = invariant.objection(to: passage)
            else { return nil }
            return (invariant, objection)
        }
    }
}

extension RuleBook {
    /// Returns the state to which an event leads, for a caller that asks nothing else.
    func state(after event: Event, in state: PolicyState, at now: Instant) -> PolicyState {
        var route = Route(outputs: [], level: OutputKey(port: .builtInSpeaker, uid: nil))
        return reduce(state, seenAs: nil, event, at: now, route: &route, explains: false).state
    }
}
