import SessionPolicy

/// States of one depth that are still to be left, each with the letters that lead to it.
///
/// They stand in the bundles in which the hands of a walk found them: adding a bundle touches none of its states, which are
/// in another processor's cache.
struct Frontier: Sendable {
    /// The number of letters that lead to each state.
    let depth: Int
    private(set) var count = 0
    private var bundles: [WorkerThreads.Made<[PolicyState]>] = []
    /// The place of the first state of each.
    private var starts: [Int] = []
    /// The letters, path after path.
    private(set) var letters: [UInt16] = []

    /// Some states of one depth, and the letters that lead to them, path after path.
    struct Bundle: Sendable {
        fileprivate private(set) var states: [PolicyState] = []
        fileprivate private(set) var letters: [UInt16] = []

        /// Creates a bundle that is empty.
        ///
        /// - Parameters:
        ///   - capacity: How many states it will have.
        ///   - depth: How many letters will lead to each.
        init(capacity: Int, depth: Int) {
            states.reserveCapacity(capacity)
            letters.reserveCapacity(capacity * depth)
        }

        mutating func append(_ state: PolicyState, _ path: ArraySlice<UInt16>) {
            states.append(state)
            letters += path
        }

        /// Adds the state to which a letter leads from a state of the depth before.
        mutating func append(_ state: PolicyState, after path: ArraySlice<UInt16>, by letter: Int) {
            append(state, path)
            letters.append(UInt16(truncatingIfNeeded: letter))
        }
    }

    init(depth: Int) { self.depth = depth }

    /// The state at a place.
    subscript(place: Int) -> PolicyState {
        var (first, end) = (0, starts.count)
        while end - first > 1 {
            let middle = (first + end) / 2
            if starts[middle] <= place { first = middle } else { end = middle }
        }
        return bundles[first].part[place - starts[first]]
    }

    /// The letters that lead to the state at a place.
    func path(to place: Int) -> ArraySlice<UInt16> { letters[place * depth..<(place + 1) * depth] }

    /// Adds the states of a bundle behind the others.
    ///
    /// - Parameters:
    ///   - bundle: The states, in order.
    ///   - hand: Who made it.
    mutating func append(_ bundle: Bundle, of hand: Int) {
        guard !bundle.states.isEmpty else { return }
        starts.append(count)
        bundles.append(WorkerThreads.Made(hand: hand, part: bundle.states))
        letters += bundle.letters
        count += bundle.states.count
    }

    /// Frees all states, by the hands that made them.
    mutating func free(among hands: Int) {
        _ = WorkerThreads.share(taking: &bundles, among: hands) { _, _, _ in }
        self = Frontier(depth: depth)
    }
}
