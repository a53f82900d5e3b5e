import SessionPolicy
import Testing

@testable import SessionExploration

/// A walk has the same result with any number of threads.
struct ParallelWalkTests {
    @Test("However many threads work, the result is the same, violations included", arguments: RuleBook.whole)
    func jobs(book: RuleBook) {
        var broken = book
        broken.settings.hasResumeFlag.toggle()
        func json(_ jobs: Int) -> String {
            let parts: [Alphabet.Part] = [.activation, .sounds, .alarm]
            return Exploration(
                of: Alphabet(apps: 2, parts: parts, book: broken), book: broken, limits: .init(states: 500), jobs: jobs
            ).run().json
        }
        let alone = json(1)
        #expect(alone.contains(#""invariant": "resume-flag""#))
        #expect(json(2) == alone)
        #expect(json(5) == alone)
    }
}
