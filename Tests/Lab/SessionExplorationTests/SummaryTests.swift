import SessionExploration
import SessionScenario
import SessionWorld
import Testing

@testable import SessionPolicy

struct SummaryTests {
    /// A book whose ends of interruptions do not say whether to resume.
    private var broken: RuleBook {
        var book = RuleBook.modern
        book.settings.hasResumeFlag = false
        return book
    }

    @Test("A violation is written as a scenario of the shortest path, which reads and replays")
    func shortestPath() throws {
        let alphabet = Alphabet(apps: 2, parts: [.sounds, .alarm], book: broken)
        let result = Exploration(of: alphabet, book: broken, limits: .init(states: 500)).run()
        let violation = try #require(result.violations.first { $0.invariant == "resume-flag" })
        // Two launches, a sound, an alarm and its end.
        #expect(violation.path.count == 5)
        let scenario = try Scenario(text: violation.scenario, file: "violation.yaml", duration: nil)
        #expect(scenario.steps.count == 5)
        var world = World(broken, names: scenario.names)
        let replies = scenario.steps.map { world.apply($0.step) }
        #expect(replies.last?.moment.heard.count == 1)
    }

    @Test("The summary is one line of JSON, and says the same in words")
    func json() {
        let alphabet = Alphabet(apps: 1, parts: [.ringSwitch], book: .modern)
        let result = Exploration(of: alphabet, book: .modern).run()
        #expect(result.json == #"{"states": 2, "transitions": 4, "depth": 1, "closed": true, "violations": []}"#)
        #expect(result.summary.contains("2 states, 4 steps, 1 deep, closed"))
        let sounds = Alphabet(apps: 2, parts: [.sounds, .alarm], book: broken)
        let json = Exploration(of: sounds, book: broken, limits: .init(states: 500)).run().json
        #expect(json.contains(#""invariant": "resume-flag""#))
        #expect(json.contains(#"\nsteps:\n  - {at: 0, do: launch"#))
        #expect(!json.contains("\n"))
    }

    @Test("Limits end a walk, and a report can")
    func limits() {
        let alphabet = Alphabet.everything(apps: 2, book: .modern)
        func run(_ limits: Exploration.Limits) -> Exploration.Result {
            Exploration(of: alphabet, book: .modern, limits: limits, isChecked: false).run()
        }
        #expect(run(.init(depth: 1)).depth == 1)
        #expect(run(.init(states: 50)).states == 50)
        #expect(run(.init(time: .zero)).closed == false)
        let ended = Exploration(of: alphabet, book: .modern, isChecked: false).run { _ in false }
        #expect(!ended.closed && ended.depth <= 1)
    }
}
