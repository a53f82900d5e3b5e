import SessionPolicy
import Testing

@testable import SessionWorld

/// Tests the words that describe a moment to people.
struct TellingTests {
    private let telling = Telling(labels: ["ipod": "Music", "nav": "Navigator", "recorder": "Recorder"])

    private func replies(_ steps: [String]) throws -> [Reply] {
        var world = World(.default)
        return try steps.map { step in
            world.apply(try PositionedValue(json: Array(step.utf8), line: 1))
        }
    }

    private static let music = [
        #"{"do": "launch", "app": "ipod", "kind": "system"}"#, #"{"do": "play", "app": "ipod", "sound": "song"}"#,
    ]
    private static let recorder = [
        #"{"do": "launch", "app": "recorder"}"#, #"{"do": "setCategory", "app": "recorder", "category": "record"}"#,
        #"{"do": "record", "app": "recorder", "phase": "start"}"#,
    ]

    @Test(
        "The sentence says who is heard, lowered, silenced, paused, recording or refused, and for whom",
        arguments: [
            ([], "Music is heard on the speaker."),
            (
                [
                    #"{"do": "launch", "app": "nav"}"#,
                    #"{"do": "setCategory", "app": "nav", "category": "playback", "options": ["duckOthers"]}"#,
                    #"{"do": "play", "app": "nav", "sound": "left"}"#,
                ], "Navigator is heard on the speaker; Music is lowered for Navigator."
            ),
            (
                [#"{"do": "call", "phase": "incoming"}"#],
                "The phone rings on the speaker; Music waits for the call to end."
            ),
            (
                [#"{"do": "ringSwitch", "to": "silent"}"#, #"{"do": "call", "phase": "incoming"}"#],
                "The ringtone is silenced by the switch; Music waits for the call to end."
            ),
            ([#"{"do": "pause", "app": "ipod", "sound": "song"}"#], "Music is paused."),
            (
                [#"{"do": "plug", "port": "headphones"}"#, #"{"do": "unplug", "port": "headphones"}"#],
                "Music has paused: its output is gone."
            ),
            (recorder, "Recorder records from the microphone; Music is interrupted by Recorder."),
            (
                [#"{"do": "call", "phase": "incoming"}"#, #"{"do": "call", "phase": "answered"}"#]
                    + recorder.prefix(2) + [#"{"do": "record", "app": "recorder", "phase": "start"}"#],
                "Recorder is refused: "
            ),
        ])
    func sentence(steps: [String], says: String) throws {
        let last = try #require(try replies(Self.music + steps).last)
        let text = telling.text(of: last)
        #expect(text == says || says.hasSuffix(": ") && text.hasPrefix(says), "\(text)")
    }

    @Test("Reasons of what has changed come first: a recording before the life of a session")
    func reasons() throws {
        let last = try #require(try replies(Self.music + Self.recorder).last)
        let reasons = telling.reasons(of: last)
        #expect(
            reasons.first?.text == "Recorder records" || reasons.first?.text.contains("Music") == true, "\(reasons)")
        #expect(reasons.count == last.reasons.count)
    }

    @Test("A step is told as a person would, with the names that people have for apps")
    func deeds() throws {
        for (step, says) in [
            (#"{"do": "call", "phase": "incoming"}"#, "A call comes in"),
            (#"{"do": "unplug", "port": "headphones"}"#, "You pull out the headphones"),
            (
                #"{"do": "setCategory", "app": "nav", "category": "playback", "options": ["duckOthers"]}"#,
                "Navigator asks for playback with duckOthers"
            ),
            (#"{"do": "permission", "app": "nav", "to": "denied"}"#, "permission nav to denied"),
        ] {
            #expect(telling.deed(try PositionedValue(json: Array(step.utf8), line: 1)) == says)
        }
    }

    @Test("A mistyped verb is answered with the nearest, people's own words with the step that they mean")
    func nearest() throws {
        for (word, says) in [
            ("lauch", "launch"), ("ring", "call incoming"), ("hangUp", "call ended"), ("decline", "call declined"),
            ("setCatgory", "setCategory"),
        ] {
            let reply = try #require(try replies([#"{"do": "\#(word)"}"#]).first)
            #expect(reply.vocabularyReason?.says == "there is no verb \"\(word)\"; did you mean \(says)?")
        }
    }
}
