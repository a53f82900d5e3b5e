import SessionPolicy
import Testing

@testable import SessionExploration
@testable import SessionOracle

/// A walk has the same result with any number of threads.
struct ParallelWalkTests {
    @Test("However many threads work, the result is the same, violations included", arguments: RuleBook.whole)
    func jobs(book: RuleBook) {
        var broken = book
        broken.silencing.removeAll { $0.condition == .silentForCategory || $0.condition == .locked }
        func json(_ jobs: Int) -> String {
            let parts: [Alphabet.Part] = [.categories, .activation, .sounds, .ringSwitch, .lock]
            return Exploration(
                of: Alphabet(apps: 2, parts: parts, book: broken), book: broken, limits: .init(states: 500), jobs: jobs
            ).run().json
        }
        let alone = json(1)
        #expect(alone.contains(#""invariant": "heard-silenced""#))
        #expect(json(2) == alone)
        #expect(json(5) == alone)
    }
}
