import Glibc
import SessionPolicy
import SessionScenario
import SessionWorld

/// Measures a step and a drawing with many apps and sounds.
enum CrowdBenchmark {
    private static let apps = 250
    private static let sounds = 1_000

    /// A step among 250 apps that interrupt each other: each in turn becomes active and inactive.
    static func step(_ setup: Setup) throws -> [Figure] {
        var times: [String: Double] = [:]
        for book in [RuleBook.iPhoneOS3, .modern] {
            let scenario = try Scenario(text: story(apps: apps, rounds: 1), file: "crowd.yaml", duration: nil)
            var world = World(book, names: scenario.names)
            let opening = 3 * apps
            for step in scenario.steps[..<opening] { _ = world.take(step.step) }
            let steps = scenario.steps[opening...]
            let clock = Clock(id: CLOCK_THREAD_CPUTIME_ID)
            let before = clock.seconds
            for step in steps { _ = world.take(step.step) }
            times[book.name] = (clock.seconds - before) / Double(steps.count) * 1000
        }
        return [
            Figure(
                name: "step.crowd", value: times.values.max() ?? .nan, unit: "ms a step, 250 apps, mean",
                better: .lower, limit: 1, peers: times)
        ]
    }

    /// The apps are launched and play, then each in turn becomes active, and inactive, so many times.
    static func story(apps: Int, rounds: Int) -> String {
        var text = "scenario: A crowd\nrules: iPhoneOS3\nsteps:\n"
        for app in 0..<apps {
            text += "  - {at: 0, do: setCategory, app: a\(app), category: playback}\n"
            text += "  - {at: 0, do: play, app: a\(app), sound: s}\n"
            text += "  - {at: 0, do: setActive, app: a\(app), to: true}\n"
        }
        for _ in 0..<rounds {
            for app in 0..<apps { text += "  - {at: 1, do: setActive, app: a\(app), to: true}\n" }
            for app in 0..<apps { text += "  - {at: 1, do: setActive, app: a\(app), to: false}\n" }
        }
        return text
    }

    /// The timeline of 1,000 sounds.
    static func timeline(_ setup: Setup) throws -> [Figure] {
        var text = "scenario: A thousand sounds\nrules: iPhoneOS3\nsounds:\n"
        for sound in 0..<sounds { text += "  s\(sound): {tone: 440, seconds: 0.1}\n" }
        text += "steps:\n"
        for sound in 0..<sounds { text += "  - {at: \(Double(sound) / 50), do: play, app: a, sound: s\(sound)}\n" }
        let run = ScenarioRun(try Scenario(text: text, file: "thousand.yaml", duration: nil))
        let clock = Clock(id: CLOCK_THREAD_CPUTIME_ID)
        let before = clock.seconds
        let length = run.timeline().utf8.count
        let seconds = clock.seconds - before
        return [
            Figure(
                name: "timeline.thousand", value: seconds, unit: "s for 1,000 sounds", better: .lower, limit: 0.5,
                peers: ["kB of text": Double(length) / 1000])
        ]
    }
}
