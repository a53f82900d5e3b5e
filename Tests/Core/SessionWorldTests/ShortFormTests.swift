import SessionPolicy
import Testing

@testable import SessionWorld

/// Steps as a person types them, wherever steps are read as lines.
struct ShortFormTests {
    private func read(_ line: String) -> StepLines.Step? {
        Array(line.utf8).withUnsafeBufferPointer { StepLines.read($0, number: 1) }
    }

    /// A right step in the short form, with the words that its keys have, or nil for one that leaves a key in between
    /// out, or has one that no word says.
    private func short(_ line: String) throws -> (text: String, words: [String])? {
        let object = try value(line)
        let verb = try #require(object["do"]?.string)
        let row = try #require(VerbRule.row(verb))
        var keys = row.keys.filter { if case .required = $0.presence { true } else { false } }
        keys += row.keys.filter { if case .required = $0.presence { false } else { true } }
        // Keys that only some steps of the verb have.
        keys.removeAll { if case .onlyWith = $0.presence { object[$0.key.text] == nil } else { false } }
        var names = keys.map { $0.key.text }
        if verb == "wait" { names = ["at"] }
        let given = object.keys.filter { !["do", "note", "expect"].contains($0) }
        let said = Array(names.prefix(given.count))
        guard Set(said) == Set(given), !given.contains("set") else { return nil }
        let words = said.map { key -> String in
            guard let value = object[key] else { return "" }
            return value.items.isEmpty ? value.text : value.items.map(\.text).joined(separator: ",")
        }
        return ("  \(verb) " + words.map { " \($0)\t" }.joined(), words)
    }

    @Test("The short form says the same as JSON, and each of its parts stands where it was typed")
    func same() throws {
        var count = 0
        for line in VocabularyTests.rightSteps {
            guard let (text, words) = try short(line) else { continue }
            count += 1
            guard case .success(let step)? = read(text), case .object(let members) = step.content else {
                Issue.record("\(text) is no step")
                continue
            }
            let object = try value(line)
            for member in members { #expect(object[member.key]?.says(theSameAs: member.value) == true, "\(text)") }
            #expect(step.position.column == 3)
            var searched = text.startIndex
            for (word, member) in zip(words, members.dropFirst()) {
                let range = try #require(text[searched...].firstRange(of: " \(word)\t"))
                let column = text.distance(from: text.startIndex, to: range.lowerBound) + 2
                #expect(member.value.position.column == column && member.keyPosition.column == column, "\(text)")
                searched = range.upperBound
            }
        }
        #expect(count >= 40)
    }

    @Test(
        "An oracle takes it, and answers what is wrong with it in the column of the word",
        arguments: [
            ("ringSwitch Silent", 12, #""to" must be one of ring, silent; found "Silent""#),
            ("  setCategory  nav  playback\tdefault  duckOthers,Mix", 50, "\"options\" must be"),
            ("volumeButton up 0x3", 17, "found \"0x3\""), ("play é song.wav three", 17, "found \"three\""),
            ("lock now", 6, "lock takes no words; found \"now\" behind them"),
            ("call incoming nav 1 more", 21, "call takes the words phase, app, uid; found \"more\" behind them"),
            ("plug", 1, "plug lacks \"port\""), ("wait", 1, "wait lacks \"at\""),
            ("lock lock", 6, "lock takes no words"),
            ("ringswitch silent", 1, "there is no verb \"ringswitch\"; did you mean ringSwitch?"),
            ("nonsense", 1, "there is no verb \"nonsense\""), ("trueish", 1, "there is no verb"),
            // JSON, and what may be meant as JSON, as ever.
            ("true", 1, "a step is an object, such as {\"do\": \"lock\"}; found true"), ("[1]", 1, "found a list"),
            ("12", 1, "found the number 12.0"), ("\"lock\"", 1, "found \"lock\""), ("'lock'", 1, "this is not JSON"),
            (" {\"do\": lock}", 9, "this is not JSON"), ("null x", 6, "there is more after the end of the object"),
        ])
    func wrong(line: String, column: Int, says: String) throws {
        let replies = try replies(to: "lock\n" + line + "\nunlock\n").map { try value($0) }
        try #require(replies.count == 3)
        let result = replies[1]["result"]
        #expect(result?["error"]?.string == "badStep")
        #expect(result?["line"]?.text == "2" && result?["column"]?.text == "\(column)", "\(result?.text ?? "")")
        #expect(result?["says"]?.string?.contains(says) == true, "\(result?.text ?? "")")
        #expect(replies[0]["result"]?.string == "ok" && replies[2]["result"]?.string == "ok")
        #expect(replies[2]["n"]?.text == "3")
    }

    @Test("A key that only some steps of a verb have is no word of the others")
    func conditional() throws {
        let steps =
            "launch chat\nalert message 2\nalert push chat 2\nsetting callBanners false\nsetting alertSounds false chat\n"
        for reply in replies(to: steps, under: .modern) {
            #expect(try value(reply)["result"]?.string == "ok", "\(reply)")
        }
        #expect(try lastReply(to: "setting callBanners false chat")["result"]?["column"]?.text == "27")
    }

    @Test("A verb of the short form moves the time, too")
    func time() throws {
        let reply = try lastReply(to: "wait 2.5\nringSwitch silent\n")
        #expect(reply["at"]?.text == "2.5" && reply["device"]?["ringSwitch"]?.string == "silent")
    }

    @Test("What is not UTF-8 is refused, where it stands")
    func bytes() throws {
        let replies = replies(to: Array("launch a".utf8) + [0xFF, 0x0A], in: [64])
        #expect(try value(replies[0])["result"]?["column"]?.text == "8")
    }

    // MARK: The arguments of a command

    @Test(
        "Each argument gives at least one line, and each line is one that is answered",
        arguments: [
            "", " ", "# note", "\n", "{", "{\"do\":\r\n\"wait\"\n}", "\n{\"do\": \"wait\"}", "launch a\nb",
            "wait\u{2028}", "\t", "#",
        ])
    func oneLineEach(argument: String) {
        let lines = ShortStep.lines([argument])
        #expect(lines.count == 1)
        let line = Array(lines[0].utf8)
        #expect(!line.contains(0x0A) && !line.contains(0x0D))
        let step = read(lines[0])
        #expect(step != nil, "\(lines)")
        guard argument.contains("{\"do\"") else { return }
        if case .success = step {} else { Issue.record("\(lines) is no step") }
    }

    @Test("A line's end within a text of JSON stays wrong")
    func lineEndWithinText() {
        let lines = ShortStep.lines(["{\"do\": \"launch\", \"app\": \"a\nb\"}"])
        if case .failure = read(lines[0]) {} else { Issue.record("a text with a line's end is taken") }
    }

    @Test("Words that follow a verb belong to it, and everything is passed on as it was typed")
    func arguments() {
        #expect(
            ShortStep.lines([
                "ringSwitch silent", "call", "incoming", #"{"do": "lock"}"#, "nav", "volumeButton  up 3", "unlock",
                "lock",
                "nonsense x", "y", "setCategory", "nav", "playback",
            ]) == [
                "ringSwitch silent", "call incoming", #"{"do": "lock"}"#, "nav", "volumeButton  up 3", "unlock", "lock",
                "nonsense x y", "setCategory nav playback",
            ])
    }
}
