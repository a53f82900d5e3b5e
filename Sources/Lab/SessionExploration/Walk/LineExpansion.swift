import SessionPolicy

/// Expands states given as lines, for a walk distributed over many machines that merge the lines.
///
/// A line names a state by the letters that lead to it, so it means the same to every engine with the same rules; its
/// fingerprint identifies equal states.
public struct LineExpansion: Sendable {
    private let expander: Expander
    private let start: PolicyState
    /// The objections on the way to the first state.
    private let objections: [Expander.Objection]
    private let letterCount: Int

    /// Prepares the expansion; the exploration's limits are ignored.
    public init(of exploration: Exploration) {
        expander = Expander(exploration)
        (start, objections) = expander.start()
        letterCount = exploration.alphabet.events.count
    }

    /// A problem with a line.
    public struct LineError: Error, Hashable, Sendable {
        /// The problem and its remedy.
        public let says: String
    }

    /// The line of the first state: its fingerprint, and a dash for no letters.
    public var first: String { Fingerprint(start).text + " -" }

    /// Tries every event in the state of a line.
    ///
    /// - Parameter line: A fingerprint, a space, and the letters that lead there: numbers separated by commas, or a
    ///   dash.
    /// - Returns: Lines: `state` and such a line for each distinct next state; `violation`, the invariant, the letters
    ///   and the problem for each objection; `steps` and the number of steps.
    /// - Throws: `LineError` if the line is invalid, or the letters lead to a state with another fingerprint.
    public func expand(_ line: String) throws(LineError) -> [String] {
        let halves = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else {
            throw LineError(says: "a line is a fingerprint, a space and letters; found \"\(line.prefix(40))\"")
        }
        var state = start
        for word in halves[1].split(separator: ",") where halves[1] != "-" {
            guard let letter = Int(word), (0..<letterCount).contains(letter),
                let next = expander.successor(of: state, by: letter)
            else {
                throw LineError(says: "\"\(word.prefix(20))\" is no letter of this slice that can happen there")
            }
            state = next
        }
        guard Fingerprint(state).text == halves[0] else {
            throw LineError(
                says: "the letters lead to another state: the line is of other rules or of another version; begin anew")
        }
        return lines(of: state, after: String(halves[1]))
    }

    private func lines(of state: PolicyState, after path: String) -> [String] {
        func way(_ letter: Int?) -> String {
            guard let letter else { return path }
            return path == "-" ? "\(letter)" : "\(path),\(letter)"
        }
        var seen: Set = [Fingerprint(state)]
        var lines: [String] = []
        let (steps, objections) = expander.expand(state) { letter, _, fingerprint in
            guard seen.insert(fingerprint).inserted else { return false }
            lines.append("state \(fingerprint.text) \(way(letter))")
            return true
        }
        for objection in (path == "-" ? self.objections : []) + objections {
            lines.append("violation \(objection.invariant.id) \(way(objection.letter)) \(objection.text)")
        }
        return lines + ["steps \(steps)"]
    }
}
