import Testing

/// Words that stand for something better. Each row names what to write instead, because a ban alone teaches nothing.
struct WordTests {
    enum Layer { case code, comments, both }

    /// A word, matched as a whole where it begins or ends with a letter. `except` and `within` are prefixes of paths.
    struct Ban {
        let word: String
        let layer: Layer
        var within = ""
        var except: [String] = []
        let instead: String

        func concerns(_ file: SwiftFile) -> Bool {
            file.path.hasPrefix(within) && !except.contains { file.path.hasPrefix($0) } && file.holds(word)
        }
    }

    private static let timesTurn = "the seconds of Instant, Length or MachineTime, or SteadyClock's frames"

    /// Files in which it is the ninth digit, or which are programs of their own.
    private static let roundings = [
        "Tests/Lab/SessionReference/Observation.swift"
    ]

    // The marks of unfinished work are written in halves, so that a search for them finds only the real ones.
    // swift-format-ignore
    private static let words: [Ban] = [
        Ban(word: "TO" + "DO",       layer: .both,     instead: "do it now, or say in Docs/Generated/Rules.md what is not emulated"),
        Ban(word: "FIX" + "ME",      layer: .both,     instead: "mend it now"),
        Ban(word: "XX" + "X",        layer: .both,     instead: "mend it now"),
        Ban(word: "HA" + "CK",       layer: .both,     instead: "say why the plain way does not work, and drop the word"),
        Ban(word: "fatalError",      layer: .code,     instead: "a typed error; for a broken invariant of our own, precondition with a sentence"),
        Ban(word: "try!",            layer: .code,     instead: "a typed error that names place and remedy"),
        Ban(word: "as!",             layer: .code,     instead: "as? and what follows when it fails"),
        // A phone for other packages' tests reports to either.
        Ban(word: "XCTest",          layer: .code,     except: ["Sources/Lab/SessionTesting/", "Tests/Lab/SessionTestingTests/DisruptedTests.swift"], instead: "Testing"),
        Ban(word: ".disabled",       layer: .code,     within: "Tests/", instead: "mend the test or delete it"),
        Ban(word: "sleep",           layer: .code,     within: "Tests/", except: ["Tests/Lab/SessionOracleTests/TypedCallTests.swift"], instead: "virtual time: step to the next deadline"),
        Ban(word: "usleep",          layer: .code,     within: "Tests/", except: ["Tests/Benchmarks/"], instead: "virtual time: step to the next deadline"),
        Ban(word: "nanosleep",       layer: .code,     within: "Tests/", instead: "virtual time: step to the next deadline"),
        Ban(word: "temporaryDirectory", layer: .code,  within: "Tests/", except: ["Tests/TidyTests/ScratchTests.swift", "Tests/Lab/SessionTestingTests/TestMicrophoneTests.swift", "Tests/Benchmarks/"], instead: "Scratch"),
        Ban(word: "NSTemporaryDirectory", layer: .code, within: "Tests/", instead: "Scratch"),
        Ban(word: "mkdtemp",         layer: .code,     within: "Tests/", except: ["Tests/Scratch/"], instead: "Scratch"),
        Ban(word: "mkstemp",         layer: .code,     within: "Tests/", instead: "Scratch"),
        Ban(word: "SystemRandomNumberGenerator", layer: .code, within: "Tests/", instead: "SplitMix, whose seed an expectation's comment tells"),
        Ban(word: "randomElement()", layer: .code,     within: "Tests/", instead: "pick of a SplitMix"),
        Ban(word: "print",           layer: .code,     within: "Sources/", except: ["Sources/Tools/audiosession/"],
            instead: "returned text; only the programs write"),
        Ban(word: "random",          layer: .code,     within: "Sources/Core/SessionPolicy/", instead: "what comes from outside comes with the event"),
        Ban(word: "shuffled",        layer: .code,     within: "Sources/Core/SessionPolicy/", instead: "a documented order"),
        Ban(word: "ContinuousClock", layer: .code,     within: "Sources/Core/SessionPolicy/", instead: "the time of the event"),
        Ban(word: "SuspendingClock", layer: .code,     within: "Sources/Core/SessionPolicy/", instead: "the time of the event"),
        // Instant, Length and MachineTime know seconds, SteadyClock the kernel's way, FrameClock frames: no other code
        // counts them.
        Ban(word: "/ 1e9",           layer: .code,     within: "Sources/", except: roundings, instead: timesTurn),
        Ban(word: "* 1e9",           layer: .code,     within: "Sources/", except: roundings, instead: timesTurn),
        Ban(word: "/ 1_000_000_000", layer: .code,     within: "Sources/", instead: timesTurn),
        Ban(word: "* 1_000_000_000", layer: .code,     within: "Sources/", except: ["Sources/Sound/Mixer/StreamedVoice.swift"],
            instead: timesTurn),
        Ban(word: "umask",           layer: .code,     within: "Sources/", instead: "the mode of the file itself: the mask is all threads'"),
        Ban(word: "hashValue",       layer: .code,     instead: "a documented order: hashes differ from run to run"),
    ]

    /// Openings of a doc comment that leave out its subject, or give a verb an object that it cannot have.
    private static let openings = [
        ["The same"]: "the thing by its name, and the difference: a variant of `reduce` for …, `gain` in decibels",
        ["What"]:
            "the thing by its name, or the verb: the samples of a sound, returns the facts, a message from the host",
        ["Takes that", "Learns that"]: "called when …, records that …, or the verb for what is done",
    ]

    static let bans =
        words + [Ban(word: "where there is none", layer: .comments, instead: "or nil, if any, or nil if there is none")]

    @Test("The name of each test is a sentence")
    func namesOfTests() {
        expectNone(
            Repository.swiftFiles.filter { $0.holds("@Test") }.flatMap { file in
                file.code.enumerated().filter { $0.element.contains(/@Test(?:\s*\(arguments|\s+func|\s*$)/) }
                    .map { "\(file.path):\($0.offset + 1): write @Test(\"What is so\") in place of @Test" }
            })
    }

    @Test("No banned word stands in the source")
    func bannedWords() {
        expectNone(
            Self.bans.flatMap { ban in
                Repository.swiftFiles.filter(ban.concerns).flatMap { file in
                    let layers = [ban.layer == .comments ? [] : file.code, ban.layer == .code ? [] : file.comments]
                    return layers.flatMap { Self.lines(of: $0, holding: ban.word) }
                        .map { "\(file.path):\($0): \(ban.word); instead: \(ban.instead)" }
                }
            })
    }

    @Test("A doc comment opens with the name of a thing or with a verb")
    func openingsOfDocumentation() {
        expectNone(
            Repository.swiftFiles
                .flatMap { file in
                    Self.openings.flatMap { openings, instead in
                        openings.filter(file.holds).flatMap { opening in
                            Self.lines(of: file.comments, openingWith: opening)
                                .map { "\(file.path):\($0): \(opening); instead: \(instead)" }
                        }
                    }
                })
    }

    @Test("No test names the machine's folder for temporary files: what it writes belongs into a Scratch")
    func temporaryFiles() {
        let open = ["\"", "file:", "'"].map { $0 + "/tmp" }
        expectNone(
            Repository.swiftFiles.filter { $0.path.hasPrefix("Tests/") && !$0.path.hasPrefix("Tests/TidyTests/") }
                .flatMap { file in
                    Repository.text(of: file.path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                        .filter { line in open.contains { line.element.contains($0) } }
                        .map { "\(file.path):\($0.offset + 1): \($0.element)" }
                })
    }

    /// The rooms whose names Apple has chosen.
    private static let appleRooms: Set = [
        "AVFAudio", "AVFAudioSession", "AVFoundation", "AVKit", "AudioToolbox", "CallKit", "MediaPlayer", "Speech",
    ]

    @Test("Each function does one thing, and its name says which")
    func crossProductNames() {
        // The names of tests are sentences.
        let found = Repository.swiftFiles.filter { $0.room.map { !Self.appleRooms.contains($0) } ?? false }.flatMap {
            file in
            file.functions.filter { Self.joinsTwoVerbs($0.name) }.map {
                "\(file.path):\($0.line): \($0.name); instead: two functions, or the noun that both serve"
            }
        }
        expectNone(found)
    }

    @Test("Each command of the program says its name; ArgumentParser would ask the runtime for it at every start")
    func commandNames() {
        let commands = Repository.swiftFiles.filter { $0.room == "audiosession" }.map { file in
            let text = file.code.joined().filter { !$0.isWhitespace }
            return (
                path: file.path, count: text.split(separator: ":ParsableCommand{").count - 1,
                named: ["(.", "(commandName:"].map { text.split(separator: "=CommandConfiguration" + $0).count - 1 }
                    .reduce(0, +)
            )
        }
        #expect(commands.contains { $0.count > 0 }, "no command was found at all")
        expectNone(commands.filter { $0.count != $0.named }.map { "\($0.path): a command without its name" })
    }

    @Test("An opening is found at the beginning of a doc comment only")
    func foundOpenings() {
        let comments = [
            "/// What is it.", "    /// Whatever.", "", "/// A thing.", "/// What it does.", "// What.", "    /// What",
        ]
        #expect(Self.lines(of: comments.map { $0[...] }, openingWith: "What") == [1, 7])
    }

    @Test("Whole words are found, parts of words are not")
    func wholeWords() {
        #expect(
            Self.lines(of: ["a sleep(1)", "asleep", "try! x", "retry!", "sleepy", "x.sleep"], holding: "sleep") == [
                1, 6,
            ])
        #expect(Self.lines(of: ["a", "try! x", "retry!"], holding: "try!") == [2])
        #expect(Self.joinsTwoVerbs("closeAndReopen"))
        #expect(!Self.joinsTwoVerbs("readAndroid") && !Self.joinsTwoVerbs("playAndRecord"))
    }

    /// The numbers, from 1, of the lines in which the word stands.
    static func lines(of layer: [Substring], holding word: String) -> [Int] {
        let bytes = Array(word.utf8)
        return layer.enumerated().filter { stands(bytes, in: Array($0.element.utf8)) }.map { $0.offset + 1 }
    }

    /// The numbers, from 1, of the lines in which a doc comment begins with the words.
    static func lines(of layer: [Substring], openingWith words: String) -> [Int] {
        let documentation = layer.map { line in
            let text = line.drop { $0 == " " }
            return text.hasPrefix("///") ? text.dropFirst(3).drop { $0 == " " } : nil
        }
        return documentation.indices.filter { index in
            guard let text = documentation[index], text.hasPrefix(words) else { return false }
            let isFirst = index == 0 || documentation[index - 1] == nil
            return isFirst && !(text.dropFirst(words.count).first?.isLetter ?? false)
        }.map { $0 + 1 }
    }

    private static func stands(_ word: [UInt8], in line: [UInt8]) -> Bool {
        guard line.count >= word.count, let first = word.first, let last = word.last else { return false }
        return (0...line.count - word.count).contains { start in
            let end = start + word.count
            return line[start] == first && line[start..<end].elementsEqual(word)
                && !(isWordByte(first) && start > 0 && isWordByte(line[start - 1]))
                && !(isWordByte(last) && end < line.count && isWordByte(line[end]))
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
            || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
    }

    /// Names of Apple's that a module of ours repeats.
    private static let appleNames: Set = ["playAndRecord", "allowsHapticsAndSystemSoundsDuringRecording"]

    private static func joinsTwoVerbs(_ name: String) -> Bool {
        let parts = name.split(separator: "And", omittingEmptySubsequences: false)
        return parts.count > 1 && !appleNames.contains(name)
            && zip(parts, parts.dropFirst()).contains { $0.last?.isLowercase == true && $1.first?.isUppercase == true }
    }
}
