import SessionPolicy
import Testing

@testable import SessionScenario
@testable import SessionWorld

@Suite struct ScenarioRunTests {
    /// The failures of one expectation after music has begun and a navigator ducks it.
    private func failures(_ expectation: String) throws -> [FailedExpectation] {
        let text = """
            sounds: {prompt: {tone: 440, seconds: 1}}
            steps:
              - {at: 0, do: launch, app: ipod, kind: system}
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: 0, do: setCategory, app: nav, category: playback, options: [duckOthers]}
              - {at: 1, do: play, app: nav, sound: prompt}
              - {at: 2, do: plug, port: headphones, expect: {\(expectation)}}
            """
        return ScenarioRun(try Scenario(text: text, file: "x.yaml", duration: nil)).failures
    }

    @Test(
        "What came out holds",
        arguments: [
            "result: ok", "heard: [ipod/song]", "ducked: [ipod/song]", "unheard: {}", "outputs: [headphones]",
            "events: [{name: routeChange}]", "events: [{to: ipod, reason: newDeviceAvailable}, {to: nav}]",
            "events: [{to: nav, name: soundFinished, sound: prompt}, {name: routeChange}]", "events: []",
            "phases: {nav: active, ipod: active}", "rules: [R-RTE-4, R-RTE-1]", "vibrated: false",
            "gainDB: {ipod/song: -20}", "gainDB: {ipod/song: -20.1}", "rules: []",
            "heardOn: {ipod/song: [headphones]}",
        ])
    func holds(expectation: String) throws {
        #expect(try failures(expectation).map { $0.text(file: "x.yaml") } == [])
    }

    @Test(
        "What did not come out fails, with expected and actual",
        arguments: [
            ("result: badParam", "badParam", "ok"),
            ("answer: true", "true", "no answer"),
            ("heard: []", "nothing", "ipod/song"),
            ("heard: [ipod/song, nav/prompt]", "ipod/song, nav/prompt", "ipod/song"),
            ("ducked: []", "nothing", "ipod/song"),
            ("unheard: {ipod/song: R-SW-1}", "ipod/song by R-SW-1", "ipod/song heard at -20 dB"),
            ("outputs: [builtInSpeaker]", "builtInSpeaker", "headphones"),
            ("noEvents: true", "no event", "{to: ipod, name: routeChange, reason: newDeviceAvailable}"),
            ("phases: {nav: inactive, ipod: active}", "nav inactive", "nav active"),
            ("phases: {game: active}", "game active", "game not running"),
            ("vibrated: true", "true", "false"),
            ("gainDB: {ipod/song: -20.2}", "ipod/song at -20.2 dB", "ipod/song heard at -20 dB"),
            ("gainDB: {nav/prompt: -6}", "nav/prompt at -6 dB", "nav/prompt not started"),
            ("heardOn: {ipod/song: [HDMI]}", "ipod/song on HDMI", "ipod/song heard at -20 dB on headphones"),
            ("rules: [R-DK-2]", "R-DK-2", "R-RTE"),
        ])
    func fails(expectation: String, expected: String, actual: String) throws {
        let failure = try #require(try failures(expectation).first)
        #expect(failure.expected == expected)
        #expect(failure.actual.contains(actual), "\(failure.actual)")
        #expect(failure.position == SourcePosition(line: 7, column: 50))
        #expect(failure.stepText == "plug headphones")
        #expect(!failure.deciding.isEmpty)
    }

    @Test("Events must come in the order in which they are listed")
    func eventOrder() throws {
        let failure = try failures("events: [{name: routeChange}, {name: soundFinished}]").first
        #expect(failure?.expected.hasSuffix("in this order") == true)
    }

    @Test("An answer is compared as it stands in the reply")
    func answers() throws {
        let text = """
            steps:
              - {do: launch, app: a}
              - {do: ask, app: a, for: outputVolume, expect: {answer: 0.5}}
              - {do: ask, app: a, for: currentRoute, expect: {answer: {outputs: [builtInSpeaker], inputs: []}}}
              - {do: ask, app: a, for: volumeSlider, expect: {answer: {slider: 0.5}}}
              - {do: ask, app: a, for: category, expect: {answer: ambient}}
            """
        let run = ScenarioRun(try Scenario(text: text, file: "x.yaml", duration: nil))
        #expect(run.failures.map(\.step) == [4 + 1])
        #expect(run.failures.first?.actual == "soloAmbient")
        #expect(run.holds == false)
        #expect(run.expectationCount == 4)
    }

    @Test("A run goes on as long as finite sounds are heard, and no longer")
    func tail() throws {
        func seconds(_ steps: String) throws -> Double {
            ScenarioRun(try Scenario(text: "steps: [\(steps)]", file: "x.yaml", duration: nil)).seconds
        }
        let music = "{do: launch, app: a, kind: system}, {at: 1, do: play, app: a, sound: s}"
        #expect(try seconds(music) == 1)
        #expect(try seconds(music + ", {do: play, app: a, sound: t, seconds: 4}") == 5)
        let silent = "{do: ringSwitch, to: silent}, {do: play, app: b, sound: t, seconds: 4}"
        #expect(try seconds(silent) == 0)
    }

    @Test("The moments of a run come in the order of time, those after the last step too")
    func moments() throws {
        let text = """
            steps:
              - {do: play, app: a, sound: s, seconds: 1}
              - {at: 3, do: play, app: a, sound: s, seconds: 1.5}
            """
        let run = ScenarioRun(try Scenario(text: text, file: "x.yaml", duration: nil))
        #expect(run.moments.map { $0.at.nanoseconds / 1_000_000 } == [0, 1000, 3000, 4500])
        #expect(run.moments.map(\.started.count) == [1, 0, 1, 0])
        #expect(run.moments.map(\.heard.count) == [1, 0, 1, 0])
    }

    @Test("The timeline stays within its width, and an explanation says each rule once", arguments: [60, 80, 100])
    func timeline(width: Int) throws {
        let text = """
            sounds: {prompt: {tone: 440, seconds: 1}}
            steps:
              - {at: 0, do: launch, app: ipod, kind: system}
              - {at: 0, do: play, app: ipod, sound: song}
              - {at: 1, do: setCategory, app: nav, category: playback, options: [duckOthers]}
              - {at: 4, do: play, app: nav, sound: prompt}
              - {at: 6, do: setActive, app: nav, to: false}
              - {at: 8, do: stop, app: ipod, expect: {heard: [ipod/song]}}
            """
        let run = ScenarioRun(try Scenario(text: text, file: "x.yaml", duration: nil))
        #expect(run.timeline(width: width).split(separator: "\n").allSatisfy { $0.count <= width })
        #expect(run.timeline().contains("✗ FAILS  heard: expected ipod/song; actual nothing"))
        #expect(run.verdict.hasPrefix("FAILS: x.yaml: x (6 steps, 1 expectation, 1 failed)"))
        #expect(run.explanation(of: 4).contains("R-DK-1"))
        #expect(!run.explanation(of: 1).contains("R-DK-1"))
        let all = run.explanation(width: width)
        #expect(all.split(separator: "\n").allSatisfy { $0.count <= width })
        #expect(all.split(separator: "\nR-ACT-1   ").count == 2)
        let style = TextStyle(width: width, hasColours: true)
        #expect(run.verdict(style).contains("✗") && run.verdict(.plain).hasPrefix("✗ FAILS: x.yaml"))
        let column = run.verdict(TextStyle(width: width, hasColours: false))
        #expect(column.columns == width && column.hasSuffix("6 steps, 1 expectation, 1 failed"))
    }
}
