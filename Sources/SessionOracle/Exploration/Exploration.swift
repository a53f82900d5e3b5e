public import SessionPolicy

/// A breadth-first walk through everything that can happen: every event of an alphabet in every state, each state once,
/// with every invariant checked on the way.
///
/// Of a state that has been seen only its fingerprint is kept; states themselves live for one depth. Where an invariant
/// objects, the walk is taken once more, unchecked, to find out how it came there. The result does not depend on the run, the machine or the hash seed, unless the limit of time ended it.
public struct Exploration: Sendable {
    public let book: RuleBook
    public let alphabet: Alphabet
    public var limits: Limits
    /// Which invariants are checked.
    public var scopes: [Invariant.Scope]
    /// Of how many new states one is tried further by the invariants that do that, the dearest ones; 1 for every one.
    public var trialStride: Int

    /// Where an exploration ends before it closes.
    public struct Limits: Hashable, Sendable {
        /// The most steps from the first state.
        public var depth: Int
        /// The most distinct states.
        public var states: Int
        /// The most time; nil for no limit.
        public var time: Duration?
        /// The most violations, of distinct invariants; one path is kept of each.
        public var violations: Int

        /// Creates limits.
        public init(
            depth: Int = .max, states: Int = .max, time: Duration? = nil, violations: Int = 16
        ) {
            self.depth = depth
            self.states = states
            self.time = time
            self.violations = violations
        }
    }

    /// What came of it.
    public struct Result: Sendable {
        /// Distinct states seen, the first included.
        public internal(set) var states = 0
        /// Steps taken.
        public internal(set) var transitions = 0
        /// The most steps that were needed to reach a state.
        public internal(set) var depth = 0
        /// Whether every event was tried in every state that can be reached.
        public internal(set) var closed = false
        /// The shortest path to a violation of each invariant that does not hold.
        public internal(set) var violations: [Violation] = []
        /// Bytes kept for the states seen, the table of their fingerprints with its gaps.
        public internal(set) var bytes = 0
    }

    /// Where an exploration stands.
    public struct Progress: Hashable, Sendable {
        public let states: Int
        public let transitions: Int
        public let depth: Int
        /// States of this depth that are still to be left.
        public let waiting: Int
    }

    /// Creates an exploration.
    ///
    /// - Parameters:
    ///   - alphabet: What is tried in every state.
    ///   - book: The rules.
    ///   - limits: Where it ends before it closes.
    ///   - scopes: Which invariants are checked; none for the bare walk.
    ///   - trialStride: Of how many new states one is tried further; less than 1 is 1.
    public init(
        of alphabet: Alphabet, book: RuleBook, limits: Limits = Limits(),
        scopes: [Invariant.Scope] = Invariant.Scope.allCases, trialStride: Int = 1
    ) {
        self.book = book
        self.alphabet = alphabet
        self.limits = limits
        self.scopes = scopes
        self.trialStride = max(1, trialStride)
    }

    /// Walks. Takes the calling thread until it ends.
    ///
    /// - Parameter report: Called now and then with where it stands; false ends the walk.
    public func run(report: (Progress) -> Bool = { _ in true }) -> Result {
        var walk = Walk(self)
        walk.run(report: report)
        var result = walk.result
        guard !walk.objections.isEmpty else { return result }
        let paths = paths(to: walk.objections.map(\.step))
        result.violations = zip(walk.objections, paths).map { objection, path in
            Violation(
                invariant: objection.invariant.id, sentence: objection.invariant.sentence, objection: objection.text,
                path: alphabet.preamble + path, book: book, names: alphabet.names)
        }
        return result
    }

    /// Takes the same walk again, this time keeping from where each state was reached.
    ///
    /// - Parameter steps: The numbers of steps of the walk, ascending.
    /// - Returns: For each of them the letters that lead to it, with its own as the last.
    private func paths(to steps: [Int]) -> [[Event]] {
        var exploration = self
        exploration.scopes = []
        exploration.limits.time = nil
        var walk = Walk(exploration, steps: steps)
        walk.run { _ in true }
        return walk.paths
    }
}
