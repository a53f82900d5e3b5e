public import SessionPolicy

/// The parts of a state that an exploration forgets, so that states that differ in nothing else are one.
///
/// Each keeps what every rule asks for: a walk of the full world, abstracted, stays among the states that an abstract walk
/// finds, as a test holds them to.
public struct Abstraction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// Creates a set from one bit for each.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Levels are classes: silent, lowest, between, full. Kept: what silences and where the buttons end. Lost: which level
    /// between the ends, and that an app is told of a change between two of those.
    public static let levels = Abstraction(rawValue: 1)
    /// Time is the order in which things are due. Kept: what is due before what, and what together. Lost: how long anything
    /// lasts, and how much is left of what is paused.
    public static let deadlines = Abstraction(rawValue: 2)
    /// An abstraction: two apps that were launched alike are one with their names exchanged. Kept: the relations
    /// between them. Lost: which of the two it is, and which the device lists first.
    public static let twins = Abstraction(rawValue: 4)

    /// The forgotten parts in words; empty if nothing is forgotten.
    public var words: [String] {
        var words: [String] = []
        if contains(.levels) { words.append("levels as classes: silent, lowest, between, full") }
        if contains(.deadlines) { words.append("time as the order of what is due") }
        if contains(.twins) { words.append("two equal apps as one with their names exchanged") }
        return words
    }

    /// The state that stands for a state.
    ///
    /// - Parameters:
    ///   - state: Any state; for twins, of a world whose two first names are theirs.
    ///   - book: The rules, which say what levels there are.
    public func callAsFunction(_ state: PolicyState, _ book: RuleBook) -> PolicyState {
        guard !isEmpty else { return state }
        var state = state
        if contains(.levels) { state.classifyLevels(by: book) }
        if contains(.deadlines) { state.rankDeadlines() }
        guard contains(.twins) else { return state }
        let straight = state.renamed([0, 1])
        let crossed = state.renamed([1, 0])
        return Fingerprint(crossed) < Fingerprint(straight) ? crossed : straight
    }
}
