import Randomness
import SessionPolicy
import Testing

@testable import SessionWorld

@Suite struct ReplyTests {
    @Test("A reply has the protocol's keys in the protocol's order, byte for byte")
    func golden() {
        let input = """
            {"do": "launch", "app": "ipod", "kind": "system"}
            {"do": "play", "app": "ipod", "sound": "song"}
            {"at": 1, "do": "setCategory", "app": "nav", "category": "playback", "options": ["duckOthers"]}
            {"at": 2, "do": "setActive", "app": "nav", "to": true}
            """
        let reply = replies(to: input).last
        #expect(
            reply?.hasPrefix(
                #"{"n": 4, "at": 2.0, "do": "setActive", "app": "nav", "result": "ok", "#
                    + #""heard": [{"app": "ipod", "sound": "song", "as": "sound", "gainDB": -20.0, "ducked": true, "#
                    + #""on": ["builtInSpeaker"], "duckedBy": {"app": "nav", "rule": "R-DK-1"}}], "#
                    + #""unheard": [], "events": [], "vibrated": false, "#
                    + #""sessions": {"ipod": {"category": "playback", "mode": "default", "options": [], "#
                    + #""phase": "active"}, "nav": {"category": "playback", "mode": "default", "#
                    + #""options": ["duckOthers", "mixWithOthers"], "phase": "active"}}, "#
                    + #""device": {"ringSwitch": "ring", "locked": false, "call": "none", "alarm": "none", "#
                    + #""outputs": ["builtInSpeaker"], "inputs": [], "mediaVolume": 0.5, "ringerVolume": 0.75, "#
                    + #""callVolume": 0.5, "foreground": "nav"}, "because": ["#) == true, "\(reply ?? "")")
        #expect(reply?.hasSuffix(#"], "meanwhile": []}"#) == true)
        #expect(reply?.contains(#"{"rule": "R-DK-1", "about": "ipod", "says": "nav's session is"#) == true)
    }

    @Test(
        "A step out of its turn is refused with what has to come first",
        arguments: [
            #"{"do": "call", "phase": "answered"}"#, #"{"do": "call", "phase": "declined"}"#,
            #"{"do": "call", "phase": "missed"}"#, #"{"do": "call", "phase": "ended"}"#,
            #"{"do": "call", "phase": "remoteEnded"}"#, #"{"do": "call", "phase": "held"}"#,
            #"{"do": "call", "phase": "unheld"}"#, #"{"do": "call", "phase": "swapped"}"#,
            #"{"do": "call", "phase": "muted"}"#, #"{"do": "call", "phase": "answered", "app": "a"}"#,
            #"{"do": "alarm", "phase": "dismissed"}"#, #"{"do": "alarm", "phase": "snoozed"}"#,
            #"{"do": "siri", "phase": "ended"}"#, #"{"do": "mediaServices", "phase": "reset"}"#, #"{"do": "wake"}"#,
            #"{"do": "unplug", "port": "headphones"}"#, #"{"do": "disconnect", "port": "airPlay"}"#,
            #"{"do": "pickRoute", "port": "hdmi"}"#, #"{"do": "pause", "app": "a", "sound": "s"}"#,
            #"{"do": "record", "app": "a", "phase": "stop"}"#,
        ])
    func remedies(step: String) throws {
        let result = try lastReply(to: step, under: .modern)["result"]
        #expect(result?["error"]?.string == "badParam")
        #expect(result?["says"]?.string?.hasSuffix(" first") == true, "\(result?["says"]?.string ?? "no sentence")")
    }

    @Test(
        "A session says that it records, and whether it hears silence",
        arguments: [
            (#"{"do": "setInputMuted", "app": "a", "to": true}"#, #"{"do": "setInputMuted", "app": "a", "to": false}"#),
            (
                #"{"do": "permission", "app": "a", "for": "microphone", "to": "denied"}"#,
                #"{"do": "permission", "app": "a", "for": "microphone", "to": "granted"}"#
            ),
        ])
    func hearsSilence(silenced: String, heard: String) throws {
        let recording = """
            {"do": "setCategory", "app": "a", "category": "record"}
            {"do": "record", "app": "a", "phase": "start"}
            """
        func session(_ steps: String...) throws -> [String: String?] {
            let session = try lastReply(to: steps.joined(separator: "\n"), under: .modern)["sessions"]?["a"]
            return ["recording": session?["recording"]?.text, "silence": session?["hearsSilence"]?.text]
        }
        #expect(try session(recording) == ["recording": "true", "silence": nil])
        #expect(try session(recording, silenced) == ["recording": "true", "silence": "true"])
        #expect(try session(recording, silenced, heard) == ["recording": "true", "silence": nil])
        let stop = #"{"do": "record", "app": "a", "phase": "stop"}"#
        #expect(try session(recording, silenced, stop) == ["recording": nil, "silence": nil])
    }

    @Test("The reply to a bad line has all keys and the unchanged world")
    func badLine() throws {
        let steps = #"{"at": 3, "do": "play", "app": "a\"b", "sound": "s"}"#
        let right = try lastReply(to: steps)
        let wrong = try lastReply(to: steps + "\n\n# skipped\n  \t\r\n" + #"{"at": 9, "do": "play", "app": 7}"#)
        #expect(wrong.keys == right.keys)
        #expect(wrong["n"]?.text == "2")
        #expect(wrong["at"]?.text == "3")
        #expect(wrong["do"]?.string == "play")
        #expect(wrong["app"]?.text == "null")
        #expect(wrong["result"]?["line"]?.text == "5")
        #expect(wrong["result"]?["column"]?.text == "32")
        for key in ["heard", "unheard", "sessions", "device"] { #expect(wrong[key]?.text == right[key]?.text) }
        #expect(wrong["because"]?.items.first?["rule"]?.string == "R-STEP-1")
    }

    @Test("What falls due comes in its order, at its time, before the step of the same time")
    func meanwhile() throws {
        let input = """
            {"do": "launch", "app": "a", "kind": "system"}
            {"do": "setCategory", "app": "a", "category": "ambient"}
            {"do": "play", "app": "a", "sound": "long", "seconds": 3}
            {"do": "play", "app": "a", "sound": "short", "seconds": 0.1}
            {"do": "play", "app": "a", "sound": "same", "seconds": 3}
            {"do": "play", "app": "a", "sound": "later", "seconds": 3.5}
            {"at": 3, "do": "wait"}
            """
        let meanwhile = try lastReply(to: input)["meanwhile"]?.items ?? []
        #expect(meanwhile.map { $0["at"]?.text } == ["0.1", "3"])
        #expect(
            meanwhile.map { ($0["events"]?.items ?? []).map { $0["sound"]?.string } } == [["short"], ["long", "same"]])
        #expect(meanwhile.map { $0["heard"]?.items.count } == [3, 1])
    }

    @Test("What is unheard and unknown to apps leaves no trace in between")
    func silentEnd() throws {
        let input = """
            {"do": "ringSwitch", "to": "silent"}
            {"do": "alert", "kind": "mail"}
            {"at": 5, "do": "wait"}
            """
        #expect(try lastReply(to: input)["meanwhile"]?.items.isEmpty == true)
    }

    @Test("An oracle that is strict writes the reply to the bad line and stops")
    func strict() {
        let input = "{\"do\": \"lock\"}\n{\n{\"do\": \"unlock\"}\n"
        #expect(replies(to: input, isStrict: true).count == 2)
        #expect(replies(to: input).count == 3)
    }

    @Test("It does not matter in which blocks the input comes")
    func blocks() {
        let input = Array((VocabularyTests.rightSteps.joined(separator: "\n") + "\n{\"do\": \"lock\"}").utf8)
        let whole = replies(to: input, in: [input.count])
        #expect(whole.count == VocabularyTests.rightSteps.count + 1)
        for size in [1, 7, 64, 1000] { #expect(replies(to: input, in: [size]) == whole) }
    }

    @Test("A line beyond the limit is refused once and forgotten", arguments: [1 << 12, 1 << 24])
    func longLine(block: Int) throws {
        let long = Array(repeating: UInt8(ascii: " "), count: OracleStream.lineLimit + 1)
        let input = Array("{\"do\": \"lock\"}\n".utf8) + long + long + Array("\n{\"do\": \"unlock\"}\n".utf8)
        let answers = try replies(to: input, in: [block]).map { try value($0) }
        #expect(answers.map { $0["do"]?.text } == ["lock", "null", "unlock"])
    }

    @Test("Garbage gets one reply per line and never ends the oracle", arguments: 1...8)
    func garbage(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let words = [
            "{", "}", "[", "]", ":", ",", "\"do\"", "\"at\"", "\"play\"", "\"app\"", "\"a\"", "\"sound\"", "\"s\"",
            "1e308", "-1", "NaN", "true", "null", "\\u0000", "\"\\ud800\"", " ", "é", "\u{0}", "\"setCategory\"",
        ]
        var input: [UInt8] = []
        var expected = 0
        for _ in 0..<400 {
            var line: [UInt8] = []
            if random.next() % 4 == 0 {
                line = Array(VocabularyTests.rightSteps.randomElement(using: &random)!.utf8)
                // A right step with one byte changed is almost a step.
                line[Int(random.next() % UInt64(line.count))] = UInt8(truncatingIfNeeded: random.next())
            } else if random.next() % 2 == 0 {
                line = (0..<(random.next() % 40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            } else {
                for _ in 0..<(random.next() % 12) { line += Array(words.randomElement(using: &random)!.utf8) }
            }
            line.removeAll { $0 == UInt8(ascii: "\n") }
            let isSkipped = line.first == UInt8(ascii: "#") || line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
            if !isSkipped { expected += 1 }
            input += line + [UInt8(ascii: "\n")]
        }
        let answers = replies(to: input, in: [Int(random.next() % 300)])
        #expect(answers.count == expected)
        for (index, answer) in answers.enumerated() {
            let reply = try value(answer)
            #expect(reply["n"]?.text == "\(index + 1)")
        }
    }

    @Test("Numbers are written in the fewest digits that read back the same")
    func numbers() throws {
        #expect(written(2) == "2.0")
        #expect(written(0.5625) == "0.5625")
        #expect(written(-20) == "-20.0")
        #expect(written(1e300) == "1e+300")
        var random = SplitMix(seed: 3)
        for _ in 0..<20_000 {
            let number =
                switch random.next() % 3 {
                case 0: Double(random.next() % 10_000_000) / 1000
                case 1: Double(random.next() % 17) / 16
                default: Double(bitPattern: random.next())
                }
            guard number.isFinite else { continue }
            #expect(Double(written(number)) == number)
            #expect(written(number).count <= max(number.description.count, 8), "\(number)")
        }
    }

    private func written(_ number: Double) -> String {
        var buffer = ByteBuffer()
        buffer.append(number: number)
        return buffer.text
    }

    @Test("A byte is found at every place, after every other, or nowhere")
    func byteSearch() {
        for count in 0...40 {
            let nothing = [UInt8](repeating: 0x0B, count: count)
            for place in 0..<count {
                for (byte, other) in [(0x0A, 0x0B), (0x00, 0x01), (0x80, 0x00), (0xFF, 0x7F)] as [(UInt8, UInt8)] {
                    var bytes = [UInt8](repeating: other, count: count)
                    bytes[place] = byte
                    bytes[count - 1] = byte
                    bytes.withUnsafeBufferPointer { bytes in
                        for start in 0...place { #expect(bytes.firstIndex(of: byte, from: start) == place) }
                        #expect(bytes.firstIndex(of: byte, from: place + 1) == (place < count - 1 ? count - 1 : nil))
                    }
                }
            }
            nothing.withUnsafeBufferPointer { #expect($0.firstIndex(of: 0x0A, from: 0) == nil) }
        }
    }

    @Test("A reply does not depend on what was written before it")
    func memory() throws {
        var random = SplitMix(seed: 11)
        func one(of choices: [String]) -> String { choices[Int(random.next() % UInt64(choices.count))] }
        var lines = (0..<2_000).map { number in
            let app = #""app": "\#(one(of: ["a", "b", "ü\\n", "long enough for no small string"]))""#
            let level = one(of: ["0", "0.5", "1"])
            let option = one(of: ["duckOthers", "mixWithOthers"])
            let body = one(of: [
                #""do": "launch", \#(app), "kind": "system""#, #""do": "launch", \#(app)"#, #""do": "quit", \#(app)"#,
                #""do": "play", \#(app), "sound": "s""#, #""do": "play", \#(app), "sound": "\\", "seconds": 0.3"#,
                #""do": "gain", \#(app), "sound": "s", "to": \#(level)"#, #""do": "stop", \#(app)"#,
                #""do": "setCategory", \#(app), "category": "playback", "options": ["\#(option)"]"#,
                #""do": "setActive", \#(app), "to": \#(one(of: ["true", "false"]))"#, #""do": "keyClick""#,
                #""do": "ringSwitch", "to": "\#(one(of: ["ring", "silent"]))""#, #""do": "lock""#, #""do": "unlock""#,
                #""do": "call", "phase": "\#(one(of: ["incoming", "declined"]))""#, #""do": "nothing""#,
            ])
            return "{\"at\": \(Double(number) / 10), \(body)}"
        }
        lines.insert(#"{"do": "rules", "to": "modern"}"#, at: 0)

        var world = World()
        var alone: [String] = []
        for line in lines {
            var buffer = ByteBuffer()
            buffer.append(world.apply(try value(line)))
            alone.append(String(buffer.text.dropLast()))
        }
        // An error tells the line of the input, of which each world here has seen another number.
        let together = replies(to: lines.joined(separator: "\n"))
        #expect(together.count == alone.count)
        for (one, other) in zip(together, alone) where !one.contains("badStep") { #expect(one == other) }
    }

    @Test("A copy of a world is a branch of it")
    func branches() throws {
        var world = World(.iPhoneOS3)
        _ = world.apply(try value(#"{"do": "play", "app": "a", "sound": "s", "seconds": 5}"#))
        var other = world
        let rings = other.apply(try value(#"{"at": 1, "do": "call", "phase": "incoming"}"#))
        let waits = world.apply(try value(#"{"at": 1, "do": "wait"}"#))
        #expect(rings.moment.heard.map { rings.text(of: $0.reference) } == ["ringtone"])
        #expect(waits.moment.heard.map { waits.text(of: $0.reference) } == ["a/s"])
        #expect([rings.number, waits.number] == [2, 2])
        #expect(world.playOut().map(\.at) == [Instant(nanoseconds: 5_000_000_000)])
    }

    @Test("A time that runs backwards changes nothing")
    func backwards() throws {
        let input = "{\"do\": \"lock\", \"at\": 2}\n{\"do\": \"unlock\", \"at\": 1.5}"
        let reply = try lastReply(to: input)
        #expect(reply["result"]?["column"]?.text == "24")
        #expect(reply["at"]?.text == "2")
        #expect(reply["device"]?["locked"]?.text == "true")
    }
}
