/// The proof of a slice, as one line of a journal.
///
/// After `proved` stand what tells the walk from others, the name, states, depth, steps, seconds of the machine's clock and
/// of its processors, `promises` where those were asked and are kept, and the check value of all that: a line in which
/// anything was changed proves nothing.
package struct SliceProof: Hashable, Sendable {
    /// The identity of the walk, as `Exploration.identity` says it.
    package let identity: String
    package let slice: String
    let states, depth, transitions: Int
    /// The times as they were written, with three decimals at most.
    let seconds, processorSeconds: Double
    /// Whether the promises were asked, and are kept.
    package let isPromised: Bool

    /// Creates the proof by an outcome; nil where it proves nothing.
    package init?(_ outcome: SliceOutcome, identity: String) {
        guard outcome.isProved else { return nil }
        (self.identity, slice) = (identity, outcome.slice.name)
        let result = outcome.result
        (states, depth, transitions) = (result.states, result.depth, result.transitions)
        seconds = outcome.seconds.thousandths
        processorSeconds = outcome.processorSeconds.thousandths
        isPromised = outcome.liveness != nil
    }

    /// Reads a line, without its end; nil where it is none, or not as it was written.
    package init?(line: some StringProtocol) {
        guard let end = line.lastIndex(of: " "), CheckValue(of: line[..<end].utf8).text == line[end...].dropFirst(),
            let proof = SliceProof(unchecked: line[..<end])
        else { return nil }
        self = proof
    }

    /// Whether a line is one of those of earlier versions, which had no check value.
    package static func isUnchecked(line: some StringProtocol) -> Bool { SliceProof(unchecked: line) != nil }

    private init?(unchecked line: some StringProtocol) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 8 || words.count == 9 && words[8] == "promises", words[0] == "proved",
            let states = Int(words[3]), let depth = Int(words[4]), let transitions = Int(words[5]),
            let seconds = Double(words[6]), let processorSeconds = Double(words[7])
        else { return nil }
        (identity, slice) = (String(words[1]), String(words[2]))
        (self.states, self.depth, self.transitions) = (states, depth, transitions)
        (self.seconds, self.processorSeconds) = (seconds, processorSeconds)
        isPromised = words.count == 9
    }

    /// The line, without its end.
    package var line: String {
        let numbers = "\(states) \(depth) \(transitions) \(seconds) \(processorSeconds)"
        let text = "proved \(identity) \(slice) \(numbers)" + (isPromised ? " promises" : "")
        return text + " " + CheckValue(of: text.utf8).text
    }

    /// Returns the facts about the slice, as one JSON object in one line, as its outcome would tell them.
    package func json(withPromises: Bool) -> String {
        SliceOutcome.json(
            slice: slice, states: states, transitions: transitions, depth: depth, closed: true, seconds: seconds,
            processorSeconds: processorSeconds, violations: [], promises: withPromises ? [] : nil)
    }
}

extension Double {
    /// Rounded to three decimals.
    var thousandths: Double { (self * 1000).rounded() / 1000 }
}
