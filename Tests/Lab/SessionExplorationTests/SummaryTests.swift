import SessionExploration
import SessionScenario
import SessionWorld
import Testing

@testable import SessionPolicy

struct SummaryTests {
    /// A book in which the switch silences nothing.
    private var broken: RuleBook {
        var book = RuleBook.iPhoneOS3
        book.silencing.removeAll { $0.condition == .silentForCategory }
        return book
    }

    @Test("A violation is written as a scenario of the shortest path, which reads and replays")
    func shortestPath() throws {
        let alphabet = Alphabet(apps: 2, parts: [.categories, .sounds, .ringSwitch], book: broken)
        let result = Exploration(of: alphabet, book: broken, limits: .init(states: 500)).run()
        let violation = try #require(result.violations.first { $0.invariant == "heard-silenced" })
        // Two launches, the switch, and a sound in the default category.
        #expect(violation.path.count == 4)
        let scenario = try Scenario(text: violation.scenario, file: "violation.yaml", duration: nil)
        #expect(scenario.steps.count == 4)
        var world = World(broken, names: scenario.names)
        let replies = scenario.steps.map { world.take($0.step) }
        #expect(replies.last?.moment.heard.count == 1)
        #expect(world.state.ringSwitch == .silent)
    }

    @Test("The summary is one line of JSON, and says the same in words")
    func json() {
        let alphabet = Alphabet(apps: 1, parts: [.ringSwitch], book: .modern)
        let result = Exploration(of: alphabet, book: .modern).run()
        #expect(result.json == #"{"states": 2, "transitions": 4, "depth": 1, "closed": true, "violations": []}"#)
        #expect(result.summary.contains("2 states, 4 steps, 1 deep, closed"))
        let sounds = Alphabet(apps: 2, parts: [.categories, .sounds, .ringSwitch], book: broken)
        let json = Exploration(of: sounds, book: broken, limits: .init(states: 500)).run().json
        #expect(json.contains(#""invariant": "heard-silenced""#))
        #expect(json.contains(#"\nsteps:\n  - {at: 0, do: launch"#))
        #expect(!json.contains("\n"))
    }

    @Test("Limits end a walk, and a report can")
    func limits() {
        let alphabet = Alphabet.everything(apps: 2, book: .modern)
        func run(_ limits: Exploration.Limits) -> Exploration.Result {
            Exploration(of: alphabet, book: .modern, limits: limits, scopes: []).run()
        }
        #expect(run(.init(depth: 1)).depth == 1)
        #expect(run(.init(states: 50)).states == 50)
        #expect(run(.init(time: .zero)).closed == false)
        let ended = Exploration(of: alphabet, book: .modern, scopes: []).run { _ in false }
        #expect(!ended.closed && ended.depth <= 1)
    }
}
