import Foundation
import Testing

/// `--rules` and `--set` as a shell meets them, on every command that has them.
struct BookOptionTests {
    /// The commands with the arguments that they need besides. A host cannot listen within a file, and so it ends.
    static let commands = [
        "oracle", "rules", "replay story.yaml", "check story.yaml", "explain story.yaml", "conform story.yaml",
        "explore --states 50", "expand --slice deadlines --first", "live", "host --silent --socket story.yaml/host",
        "run --silent -- true",
        "device --export table --policy none.wasm",
    ]

    /// In headphones the switch silences a game only where C3 says so.
    static let story = """
        steps:
        - {do: plug, port: headphones}
        - {do: setCategory, app: game, category: ambient}
        - {do: play, app: game, sound: tune, seconds: 0.1}
        - {do: ringSwitch, to: silent, expect: {heard: []}}
        """

    @Test("What cannot be set is refused with a remedy, by each command in the same words", arguments: commands)
    func refused(command: String) throws {
        let program = try TestProgram()
        try program.write(Self.story, to: "story.yaml")
        let words = command.split(separator: " ", maxSplits: 1)
        let rest = words.count > 1 ? " " + words[1] : ""
        for (option, remedy) in [
            ("--set C3=sideways", "C3 must be one of speaker, headphones"), ("--set C3", "write NAME=VALUE"),
            ("--set duckGian=1", "there is no such setting; there are C1"),
            ("--rules iOS2", "iOS14 (iOS 14 and 15), iOS18 (iOS 16 to 18), iOS26 (iOS 26), modern (iOS 27 and later)"),
        ] {
            let run = try program.run("\"$0\" \(words[0]) \(option)\(rest) </dev/null >out 2>complaints")
            #expect(run.status == 64, "\(command) \(option)")
            #expect(run.complaints.contains(remedy), "\(command) \(option): \(run.complaints)")
        }
    }

    @Test("A book that cannot be read is refused by each command, which says so once", arguments: commands)
    func refusedBook(command: String) throws {
        let program = try TestProgram()
        try program.write(Self.story, to: "story.yaml")
        let row = "  - {number: duckGain, value: 0.1}\n"
        try program.write("book: own\nbased on: modern\nnumbers:\n" + row + row, to: "own.yaml")
        let words = command.split(separator: " ", maxSplits: 1)
        let rest = words.count > 1 ? " " + words[1] : ""
        for line in ["\(words[0]) --rules own.yaml\(rest)", "\(words[0]) --set C3=headphones --rules own.yaml\(rest)"] {
            let run = try program.run("\"$0\" \(line) </dev/null >out 2>complaints")
            #expect(run.status == 2, "\(line)")
            let twice = "own.yaml:5:5: this row of numbers stands here twice and holds at once; leave one out\n"
            #expect(run.complaints == twice, "\(line)")
        }
    }

    @Test("Each command takes a version of the system for a book, and without one the newest")
    func versions() throws {
        let program = try TestProgram()
        func rules(_ options: String) throws -> String {
            #expect(try program.run("\"$0\" rules \(options) >out 2>complaints").status == 0, "\(options)")
            return program.text(of: "out").split(separator: "\n").first.map { String($0) } ?? ""
        }
        #expect(try rules("") == "Rule book modern")
        #expect(program.text(of: "out").contains("It covers iOS 27 and later."))
        #expect(try rules("--rules 'iOS 9.3'") == "Rule book iOS10")
        #expect(try rules("--rules 3") == "Rule book iPhoneOS3")
        try program.write(Self.story, to: "story.yaml")
        for command in Self.commands {
            let words = command.split(separator: " ", maxSplits: 1)
            let rest = words.count > 1 ? " " + words[1] : ""
            for version in ["17", "'iPhone OS 3.1'"] {
                // If there is no card `live` ends with a complaint, and so do expectations that do not hold.
                let line = "\"$0\" \(words[0]) --rules \(version)\(rest) </dev/null >out 2>complaints"
                let run = try program.run(line)
                #expect(run.status != 64 && !run.complaints.contains("rule book"), "\(line): \(run.complaints)")
            }
            let help = try program.run("\"$0\" \(words[0]) --help >out")
            #expect(help.status == 0)
            let text = program.text(of: "out").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for name in [
                "iPhoneOS3 - iPhone OS 3", "iOS10 - iOS 7 to 12", "iOS18 - iOS 16 to 18", "modern - iOS 27 and later",
            ] {
                #expect(text.contains(name), "\(command) \(name)")
            }
        }
    }

    @Test("The first step chooses the book of the oracle, and of a device that runs, where the command line names none")
    func firstStep() throws {
        let program = try TestProgram()
        let steps = [#"{"do": "rules", "version": 3}"#, #"{"do": "siri", "phase": "began"}"#]
        try program.write(steps.joined(separator: "\n") + "\n", to: "steps")
        for (options, isRefused) in [("", true), (" --rules modern", false), (" --set C3=headphones", false)] {
            for (command, tail) in [("oracle", ""), ("run --silent --drive", " -- sleep 1")] {
                let run = try program.run("\"$0\" \(command)\(options)\(tail) <steps >out 2>complaints")
                #expect(run.status == 0, "\(command)\(options): \(run.complaints)")
                let reply = program.text(of: "out").split(separator: "\n").last { $0.contains("siri") }
                #expect(reply?.contains("badParam") == isRefused, "\(command)\(options): \(reply ?? "no reply")")
            }
        }
    }

    @Test("A scenario is told with what is otherwise, under its own book and under another")
    func scenarios() throws {
        let program = try TestProgram()
        try program.write(Self.story, to: "story.yaml")
        for rules in ["", "--rules iOS13 ", "--rules modern "] {
            for command in ["check", "conform", "replay --wav out.wav"] where command != "conform" || rules.isEmpty {
                let plain = try program.run("\"$0\" \(command) \(rules)story.yaml >out 2>complaints")
                #expect(plain.status == 1, "\(command) \(rules)")
                let set = try program.run("\"$0\" \(command) \(rules)--set C3=headphones story.yaml >out 2>complaints")
                #expect(set.status == 0, "\(command) \(rules): \(set.complaints)\(program.text(of: "out"))")
            }
        }
        _ = try program.run("\"$0\" explain --set C3=headphones story.yaml --step 4 >out 2>complaints")
        #expect(program.text(of: "out").contains("R-SW-1"))
    }

    @Test("A device that runs goes by what is otherwise")
    func devices() throws {
        let program = try TestProgram()
        let steps = [
            #"{"do": "plug", "port": "headphones"}"#,
            #"{"do": "setCategory", "app": "game", "category": "ambient"}"#,
            #"{"do": "play", "app": "game", "sound": "tune"}"#,
            #"{"do": "ringSwitch", "to": "silent"}"#,
        ]
        try program.write(steps.joined(separator: "\n") + "\n", to: "steps")
        for command in ["oracle", "run --silent --drive"] {
            let tail = command == "oracle" ? "" : " -- true"
            let run = try program.run("\"$0\" \(command) --set C3=headphones\(tail) <steps >out 2>complaints")
            #expect(run.status == 0, "\(command): \(run.complaints)")
            let reply = program.text(of: "out").split(separator: "\n").last { $0.contains("ringSwitch") }
            #expect(reply?.contains(#""sound": "tune", "as": "sound", "rule": "R-SW-1""#) == true, "\(command)")
        }
    }

    @Test("A pipe without a writer keeps no command waiting; one that is handed over is read as a file is")
    func pipes() throws {
        let program = try TestProgram()
        try program.write("steps: [{do: lock, expect: {result: ok}}]\n", to: "story.yaml")
        try program.write("book: own\nbased on: modern\n", to: "own.yaml")
        _ = try program.run("mkfifo pipe.yaml")
        for command in ["rules --rules pipe.yaml", "check pipe.yaml"] {
            let refused = try program.run("timeout 60 \"$0\" \(command) >out 2>complaints </dev/null")
            #expect(refused.status == 2, "\(command)")
            #expect(refused.complaints.contains("a pipe without a writer"), "\(refused.complaints)")
        }
        for line in [
            "cat own.yaml >pipe.yaml & \"$0\" rules --rules pipe.yaml",
            "{ sleep 0.2; cat own.yaml; } >pipe.yaml & \"$0\" rules --rules pipe.yaml",
            "cat story.yaml | \"$0\" check /dev/stdin", "{ sleep 0.2; cat story.yaml; } | \"$0\" check /dev/stdin",
            "\"$0\" check /dev/stdin <story.yaml", "\"$0\" check /dev/fd/3 3<story.yaml",
        ] {
            let taken = try program.run("{ \(line); } >out 2>complaints")
            #expect(taken.status == 0, "\(line): \(taken.complaints)")
        }
    }

    @Test("What differs between two books is printed row by row with its sources")
    func difference() throws {
        let program = try TestProgram()
        #expect(try program.run("\"$0\" rules --diff iOS13 modern >out 2>complaints").status == 0)
        let text = program.text(of: "out")
        #expect(text.contains("tellsOfSuspensionLater") && text.contains("Source: R-BG-6"))
        #expect(try program.run("\"$0\" rules --diff modern modern --set C3=headphones >out 2>complaints").status == 0)
        #expect(program.text(of: "out").contains("modern with C3=headphones"))
        #expect(program.text(of: "out").contains("silentAppliesToHeadphones"))
        #expect(try program.run("\"$0\" rules --diff modern modern >out 2>complaints").status == 0)
        #expect(program.text(of: "out").contains("Nothing: both books have the same rows."))
        let json = try program.run("\"$0\" rules --diff iPhoneOS3 iOS4 --format json >out 2>complaints")
        let object = try JSONSerialization.jsonObject(with: Data(program.text(of: "out").utf8)) as? [String: Any]
        #expect(json.status == 0 && object?["from"] as? String == "iPhoneOS3")
        let rows = try #require(object?["rows"] as? [[String: Any]])
        for row in rows { #expect((row["sources"] as? [String])?.isEmpty == false, "\(row)") }
        #expect(try program.run("\"$0\" rules --diff modern >out 2>complaints").status == 64)
        #expect(program.complaints.contains("--diff takes two rule books"))
    }
}
