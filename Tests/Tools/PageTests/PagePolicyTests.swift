import SessionPolicy
import SessionWorld
import Testing

@testable import Page

/// The functions that JavaScript calls, called as JavaScript calls them: a message has the result that a server tells.
@Suite(.serialized) struct PagePolicyTests {
    private static let sounds = [
        TrialSound(id: "song", seconds: 4.5, loops: true, scenario: "{tone: 440}"),
        TrialSound(id: "tap", seconds: 0.08, loops: false, scenario: "{tone: 2637}"),
        TrialSound(id: "ringtone", seconds: 2, loops: true, scenario: nil),
    ]

    private static let opening =
        #"{"open": {"book": "modern", "sounds": ["# + sounds.map { $0.json }.joined(separator: ", ") + "]}}"

    /// Calls as a page does.
    private func call(_ message: String, at milliseconds: Double) throws -> PositionedValue {
        let bytes = Array(message.utf8)
        let place = try #require(pageRoom(Int32(bytes.count)))
        place.copyMemory(from: bytes, byteCount: bytes.count)
        let count = Int(pageCall(Int32(bytes.count), milliseconds))
        let outcome = UnsafeRawBufferPointer(start: pageOutcome(), count: count)
        return try PositionedValue(json: Array(outcome), line: 1)
    }

    private func status(_ outcome: PositionedValue) -> Int? {
        if case .number(let status)? = outcome["status"]?.content { Int(exactly: status) } else { nil }
    }

    private func lines(_ outcome: PositionedValue) throws -> [String] {
        guard case .array(let lines)? = outcome["lines"]?.content else { throw Wrong() }
        return lines.map(\.json)
    }

    private struct Wrong: Error {}

    @Test("Every message comes to what a table behind a server makes of it")
    func same() throws {
        let opened = try call(Self.opening, at: 1_000)
        var talk = PageConversation(.modern, sounds: Self.sounds, at: Instant(seconds: 1))
        var cursor = PageCursor()
        #expect(try lines(opened) == talk.lines(after: &cursor, at: Instant(seconds: 1)).map { try value($0).json })
        let messages = [
            #"{"step": {"do": "play", "app": "ipod", "sound": "song"}}"#,
            #"{"step": {"do": "systemSound", "app": "blog", "sound": "tap"}}"#, #"{"step": {"do": "lock"}}"#,
            #"{"undo": true}"#, #"{"step": {"do": "call", "phase": "incoming"}}"#, #"{"redo": true}"#, #"{"go": 2}"#,
            #"{"compare": "iPhoneOS3"}"#, #"{"text": "scenario"}"#, #"{"text": "song"}"#, #"{"begin": "iOS6"}"#,
            #"{"load": {"file": "a.yaml", "text": "steps: [{at: 2, do: play, app: ipod, sound: song}, {do: lock}]"}}"#,
            #"{"load": {"file": "a.yaml", "text": "steps: [{at: 2, do: dance}]"}}"#, #"{"undo": true}"#,
            #"{"begin": "iOS"}"#, #"{"step": {"do": "dance"}}"#, "no JSON", #"{"go": 99}"#, "[]", "{}", "\u{FFFD}",
        ]
        for (place, message) in messages.enumerated() {
            let now = 1_000 + 7.5 * Double(place)
            let there = talk.follow(Array(message.utf8), at: Instant(seconds: now / 1_000))
            let expected = talk.lines(after: &cursor, at: Instant(seconds: now / 1_000))
            let here = try call(message, at: now)
            #expect(status(here) == there.answer.status, "\(message)")
            #expect(try here["answer"]?.json == value(there.answer.json).json, "\(message)")
            #expect(try lines(here) == expected.map { try value($0).json }, "\(message)")
        }
    }

    private func value(_ text: String) throws -> PositionedValue {
        try PositionedValue(json: Array(text.utf8), line: 1)
    }

    @Test("What falls due is told with its time, and comes when the page says that it is time")
    func due() throws {
        _ = try call(Self.opening, at: 0)
        let played = try call(#"{"step": {"do": "systemSound", "app": "blog", "sound": "tap"}}"#, at: 10)
        guard case .number(let due)? = played["due"]?.content else { throw Wrong() }
        #expect(due == 90)
        let passed = try call(#"{"pass": true}"#, at: due + 1)
        #expect(try lines(passed).count == 1 && lines(passed)[0].contains(#""heard": []"#))
        #expect(passed["due"]?.json == "null")
    }

    @Test("Without a table, and without a book or sounds, there is an error")
    func errors() throws {
        for message in [#"{"open": {"book": "no", "sounds": []}}"#, #"{"open": {"book": "modern"}}"#, #"{"open": 3}"#] {
            #expect(try status(call(message, at: 0)) == 400)
        }
    }
}
