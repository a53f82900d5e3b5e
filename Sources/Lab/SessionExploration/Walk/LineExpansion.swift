import SessionPolicy

/// States in and out as lines, for a walk that others lead: on many machines, deduplicated where the lines meet.
///
/// A state is told by the letters that lead to it, so a line means the same to every engine with the same rules; its
/// fingerprint stands beside it, by which equal states are found.
public struct LineExpansion: Sendable {
    private let expander: Expander
    private let start: PolicyState
    private let preamble: [Event]
    private let letterCount: Int

    /// Prepares the expansion of an exploration's states; its limits and jobs do not count.
    public init(of exploration: Exploration) {
        expander = Expander(exploration)
        preamble = exploration.alphabet.preamble
        start = expander.start(after: preamble)
        letterCount = exploration.alphabet.events.count
    }

    /// A problem of a line.
    public struct LineError: Error, Hashable, Sendable {
        /// The problem and the remedy, as a sentence.
        public let says: String
    }

    /// The line of the state in which the walk begins: its fingerprint, and a dash for no letters.
    public var first: String { Fingerprint(start).text + " -" }

    /// Tries every event in the state of one line.
    ///
    /// - Parameter line: A fingerprint, a space, and the letters that lead there: numbers with commas between them, or a dash.
    /// - Returns: Lines: `state` and such a line for each state next to it, each once and without the state itself;
    ///   `violation`, the invariant, the letters and what is wrong for each objection; `steps` and how many were taken.
    /// - Throws: `LineError` where it is no such line, or the letters lead elsewhere than the fingerprint says.
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
        var expansion = Expander.Expansion()
        var seen: Set = [Fingerprint(state)]
        expander.expand(state, at: 0, seen: seen, into: &expansion)
        func way(_ letter: Int?) -> String {
            guard let letter else { return path }
            return path == "-" ? "\(letter)" : "\(path),\(letter)"
        }
        var lines: [String] = []
        var objections = path == "-" ? expander.objections(toPreamble: preamble).map { $0.objection } : []
        objections += expansion.objections
        for found in expansion.found where seen.insert(found.fingerprint).inserted {
            lines.append("state \(found.fingerprint.text) \(way(found.letter))")
            objections += expander.objections(to: found)
        }
        for objection in objections {
            lines.append("violation \(objection.invariant.id) \(way(objection.letter)) \(objection.text)")
        }
        lines.append("steps \(expansion.steps)")
        return lines
    }
}
