/// Measures how long `audiosession check` takes over all scenarios, the start of the process included.
enum CheckBenchmark {
    private static let runs = 15

    static func milliseconds(_ setup: Setup) throws -> [Figure] {
        let arguments = ["check"] + (try setup.everyScenario())
        // The first run brings the files into memory.
        _ = try Child.run(setup.program, arguments)
        let walls = try (0..<runs).map { _ in try Child.run(setup.program, arguments).wallSeconds * 1000 }
        return [
            Figure(name: "check.milliseconds", value: walls.median, unit: "ms wall, median", better: .lower, limit: 100)
        ]
    }
}
