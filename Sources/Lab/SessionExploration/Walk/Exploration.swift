public import SessionPolicy
import SystemSupport

/// A breadth-first walk through everything that can happen: every event of an alphabet in every state, each state once,
/// checking every invariant on the way.
///
/// Of visited states only fingerprints and the letters that lead to them are kept; states live for one depth. Unless a time
/// limit ends it, the result does not depend on the run, the machine or the hash seed.
public struct Exploration: Sendable {
    public let book: RuleBook
    public let alphabet: Alphabet
    public var limits: Limits
    /// Whether the invariants are checked.
    public var isChecked: Bool
    /// One of this many states is checked by trials, the most expensive checks; 1 for all.
    public var trialStride: Int
    /// The forgotten parts of states.
    public var abstraction: Abstraction

    /// The limits at which an exploration ends before it closes.
    public struct Limits: Hashable, Sendable {
        /// The largest number of steps from the first state.
        public var depth: Int
        /// The largest number of distinct states.
        public var states: Int
        /// The time limit, or nil.
        public var time: Duration?
        /// The largest number of violations, of distinct invariants; one path is kept for each.
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
        /// Distinct states, including the first.
        public internal(set) var states = 0
        /// Steps taken.
        public internal(set) var transitions = 0
        /// The length of the longest shortest path.
        public internal(set) var depth = 0
        /// Whether every event was tried in every reachable state.
        public internal(set) var closed = false
        /// The shortest path to a violation of each broken invariant.
        public internal(set) var violations: [Violation] = []
    }

    /// The progress of an exploration.
    public struct Progress: Hashable, Sendable {
        public let states: Int
        public let transitions: Int
        public let depth: Int
        /// States of this depth that have not been expanded.
        public let waiting: Int
    }

    /// Creates an exploration.
    ///
    /// - Parameters:
    ///   - alphabet: The events to try in every state.
    ///   - book: The rules.
    ///   - limits: Where it ends before it closes.
    ///   - isChecked: Whether the invariants are checked.
    ///   - trialStride: One of this many states is checked by trials; at least 1.
    ///   - abstraction: The forgotten parts of states.
    public init(
        of alphabet: Alphabet, book: RuleBook, limits: Limits = Limits(),
        isChecked: Bool = true, trialStride: Int = 1, abstraction: Abstraction = []
    ) {
        self.book = book
        self.alphabet = alphabet
        self.limits = limits
        self.isChecked = isChecked
        self.trialStride = max(1, trialStride)
        self.abstraction = abstraction
    }

    /// The number of threads that can work at once on this machine.
    public static var processors: Int { Processors.count }

    /// Runs the walk, blocking the calling thread.
    ///
    /// - Parameter report: Called periodically with the progress, on the calling thread; false ends the walk.
    public func run(report: (Progress) -> Bool = { _ in true }) -> Result {
        var walk = Walk(self)
        walk.run(report: report)
        return walk.result
    }
}
