import Foundation
import Glibc
import Testing

/// The program where the system gives it little.
@Suite(.timeLimit(.minutes(5))) struct HardshipTests {
    private let program: TestProgram

    init() throws { program = try TestProgram() }

    /// Whatever number of files may be open, it works or says what is missing.
    @Test(
        "With few open files nothing is looked for",
        arguments: [
            // Swift's own runtime takes some before the page's program begins.
            ("live --config ports.yaml", 4...32), ("doctor", 4...32), ("devices", 4...32), ("device --silent", 8...32),
        ])
    func fewOpenFiles(command: String, limits: ClosedRange<Int>) throws {
        for limit in limits {
            let line = "exec </dev/null >output 2>complaints; ulimit -n \(limit); exec \"$0\" \(command)"
            let (status, complaints) = try program.run(line)
            #expect(status == 2, "with \(limit)")
            #expect(complaints.contains("Too many open files"), "with \(limit)")
            #expect(complaints.contains("ulimit -n"), "with \(limit)")
            #expect(program.bytes(of: "output")?.isEmpty == true)
        }
    }

    @Test("A folder that cannot be looked through is not an empty one")
    func unreadableFolder() throws {
        let (status, complaints) = try program.run("exec 2>complaints; ulimit -n 5; exec \"$0\" conform .")
        #expect(status == 2)
        #expect(complaints == ".: Too many open files; allow more with ulimit -n\n")
    }

    /// A device that cannot be opened for want of files is silent, and time continues.
    @Test("A session outlives its last file")
    func aSessionOutlivesItsLastFile() throws {
        try program.write(
            """
            scenario: A tone
            sounds: {beep: {tone: 440, seconds: 0.2}}
            steps: [{at: 0, do: lock}]
            """, to: "tone.yaml")
        let live = try program.start("exec \"$0\" live --config ports.yaml --sounds tone.yaml 2>complaints")
        // Until the library is there, without which no device can be told from another.
        repeat {
            #expect(try live.ask(#"{"do": "ringSwitch", "to": "ring"}"#) != nil)
        } while try !String(contentsOfFile: "/proc/\(live.number)/maps", encoding: .utf8).contains("libasound")
        // It has more open already.
        #expect(try program.run("prlimit --pid \(live.number) --nofile=8:8").status == 0)
        #expect(try live.ask(#"{"do": "play", "app": "game", "sound": "beep"}"#)?.contains(#""heard": [{"#) == true)
        #expect(live.next()?.contains("soundFinished") == true)
        try live.finish()
        let (reason, status) = live.end()
        #expect(reason == .exit && status == 0)
        let remedy = "Sounds go on unheard until it can be opened. Allow more with ulimit -n"
        #expect(program.complaints.contains("failed: Too many open files. \(remedy)"))
    }

    /// The rest of the line is no step.
    @Test("A line that is too long is answered once")
    func tooLongLine() throws {
        let long = "head -c 3000000 /dev/zero | tr '\\0' ' '"
        let step = #"{"do": "lock"}"#
        let (status, _) = try program.run(
            "{ \(long); echo '\(step)'; echo '\(step)'; } | \"$0\" live --config ports.yaml >output")
        #expect(status == 0)
        let replies = String(decoding: program.bytes(of: "output") ?? Data(), as: UTF8.self).split(separator: "\n")
        try #require(replies.count == 2)
        #expect(replies[0].contains("the line is longer than") && replies[0].contains(#""line": 1"#))
        #expect(replies[1].contains(#""result": "ok""#))
    }

    /// The shell tells of a terminal that has gone, and so does the system.
    @Test("What is recorded outlives the terminal", arguments: [[SIGHUP, SIGHUP], [SIGTERM], [SIGINT]])
    func recordingOutlivesTerminal(
        signals: [CInt]
    ) throws {
        let live = try program.start("exec \"$0\" live --config ports.yaml --record-to kept.wav 2>complaints")
        _ = try live.ask(#"{"do": "setCategory", "app": "memo", "category": "playAndRecord"}"#)
        let reply = try live.ask(#"{"do": "record", "app": "memo", "phase": "start"}"#)
        #expect(reply?.contains(#""result": "ok""#) == true)
        for signal in signals { live.send(signal) }
        let (reason, status) = live.end()
        #expect(reason == .exit && status == 0)
        #expect(program.bytes(of: "kept.wav")?.starts(with: Data("RIFF".utf8)) == true)
    }

    @Test("A program that outlives its terminal on purpose does so")
    func noHangup() throws {
        let live = try program.start("trap '' HUP; exec \"$0\" live --config ports.yaml")
        #expect(try live.ask(#"{"do": "lock"}"#) != nil)
        live.send(SIGHUP)
        #expect(try live.ask(#"{"do": "unlock"}"#) != nil)
        try live.finish()
        #expect(live.end().status == 0)
    }

    @Test("Without libsndfile lengths come from headers of FLAC files; what else is missing is said once for all files")
    func withoutTheDecoder() throws {
        let sounds = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Scenarios/Sounds")
            .path
        // A file that the loader finds first, and that is no library.
        let lacking = "mkdir lacking; : >lacking/libsndfile.so.1; export LD_LIBRARY_PATH=lacking"
        for (name, file) in [("flac", "tap.flac"), ("one", "a.wav"), ("two", "b.wav")] {
            let sounds = (0..<4).map { "s\($0): {file: \(file)}" }.joined(separator: ", ")
            try program.write(
                "scenario: \(name)\nsounds: {\(sounds)}\nsteps: [{at: 0, do: play, app: a, sound: s1}, {at: 9, do: wait}]\n",
                to: "\(name).yaml")
        }
        for name in ["a.wav", "b.wav"] { try program.write("not looked at", to: name) }
        #expect(try program.run("cp '\(sounds)/tap.flac' .; exec \"$0\" explain flac.yaml >with").status == 0)
        #expect(try program.run("\(lacking); exec \"$0\" explain flac.yaml >without").status == 0)
        #expect(program.text(of: "with") == program.text(of: "without"))
        #expect(program.text(of: "with").contains("s1"))
        let (status, complaints) = try program.run(
            "export LD_LIBRARY_PATH=lacking; exec \"$0\" check one.yaml flac.yaml two.yaml 2>complaints")
        #expect(status == 2)
        #expect(complaints.hasPrefix("one.yaml:2:"))
        #expect(complaints.hasSuffix("Install the package libsndfile1.\n"))
        #expect(complaints.matches(of: #/libsndfile1/#).count == 1, "\(complaints)")
        try program.write(
            "steps: [{at: 0, do: play, app: a, sound: s}, {at: 1, do: stop, app: a, sound: s}]\n", to: "tone.yaml")
        let page = try program.run(
            "export LD_LIBRARY_PATH=lacking; exec \"$0\" replay --quiet tone.yaml --report page.html 2>complaints")
        #expect(
            page.status == 0 && page.complaints.hasSuffix("install the package libsndfile1\n"), "\(page.complaints)")
        #expect(program.text(of: "page.html").contains("<svg") && !program.text(of: "page.html").contains("audio/flac"))
    }
}
