import Foundation
import Glibc
import Randomness
import Testing

/// Output files harm no input, and stand there whole or not at all.
@Suite(.timeLimit(.minutes(5))) struct WritingTests {
    private let program: TestProgram
    /// The environment of a machine without a sound card.
    private let silent = "ALSA_CONFIG_PATH=/dev/null"

    init() throws { program = try TestProgram() }

    private func write(_ name: String, sound: String = "{tone: 440, seconds: 0.1}", app: String = "a") throws {
        try program.write(
            """
            scenario: A tone
            sounds: {tone: \(sound)}
            steps: [{at: 0, do: play, app: "\(app)", sound: tone}]
            """, to: name)
    }

    @Test("What is read is not written over")
    func whatIsReadIsNotWrittenOver() throws {
        try write("tone.yaml")
        #expect(try program.run("exec \"$0\" replay tone.yaml --wav song.wav --quiet").status == 0)
        try write("song.yaml", sound: "{file: song.wav}")
        _ = try program.run("ln -s song.wav link.wav; mkdir d1 d2; cp tone.yaml d1/x.yaml; cp tone.yaml d2/x.yaml")
        let before = program.names.map { ($0, program.bytes(of: $0)) }
        let lines = [
            "\(silent) \"$0\" replay song.yaml", "\"$0\" replay song.yaml --wav song.wav",
            "\"$0\" replay song.yaml --wav ./link.wav", "\"$0\" replay song.yaml --wav song.yaml",
            "\(silent) \"$0\" replay d1/x.yaml d2/x.yaml", "\(silent) \"$0\" replay tone.yaml song.yaml",
            "\"$0\" replay song.yaml --wav a-tone.wav --stems .",
        ]
        for line in lines {
            let (status, complaints) = try program.run("exec env \(line) >/dev/null 2>complaints")
            #expect(status == 2, "\(line)")
            #expect(complaints.contains("would be written"), "\(line): \(complaints)")
            for (name, bytes) in before { #expect(program.bytes(of: name) == bytes, "\(line): \(name)") }
            #expect(program.names.filter { $0 != "complaints" } == before.map(\.0).filter { $0 != "complaints" })
        }
    }

    @Test("Without a card each scenario is written under its name")
    func withoutCard() throws {
        try write("tone.yaml")
        let (status, _) = try program.run("exec env \(silent) \"$0\" replay tone.yaml >output 2>complaints")
        #expect(status == 0)
        #expect(program.bytes(of: "tone.wav")?.starts(with: Data("RIFF".utf8)) == true)
    }

    /// A file that names two rule books is told under each, wherever it is told.
    @Test("Every book of a scenario is told")
    func everyBookOfAScenarioIsTold() throws {
        let books = ["iPhoneOS3", "modern"]
        try program.write(
            """
            scenario: A tone
            rules: [\(books.joined(separator: ", "))]
            sounds: {tone: {tone: 440, seconds: 0.1}}
            steps: [{at: 0, do: play, app: a, sound: tone}]
            """, to: "two.yaml")
        for (command, options) in [("replay", ""), ("explain", ""), ("explain", "--step 1")] {
            let line = "exec env \(silent) \"$0\" \(command) two.yaml \(options) >output 2>complaints"
            #expect(try program.run(line).status == 0)
            for book in books {
                let heading = command == "replay" ? " · \(book) · " : "rule book \(book)\n"
                #expect(program.text(of: "output").components(separatedBy: heading).count == 2)
            }
        }
        #expect(program.names.filter { $0.hasSuffix(".wav") } == books.map { "two-\($0).wav" })
        let one = try program.run("exec \"$0\" replay two.yaml --rules modern --wav one.wav >output 2>complaints")
        #expect(one.status == 0 && program.bytes(of: "one.wav") == program.bytes(of: "two-modern.wav"))
        let both = try program.run("exec \"$0\" replay two.yaml --wav both.wav >output 2>complaints")
        #expect(both.status == 2 && both.complaints.contains("choose it with --rules iPhoneOS3"))
        #expect(program.bytes(of: "both.wav") == nil)
    }

    /// The advice fits the reason.
    @Test(
        "A place that cannot be written is refused at once, with advice that fits",
        arguments: [
            ("replay tone.yaml --wav none/mix.wav", "Its folder does not exist. Make the folder"),
            ("replay tone.yaml --wav ''", "\"\": A file needs a name"),
            ("replay tone.yaml --report ''", "\"\": A file needs a name"),
            ("replay tone.yaml --stems ''", "the folder for the stems needs a name, and this one is empty"),
            ("check tone.yaml --report ''", "the folder for the report needs a name, and this one is empty"),
            ("replay '' --wav mix.wav", "\"\":1:1: a file needs a name, and this one is empty; give a scenario file"),
            ("check ''", "\"\":1:1: a file needs a name"),
            ("explain ''", "\"\":1:1: a file needs a name"),
            ("conform ''", "\"\":1:1: a file needs a name"),
            ("replay tone.yaml --wav \(String(repeating: "n", count: 300))", "Choose a shorter one"),
            ("replay tone.yaml --stems \(String(repeating: "n", count: 300))", "choose a shorter name"),
            ("replay tone.yaml --stems none/stems", "make the folder that it is to be in"),
            ("replay long.yaml --stems .", "Choose a shorter one"),
            ("live --config ports.yaml --record-to ''", "A file needs a name"),
            ("live --config ports.yaml --record-to none/memo.wav", "Make the folder"),
            ("live --config ports.yaml --record-to \(String(repeating: "n", count: 251))", "Choose a shorter one"),
        ]) func unwritable(command: String, advice: String) throws
    {
        try write("tone.yaml")
        try write("long.yaml", app: String(repeating: "a", count: 250))
        let names = program.names
        let (status, complaints) = try program.run("exec \"$0\" \(command) </dev/null >output 2>complaints")
        #expect(status == 2)
        #expect(complaints.contains(advice), "\(complaints)")
        #expect(program.bytes(of: "output")?.isEmpty == true, "nothing is shown before")
        #expect(program.names.filter { $0 != "complaints" && $0 != "output" } == names.filter { $0 != "complaints" })
    }

    /// However little room there is: what fits is kept, it is said, and the file is whole.
    @Test("A full disk ends a recording and keeps it")
    func fullDisk() throws {
        var random = SplitMix()
        for limit in [1, 2, Int.random(in: 3...40, using: &random)] {
            let live = try program.start(
                "ulimit -f \(limit); exec \"$0\" live --config ports.yaml --record-to kept.wav 2>complaints")
            _ = try live.ask(#"{"do": "setCategory", "app": "memo", "category": "playAndRecord"}"#)
            _ = try live.ask(#"{"do": "record", "app": "memo", "phase": "start"}"#)
            // Until it is full; the card gives as much as is asked for.
            while !program.complaints.contains("cannot be kept") {
                guard try live.ask(#"{"do": "wait"}"#) != nil else { break }
            }
            live.send(SIGINT)
            while live.next() != nil {}
            #expect(live.end().status == 2, "limit \(limit)")
            #expect(program.complaints.contains("is kept in kept.wav"), "\(program.complaints)")
            let bytes = try #require(program.bytes(of: "kept.wav"))
            #expect(bytes.count <= 512 * limit && bytes.count > 512 * limit - 8, "limit \(limit)")
            let told = bytes[bytes.startIndex + 108..<bytes.startIndex + 112].reversed().reduce(0) { $0 << 8 | Int($1) }
            #expect(told == bytes.count - 112, "its header tells what is there")
            #expect(program.bytes(of: "kept.wav.part") == nil)
        }
    }

    @Test("An output file at its size limit is reported")
    func fullOutput() throws {
        let (status, complaints) = try program.run("ulimit -f 1; exec \"$0\" rules >out 2>complaints")
        #expect(status == 2)
        #expect(complaints.contains("cannot write the output: File too large; write it elsewhere"), "\(complaints)")
    }

    /// A shell's way to tell it: 128 and the number of the signal that the kernel sends with the error.
    @Test("A program that is started meets the signal itself")
    func startedProgram() throws {
        let big = "ulimit -f 1; exec head -c 9999 /dev/zero >big"
        let run = try program.run("\"$0\" run --silent -- sh -c '\(big)' 2>complaints")
        #expect(run.status == 128 + SIGXFSZ, "\(run.complaints)")
    }

    @Test("What a killed session recorded is found by the next")
    func killedSession() throws {
        let line = "exec \"$0\" live --config ports.yaml --record-to kept.wav 2>complaints"
        let killed = try program.start(line)
        _ = try killed.ask(#"{"do": "setCategory", "app": "memo", "category": "playAndRecord"}"#)
        _ = try killed.ask(#"{"do": "record", "app": "memo", "phase": "start"}"#)
        // The header counts a block once the block is written: that of the second block counts the first.
        while (program.bytes(of: "kept.wav.part")?.count ?? 0) <= 100_000 { _ = try killed.ask(#"{"do": "wait"}"#) }
        killed.send(SIGKILL)
        #expect(killed.end().reason == .uncaughtSignal)
        let next = try program.start(line)
        try next.finish()
        while next.next() != nil {}
        #expect(next.end().status == 0)
        #expect(program.complaints.contains("kept.kept.wav"))
        #expect((program.bytes(of: "kept.kept.wav")?.count ?? 0) > 112)
    }

    /// Two sounds whose names would make one file have two; no name leaves the folder.
    @Test("Stems are as many as sounds")
    func stemsAreAsManyAsSounds() throws {
        let apps = ["a-b", "a", "a/b", "a_b", "..", "../\u{301}evil", "caf\u{E9}", "cafe\u{301}", "x\u{7}y"]
        let sounds = ["c", "b-c", "../c"]
        var steps = ""
        for app in apps {
            for sound in sounds { steps += "\n  - {at: 0, do: play, app: \"\(app)\", sound: \"\(sound)\"}" }
        }
        let entries = sounds.map { "\"\($0)\": {tone: 440, seconds: 0.01}" }.joined(separator: ", ")
        try program.write("scenario: Names\nsounds: {\(entries)}\nsteps:\(steps)\n", to: "names.yaml")
        let before = program.names
        let (status, complaints) = try program.run(
            "exec \"$0\" replay names.yaml --stems stems --quiet >output 2>complaints")
        guard status == 0 else {
            // Names that could be taken for others may be refused before.
            #expect(status == 2 && complaints.contains("names.yaml:"))
            return
        }
        #expect(program.names(in: "stems").count == apps.count * sounds.count)
        #expect(program.names(in: "stems").contains("a-b-c.wav") && program.names(in: "stems").contains("a-b-c#2.wav"))
        #expect(Set(program.names).subtracting(before) == ["complaints", "output", "stems"])
    }

    @Test("A folder is walked once")
    func aFolderIsWalkedOnce() throws {
        _ = try program.run(
            """
            mkdir -p cases/deep; ln -s . cases/here; ln -s .. cases/deep/up; mkfifo cases/pipe.yaml
            ln -s tone.yaml cases/also.yaml
            """)
        try write("cases/tone.yaml")
        try write("cases/deep/tone.yaml")
        let (status, _) = try program.run("exec \"$0\" conform cases --json >output 2>complaints")
        #expect(status == 0)
        #expect(program.text(of: "output").contains("2"))
        #expect(program.text(of: "output").contains("4") == false)
    }

    /// One file of a rendering: how it is wished for, and how its bytes begin.
    private static let kinds: [(option: String, begins: String)] = [
        ("--wav", "RIFF"), ("--report", "<!doctype html>"), ("--svg", "<svg "),
    ]

    @Test(
        "Whatever names the files of a rendering have, each is what it was wished for, or nothing at all is written",
        arguments: SplitMix.seeds)
    func wishedFiles(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        try program.write("book: own\nbased on: modern\n", to: "base.yaml")
        try program.write("book: mine\nbased on: base.yaml\n", to: "own.yaml")
        try write("tone.yaml")
        _ = try program.run("exec \"$0\" replay tone.yaml --wav song.wav --quiet")
        try write("song.yaml", sound: "{file: song.wav}")
        _ = try program.run("mkdir stems; ln -s . here; ln -s out link; ln -s stems more; ln own.yaml second.yaml")
        // In several spellings, so that two of a few wishes are often one file.
        let names = [
            "out", "./out", "here/out", "link", "stems/a-tone.wav", "more/a-tone.wav", "other", "song.wav", "song.yaml",
            "own.yaml", "base.yaml", "second.yaml", "here/base.yaml", "mine",
        ]
        let read = ["song.wav", "song.yaml", "own.yaml", "base.yaml"].map { ($0, program.bytes(of: $0)) }
        let look =
            "cat out mine other stems/* 2>/dev/null; find . ! -name first ! -name second ! -name complaints | sort"
        for _ in 0..<40 {
            let wished = Self.kinds.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
                .map { (option: $0.option, begins: $0.begins, name: names.randomElement(using: &random)!) }
            let stems =
                Bool.random(using: &random) ? ["stems", "more", "here/stems"].randomElement(using: &random)! : nil
            // What the shell opens is written, too; the program finds it there.
            let streams = ["", "", ">mine", ">>out 2>>mine"].randomElement(using: &random)!
            let options = wished.map { "\($0.option) \($0.name)" } + (stems.map { ["--stems \($0)"] } ?? [])
            let replay = "\"$0\" replay song.yaml --quiet --rules own.yaml \(options.joined(separator: " ")) \(streams)"
            let run = "echo before >mine; rm -f out other stems/*; touch mine; \(streams.isEmpty ? ":" : ": >>out")"
            let (status, complaints) = try program.run(
                "\(run); { \(look); } >first; { \(replay); } 2>complaints; x=$?; { \(look); } >second; exit $x")
            #expect(status == 0 || status == 2, "\(replay): \(complaints)")
            for (name, bytes) in read { #expect(program.bytes(of: name) == bytes, "\(replay): \(name)") }
            if status == 0 {
                for (_, begins, name) in wished {
                    #expect(program.bytes(of: name)?.starts(with: Data(begins.utf8)) == true, "\(replay): \(name)")
                }
                if stems != nil {
                    #expect(program.bytes(of: "stems/a-tone.wav")?.starts(with: Data("RIFF".utf8)) == true, "\(replay)")
                }
            } else if streams.isEmpty {
                #expect(program.text(of: "first") == program.text(of: "second"), "\(replay): \(complaints)")
            }
        }
    }

    @Test(
        "A recording is not begun over a file that the session reads",
        arguments: ["ports.yaml", "tone.yaml", "song.wav", "own.yaml"])
    func noRecordingOverWhatIsRead(name: String) throws {
        try write("song.yaml")
        _ = try program.run("\"$0\" replay song.yaml --wav song.wav --quiet")
        try write("tone.yaml", sound: "{file: song.wav}")
        try program.write("book: own\nbased on: modern\n", to: "own.yaml")
        let before = program.names.map { ($0, program.bytes(of: $0)) }
        let live = "live --config ports.yaml --sounds tone.yaml --rules own.yaml --record-to ./\(name)"
        let (status, complaints) = try program.run("\"$0\" \(live) </dev/null 2>complaints")
        #expect(status == 2)
        #expect(complaints.contains("It would be written in place of \(name), which is read"), "\(complaints)")
        #expect(program.names.filter { $0 != "complaints" } == before.map(\.0))
        for (name, bytes) in before { #expect(program.bytes(of: name) == bytes) }
    }

    @Test("The story of a violation is not written over the book that is explored")
    func noStoryOverWhatIsRead() throws {
        let book = "book: own\nbased on: modern\nsettings:\n  - {setting: hasResumeFlag, value: false}\n"
        try program.write(book, to: "violation-resume-flag.yaml")
        let explore = "\"$0\" explore --slice floor/playback+ambient"
        let line = "\(explore) --rules violation-resume-flag.yaml"
        let (status, complaints) = try program.run("\(line) >told 2>complaints")
        #expect(status == 2, "\(complaints)")
        #expect(complaints.contains("It would be written in place of violation-resume-flag.yaml, which is read"))
        #expect(program.text(of: "violation-resume-flag.yaml") == book)
    }
}
