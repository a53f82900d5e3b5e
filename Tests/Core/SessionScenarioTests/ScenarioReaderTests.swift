import SessionPolicy
import Testing

@testable import SessionScenario
@testable import SessionWorld

@Suite struct ScenarioReaderTests {
    private func scenario(_ text: String) throws -> Scenario {
        try Scenario(text: text, file: "folder/story.yaml") { (path) throws(SoundDurationError) in
            guard path == "folder/Sounds/song.flac" else { throw SoundDurationError("\(path): gone; bring it back") }
            return 24
        }
    }

    @Test("A scenario is read with its rules, sounds, steps and expectations")
    func whole() throws {
        let scenario = try scenario(
            """
            scenario: A title
            source: somewhere
            rules: modern
            sounds:
              song: {file: Sounds/song.flac}
              drone: {file: Sounds/song.flac, loops: true}
              beep: &beep {tone: 3000, seconds: 1.5, dB: -6}
              hiss: {noise: pink}
              rest: {silence: 2}
              copy: *beep
            steps:
              - {at: 0, do: play, app: a, sound: song}
              - {do: play, app: a, sound: song, seconds: 2}
              - {do: play, app: a, sound: drone}
              - {do: alertSound, app: a, sound: beep, note: on, expect: {result: ok}}
              - {do: systemSound, app: a, sound: unknown}
            """)
        #expect(scenario.title == "A title")
        #expect(scenario.shortName == "story")
        #expect(scenario.book == .modern)
        #expect(
            scenario.sounds.map(\.sound) == [
                .file(path: "folder/Sounds/song.flac", loops: false),
                .file(path: "folder/Sounds/song.flac", loops: true), .tone(hertz: 3000, seconds: 1.5, decibels: -6),
                .noise(.pink, seconds: nil, decibels: -12), .silence(seconds: 2),
                .tone(hertz: 3000, seconds: 1.5, decibels: -6),
            ])
        #expect(scenario.steps.map { length(of: $0) } == [24_000, 2_000, nil, 1_500, 500])
        #expect(scenario.steps[3].note == "on")
        #expect(scenario.steps[3].text == "alertSound a beep")
        #expect(scenario.steps[3].expectations.map(\.key) == ["result"])
        #expect(scenario.steps[3].step.position == SourcePosition(line: 15, column: 5))
    }

    /// The length of a started sound, in milliseconds.
    private func length(of step: ScenarioStep) -> Int64? {
        guard case .event(.app(_, let event)) = step.step.action else { return nil }
        return switch event {
        case .play(_, let length, _): length.map { $0.nanoseconds / 1_000_000 }
        case .systemSound(_, let length, _), .alertSound(_, let length): length.nanoseconds / 1_000_000
        default: nil
        }
    }

    @Test("Plain scalars are those of the core schema")
    func coreSchema() throws {
        let expected: [(String, String)] = [
            ("on", "\"on\""), ("yes", "\"yes\""), ("true", "true"), ("True", "true"), ("~", "nothing"),
            ("12", "the number 12.0"), ("-1.5e2", "the number -150.0"), (".5", "the number 0.5"),
            ("0x1F", "the number 31.0"), ("0o17", "the number 15.0"), ("1_000", "\"1_000\""),
            (".inf", "the number inf"),
            ("0x1p3", "\"0x1p3\""), ("nan", "\"nan\""), ("1.2.3", "\"1.2.3\""), ("'12'", "\"12\""),
            ("!!str 12", "\"12\""), ("12:30", "\"12:30\""), ("!!int '12'", "the number 12.0"),
            ("!!float 2", "the number 2.0"), ("!!bool true", "true"), ("!!null ''", "nothing"),
            ("!!seq []", "a list"), ("!!map {}", "an object"), ("! 12", "\"12\""), ("! []", "a list"),
        ]
        for (text, kind) in expected { #expect(try YAMLReader.read("x: \(text)")["x"]?.kind == kind, "\(text)") }
    }

    @Test(
        "A wrong scenario is refused with place and remedy",
        arguments: [
            ("", "1:1: a scenario is an object"),
            ("a: 1\nsteps: []", "1:1: a scenario has no key \"a\"; its keys are scenario, rule, source"),
            ("scenario: x", "1:1: the scenario lacks \"steps\""),
            ("steps: {}", "1:8: \"steps\" must be a list"),
            ("rules: iOS2\nsteps: []", "1:8: \"rules\" must be a rule book or a version that one covers"),
            (
                "rules: 2\nsteps: []",
                "found the number 2.0, and there are iPhoneOS3 (iPhone OS 3), iOS4 (iOS 4), iOS6 (iOS 5"
            ),
            ("rules: [modern, iOS 27.2]\nsteps: []", "1:17: \"rules\" has the book modern twice; name it once"),
            ("rules: []\nsteps: []", "1:8: \"rules\" is an empty list"),
            ("set: C3\nsteps: []", "1:6: \"set\" must be an object, such as {C3: headphones}; found \"C3\""),
            ("set: {C3: sideways}\nsteps: []", "1:11: C3 must be one of speaker, headphones"),
            ("set: {C3: true}\nsteps: []", "1:11: C3 must be one of speaker, headphones"),
            ("set: {duckGain: 0.5, duckGian: 1}\nsteps: []", "1:22: there is no such setting; there are C1"),
            ("set: {duckGain: 2}\nsteps: []", "1:17: duckGain must be a number from 0.0 to 1.0"),
            ("set:\n  hasResumeFlag: 1\nsteps: []", "2:18: hasResumeFlag must be true or false"),
            ("set: {C3: [headphones]}\nsteps: []", "1:11: \"C3\" must be a word, a flag or a number; found a list"),
            ("test: x\nsteps: []", "1:7: \"test\" must be an object with the keys repository, file, name"),
            ("test: {repository: a/b, path: c}\nsteps: []", "1:25: test has no key \"path\"; its keys are repository"),
            ("test: {repository: a/b, file: c}\nsteps: []", "1:7: test lacks \"name\""),
            ("rule: R-D\u{212A}-1\nsteps: []", "1:7: there is no rule \"R-D\u{212A}-1\""),
            ("steps: [{do: lock, expect: {heard: [a/b/c]}}]", "1:37: \"a/b/c\" may be more than one sound"),
            ("rule: R-DK-99\nsteps: []", "1:7: there is no rule \"R-DK-99\""),
            ("rule: [R-DK-1, 2]\nsteps: []", "1:16: there is no rule the number 2.0"),
            ("steps: [\n", "this is not YAML"),
            ("steps: []\nsteps: []", "2:1: the key \"steps\" stands twice"),
            ("steps: []\n---\nsteps: []", "2:1: a second document begins here"),
            ("steps: *nowhere", "1:8: the alias *nowhere stands for nothing; define its anchor first"),
            ("steps: &a [*a]", "1:12: the alias *a stands for nothing"),
            ("steps: [{do: !mine lock}]", "1:14: the tag !mine means nothing here"),
            ("steps: !!set {lock}", "1:8: the tag !!set means nothing here"),
            ("steps: [{do: lock, at: !!int 1.5}]", "1:24: \"1.5\" is not what its tag !!int says"),
            ("steps:\n  - {do: lock\n", "3:1: this is not YAML: while parsing a flow mapping, did not find"),
            ("steps: []\r\nnote: é\u{1}", "2:8: this is not YAML: control characters are not allowed"),
            ("\u{FEFF}steps: {}", "1:8: \"steps\" must be a list"),
            ("{[steps]: []}", "1:2: a key must be a word; found a list or an object"),
            ("steps:\n  - {do: lock, at: 2}\n  - {do: unlock, at: 1}", "3:22: time runs backwards from 2.0 to 1.0"),
            ("steps:\n  - {do: lock, at: .nan}", "2:20: \"at\" must be a number"),
            ("steps:\n  - do: dance", "2:9: there is no verb \"dance\""),
            ("steps:\n  - {do: play, app: 1, sound: s}", "2:21: \"app\" must be a string; found the number 1.0"),
            (
                "steps: [{do: lock}, {do: rules, to: modern}]",
                "1:21: the rule book can be changed by the first step only"
            ),
            ("steps: [{do: lock, expect: {hears: []}}]", "1:29: \"expect\" has no key \"hears\"; its keys are result"),
            ("steps: [{do: lock, expect: {heard: song}}]", "1:36: \"heard\" must be a list"),
            ("steps: [{do: lock, expect: {heard: [song]}}]", "1:37: a sound is app/sound"),
            ("steps: [{do: lock, expect: {rules: [R-DK-99]}}]", "1:37: there is no rule \"R-DK-99\""),
            ("steps: [{do: lock, expect: {result: fine}}]", "1:37: \"result\" takes only ok, badParam"),
            ("steps: [{do: lock, expect: {noEvents: false}}]", "1:39: \"noEvents\" must be true"),
            ("steps: [{do: lock, expect: {heardOn: {alarm: [desk]}}}]", "1:47: \"outputs\" takes only HDMI, airPlay"),
            ("steps: [{do: lock, expect: {events: [{name: x}]}}]", "1:45: \"name\" takes only interruption"),
            ("steps: [{do: lock, expect: {gainDB: {a/b: loud}}}]", "1:43: \"gainDB\" takes only numbers"),
            ("sounds: {a: {}}\nsteps: []", "1:13: the sound \"a\" must be one of {file: PATH}"),
            ("sounds: {a: {tone: 1, file: x}}\nsteps: []", "1:23: the sound \"a\" must be one of"),
            ("sounds: {a: {tone: 0}}\nsteps: []", "1:20: \"tone\" must be a number from 1 to 20000"),
            ("sounds: {a: {tone: 440, dB: 3}}\nsteps: []", "1:29: \"dB\" must be a number from -144 to 0"),
            ("sounds: {a: {noise: red}}\nsteps: []", "1:21: \"noise\" must be one of white, pink"),
            ("sounds: {a: {silence: 1e308}}\nsteps: []", "1:23: \"silence\" must be a number"),
            ("sounds: {a: {silence: 1, dB: 0}}\nsteps: []", "1:26: a silence has no key \"dB\""),
            ("sounds: {a: {file: no.wav}}\nsteps: []", "1:20: folder/no.wav: gone; bring it back"),
        ])
    func refused(text: String, says: String) {
        let error = #expect(throws: ScenarioError.self) { try scenario(text) }
        #expect(error?.description.hasPrefix("folder/story.yaml:") == true)
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test("A scenario cites one rule or several, and is explained by them")
    func citedRules() throws {
        #expect(try scenario("steps: []").rules == [])
        #expect(try scenario("rule: R-DK-1\nsteps: []").rules == [.dk1])
        let cites = try scenario("rule: [R-SW-1, R-LK-1]\nsteps: []")
        #expect(cites.rules == [.sw1, .lk1])
        let explanation = ScenarioRun(cites).explanation()
        #expect(explanation.contains("Shows R-SW-1, R-LK-1\n"))
        #expect(explanation.contains("\nR-LK-1    \(RuleID.lk1.rule.statement.prefix(40))"))
    }

    @Test(
        "A scenario that names no rule book is told under that of the newest system, or as of its first step's version")
    func unnamedBook() throws {
        func names(_ head: String, _ step: String) throws -> [String] {
            let scenario = try scenario("\(head)steps: [\(step)]")
            let run = ScenarioRun(scenario)
            #expect(run.book == scenario.book, "\(head)\(step)")
            return scenario.books.map(\.title)
        }
        #expect(try names("", "") == ["modern"])
        #expect(try names("", "{do: lock}") == ["modern"])
        #expect(try names("", "{do: rules, version: 3}, {do: lock}") == ["iPhoneOS3"])
        #expect(try names("", "{do: rules, version: 4}") == ["modern"])
        #expect(try names("set: {C3: headphones}\n", "{do: rules, version: 2}") == ["iPhoneOS3 with C3=headphones"])
        #expect(try names("rules: iOS6\n", "{do: rules, version: 2}") == ["iOS6"])
    }

    @Test("The header names rule books by the versions that they cover, in words and in numbers")
    func versions() throws {
        #expect(try scenario("rules: 17\nsteps: []").books.map(\.name) == ["iOS18"])
        #expect(
            try scenario("rules: [iPhone OS 3.1, 4, ios5, 'iOS 9.3', 13.7, IOS14, 18.1, 26, Modern]\nsteps: []").books
                == RuleBook.all)
    }

    @Test("What the header sets otherwise holds in each of its rule books")
    func set() throws {
        let told = try scenario("rules: [iPhoneOS3, iOS13]\nset: {C3: headphones, duckGain: 0.1}\nsteps: []")
        #expect(told.books.map(\.name) == ["iPhoneOS3", "iOS13"])
        for book in told.books {
            #expect(book.settings.silentAppliesToHeadphones && book.numbers.duckGain == 0.1)
            #expect(book.title == "\(book.name) with C3=headphones, duckGain=0.1")
        }
        let story = """
            set: {C3: headphones}
            steps:
            - {do: plug, port: headphones}
            - {do: setCategory, app: game, category: ambient}
            - {do: play, app: game, sound: tune}
            - {do: ringSwitch, to: silent, expect: {unheard: {game/tune: R-SW-1}}}
            """
        #expect(ScenarioRun(try scenario(story)).holds)
        #expect(!ScenarioRun(try scenario(story.replacing("headphones}\nsteps", with: "speaker}\nsteps"))).holds)
        #expect(!ScenarioRun(try scenario(story).with([RuleBook.Change("C3", .word("speaker"))])).holds)
    }

    @Test("A case may be told after another project's test")
    func foreignTest() throws {
        let told = try scenario("test: {repository: a/b, file: c/d.cc, name: Duck}\nsteps: []")
        #expect(told.test == ForeignTest(repository: "a/b", file: "c/d.cc", name: "Duck"))
        #expect(try scenario("steps: []").test == nil)
    }

    @Test("All that is wrong is told at once, in the order of the file")
    func several() {
        let text = "rules: 1\nsounds: {a: 1}\nsteps:\n- {do: lock, expect: {x: 1, y: 2}}\n- {do: dance}\nmore: 1"
        let error = #expect(throws: ScenarioError.self) { try scenario(text) }
        #expect(error?.problems.map(\.position.line) == [1, 2, 4, 4, 5, 6])
    }

    @Test("Neither depth nor anchors blow a document up")
    func bombs() {
        let deep = "steps: " + String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
        #expect(throws: ScenarioError.self) { try scenario(deep) }
        #expect(throws: ScenarioError.self) { try scenario(String(repeating: "[", count: 100_000)) }
        var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            bomb +=
                "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
                + "]\n"
        }
        #expect(throws: ScenarioError.self) { try scenario(bomb) }
    }

    @Test("What an alias stands for counts each time, values and text alike, and the limit is told where it is met")
    func aliases() {
        func problem(_ text: String) -> String? {
            let error = #expect(throws: ScenarioError.self) { try scenario(text) }
            return error?.problems.first.map { "\($0.position.line):\($0.position.column): \($0.says)" }
        }
        let limit =
            "the document has more than 1000000 values or 16 MiB of text up to here, with what stands behind its "
            + "aliases; write several smaller files"
        let text = String(repeating: "x", count: 1 << 20)
        // The sixteenth alias is one too many beside the text itself and the words around it.
        let notes =
            "steps:\n- {do: lock, note: &a \(text)}\n" + String(repeating: "- {do: lock, note: *a}\n", count: 30)
        #expect(problem(notes) == "17:20: \(limit)")
        let keys = "steps:\n- {do: lock, note: &a \(text)}\n" + String(repeating: "- {do: lock, *a : 1}\n", count: 30)
        #expect(problem(keys) == "17:14: \(limit)")
        let values =
            "a: &a [\(String(repeating: "1,", count: 999))]\nb: [" + String(repeating: "*a,", count: 2_000) + "]"
        #expect(problem(values)?.hasPrefix("2:") == true && problem(values)?.hasSuffix(limit) == true)
        let deep = "steps: " + String(repeating: "[", count: 900)
        #expect(problem(deep) == "1:71: lists and objects are nested more than 64 deep here; write them flatter")
    }

    @Test("A file that cannot be read says so")
    func unreadableFile() {
        let missing = #expect(throws: ScenarioError.self) { try Scenario(file: "/nowhere/x.yaml", duration: nil) }
        #expect(missing?.description.hasPrefix("/nowhere/x.yaml:1:1: cannot open the file: ") == true)
        let folder = #expect(throws: ScenarioError.self) { try Scenario(file: "/", duration: nil) }
        #expect(folder?.description.hasPrefix("/:1:1: cannot read the file: ") == true)
    }
}
