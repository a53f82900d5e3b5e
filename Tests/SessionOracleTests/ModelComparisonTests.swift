import Foundation
import SessionOracle
import SessionPolicy
import Testing

/// The policy and the reference model walk the same random steps and must show the same at every one of them.
///
/// `MODEL_STEPS` sets how many steps are walked per rule book, `MODEL_SEED` where the walks begin.
struct ModelComparisonTests {
    static let stepCount = Int(ProcessInfo.processInfo.environment["MODEL_STEPS"] ?? "") ?? 20_000
    static let seed = UInt64(ProcessInfo.processInfo.environment["MODEL_SEED"] ?? "") ?? 1
    static let walkLength = 200

    @Test(arguments: ReferenceModel.Book.allCases)
    func policyShowsWhatTheModelShows(book: ReferenceModel.Book) {
        let pair = Pair(book: book)
        var seen: Set<String> = []
        for walk in 0..<max(1, Self.stepCount / Self.walkLength) {
            guard let steps = pair.walk(seed: Self.seed &+ UInt64(walk) &* 7919, length: Self.walkLength) else { continue }
            let shrunk = pair.shrink(steps)
            guard let difference = pair.firstDifference(shrunk) else { continue }
            guard seen.insert(difference.signature).inserted else { continue }
            Issue.record("\(pair.report(shrunk, difference))")
            if seen.count == 8 { return }
        }
    }
}

/// Both accounts of one rule book.
struct Pair {
    struct Difference {
        var place: Int
        var keys: [String]
        var model: [String]
        var policy: [String]
        var signature: String
    }

    let book: ReferenceModel.Book
    private let rules: RuleBook

    init(book: ReferenceModel.Book) {
        self.book = book
        rules =
            switch book {
            case .iPhoneOS3: .iPhoneOS3
            case .modern: .modern
            }
    }

    /// Draws and walks steps; returns them, up to the one at which the two differ, or nil if they never do.
    func walk(seed: UInt64, length: Int) -> [WalkStep]? {
        var generator = WalkGenerator(random: SplitMix(state: seed))
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
    func firstDifference(_ steps: [WalkStep]) -> Difference? {
        var model = ReferenceModel(book: book)
        var policy = PolicyWalker(book: rules)
        for (place, step) in steps.enumerated() {
            let expected = model.take(step.event, at: step.at)
            let actual = policy.take(step)
            if expected == actual { continue }
            let modelLines = WalkText.lines(expected)
            let policyLines = WalkText.lines(actual)
            let modelOnly = modelLines.filter { line in !policyLines.contains { $0 == line } }
            let policyOnly = policyLines.filter { line in !modelLines.contains { $0 == line } }
            var keys: [String] = []
            for line in modelOnly + policyOnly where !keys.contains(line.key) { keys.append(line.key) }
            return Difference(
                place: place, keys: keys, model: modelOnly.map { "\($0.key): \($0.text)" },
                policy: policyOnly.map { "\($0.key): \($0.text)" },
                signature: "\(Self.verb(step.event)) \(keys.joined(separator: ","))")
        }
        return nil
    }

    /// Drops steps for as long as some difference in the same observables stays.
    func shrink(_ steps: [WalkStep]) -> [WalkStep] {
        var best = steps
        guard let keys = firstDifference(best)?.keys else { return best }
        var chunk = max(1, best.count / 2)
        while true {
            var start = 0
            var shrunk = false
            while start < best.count {
                var candidate = best
                candidate.removeSubrange(start..<min(start + chunk, best.count))
                if let difference = firstDifference(candidate), difference.keys == keys {
                    best = Array(candidate[...difference.place])
                    shrunk = true
                } else {
                    start += chunk
                }
            }
            if chunk > 1 { chunk /= 2 } else if !shrunk { return best }
        }
    }

    func report(_ steps: [WalkStep], _ difference: Difference) -> String {
        var lines = ["\(book.rawValue): the policy and the model differ at step \(difference.place + 1)"]
        lines += steps.map { WalkText.line($0) }
        lines += difference.model.map { "  expected (model)  \($0)" }
        lines += difference.policy.map { "  actual (policy)   \($0)" }
        return lines.joined(separator: "\n")
    }

    private static func verb(_ event: Event) -> String {
        if case .app(_, let event) = event { return String("\(event)".prefix { $0 != "(" }) }
        return String("\(event)".prefix { $0 != "(" })
    }
}
