import SessionPolicy

/// A walk in progress, depth by depth, each in rounds. In a round the workers expand some hundred states, each against
/// the states known when the round began; the findings are then merged in the order of the states, as if one worker had
/// done it all. The result is therefore independent of the number of workers.
struct Walk {
    private(set) var result = Exploration.Result()
    /// The objections, one per invariant, in the order of the walk.
    private(set) var objections: [Objection] = []

    private let exploration: Exploration
    private let hands: [Expander]
    private(set) var visited: Set<Fingerprint> = []
    /// The states of this depth, the index of the first unexpanded one, and the states of the next depth.
    private var frontier: Frontier
    private var place = 0
    private var next: Frontier
    private var isOver = false

    /// An invariant that objects, and the letters that lead there.
    struct Objection: Hashable, Sendable {
        let invariant: String
        let text: String
        let path: [UInt16]
    }

    /// The number of states that a worker expands at a time.
    private static let piece = 4

    init(_ exploration: Exploration) {
        self.exploration = exploration
        hands = (0..<max(1, exploration.jobs)).map { _ in Expander(exploration) }
        frontier = Frontier(depth: 0)
        next = Frontier(depth: 1)
        let start = hands[0].start(after: exploration.alphabet.preamble)
        frontier.append(start)
        _ = visited.insert(Fingerprint(start))
        for (objection, _) in hands[0].objections(toPreamble: exploration.alphabet.preamble) { note(objection) }
    }

    /// Continues until nothing is left, a limit is reached or the report ends the walk.
    /// - Parameter report: Called after every round; false ends the walk.
    mutating func run(report: (Exploration.Progress) -> Bool) {
        let clock = ContinuousClock()
        let deadline = exploration.limits.time.map { clock.now + $0 }
        while frontier.states.count > 0, !isOver, frontier.depth < exploration.limits.depth {
            walkRound()
            let progress = Exploration.Progress(
                states: visited.count, transitions: result.transitions, depth: result.depth,
                waiting: frontier.states.count - place)
            if !report(progress) { isOver = true }
            if place == frontier.states.count { goDeeper() }
            if let deadline, clock.now >= deadline { isOver = true }
        }
        if next.states.count > 0 { result.depth = next.depth }
        result.closed = frontier.states.count == 0
        result.states = visited.count
    }

    private mutating func goDeeper() {
        if next.states.count > 0 { result.depth = next.depth }
        swap(&frontier, &next)
        place = 0
        next = Frontier(depth: frontier.depth + 1)
    }

    /// Expands the next states of this depth: few while little is known or a limit is near, so that the limit is
    /// respected; never so many that the results exceed the processor's caches.
    private mutating func walkRound() {
        let most = max(64, min(512, visited.count / 8))
        // So many would reach the limit, at the average number of new states so far.
        let room = Double(exploration.limits.states - visited.count)
        let few = room * Double(result.transitions) / Double(visited.count * exploration.alphabet.events.count)
        let end = min(frontier.states.count, place + max(16, Int(min(Double(most), few))))
        let expansions = expand(place..<end)
        let (fresh, objected) = collect(expansions)
        if !isOver { place = end }
        let hands = hands
        let gained = WorkerThreads.share(expansions.count, among: hands.count) { number, hand in
            fresh[number].flatMap { hands[hand].objections(to: expansions[number].found[$0]) }
        }
        for (expansion, places) in zip(expansions, fresh) {
            for place in places {
                let found = expansion.found[place]
                next.append(found.state, after: frontier.path(to: found.parent), by: found.letter)
            }
        }
        for objection in (objected + gained.joined()).sorted(by: { $0.comesBefore($1) }) { note(objection) }
    }

    private func expand(_ places: Range<Int>) -> [Expander.Expansion] {
        let (hands, states, seen) = (hands, frontier.states, visited)
        let pieces = (places.count + Walk.piece - 1) / Walk.piece
        return WorkerThreads.share(pieces, among: hands.count) { piece, hand in
            var expansion = Expander.Expansion()
            let first = places.lowerBound + piece * Walk.piece
            for place in first..<min(places.upperBound, first + Walk.piece) {
                hands[hand].expand(states[place], at: place, seen: seen, into: &expansion)
            }
            return expansion
        }
    }

    /// Merges the findings.
    /// - Returns: The places of the new states in each expansion, and the objections.
    private mutating func collect(
        _ expansions: [Expander.Expansion]
    ) -> (fresh: [[Int]], objections: [Expander.Objection]) {
        var fresh = [[Int]](repeating: [], count: expansions.count)
        var objections: [Expander.Objection] = []
        for (number, expansion) in expansions.enumerated() {
            result.transitions += expansion.steps
            objections += expansion.objections
            for place in expansion.found.indices where !isOver {
                guard visited.insert(expansion.found[place].fingerprint).inserted else { continue }
                fresh[number].append(place)
                if visited.count >= exploration.limits.states { isOver = true }
            }
        }
        return (fresh, objections)
    }

    private mutating func note(_ objection: Expander.Objection) {
        guard objections.count < exploration.limits.violations,
            !objections.contains(where: { $0.invariant == objection.invariant.id })
        else { return }
        var path = Array(frontier.path(to: objection.parent))
        if let letter = objection.letter { path.append(UInt16(truncatingIfNeeded: letter)) }
        objections.append(Objection(invariant: objection.invariant.id, text: objection.text, path: path))
        if objections.count >= exploration.limits.violations { isOver = true }
    }
}
