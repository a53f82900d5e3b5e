import Randomness
import SessionPolicy
import SessionWorld
import Testing

/// The steps that random walks draw.
struct WalkGeneratorTests {
    private static let drawn: Set<Verb> = {
        var verbs: Set<Verb> = []
        for book in RuleBook.whole {
            var generator = WalkGenerator(random: SplitMix(seed: 27))
            var (state, time) = (book.initialState(), Instant.zero)
            // The rarest verb comes once in some thousands of steps.
            for _ in 0..<100_000 where verbs.count < Verb.allCases.count - 1 {
                let step = generator.step(after: state, at: time)
                time = step.at
                while let due = state.nextDeadline, due <= time {
                    state = book.reduce(state, .deadlineReached, at: due).state
                }
                state = book.reduce(state, step.event, at: time).state
                let phrase = StepLine(step.event, at: time) { "name\($0.number)" }.phrase
                if let verb = Verb(rawValue: String(phrase.prefix { $0 != " " })) { verbs.insert(verb) }
            }
        }
        return verbs
    }()

    @Test("Random walks draw every verb that the policy hears of", arguments: Verb.allCases.filter { $0 != .rules })
    func complete(verb: Verb) {
        let isDrawn = Self.drawn.contains(verb)
        #expect(isDrawn, "WalkGenerator.swift draws no \(verb)")
    }
}
