import Randomness
import SessionExploration
import SessionPolicy
import SessionReference

/// The policy and the reference model, side by side.
struct TwoAccounts {
    /// The place and kind of a difference between the two.
    struct Difference {
        /// The index of the step.
        var place: Int
        /// The keys of the observables that differ.
        var keys: [String]
        var model: [String]
        var policy: [String]
        /// Two differences with one signature are probably one.
        var signature: String
    }

    let book: ReferenceModel.Book
    private let rules: RuleBook

    init(of book: ReferenceModel.Book) { self.init(model: book, policy: Self.rules(of: book)) }

    init(model book: ReferenceModel.Book, policy rules: RuleBook) {
        self.book = book
        self.rules = rules
    }

    static func rules(of book: ReferenceModel.Book) -> RuleBook {
        RuleBook.named(book.rawValue)!
    }

    /// Draws and walks steps; returns them, up to the one at which the two differ, or nil if they never do.
    func walk(seed: UInt64, length: Int) -> [WalkStep]? {
        var generator = WalkGenerator(random: SplitMix(seed: seed))
        var model = ReferenceModel(book: book)
        var policy = PolicyWalker(book: rules)
        var steps: [WalkStep] = []
        var time = Instant.zero
        for _ in 0..<length {
            let step = generator.step(after: policy.state, at: time)
            time = step.at
            steps.append(step)
            if model.take(step.event, at: step.at) != policy.take(step) { return steps }
        }
        return nil
    }

    /// The first step at which the two differ.
    func firstDifference(in steps: [WalkStep]) -> Difference? {
        var model = ReferenceModel(book: book)
        var policy = PolicyWalker(book: rules)
        for (place, step) in steps.enumerated() {
            let expected = model.take(step.event, at: step.at)
            let actual = policy.take(step)
            if expected != actual { return difference(at: place, step, expected, actual) }
        }
        return nil
    }

    private func difference(
        at place: Int, _ step: WalkStep, _ expected: Observation, _ actual: Observation
    ) -> Difference {
        let modelLines = WalkText.lines(expected)
        let policyLines = WalkText.lines(actual)
        let modelOnly = modelLines.filter { line in !policyLines.contains { $0 == line } }
        let policyOnly = policyLines.filter { line in !modelLines.contains { $0 == line } }
        var keys: [String] = []
        for line in modelOnly + policyOnly where !keys.contains(line.key) { keys.append(line.key) }
        return Difference(
            place: place, keys: keys, model: modelOnly.map { "\($0.key): \($0.text)" },
            policy: policyOnly.map { "\($0.key): \($0.text)" },
            signature: ([WalkText.verb(step.event)] + keys).joined(separator: " "))
    }

    /// Leaves steps out for as long as a difference in the same observables stays.
    func shrink(_ steps: [WalkStep]) -> [WalkStep] {
        var best = steps
        guard let keys = firstDifference(in: best)?.keys else { return best }
        var count = max(1, best.count / 2)
        while true {
            var start = 0
            var isShorter = false
            while start < best.count {
                var candidate = best
                candidate.removeSubrange(start..<min(start + count, best.count))
                if let difference = firstDifference(in: candidate), difference.keys == keys {
                    best = Array(candidate[...difference.place])
                    isShorter = true
                } else {
                    start += count
                }
            }
            if count > 1 {
                count /= 2
            } else if !isShorter {
                return best
            }
        }
    }

    /// A walk and the difference at its end, to be read and to be fed to the oracle.
    func report(_ steps: [WalkStep], _ difference: Difference) -> String {
        var lines = ["\(book.rawValue): the policy and the model differ at step \(difference.place + 1)"]
        lines += steps.map { WalkText.line($0) }
        lines += difference.model.map { "  expected (model)  \($0)" }
        lines += difference.policy.map { "  actual (policy)   \($0)" }
        return lines.joined(separator: "\n")
    }
}
