internal import SessionPolicy

/// A property that holds at every step under every book.
///
/// Invariants cover what conformance cases and the reference model cannot: that a state is consistent, that each reply
/// explains itself, and that temporary changes leave no trace. Documented behaviour is covered by the tables, the
/// conformance suite and the reference model.
public struct Invariant: Sendable {
    /// A short identifier, such as `causes-alive`.
    public let id: String
    public let sentence: String
    let check: Check

    /// The part of a walk that an invariant examines. Each check returns the problem in one line, or nil.
    enum Check: Sendable {
        case state(@Sendable (PicturedState) -> String?)
        case step(@Sendable (Transition) -> String?)
        /// A check that takes further steps from a state, and returns them with the problem.
        case trial(@Sendable (PicturedState) -> TrialObjection?)
    }

    struct TrialObjection {
        let text: String
        let steps: [Event]
    }

    init(_ id: String, _ sentence: String, _ check: Check) {
        (self.id, self.sentence, self.check) = (id, sentence, check)
    }

    /// Every invariant, in order of checking.
    public static let all: [Invariant] = ofStates + ofSteps + trials

    func objection(to state: PicturedState) -> String? {
        if case .state(let check) = check { check(state) } else { nil }
    }

    func objection(to transition: Transition) -> String? {
        if case .step(let check) = check { check(transition) } else { nil }
    }

    func trialObjection(from state: PicturedState) -> TrialObjection? {
        if case .trial(let check) = check { check(state) } else { nil }
    }
}
