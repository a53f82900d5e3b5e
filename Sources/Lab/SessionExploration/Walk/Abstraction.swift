public import SessionPolicy

/// The parts of a state that an exploration forgets, so that states that differ only in them become one.
///
/// Each preserves what rules depend on: a test checks that a concrete walk, abstracted, stays within the states of the
/// abstract walk.
public struct Abstraction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// Creates a set from one bit for each.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Levels become classes: silent, lowest, between, full. Lost: distinctions between levels in between, and notices
    /// of changes among them.
    public static let levels = Abstraction(rawValue: 1)
    /// Time becomes the order of deadlines. Lost: all lengths, including the remaining lengths of paused sounds.
    public static let deadlines = Abstraction(rawValue: 2)

    /// The forgotten parts in words; empty if there are none.
    public var words: [String] {
        var words: [String] = []
        if contains(.levels) { words.append("levels as classes: silent, lowest, between, full") }
        if contains(.deadlines) { words.append("time as the order of what is due") }
        return words
    }

    /// Returns the representative of a state.
    /// - Parameter book: The rules, which define the levels.
    public func callAsFunction(_ state: PolicyState, _ book: RuleBook) -> PolicyState {
        guard !isEmpty else { return state }
        var state = state
        if contains(.levels) { state.classifyLevels(by: book) }
        if contains(.deadlines) { state.rankDeadlines() }
        return state
    }
}
