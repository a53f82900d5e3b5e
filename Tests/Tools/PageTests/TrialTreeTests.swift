import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

@testable import Page

/// The trials of a table: a tree of worlds, each as if only its own steps had been.
struct TrialTreeTests {
    private func step(_ text: String) throws -> PositionedValue { try PositionedValue(json: text.utf8, line: 1) }

    private func seconds(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    /// Steps of all kinds, some of which the world refuses.
    private static let steps = [
        #"{"do": "launch", "app": "ipod", "kind": "system"}"#, #"{"do": "play", "app": "ipod", "sound": "song"}"#,
        #"{"do": "launch", "app": "nav", "backgroundAudio": true}"#,
        #"{"do": "setCategory", "app": "nav", "category": "playback", "options": ["duckOthers"]}"#,
        #"{"do": "setActive", "app": "nav", "to": true}"#, #"{"do": "play", "app": "nav", "sound": "prompt"}"#,
        #"{"do": "ringSwitch", "to": "silent"}"#, #"{"do": "ringSwitch", "to": "ring"}"#,
        #"{"do": "plug", "port": "headphones"}"#, #"{"do": "unplug", "port": "headphones"}"#,
        #"{"do": "call", "phase": "incoming"}"#, #"{"do": "call", "phase": "declined"}"#, #"{"do": "lock"}"#,
        #"{"do": "alert", "kind": "message"}"#, ##"{"do": "systemSound", "app": "a\"#<b>", "sound": "tap"}"##,
        #"{"do": "ask", "app": "nav", "for": "otherAudioIsPlaying"}"#, #"{"do": "wait", "at": 40}"#,
    ]

    /// A table on which steps were tried in an order that a number decides, with going back in between.
    private func table(_ book: RuleBook, seed: Int) throws -> TrialTree {
        var table = TrialTree(book, soundLengths: ["prompt": 1.5, "tap": 0.08], at: seconds(1_000))
        var (state, now) = (UInt64(seed) &* 2_654_435_761 &+ 1, 1_000.0)
        for _ in 0..<60 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            now += Double(state >> 60) / 10
            if (state >> 40) % 5 == 0 {
                do {
                    let went = table.go(to: Int(state >> 33) % table.trials.count, at: seconds(now))
                    #expect(went)
                }
            } else {
                let text = Self.steps[Int(state >> 33) % Self.steps.count]
                guard case .tried(let number) = table.attempt(try step(text), at: seconds(now)) else {
                    Issue.record("\(text) is no step")
                    continue
                }
                #expect(table.here == number)
            }
        }
        return table
    }

    @Test("Each trial's reply is what the oracle replies to the steps before it and to it", arguments: [1, 2, 3, 4])
    func repliesAreTheOracles(_ seed: Int) throws {
        for book in RuleBook.all {
            var table = try table(book, seed: seed)
            for number in table.trials.indices {
                do {
                    let went = table.go(to: number, at: seconds(2_000))
                    #expect(went)
                }
                var world = World(book)
                for trial in table.path {
                    let again = world.apply(try #require(trial.step))
                    #expect(again.json == trial.reply?.json)
                }
                #expect(table.path.last?.number == (number == 0 ? nil : number))
            }
        }
    }

    @Test("A saved scenario is read again, and holds", arguments: [5, 6, 7, 8])
    func scenariosHold(_ seed: Int) throws {
        for book in RuleBook.all {
            let table = try table(book, seed: seed)
            let text = table.text(as: .scenario, sounds: ["prompt": "{tone: 660, seconds: 1.5, dB: -12}"])
            let scenario = try Scenario(text: text, file: "tried.yaml", duration: nil)
            let run = ScenarioRun(scenario)
            #expect(run.entries.count == table.path.count)
            #expect(run.holds, "\(run.failures)\n\(text)")
        }
    }

    @Test("Undo and redo walk along the branch that was visited last")
    func undoing() throws {
        var table = TrialTree(.modern, at: .zero)
        _ = table.attempt(try step(#"{"do": "lock"}"#), at: seconds(1))
        _ = table.attempt(try step(#"{"do": "unlock"}"#), at: seconds(2))
        #expect((table.previous, table.next) == (1, nil))
        do {
            let went = table.go(to: 1, at: seconds(3))
            #expect(went)
        }
        #expect(table.present(at: seconds(3)).state.isLocked)
        #expect((table.previous, table.next) == (0, 2))
        // The time of a world that is put on the table continues from its own step.
        #expect(table.time(at: seconds(3.5)) == seconds(1.5))
        _ = table.attempt(try step(#"{"do": "ringSwitch", "to": "silent"}"#), at: seconds(4))
        #expect(table.trials[3].parent == 1)
        do {
            let went = table.go(to: 1, at: seconds(5))
            #expect(went)
        }
        #expect(table.next == 3)
        do {
            let went = table.go(to: 2, at: seconds(6))
            #expect(went)
        }
        do {
            let went = table.go(to: 1, at: seconds(7))
            #expect(went)
        }
        #expect(table.next == 2)
        do {
            let went = table.go(to: 4, at: seconds(8))
            #expect(!went)
        }
        do {
            let went = table.go(to: -1, at: seconds(8))
            #expect(!went)
        }
        #expect(table.here == 1)
    }

    @Test("What is no step is not kept; a step that a rule refuses is, with the rule")
    func refusals() throws {
        var table = TrialTree(.iPhoneOS3, at: .zero)
        guard case .unreadable = table.attempt(try step(#"{"do": "lok"}"#), at: seconds(1)) else {
            Issue.record("a misspelt verb was taken")
            return
        }
        #expect(table.trials.count == 1)
        _ = table.attempt(try step(#"{"do": "unplug", "port": "headphones"}"#), at: seconds(1))
        #expect(table.trials.last?.reply?.outcome.name == "badParam")
    }

    @Test("A sound with a known length ends by itself, and the table says when")
    func dueTimes() throws {
        var table = TrialTree(.iPhoneOS3, soundLengths: ["prompt": 1.5], at: seconds(10))
        _ = table.attempt(try step(#"{"do": "play", "app": "nav", "sound": "prompt"}"#), at: seconds(12))
        #expect(table.nextDue(after: seconds(12)) == seconds(13.5))
        #expect(table.present(at: seconds(13)).moment.heard.count == 1)
        let after = table.present(at: seconds(14))
        #expect(after.moment.heard.isEmpty)
        #expect(after.meanwhile.flatMap(\.notices).map(\.message.name) == ["soundFinished"])
        #expect(table.nextDue(after: seconds(14)) == nil)
        // Asking has changed nothing.
        #expect(table.present(at: seconds(13)).moment.heard.count == 1)
    }

    @Test("A step that lies ahead takes time along")
    func jumps() throws {
        var table = TrialTree(.iPhoneOS3, at: seconds(100))
        _ = table.attempt(try step(#"{"do": "wait", "at": 30}"#), at: seconds(101))
        #expect(table.time(at: seconds(101)) == seconds(30))
        #expect(table.time(at: seconds(102)) == seconds(31))
    }

    @Test("Two books are told apart where they differ, and nowhere else")
    func comparing() throws {
        var table = TrialTree(.iPhoneOS3, at: .zero)
        for text in [
            #"{"do": "launch", "app": "game"}"#, #"{"do": "play", "app": "game", "sound": "theme"}"#,
            #"{"do": "call", "phase": "incoming"}"#, #"{"do": "call", "phase": "answered"}"#,
        ] { _ = table.attempt(try step(text), at: seconds(1)) }
        #expect(table.compared(under: .iPhoneOS3) == (0, 4))
        // An answered call ends the app in the old book only.
        #expect(table.compared(under: .modern) == (1, 4))
        #expect(table.book.name == "iPhoneOS3")
    }

    @Test("Another book decides every step anew, marks those that come out otherwise, and loses none, on any branch")
    func decidingAnew() throws {
        var table = TrialTree(.iPhoneOS3, at: .zero)
        for text in [
            #"{"do": "launch", "app": "game"}"#, #"{"do": "play", "app": "game", "sound": "theme"}"#,
            #"{"do": "call", "phase": "incoming"}"#, #"{"do": "call", "phase": "answered"}"#,
        ] { _ = table.attempt(try step(text), at: seconds(1)) }
        let went = table.go(to: 2, at: seconds(2))
        #expect(went)
        _ = table.attempt(try step(#"{"do": "lock"}"#), at: seconds(3))
        let before = table
        table.decide(under: .modern, bookFile: nil)
        #expect(table.book.name == "modern" && table.firstBook.name == "modern")
        #expect(table.trials.map(\.differs) == [false, false, false, false, true, false])
        #expect(table.here == before.here && table.trials.map(\.parent) == before.trials.map(\.parent))
        #expect(table.time(at: seconds(4)) == before.time(at: seconds(4)))
        table.decide(under: .iPhoneOS3, bookFile: nil)
        #expect(table.trials.map { $0.reply?.json } == before.trials.map { $0.reply?.json })
    }

}
