import SessionPolicy

/// States of one depth that have not been expanded, each with the letters that lead to it.
struct Frontier: Sendable {
    let depth: Int
    private(set) var states: [PolicyState] = []
    private var letters: [UInt16] = []

    init(depth: Int) { self.depth = depth }

    func path(to place: Int) -> ArraySlice<UInt16> { letters[place * depth..<(place + 1) * depth] }

    /// Adds a state reached by a letter from a state of the previous depth.
    mutating func append(_ state: PolicyState, after path: ArraySlice<UInt16> = [], by letter: Int? = nil) {
        states.append(state)
        letters += path
        if let letter { letters.append(UInt16(truncatingIfNeeded: letter)) }
    }
}
