import SessionPolicy
import SessionWorld
import Testing

/// The phone that answers if no step and no option names one.
@Suite struct DefaultBookTests {
    /// The book under which a world continues after its first step.
    private func book(of world: World, after line: String) throws -> String {
        var world = world
        let reply = world.apply(try value(line))
        #expect(reply.outcome.name == "ok", "\(line)")
        return world.book.title
    }

    @Test("Where nothing names a book, the newest holds, and the oldest for replies as of protocol 3 and before")
    func unnamed() throws {
        #expect(World().book == .default)
        #expect(try book(of: World(), after: #"{"do": "lock"}"#) == "modern")
        for (line, name) in [
            (#"{"do": "rules"}"#, "modern"), (#"{"do": "rules", "version": 1}"#, "iPhoneOS3"),
            (#"{"do": "rules", "version": 2}"#, "iPhoneOS3"), (#"{"do": "rules", "version": 3}"#, "iPhoneOS3"),
            (#"{"do": "rules", "version": 4}"#, "modern"),
            (#"{"do": "rules", "set": {"C3": "headphones"}}"#, "modern with C3=headphones"),
            (#"{"do": "rules", "set": {"C3": "headphones"}, "version": 3}"#, "iPhoneOS3 with C3=headphones"),
        ] {
            #expect(try book(of: World(), after: line) == name, "\(line)")
        }
    }

    @Test("A book that is named holds, whatever version is asked for", arguments: 1...Reply.latestVersion)
    func named(version: Int) throws {
        for name in RuleBook.names {
            let line = #"{"do": "rules", "to": "\#(name)", "version": \#(version)}"#
            #expect(try book(of: World(), after: line) == name)
            #expect(try book(of: World(.iOS6), after: line) == name)
        }
        #expect(try book(of: World(.iOS6), after: #"{"do": "rules", "version": \#(version)}"#) == "iOS6")
    }

    @Test("A step may name any version of the system, as a text or a number")
    func versions() throws {
        for (text, name) in [
            (#""iOS17""#, "iOS18"), (#""iOS 18.2""#, "iOS18"), (#""17""#, "iOS18"), (#""27""#, "modern"),
            (#""ios14""#, "iOS14"),
            ("15.8", "iOS14"),
            (#""iPhone OS 3.1""#, "iPhoneOS3"), ("9", "iOS10"), ("3", "iPhoneOS3"), (#""MODERN""#, "modern"),
        ] {
            #expect(try book(of: World(), after: #"{"do": "rules", "to": \#(text)}"#) == name, "\(text)")
        }
    }

    @Test("A version that no book covers is answered with what they cover")
    func uncovered() throws {
        for text in [#""iOS2""#, "2", "2.9", "100", "0", "-17", #""modem""#, "true", "null", "[17]"] {
            let reply = try lastReply(to: #"{"do": "rules", "to": \#(text)}"#)
            let says = reply["result"]?["says"]?.string ?? ""
            #expect(says.contains("must be a rule book, or a version that one covers: iPhoneOS3 (iPhone OS 3), iOS4"))
            #expect(says.contains("modern (iOS 27 and later); found"), "\(says)")
            #expect(reply["result"]?["column"]?.text == "23")
        }
    }

    @Test("The oracle's stream answers as the newest phone where no book is named, byte for byte as where it is named")
    func stream() {
        let steps = """
            {"do": "launch", "app": "podcast", "backgroundAudio": true}
            {"do": "setCategory", "app": "podcast", "category": "playback"}
            {"do": "play", "app": "podcast", "sound": "episode"}
            {"do": "call", "phase": "incoming"}
            {"do": "call", "phase": "answered"}
            {"do": "call", "phase": "ended"}
            """
        func answers(_ stream: consuming OracleStream) -> String {
            var output = ByteBuffer()
            Array(steps.utf8).withUnsafeBytes { stream.answer($0, into: &output) }
            stream.finish(into: &output)
            return output.text
        }
        #expect(answers(OracleStream()) == answers(OracleStream(.default)))
        #expect(answers(OracleStream()) != answers(OracleStream(.iPhoneOS3)))
        #expect(!answers(OracleStream()).contains("terminated"))
    }
}
