internal import SessionPolicy

/// A sentence that holds at every step under every book.
///
/// Invariants say what no conformance case and no second account can: that a state agrees with itself, that each reply explains
/// itself, and that what comes and goes leaves no trace. What Apple documents is said by the tables, by the conformance suite and
/// by the reference model.
public struct Invariant: Sendable {
    /// Short, such as `causes-alive`.
    public let id: String
    public let sentence: String
    let check: Check

    /// The part of a walk that an invariant looks at. Each check returns what is wrong in one line; nil if nothing is.
    enum Check: Sendable {
        case state(@Sendable (PicturedState) -> String?)
        case step(@Sendable (Transition) -> String?)
        /// A check that takes further steps from a state, and returns them with what is wrong afterwards.
        case trial(@Sendable (PicturedState) -> TrialObjection?)
    }

    /// An objection to the state to which steps on trial lead.
    struct TrialObjection {
        let text: String
        /// The steps, from the state that was left.
        let steps: [Event]
    }

    init(_ id: String, _ sentence: String, _ check: Check) {
        (self.id, self.sentence, self.check) = (id, sentence, check)
    }

    /// Every invariant, in the order in which they are checked.
    public static let all: [Invariant] = ofStates + ofSteps + trials

    /// Returns what is wrong with a state.
    func objection(to state: PicturedState) -> String? {
        if case .state(let check) = check { check(state) } else { nil }
    }

    /// Returns what is wrong with a step.
    func objection(to transition: Transition) -> String? {
        if case .step(let check) = check { check(transition) } else { nil }
    }

    /// Returns what is wrong after steps on trial from a state.
    func trialObjection(from state: PicturedState) -> TrialObjection? {
        if case .trial(let check) = check { check(state) } else { nil }
    }
}
