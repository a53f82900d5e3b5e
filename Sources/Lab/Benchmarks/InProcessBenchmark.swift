import Foundation
import SessionOracle
import SessionPolicy
import SessionScenario
import SessionWorld

/// Measures a step in a program that has the device within itself, against one bare call of the reducer: the steps of
/// `OracleBenchmark`, each way in turn.
enum InProcessBenchmark {
    private static let steps = 10_000
    private static let rounds = 9

    static func stepsPerSecond(_ setup: Setup) throws -> [Figure] {
        let scenario = try scenario()
        let steps = scenario.steps.map(\.step)
        var reducing: [Double] = []
        var asking: [Double] = []
        var testing: [Double] = []
        for _ in 0..<rounds {
            reducing.append(secondsPerStep { reduce(steps) })
            asking.append(secondsPerStep { ask(steps, scenario.names) })
            testing.append(secondsPerStep { test(steps, scenario.names) })
        }
        let bare = reducing.min() ?? .nan
        func figure(_ name: String, _ unit: String, _ times: [Double]) -> Figure {
            let time = times.min() ?? .nan
            return Figure(
                name: name, value: 1 / time, unit: unit, better: .higher, peers: ["× one bare reduce": time / bare])
        }
        return [
            Figure(name: "reduce.nanoseconds", value: bare * 1e9, unit: "ns a bare call, ten apps", better: .lower),
            figure("oracle.world.stepsPerSecond", "steps/s in process, World, ten apps", asking),
            figure("oracle.device.stepsPerSecond", "steps/s in process, Device, ten apps", testing),
        ]
    }

    /// The steps as values, so that no reading of text is measured: lines of JSON are lines of YAML.
    private static func scenario() throws -> Scenario {
        var stream = StepStream()
        var text = "scenario: steps\nsource: bench\nrules: iPhoneOS3\nsteps:\n"
        func add(_ lines: String) {
            for line in lines.split(separator: "\n") { text += "  - " + line.replacing(":", with: ": ") + "\n" }
        }
        add(stream.opening())
        while stream.count < steps { add(stream.nextRound()) }
        return try Scenario(text: text, file: "bench.yaml", duration: nil)
    }

    /// Processor time per step of work that says how many steps it took.
    private static func secondsPerStep(_ work: () -> Int) -> Double {
        let clock = Clock(id: CLOCK_THREAD_CPUTIME_ID)
        let before = clock.seconds
        let count = work()
        return (clock.seconds - before) / Double(count)
    }

    private static func reduce(_ steps: [TimedStep]) -> Int {
        let book = RuleBook.iPhoneOS3
        var state = book.initialState()
        var calls = 0
        func take(_ event: Event, at now: Instant) {
            state = book.reduce(state, event, at: now).state
            calls += 1
        }
        for step in steps {
            guard case .event(let event) = step.action else { continue }
            let now = step.at?.instant ?? .zero
            while let due = state.nextDeadline, due <= now { take(.deadlineReached, at: due) }
            take(event, at: now)
        }
        return calls
    }

    private static func ask(_ steps: [TimedStep], _ names: NameTable) -> Int {
        var world = World(.iPhoneOS3, names: names)
        return steps.count { world.take($0).number > 0 }
    }

    /// Time passes by a step of its own, as in a test.
    private static func test(_ steps: [TimedStep], _ names: NameTable) -> Int {
        var device = Device(rules: .iPhoneOS3)
        for number in 0..<names.count { _ = device.name(names[Name(UInt32(number))]) }
        for step in steps {
            guard case .event(let event) = step.action else { continue }
            device.advance(by: .milliseconds(50))
            device.take(step.verb, event, app: step.app)
        }
        return device.lastReply?.number ?? 0
    }
}
