import Randomness
import Testing

@testable import SessionPolicy
@testable import SessionWorld

/// Text is bytes, and what is printed is one line.
@Suite struct StepTextTests {
    /// Names that are hard to tell apart or to print, and random ones.
    static let names: [String] = {
        var random = SplitMix(seed: 17)
        let scalars: [Unicode.Scalar] = [
            "a", "b", "/", "\"", "\\", " ", "\n", "\t", "\u{1B}", "\u{7}", "\u{85}", "\u{7F}", "é", "\u{301}", "K",
            "\u{212A}", "\u{202E}", "\u{2028}", "\u{FEFF}", "日", "😀",
        ]
        let made = (0..<300).map { _ in
            var name = ""
            for _ in 0..<(random.next() % 5) { name.unicodeScalars.append(scalars.randomElement(using: &random)!) }
            return name
        }
        return ["", "a", "a/b", "b/c", "\"", "\"a\"", "\u{E9}", "e\u{301}", "R-LK-1", "R-L\u{212A}-1", "ringtone"]
            + made
    }()

    @Test("The name of a sound reads back as that sound and as no other")
    func soundNames() {
        var wrong: [String] = []
        for app in Self.names {
            for sound in Self.names.prefix(80) {
                let name = SoundName(app: app, sound: sound)
                if SoundName(name.text) != name || !name.text.printable.hasBytes(of: name.text) {
                    wrong.append(name.text)
                }
            }
        }
        #expect(wrong == [])
        for kind in SoundKind.allCases { #expect(SoundName(kind.name) == .own(kind)) }
        #expect(SoundName("a/b/c") == nil)
        #expect(SoundName("\"a/b\"/c") == SoundName(app: "a/b", sound: "c"))
        for text in ["", "a", "\"a\"", "\"a", "\"a\"b/c", "a/\"b", "a/\"b\"c"] {
            #expect(SoundName(text) == nil, "\(text)")
        }
    }

    @Test("Two texts are the same where their bytes are, and only there")
    func sameness() {
        var wrong: [(String, String)] = []
        for one in Self.names {
            for other in Self.names {
                let areSame = Array(one.utf8) == Array(other.utf8)
                if one.hasBytes(of: other) != areSame || (ByteText(one) == ByteText(other)) != areSame {
                    wrong.append((one, other))
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong)")
        #expect(Set(Self.names.map { ByteText($0) }).count == Set(Self.names.map { Array($0.utf8) }).count)
    }

    @Test("What is printed never moves a cursor, turns the writing or begins a line")
    func printable() throws {
        var wrong: [Unicode.Scalar] = []
        for value in (0..<0x3000 as Range<UInt32>).compactMap(Unicode.Scalar.init) + ["\u{FEFF}", "\u{FFF9}", "😀"] {
            for text in ["a\(value)b", "\(value)\(value)"] {
                let printed = text.printable
                let isHarmless = printed.unicodeScalars.allSatisfy { scalar in
                    !scalar.properties.isBidiControl && scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
                }
                let comesBack = try PositionedValue(json: text.quoted.utf8, line: 1).string?.hasBytes(of: text) == true
                if !isHarmless || !printed.printable.hasBytes(of: printed) || !comesBack { wrong.append(value) }
            }
        }
        #expect(wrong == [])
        #expect("holds: x\nholds: y\u{1B}[31m".printable == "holds: x\\nholds: y\\u001b[31m")
        #expect("a\nb\u{7}\n".printableLines == "a\nb\\u0007\n")
    }

    @Test("Whatever a name holds, the oracle's lines hold nothing that cannot be printed, and mean it")
    func lines() throws {
        var random = SplitMix()
        for _ in 0..<300 {
            let name = random.hostileText()
            var buffer = ByteBuffer(capacity: 16)
            buffer.append(quoting: name)
            #expect(try PositionedValue(json: buffer.bytes, line: 1).string?.hasBytes(of: name) == true, "\(random)")
            #expect(SplitMix.unprintable(in: buffer.text) == [], "\(random)")
            // As its sender may write it: with the escapes that JSON asks for, and no more.
            let sent = name.unicodeScalars.reduce(into: "") { text, scalar in
                switch scalar {
                case "\"", "\\": text += "\\" + String(scalar)
                case _ where scalar.value < 0x20:
                    text += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
                default: text.unicodeScalars.append(scalar)
                }
            }
            let steps = [
                #"{"do": "play", "app": "\#(sent)x", "sound": "\#(sent)"}"#, #"{"do": "\#(sent)"}"#,
                #"{"do": "plug", "port": "headphones", "uid": "\#(sent)"}"#, #"{"do": "lock", "\#(sent)": 1}"#,
            ]
            let lines = replies(to: steps.joined(separator: "\n"), under: .modern)
            #expect(lines.count == steps.count, "\(random)")
            #expect(lines.allSatisfy { SplitMix.unprintable(in: $0) == [] }, "\(random)")
            #expect(try value(lines[0])["app"]?.string?.hasBytes(of: name + "x") == true, "\(random)")
        }
    }

    @Test("An error shows forty scalars of a text at most, however few characters they are")
    func shortened() {
        let grapheme = "e" + String(repeating: "\u{301}", count: 200_000)
        #expect(grapheme.count == 1 && grapheme.shortened.unicodeScalars.count == 40)
        #expect(String(repeating: "x", count: 40).shortened == String(repeating: "x", count: 40))
        #expect(String(repeating: "x", count: 41).shortened == String(repeating: "x", count: 39) + "…")
    }

    @Test("NFC and NFD are two apps, two sounds and two keys")
    func normalForms() throws {
        let input = ["\u{E9}", "e\u{301}"].map { #"{"do": "launch", "app": "\#($0)", "kind": "system"}"# }
        let sessions = try lastReply(to: input.joined(separator: "\n"))["sessions"]
        #expect(sessions?.keys.count == 2)
        #expect(try value("{\"\u{E9}\": 1, \"e\u{301}\": 2}")["e\u{301}"]?.text == "2")
    }

    @Test("A name may have 256 bytes, and one more is told as any wrong value")
    func lengthLimit() throws {
        let longest = String(repeating: "é", count: 128)
        let steps = [
            #"{"do": "play", "app": "NAME", "sound": "s"}"#, #"{"do": "play", "app": "a", "sound": "NAME"}"#,
            #"{"do": "plug", "port": "hdmi", "uid": "NAME"}"#, #"{"do": "plug", "port": "hdmi", "name": "NAME"}"#,
            #"{"do": "alert", "kind": "push", "app": "NAME"}"#,
        ]
        for step in steps {
            let right = try lastReply(to: step.replacing("NAME", with: longest))
            #expect(right["result"]?.string == "ok")
            let wrong = try lastReply(to: step.replacing("NAME", with: longest + "x"))
            #expect(wrong["result"]?["error"]?.string == "badStep")
            #expect(wrong["result"]?["says"]?.string?.hasSuffix("of at most 256 bytes; found one of 257") == true)
        }
    }

    @Test("A step that is wrong leaves no name behind")
    func badSteps() throws {
        var world = World()
        _ = world.apply(try value(#"{"at": 5, "do": "play", "app": "a", "sound": "s"}"#))
        let count = world.names.count
        for line in [
            #"{"do": "play", "app": "b", "sound": "t", "gain": 2}"#,
            #"{"do": "play", "app": "b", "sound": "t", "x": 1}"#,
            #"{"at": 4, "do": "play", "app": "b", "sound": "t"}"#, #"{"do": "play", "sound": "t"}"#,
            #"{"do": "setting", "name": "soundEffects", "app": "b", "to": true}"#,
        ] {
            let reply = world.apply(try value(line))
            #expect(reply.outcome.name == "badStep")
            #expect(world.names.count == count)
        }
    }

    @Test("An event and an answer are the same as values and as they are written")
    func valuesAndBytes() throws {
        var names = NameTable()
        let (app, text) = (AppID(names.name("a\n\"")), names.name("b/c"))
        let messages: [Notice.Message] =
            [
                .soundFinished(SoundID(text)), .terminated, .mediaServicesWereLost, .mediaServicesWereReset,
                .interruptionBegan(), .interruptionBegan(because: .builtInMicMuted), .callActivated, .callDeactivated,
                .inputMuteStateChange(true), .remoteCommand(RemoteCommand(.skipForward, value: 15)),
                .availableInputsChange, .userIntentToUnmuteOutput,
                .becameActive, .becameInactive(.app), .becameInactive(.system(because: .default)),
                .resumptionRecommended(false),
                .outputMuteStateChange(false), .interruptionEnded(shouldResume: nil),
                .interruptionEnded(shouldResume: true),
                .silenceSecondaryAudioHint(begins: true), .silenceSecondaryAudioHint(begins: false),
                .outputVolume(0.3125), .proximityStateChange(.far),
            ]
            + RouteChangeReason.allCases.map {
                .routeChange(
                    $0,
                    previous: Route(
                        outputs: PortSet(.builtInSpeaker), level: OutputKey(port: .builtInSpeaker, uid: nil)))
            }
        for message in messages {
            var buffer = ByteBuffer()
            let notice = Notice(app: app, message: message)
            buffer.append(notice, names)
            #expect(try value(buffer.text).text == notice.value(names).text)
        }
        let answers: [Answer] = [
            .flag(true), .volume(0.5), .category(.playback), .slider(0.25), .accessory(.airPlay, name: text),
            .accessory(.airPlay, name: nil),
            .route(
                Route(
                    outputs: [PortSet(.headphones), PortSet(.builtInSpeaker)], inputs: PortSet(.builtInMic),
                    level: World().picture.route.level)),
        ]
        for answer in answers {
            var buffer = ByteBuffer()
            buffer.append(answer.value(names))
            #expect(try value(buffer.text).text == answer.value(names).text)
        }
    }
}
