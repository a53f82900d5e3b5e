import Foundation
import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

@testable import Page

/// Scenarios that are opened on a table: their steps have been tried, as if a person had done them.
struct OpenedScenarioTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios")

    /// Every scenario of the repository, by its path.
    static let files: [String] = {
        let walk = FileManager.default.enumerator(atPath: folder.path)
        var files: [String] = []
        while let file = walk?.nextObject() as? String { if file.hasSuffix(".yaml") { files.append(file) } }
        return files.sorted()
    }()

    private static func scenario(_ text: String, _ file: String) throws -> Scenario {
        try Scenario(text: text, file: file) { _ in 3 }
    }

    private let own = [
        TrialSound(id: "song", seconds: 4.5, loops: true, scenario: "{tone: 440}"),
        TrialSound(id: "prompt", seconds: 1.5, loops: false, scenario: "{tone: 660, seconds: 1.5}"),
        TrialSound(id: "ringtone", seconds: 2, loops: true, scenario: nil),
    ]

    private func opened(_ scenario: Scenario) -> PageConversation {
        PageConversation(scenario, sounds: own, duration: { _ in 3 }, at: Instant(seconds: 1_000))
    }

    @Test("Each step comes to what check makes of it, and what is saved again comes to the same")
    func everyScenario() throws {
        #expect(Self.files.count > 20)
        for file in Self.files {
            let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            for telling in try Self.scenario(text, file).tellings.prefix(2) {
                let run = ScenarioRun(telling)
                var table = opened(telling).tree
                #expect(table.path.compactMap { $0.reply?.json } == run.entries.map { $0.reply.json }, "\(file)")
                let saved = table.text(
                    as: .scenario,
                    sounds: telling.sounds.reduce(into: [:]) {
                        $0[$1.id] = TrialSound($1, duration: { _ in 3 }).scenario
                    })
                let again = ScenarioRun(try Self.scenario(saved, file))
                #expect(
                    again.failures.isEmpty && again.book == run.book && again.scenario.title == telling.title, "\(file)"
                )
                #expect(again.entries.map { $0.reply.json } == run.entries.map { $0.reply.json }, "\(file)")
                // Any step can be gone back to, and another branch tried.
                let middle = table.trials.count / 2
                let went = table.go(to: middle, at: Instant(seconds: 2_000))
                #expect(went && table.path.count == middle, "\(file)")
                let lock = try PositionedValue(json: Array(#"{"do": "lock"}"#.utf8), line: 1)
                guard case .tried(let number) = table.attempt(lock, at: Instant(seconds: 2_001)) else {
                    Issue.record("\(file): no other branch")
                    continue
                }
                #expect(table.trials[number].parent == middle && table.path.count == middle + 1, "\(file)")
            }
        }
    }

    @Test("What a header sets holds: its book, what is otherwise in it, its sounds and their lengths")
    func header() throws {
        let text = """
            scenario: "A header: all of it"
            rules: modern
            set: {C3: headphones}
            sounds:
              left: {file: sounds/left.flac}
              hum: {tone: 100.5, dB: -20}
              ringtone: {noise: pink, seconds: 4}
            steps:
              - {at: 1, do: play, app: nav, sound: left}
              - {at: 2, do: play, app: ipod, sound: hum, note: it stays}
              - {at: 2.5, do: systemSound, app: blog, sound: prompt}
              - {at: 9, do: wait, expect: {heard: [ipod/hum, blog/prompt]}}
            """
        let scenario = try Self.scenario(text, "story.yaml")
        var talk = opened(scenario)
        #expect(talk.tree.book == scenario.book && scenario.book != .modern)
        let vocabulary = talk.lines(at: Instant(seconds: 1_000))[0]
        #expect(
            vocabulary.contains(#""left": {"seconds": 3.0, "loops": false, "source": {"file": "sounds/left.flac"}}"#))
        #expect(vocabulary.contains(#""hum": {"seconds": 1.0, "loops": true, "source": {"tone": 100.5, "dB": -20}}"#))
        #expect(vocabulary.contains(#""song": {"seconds": 4.5, "loops": true}"#))
        // The scenario does not describe the prompt, so it has no end there, as for check.
        #expect(talk.tree.soundLengths == ["left": 3, "ringtone": 4])
        let answer = talk.follow(Array(#"{"text": "scenario"}"#.utf8), at: Instant(seconds: 1_000)).answer
        let saved = try #require(try PositionedValue(json: Array(answer.json.utf8), line: 1)["text"]?.string)
        for line in [
            #"scenario: "A header: all of it""#, "rules: modern", "set: {C3: headphones}",
            #"  left: {file: "sounds/left.flac"}"#, "  hum: {tone: 100.5, dB: -20}",
            "  ringtone: {noise: pink, seconds: 4, dB: -12}", #"note: "it stays""#,
        ] { #expect(saved.contains(line), "\(line) in \(saved)") }
        #expect(ScenarioRun(try Self.scenario(saved, "again.yaml")).holds)
    }

    /// Opens a text as a page does.
    private func load(_ text: String, _ talk: inout PageConversation, _ rest: String = "") -> PageConversation.Outcome {
        talk.follow(
            Array(#"{"load": {"file": "a.yaml", "text": \#(text.quoted)\#(rest)}}"#.utf8), at: Instant(seconds: 1_000))
    }

    @Test("What is wrong with a scenario is told with its place, and what was on the table stays")
    func wrong() throws {
        var talk = PageConversation(.iPhoneOS3, sounds: own, at: Instant(seconds: 1_000))
        _ = talk.follow(Array(#"{"step": {"do": "lock"}}"#.utf8), at: Instant(seconds: 1_000))
        for (text, problem) in [
            ("steps:\n  - {at: 0, do: dance}", "a.yaml:2:17: there is no verb"),
            ("steps: [", "a.yaml:2:1: this is not YAML"), ("rules: none\nsteps: []", "a.yaml:1:8: \"rules\" must be"),
            ("hello", "a.yaml:1:1: a scenario is an object"),
        ] {
            let outcome = load(text, &talk)
            #expect(outcome.answer.status == 422 && !outcome.hasChanged, "\(text)")
            let answer = try PositionedValue(json: Array(outcome.answer.json.utf8), line: 1)
            guard case .array(let problems)? = answer["problems"]?.content else { throw Wrong() }
            #expect(problems.first?.string?.hasPrefix(problem) == true, "\(outcome.answer.json)")
            #expect(talk.tree.trials.count == 2)
        }
        #expect(talk.follow(Array(#"{"load": {"text": ""}}"#.utf8), at: Instant(seconds: 1_000)).answer.status == 400)
    }

    @Test("A scenario is opened without its sound files, too: each lasts as long as is needed, and is named")
    func missingSounds() throws {
        var talk = PageConversation(.modern, sounds: own, at: Instant(seconds: 1_000))
        let text = """
            sounds: {a: {file: b/c.wav}, b: {file: d.wav}}
            steps: [{at: 0, do: play, app: x, sound: a}, {at: 9, do: play, app: x, sound: b, expect: {heard: [x/b]}}]
            """
        let without = load(text, &talk, #", "seconds": {"d.wav": 5}"#).answer
        #expect(without.status == 200 && without.json.contains(#""missing": ["b/c.wav"]"#), "\(without.json)")
        #expect(talk.tree.soundLengths["a"] == 4.5 && talk.tree.soundLengths["b"] == 5)
        let with = load(text, &talk, #", "seconds": {"c.wav": 2, "b/c.wav": 4, "d.wav": 5}"#).answer
        #expect(with.json.contains(#""missing": []"#) && talk.tree.soundLengths["a"] == 4)
    }

    private struct Wrong: Error {}

    @Test("More steps than a table holds are refused whole")
    func tooMany() {
        var talk = PageConversation(.iPhoneOS3, sounds: own, at: Instant(seconds: 1_000))
        let steps = (0..<TrialTree.limit).map { "  - {at: \($0), do: lock}" }.joined(separator: "\n")
        let outcome = load("steps:\n" + steps, &talk)
        #expect(outcome.answer.status == 422 && outcome.answer.json.contains("a table holds less than"))
        #expect(talk.tree.trials.count == 1)
    }

    @Test(
        "No expectation of a scenario fails because its sound files were not opened with it",
        arguments: files.filter { !$0.contains("/") })
    func withoutSounds(file: String) throws {
        var talk = PageConversation(.modern, sounds: PageSounds().all, at: Instant(seconds: 1_000))
        let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        let outcome = load(text, &talk)
        let answer = try PositionedValue(json: Array(outcome.answer.json.utf8), line: 1)
        #expect(answer["unmet"]?.json == "[]", "\(outcome.answer.json)")
    }

    @Test("What does not come out as a scenario expects is told with its place; beginning anew forgets its sounds")
    func unmet() throws {
        var talk = PageConversation(.iPhoneOS3, sounds: own, at: Instant(seconds: 1_000))
        let outcome = load(
            """
            sounds: {song: {tone: 880, seconds: 1}}
            steps:
              - {at: 0, do: play, app: game, sound: song, expect: {heard: [game/song]}}
              - {at: 1, do: lock, expect: {heard: [game/song]}}
            """, &talk)
        #expect(outcome.hasChanged)
        let answer = try PositionedValue(json: Array(outcome.answer.json.utf8), line: 1)
        #expect(answer["steps"]?.json == "2.0" && answer["expectations"]?.json == "2.0")
        guard case .array(let unmet)? = answer["unmet"]?.content else { throw Wrong() }
        #expect(unmet.count == 1 && unmet[0].string?.hasPrefix("a.yaml:4:") == true, "\(outcome.answer.json)")
        let kept = talk.follow(Array(#"{"rules": "modern"}"#.utf8), at: Instant(seconds: 1_000))
        #expect(kept.answer.json.contains(#""steps": 2"#) && talk.tree.trials.count == 3)
        let anew = talk.follow(Array(#"{"begin": "modern"}"#.utf8), at: Instant(seconds: 1_000))
        #expect(anew.hasChanged)
        #expect(talk.lines(at: Instant(seconds: 1_000))[0].contains(#""song": {"seconds": 4.5, "loops": true}"#))
    }
}
