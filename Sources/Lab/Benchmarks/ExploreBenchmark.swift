import Glibc
import SessionExploration
import SessionPolicy

/// Measures the speed of exploring on one core, every invariant checked in every state, and the memory it keeps.
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
                better: .higher, limit: 200_000, peers: ["without invariants": states / bare.seconds]),
            Figure(
                name: "explore.stepsPerSecond", value: steps / checked.seconds, unit: "states evaluated/s, one core",
                better: .higher, limit: 500_000, peers: ["without invariants": steps / bare.seconds]),
            Figure(
                name: "explore.bytesPerState", value: Double(checked.result.bytes) / states,
                unit: "bytes kept for each state", better: .lower, limit: 16),
        ]
    }

    /// Measures how much faster two threads are than one, by the clock: in turn and in short rounds, so that a bad
    /// moment of the machine meets both. Beside it, how much two independent programs do: the processors do not give
    /// more than that.
    static func jobs(_ setup: Setup) throws -> [Figure] {
        func exploration(_ jobs: Int) -> Exploration {
            Exploration(
                of: .everything(apps: 2, book: .modern), book: .modern, limits: .init(states: states / 2), jobs: jobs)
        }
        let clock = Clock(id: CLOCK_MONOTONIC)
        func seconds(_ jobs: Int) -> Double {
            let before = clock.seconds
            _ = exploration(jobs).run()
            return clock.seconds - before
        }
        let rounds = (0..<15).map { _ in (one: seconds(1), two: seconds(2)) }
        let ratio = rounds.map(\.one).median / rounds.map(\.two).median
        let pairs = try (0..<5).map { _ in try sideBySide(setup) }
        return [
            Figure(
                name: "explore.jobs", value: ratio, unit: "× one thread, on two", better: .higher, limit: 1.8,
                peers: ["two programs side by side": pairs.median])
        ]
    }

    /// Measures an Apache Spark job on some slices with two cores, as a part of what two threads do.
    static func spark(_ setup: Setup) throws -> [Figure] {
        let slices = ["floor", "lives", "feedback"].flatMap { ["--slice", $0] }
        let clock = Clock(id: CLOCK_MONOTONIC)
        let own = try Child.run(
            setup.program, ["explore", "--rules", "modern", "--jobs", "2", "--json"] + slices, onOneCore: false)
        let before = clock.seconds
        let told = try Child.output(
            of: "Tests/Cluster/submit",
            [
                "--master", "local[2]", "Docs/Examples/cluster/explore_slices.py", "slices", "--rules", "modern",
                "--program", setup.program,
            ] + slices)
        let whole = clock.seconds - before
        // The job's last line: "… states a second on 2 cores, 20.8 s".
        guard told.contains(" 0 not closed, "),
            let work = told.split(separator: " ").dropLast().last.flatMap({ Double($0) })
        else { throw BenchmarkError("the job on Apache Spark did not explore the slices: \(told.suffix(500))") }
        return [
            Figure(
                name: "explore.spark", value: own.wallSeconds / whole, unit: "× two threads", better: .higher,
                limit: 0.7,
                peers: ["without the start": own.wallSeconds / work])
        ]
    }

    /// The work of two programs that explore at once, as a multiple of one alone.
    private static func sideBySide(_ setup: Setup) throws -> Double {
        func start() throws -> Child {
            let arguments = ["explore", "--rules", "modern", "--states", "\(states)", "--jobs", "1", "--json"]
            return try Child(setup.program, arguments, onOneCore: false)
        }
        let alone = try start().wait().wallSeconds
        let pair = [try start(), try start()]
        let together = try pair.map { try $0.wait().wallSeconds }
        return 2 * alone / (together.max() ?? alone)
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
