import SessionPolicy

/// Every state of a finite space, numbered in order of discovery, with the successors by letter.
struct StateGraph {
    /// The successor of each state by letter, state after state; a letter that cannot happen leads back.
    private(set) var successors: [UInt32] = []
    /// The state from which each state was first reached; `letters` has the letter.
    private var parents: [UInt32] = [0]
    private var letters: [UInt16] = [0]
    /// The open questions in each state, a bit for each.
    private(set) var open: [UInt64] = []
    let letterCount: Int
    private(set) var isClosed = false

    var count: Int { open.count }

    /// Walks through all states on the calling thread.
    /// - Parameters:
    ///   - limit: The largest number of states; beyond it the graph is not closed.
    ///   - questions: The questions to ask in every state; at most 64.
    ///   - goesOn: Polled; false ends the walk, and the graph is not closed.
    init(
        of exploration: Exploration, limit: Int, questions: [(PolicyState, Picture) -> Bool], goesOn: () -> Bool
    ) {
        let expander = Expander(exploration)
        letterCount = exploration.alphabet.events.count
        var numbers: [Fingerprint: UInt32] = [:]
        let start = expander.start(after: exploration.alphabet.preamble)
        numbers[Fingerprint(start)] = 0
        var depth: [PolicyState] = [start]
        var first = 0
        while !depth.isEmpty {
            var next: [PolicyState] = []
            let nextFirst = numbers.count
            for (offset, state) in depth.enumerated() {
                if offset.isMultiple(of: 16), !goesOn() { return }
                let picture = exploration.book.picture(of: state)
                open.append(questions.enumerated().reduce(0) { $0 | ($1.element(state, picture) ? 1 << $1.offset : 0) })
                for letter in 0..<letterCount {
                    guard let successor = expander.successor(of: state, by: letter) else {
                        successors.append(UInt32(first + offset))
                        continue
                    }
                    let fingerprint = Fingerprint(successor)
                    if let number = numbers[fingerprint] {
                        successors.append(number)
                        continue
                    }
                    let number = UInt32(numbers.count)
                    numbers[fingerprint] = number
                    successors.append(number)
                    parents.append(UInt32(first + offset))
                    letters.append(UInt16(letter))
                    next.append(successor)
                    if numbers.count > limit { return }
                }
            }
            first = nextFirst
            depth = next
        }
        isClosed = true
    }

    func successor(of state: Int, by letter: Int) -> Int { Int(successors[state * letterCount + letter]) }

    func depth(of state: Int) -> Int { path(to: state).count }

    func path(to state: Int) -> [Int] {
        var path: [Int] = []
        var state = state
        while state != 0 {
            path.append(Int(letters[state]))
            state = Int(parents[state])
        }
        return path.reversed()
    }

    /// The parts of the graph that some letters never leave: its strongly connected components without a way out.
    func traps(of letters: [Int]) -> [[Int]] { TrapSearch(self, letters).traps }
}

/// Tarjan's algorithm for strongly connected components, with an explicit stack.
private struct TrapSearch {
    private let graph: StateGraph
    private let letters: [Int]
    private(set) var traps: [[Int]] = []
    /// The order in which states were entered, from 1; `low` has the earliest reachable one, `component` the component
    /// of finished states.
    private var entered: [UInt32]
    private var low: [UInt32]
    private var component: [UInt32]
    private var clock: UInt32 = 0
    private var componentCount: UInt32 = 0
    private var open: [Int] = []

    init(_ graph: StateGraph, _ letters: [Int]) {
        self.graph = graph
        self.letters = letters
        entered = Array(repeating: 0, count: graph.count)
        low = entered
        component = entered
        for state in 0..<graph.count where entered[state] == 0 { search(from: state) }
    }

    private mutating func enter(_ state: Int) {
        clock += 1
        entered[state] = clock
        low[state] = clock
        open.append(state)
    }

    private mutating func search(from root: Int) {
        var calls: [(state: Int, letter: Int)] = [(root, 0)]
        enter(root)
        while let call = calls.last {
            let state = call.state
            if call.letter < letters.count {
                calls[calls.count - 1].letter += 1
                let next = graph.successor(of: state, by: letters[call.letter])
                if entered[next] == 0 {
                    enter(next)
                    calls.append((next, 0))
                } else if component[next] == 0 {
                    low[state] = min(low[state], entered[next])
                }
                continue
            }
            calls.removeLast()
            if let parent = calls.last?.state { low[parent] = min(low[parent], low[state]) }
            if low[state] == entered[state] { close(state) }
        }
    }

    /// Pops the component of its first state, and keeps it if nothing leads out of it.
    private mutating func close(_ first: Int) {
        componentCount += 1
        var states: [Int] = []
        while let state = open.popLast() {
            component[state] = componentCount
            states.append(state)
            if state == first { break }
        }
        let leads = states.contains { state in
            letters.contains { component[graph.successor(of: state, by: $0)] != componentCount }
        }
        if !leads { traps.append(states.sorted()) }
    }
}
