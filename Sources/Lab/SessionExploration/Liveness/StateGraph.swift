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

    /// The states from which some letters never lead to a goal, in the order of their numbers.
    func states(neverReaching isGoal: (Int) -> Bool, by letters: [Int]) -> [Int] {
        var reaches = (0..<count).map(isGoal)
        var isComplete = false
        while !isComplete {
            isComplete = true
            // Most letters lead to later states.
            for state in (0..<count).reversed() where !reaches[state] {
                guard letters.contains(where: { reaches[successor(of: state, by: $0)] }) else { continue }
                (reaches[state], isComplete) = (true, false)
            }
        }
        return (0..<count).filter { !reaches[$0] }
    }

    /// Returns the letters of a shortest way from a state back to it that changes it; empty if there is none.
    func loop(from start: Int, by letters: [Int]) -> [Int] {
        var cameFrom: [Int: (state: Int, letter: Int)] = [:]
        var queue = [start]
        var place = 0
        while place < queue.count {
            let state = queue[place]
            place += 1
            for letter in letters {
                let next = successor(of: state, by: letter)
                if next == start && state != start {
                    var way = [letter]
                    var back = state
                    while back != start, let step = cameFrom[back] {
                        way.append(step.letter)
                        back = step.state
                    }
                    return way.reversed()
                }
                guard next != state, next != start, cameFrom[next] == nil else { continue }
                cameFrom[next] = (state, letter)
                queue.append(next)
            }
        }
        return []
    }
}
