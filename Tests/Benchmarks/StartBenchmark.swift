import Foundation

/// Measures the start of `audiosession check`, beside the least that Swift and ArgumentParser take.
enum StartBenchmark {
    private static let rounds = 101

    @Sendable
    static func check(_ setup: Setup) throws -> [Figure] {
        let scenario = "\(setup.scratch)/start.yaml"
        let text = "scenario: A start\nrules: modern\nsteps:\n  - {at: 0, do: launch, app: ipod, kind: system}\n"
        try text.write(toFile: scenario, atomically: false, encoding: .utf8)
        let hello = Setup.sibling("BenchmarkHello")
        var walls = (check: [Double](), hello: [Double]())
        for round in 0..<rounds + 3 {
            let check = try Child.run(setup.program, ["check", scenario], onOneCore: false).wallSeconds
            let other = try Child.run(hello, ["check", scenario], onOneCore: false).wallSeconds
            // The first runs bring the programs into memory.
            guard round >= 3 else { continue }
            walls.check.append(check * 1000)
            walls.hello.append(other * 1000)
        }
        return [
            Figure(
                name: "start.check", value: walls.check.median, unit: "ms wall, one step", better: .lower,
                limit: walls.hello.median, pairedRatio: zip(walls.check, walls.hello).map { $0 / $1 }.median,
                reach: 2.5, peers: ["Swift hello with ArgumentParser": walls.hello.median])
        ]
    }
}
