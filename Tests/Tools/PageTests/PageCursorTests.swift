import Randomness
import SessionPolicy
import SessionWorld
import Testing

@testable import Page

extension PageConversation {
    /// All lines for a page that has been told nothing.
    func lines(at now: Instant) -> [String] {
        var cursor = PageCursor()
        return lines(after: &cursor, at: now)
    }

    /// The lines that a page has not been told yet.
    func lines(after cursor: inout PageCursor, at now: Instant) -> [String] {
        var lines: [String] = []
        while let line = line(after: &cursor, at: now) { lines.append(line) }
        return lines
    }
}

/// The lines for pages, however quickly they ask.
struct PageCursorTests {
    private static let sounds = [
        TrialSound(id: "song", seconds: 4.5, loops: true, scenario: "{tone: 440}"),
        TrialSound(id: "tap", seconds: 0.08, loops: false, scenario: "{tone: 2637}"),
    ]

    /// The state that a page makes of the lines, as `main.js` does.
    private struct Page: Equatable {
        var vocabulary = ""
        var trials: [Double: String] = [:]
        var here = ""
        /// The sounds that have begun since the page knows the table.
        var started: Set<String> = []

        mutating func receive(_ line: String) throws {
            let value = try PositionedValue(json: line.utf8, line: 1)
            if value["hello"] != nil {
                self = Page(vocabulary: line)
            } else if case .number(let number)? = value["trial"]?.content {
                #expect(trials[number] == nil && Double(trials.count) == number, "told in order, and once")
                trials[number] = line
            } else {
                here = value.json
                guard case .array(let sounding)? = value["sounding"]?.content else { return }
                started.formUnion(
                    sounding.filter { $0["starts"]?.json == "true" }.compactMap { $0["name"]?.string })
            }
        }
    }

    @Test("A page that asks now and then knows in the end what one knows that asks at once")
    func slowPages() throws {
        var random = SplitMix()
        var talk = PageConversation(.modern, sounds: Self.sounds, at: .zero)
        var (quick, slow) = ((page: Page(), cursor: PageCursor()), (page: Page(), cursor: PageCursor()))
        let messages = [
            #"{"step": {"do": "play", "app": "ipod", "sound": "song"}}"#, #"{"undo": true}"#, #"{"redo": true}"#,
            #"{"step": {"do": "systemSound", "app": "blog", "sound": "tap"}}"#, #"{"go": 1}"#, #"{"go": 0}"#, "{}",
            #"{"step": {"do": "call", "phase": "incoming"}}"#, #"{"step": {"do": "dance"}}"#, "pass",
        ]
        for place in 0..<600 {
            let now = Instant(seconds: Double(place) / 10)
            switch Int.random(in: 0..<80, using: &random) {
            case 0: _ = talk.follow(Array(#"{"begin": "iOS6"}"#.utf8), at: now)
            case 1:
                let text = "steps: [{at: 2, do: play, app: ipod, sound: song}, {do: lock}]"
                _ = talk.follow(Array(#"{"load": {"file": "a.yaml", "text": "\#(text)"}}"#.utf8), at: now)
            default:
                let message = random.pick(messages)
                if message == "pass" { talk.passTime() } else { _ = talk.follow(Array(message.utf8), at: now) }
            }
            for line in talk.lines(after: &quick.cursor, at: now) { try quick.page.receive(line) }
            // The slow one takes a few lines, seldom all of them.
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                guard let line = talk.line(after: &slow.cursor, at: now) else { break }
                try slow.page.receive(line)
            }
            if random.chance(3) || place == 599 {
                talk.passTime()
                for line in talk.lines(after: &quick.cursor, at: now) { try quick.page.receive(line) }
                for line in talk.lines(after: &slow.cursor, at: now) { try slow.page.receive(line) }
                let known = slow.page.trials
                #expect(slow.page.vocabulary == quick.page.vocabulary && known == quick.page.trials, "\(random)")
                #expect(known.count == talk.tree.trials.count, "\(random)")
                #expect(Self.withoutStarts(slow.page.here) == Self.withoutStarts(quick.page.here), "\(random)")
            }
        }
    }

    private static func withoutStarts(_ here: String) -> String {
        here.replacing(#""starts": true"#, with: #""starts": false"#)
    }

    @Test("A sound that begins while a page does not ask begins on that page, too, and once")
    func missedStart() throws {
        var talk = PageConversation(.modern, sounds: Self.sounds, at: .zero)
        var cursor = PageCursor()
        func ask() -> [String] { talk.lines(after: &cursor, at: .zero) }
        _ = ask()
        _ = talk.follow(Array(#"{"step": {"do": "play", "app": "ipod", "sound": "song"}}"#.utf8), at: .zero)
        _ = talk.follow(Array(#"{"step": {"do": "plug", "port": "headphones"}}"#.utf8), at: .zero)
        let lines = ask()
        #expect(lines.count == 3 && lines[2].contains(#""starts": true"#))
        talk.passTime()
        #expect(ask().allSatisfy { !$0.contains(#""starts": true"#) })
        #expect(ask().isEmpty)
        // To a page that comes now the sound has begun already.
        #expect(talk.lines(at: .zero).last?.contains(#""starts": false"#) == true)
    }

    /// The line of a sound for a page after steps at one moment.
    private func sounding(_ name: String, after steps: [String]) throws -> PositionedValue {
        var talk = PageConversation(.modern, sounds: Self.sounds, at: .zero)
        let music = #"{"do": "launch", "app": "ipod", "kind": "system"}"#
        for step in [music] + steps { _ = talk.follow(Array("{\"step\": \(step)}".utf8), at: .zero) }
        let last = try #require(talk.lines(at: .zero).last)
        guard case .array(let sounds)? = try PositionedValue(json: last.utf8, line: 1)["sounding"]?.content else {
            throw Missing()
        }
        return try #require(sounds.first { $0["name"]?.string == name })
    }

    private struct Missing: Error {}

    @Test("A page is told for which app or for what of the device a sound is lowered or interrupted")
    func causes() throws {
        let song = #"{"do": "play", "app": "ipod", "sound": "song"}"#
        func session(_ options: String) -> [String] {
            [
                #"{"do": "setCategory", "app": "nav", "category": "playback", "options": [\#(options)]}"#,
                #"{"do": "setActive", "app": "nav", "to": true}"#,
            ]
        }
        let alone = try sounding("ipod/song", after: [song])
        #expect(alone["words"]?.string == "heard")
        let ducked = try sounding("ipod/song", after: [song] + session(#""duckOthers""#))
        #expect(ducked["words"]?.string == "lowered for Navigator")
        let interrupted = try sounding("ipod/song", after: [song] + session(""))
        #expect(interrupted["words"]?.string == "interrupted by Navigator" && interrupted["runs"]?.json == "false")
        for (step, part) in [
            (#"{"do": "call", "phase": "incoming"}"#, "waits for the call to end"),
            (#"{"do": "alarm", "phase": "fires"}"#, "waits for the alarm to end"),
            (#"{"do": "siri", "phase": "began"}"#, "waits for Siri"),
        ] {
            let halted = try sounding("ipod/song", after: [song, step])
            #expect(halted["words"]?.string == part, "\(part)")
        }
        // A sound that the switch silences runs on, and no other sound took its place.
        let game = #"{"do": "play", "app": "game", "sound": "song"}"#
        let silenced = try sounding("game/song", after: [game, #"{"do": "ringSwitch", "to": "silent"}"#])
        #expect(silenced["words"]?.string == "silenced by the switch")
    }
}
