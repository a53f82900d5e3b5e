import SessionPolicy

/// States, numbered in order of discovery, with the letters that lead to them and, where asked for, their successors.
struct StateGraph {
    /// The successor of each expanded state by letter, state after state; a letter that changes nothing leads back.
    private var successors: [UInt32] = []
    /// The state from which each state was first reached; `letters` has the letter.
    private var parents: [UInt32] = [0]
    private var letters: [UInt16] = [0]
    /// The open questions in each expanded state, a bit for each.
    private(set) var open: [UInt64] = []
    private let letterCount: Int

    var count: Int { parents.count }

    init(letterCount: Int) { self.letterCount = letterCount }

    /// Adds a state that was reached from another one.
    mutating func add(from parent: Int, by letter: Int) {
        parents.append(UInt32(parent))
        letters.append(UInt16(letter))
    }

    /// Begins to expand the next state: all letters lead back to it.
    mutating func expand(_ state: Int, open questions: [Bool]) {
        open.append(questions.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) })
        successors += repeatElement(UInt32(state), count: letterCount)
    }

    /// Notes to which state a letter leads from the one that is expanded.
    mutating func connect(_ state: Int, by letter: Int, to next: UInt32) {
        successors[state * letterCount + letter] = next
    }

    func successor(of state: Int, by letter: Int) -> Int { Int(successors[state * letterCount + letter]) }

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
