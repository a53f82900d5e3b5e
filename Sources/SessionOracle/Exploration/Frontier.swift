import SessionPolicy

/// States of one depth that are still to be left, each with the letters that lead to it.
struct Frontier: Sendable {
    /// How many letters lead to each.
    let depth: Int
    private(set) var states: [PolicyState] = []
    /// The letters, path after path.
    private(set) var letters: [UInt16] = []

    init(depth: Int) { self.depth = depth }

    var count: Int { states.count }

    /// The letters that lead to the state at a place.
    func path(to place: Int) -> ArraySlice<UInt16> { letters[place * depth..<(place + 1) * depth] }

    mutating func append(_ state: PolicyState, _ path: some Collection<UInt16>) {
        states.append(state)
        letters += path
    }

    /// Adds the state to which a letter leads from a state of the depth before.
    mutating func append(_ state: PolicyState, after path: some Collection<UInt16>, by letter: Int) {
        states.append(state)
        letters += path
        letters.append(UInt16(truncatingIfNeeded: letter))
    }
}
