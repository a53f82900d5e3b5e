public import SessionPolicy
import SystemSupport

/// A breadth-first walk through everything that can happen: every event of an alphabet in every state, each state once,
/// with every invariant checked on the way.
///
/// Of a state that has been seen only its fingerprint is kept; states themselves, and the letters that lead to them, live
/// for one depth. The result does not depend on the run, the machine, the number of threads or the hash seed, unless the
/// limit of time ended it.
public struct Exploration: Sendable {
    public let book: RuleBook
    public let alphabet: Alphabet
    public var limits: Limits
    /// Whether the invariants are checked.
    public var isChecked: Bool
    /// The stride of the trials, which are the dearest checks: one of so many left states is tried further; 1 for every
    /// one.
    public var trialStride: Int
    /// The parts of states that are forgotten.
    public var abstraction: Abstraction
    /// The number of threads that work, the calling one among them.
    public var jobs: Int

    /// The limits at which an exploration ends before it closes.
    public struct Limits: Hashable, Sendable {
        /// The most steps from the first state.
        public var depth: Int
        /// The most distinct states.
        public var states: Int
        /// The most time, or nil for no limit.
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

    /// The result of an exploration.
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
    }

    /// The progress of an exploration.
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
    ///   - isChecked: Whether the invariants are checked; false for the bare walk.
    ///   - trialStride: Of how many states that are left one is tried further; less than 1 is 1.
    ///   - abstraction: What is forgotten of states.
    ///   - jobs: How many threads work; less than 1 is 1.
    public init(
        of alphabet: Alphabet, book: RuleBook, limits: Limits = Limits(),
        isChecked: Bool = true, trialStride: Int = 1, abstraction: Abstraction = [], jobs: Int = 1
    ) {
        self.book = book
        self.alphabet = alphabet
        self.limits = limits
        self.isChecked = isChecked
        self.trialStride = max(1, trialStride)
        self.abstraction = abstraction
        self.jobs = max(1, jobs)
    }

    /// The number of threads that can work at once on this machine.
    public static var processors: Int { Processors.count }

    /// Walks. Takes the calling thread until it ends.
    ///
    /// - Parameter report: Called now and then with where it stands, on the calling thread; false ends the walk.
    public func run(report: (Progress) -> Bool = { _ in true }) -> Result {
        var walk = Walk(self)
        walk.run(report: report)
        return result(of: walk)
    }

    private func result(of walk: Walk) -> Result {
        var result = walk.result
        result.violations = walk.objections.compactMap { objection in
            Invariant.all.first { $0.id == objection.invariant }.map { violation(of: $0, objection) }
        }
        return result
    }

    private func violation(of invariant: Invariant, _ objection: Walk.Objection) -> Violation {
        let expander = Expander(self)
        var way = alphabet.preamble + objection.path.map { alphabet.events[Int($0)] }
        if objection.path.isEmpty {
            let first = expander.objections(toPreamble: alphabet.preamble).first {
                $0.objection.invariant.id == invariant.id
            }
            // What comes and continues trial does so from the state that is left.
            way = Array(way.prefix(first?.steps ?? way.count))
        }
        let trial = expander.trial(of: invariant, after: objection.path, alphabet.preamble)
        return Violation(
            invariant: invariant.id, sentence: invariant.sentence, objection: objection.text, path: way + trial,
            book: book, names: alphabet.names)
    }
}
