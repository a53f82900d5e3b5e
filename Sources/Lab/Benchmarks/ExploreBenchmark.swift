import Glibc
import SessionExploration
import SessionPolicy

/// Measures the speed of exploring on one core, every invariant checked in every state.
enum ExploreBenchmark {
    private static let states = 200_000
    private static let rounds = 3

    static func statesPerSecond(_ setup: Setup) throws -> [Figure] {
        let checked = try explore(Invariant.Scope.allCases)
        let bare = try explore([])
        let (states, steps) = (Double(checked.result.states), Double(checked.result.transitions))
        return [
            Figure(
                name: "explore.statesPerSecond", value: states / checked.seconds, unit: "distinct states/s, one core",
                better: .higher, limit: 100_000,
                peers: ["without invariants": states / bare.seconds, "states evaluated": steps / checked.seconds])
        ]
    }

    /// The best of some rounds, in processor time.
    private static func explore(
        _ scopes: [Invariant.Scope]
    ) throws -> (result: Exploration.Result, seconds: Double) {
        let exploration = Exploration(
            of: .everything(apps: 2, book: .modern), book: .modern, limits: .init(states: states), scopes: scopes)
        let clock = Clock(id: CLOCK_THREAD_CPUTIME_ID)
        var best = Double.infinity
        var last: Exploration.Result?
        for _ in 0..<rounds {
            let before = clock.seconds
            last = exploration.run()
            best = min(best, clock.seconds - before)
        }
        guard let result = last, result.violations.isEmpty else {
            throw BenchmarkError("An invariant is violated; run make test.")
        }
        return (result, best)
    }
}
