import Foundation
import Glibc
import Testing

/// A host on a machine, and among programs, that mean it no good.
@Suite(.timeLimit(.minutes(5))) struct HostileUseTests {
    private let program: TestProgram

    init() throws { program = try TestProgram() }

    /// Ended if it does not answer any more, so that a test fails and does not wait forever.
    private let bounded = "exec timeout -s KILL 120 \"$0\""

    /// Tells the program behind `bounded` to end: `timeout` itself may hold signals back, as the threads that start it do.
    private func terminate(_ host: TestProgram.Conversation) throws {
        #expect(try program.run("kill $(cat /proc/\(host.number)/task/\(host.number)/children)").status == 0)
    }

    @Test(
        "A host whose standard error is not read answers all the same, tells later what was lost, and ends when it is told",
        arguments: ["host --socket sockets/host", "run --drive"])
    func unreadComplaints(command: String) throws {
        let isRun = command.hasPrefix("run")
        let tail = isRun ? " -- sleep 1000" : ""
        let host = try program.start(
            "mkfifo full; exec 3<>full; \(bounded) \(command) --device null\(tail) 2>full")
        let name = String(repeating: "n", count: 200)
        for number in 1...900 {
            let step = #"{"do": "play", "app": "a", "sound": "\#(name)\#(number)"}"#
            try #require(try host.ask(step)?.contains(#""result": "ok""#) == true, "step \(number)")
            try #require(try host.ask(#"{"do": "stop", "app": "a"}"#) != nil)
        }
        let read = try program.run("timeout 60 sed -n -e '/No sound is known/p' -e '/missing here/{p;q}' full >read")
        #expect(read.status == 0)
        let lines = program.text(of: "read").split(separator: "\n")
        let told = lines.dropLast().count
        #expect(lines.last == "audiosession: \(900 - told) lines are missing here: standard error was not read")
        for (place, line) in lines.dropLast().enumerated() {
            #expect(line.hasPrefix("audiosession: No sound is known as \"\(name)\(place + 1)\""))
        }
        try terminate(host)
        if isRun { try host.finish() }
        #expect(host.end().status == (isRun ? 143 : 0))
    }

    @Test("A driven run ends with its program and its input, and at a signal, even if its standard error is not read")
    func unreadEnd() throws {
        let full = "mkfifo full; exec 3<>full; dd if=/dev/zero of=full bs=65536 count=1 2>/dev/null"
        let ended = try program.run(
            "\(full); (echo nonsense; echo '{\"do\": \"none\"}'; echo unlock) | timeout -s KILL 60 \"$0\" run --drive --silent -- sh -c 'exit 7' "
                + ">replies 2>full")
        #expect(ended.status == 7)
        #expect(program.text(of: "replies").split(separator: "\n").count == 3)
        let run = try program.start("rm full; \(full); \(bounded) run --drive --silent -- sleep 1000 2>full")
        #expect(try run.ask("nonsense")?.contains("badStep") == true)
        try terminate(run)
        try run.finish()
        #expect(run.end().status == 143)
    }

    @Test("The children of a dead program that flood its connection keep no program from its answer")
    func abandoned() throws {
        let host = try program.start("\(bounded) host --silent --socket sockets/host 2>complaints")
        #expect(try host.ask(#"{"do": "unlock"}"#) != nil)
        let guest = try program.start(
            "AUDIOSESSION_SOCKET=sockets/host AUDIOSESSION_APP=parent exec '\(try Guest.path(program))'")
        #expect(try guest.ask("open") == "open 0")
        #expect(try guest.ask("play -1") == "play 0")
        #expect(try guest.ask("abandon 40") != nil)
        _ = guest.end()
        for _ in 0..<5 {
            let step = try program.run("\"$0\" step --timeout 4 --socket sockets/host lock unlock >out 2>complaints")
            #expect(step.status == 0, "\(step.complaints)")
        }
        try terminate(host)
        #expect(host.end().status == 0)
    }

    // MARK: Without descriptors

    private func limit(_ host: TestProgram.Conversation, to count: Int) throws {
        // The limit of processes started by the shell's child is no longer that of `timeout`.
        let status = try program.run("prlimit --pid \(host.number) --nofile=\(count):\(1_024) 2>why").status
        try #require(status == 0, "\(program.text(of: "why"))")
    }

    private func step(_ options: String = "") throws -> (status: Int32, complaints: String) {
        try program.run("\"$0\" step \(options) --socket sockets/host lock >out 2>complaints")
    }

    private func openFiles(of process: pid_t) throws -> [Int] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").compactMap { Int($0) }
    }

    /// Hundredths of a second of a processor's time that a process has used.
    private func time(of process: pid_t) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = text[text.lastIndex(of: ")")!...].split(separator: " ")
        return Int(fields[12])! + Int(fields[13])!
    }

    @Test("A host that can open no more files tells each that connects why, and serves again once it can")
    func full() throws {
        let host = try program.start("exec \"$0\" host --silent --socket sockets/host 2>complaints")
        #expect(try host.ask(#"{"do": "unlock"}"#) != nil)
        let most = try openFiles(of: host.number).max()! + 1
        for _ in 0..<3 {
            try limit(host, to: most)
            // The numbers below the limit that are free yet are taken by watchers.
            var watchers: [TestProgram.Conversation] = []
            while try openFiles(of: host.number).count < most {
                let watcher = try program.start("exec \"$0\" watch --socket sockets/host 2>/dev/null")
                guard watcher.next() != nil else { break }
                watchers.append(watcher)
            }
            for _ in 0..<25 {
                let (status, complaints) = try step()
                #expect(status == 3)
                #expect(
                    complaints.contains("The host has no room for one more. Too many open files")
                        && complaints.contains("ulimit -n"), "\(complaints)")
            }
            let guest = try program.start(
                "AUDIOSESSION_SOCKET=sockets/host exec '\(try Guest.path(program))'")
            #expect(try guest.ask("why") == "The host has no room for one more.")
            try limit(host, to: 1_024)
            #expect(try step().status == 0)
            // The next round counts on the numbers that they hold.
            for connected in watchers + [guest] {
                connected.send(SIGKILL)
                _ = connected.end()
            }
        }
        host.send(SIGTERM)
        #expect(host.end().status == 0)
    }

    @Test("A host that has lost its last descriptor, too, rests, and answers once it has one again")
    func exhausted() throws {
        let host = try program.start("exec \"$0\" host --silent --socket sockets/host 2>complaints")
        #expect(try host.ask(#"{"do": "unlock"}"#) != nil)
        for _ in 0..<2 {
            try limit(host, to: 4)
            let before = try time(of: host.number)
            // The second finds the reserve gone.
            for _ in 0..<3 { #expect(try step("--timeout 0.5").status == 3) }
            #expect(try time(of: host.number) - before < 15, "it spins")
            try limit(host, to: 1_024)
            #expect(try step().status == 0, "\(program.complaints)")
        }
        host.send(SIGTERM)
        #expect(host.end().status == 0)
    }

    // MARK: Identity

    private static let canUnshare =
        (try? TestProgram().run("unshare --pid --fork true 2>/dev/null").status) == 0

    @Test(
        "A program of another PID namespace is refused with the reason, and no process gets a signal",
        .enabled(if: canUnshare))
    func unseen() throws {
        // In a group of its own: a signal to all of it must not reach the tests.
        let run = try program.start(
            """
            exec setsid unshare --pid --fork "$0" run --drive --silent --rules iPhoneOS3 --background-audio no -- \
            sh -c 'trap "echo >hit" TERM; echo $AUDIOSESSION_SOCKET >place; while [ ! -e end ]; do sleep 0.05; done' 2>complaints
            """)
        #expect(try run.ask(#"{"do": "unlock"}"#) != nil)
        let place = try program.firstLine(of: "place")
        let guest = try program.start("AUDIOSESSION_SOCKET=\(place) exec '\(try Guest.path(program))'")
        #expect(try guest.ask("why") == "The host cannot see the process of this program,")
        _ = try guest.ask("play -1")
        // Acts that would end its app.
        for phase in ["incoming", "answered"] {
            #expect(try run.ask(#"{"do": "call", "phase": "\#(phase)"}"#)?.contains(#""result": "ok""#) == true)
        }
        #expect(try run.ask(#"{"do": "lock"}"#) != nil)
        try program.write("", to: "end")
        try run.finish()
        while run.next() != nil {}
        #expect(run.end().status == 0)
        #expect(!program.names.contains("hit"))
    }

    // MARK: Bytes and paths

    @Test("Words behind -- reach the program byte by byte, and so does its own name", arguments: ["", "--join"])
    func bytes(option: String) throws {
        let host = try program.start("exec \"$0\" host --silent --socket sockets/host 2>complaints")
        #expect(try host.ask(#"{"do": "unlock"}"#) != nil)
        try program.write("printf '%s|' \"$0\" \"$@\"", to: "script")
        let run = try program.run(
            """
            export AUDIOSESSION_SOCKET=sockets/host
            odd=$(printf 'p\\377q'); cp script "./$odd"; chmod +x "./$odd"; mkdir "d$odd"; cp "./$odd" "d$odd/s"
            "$0" run --silent \(option) -- printf '%s|' "$odd" -- "$odd $odd" '' >out 2>complaints || exit 1
            "$0" run --silent \(option) -- "./$odd" "$odd" >>out 2>>complaints || exit 2
            PATH="$PATH:$PWD/d$odd" "$0" run --silent \(option) -- s "$odd" >>out 2>>complaints || exit 3
            """)
        #expect(run.status == 0, "\(run.complaints)")
        let odd: [UInt8] = Array("p".utf8) + [0xFF] + Array("q".utf8)
        func text(_ words: [[UInt8]]) -> [UInt8] { words.flatMap { $0 + [UInt8(ascii: "|")] } }
        let folder = Array((program.folder.path + "/d").utf8) + odd + Array("/s".utf8)
        let wanted =
            text([odd, Array("--".utf8), odd + [0x20] + odd, []]) + text([Array("./".utf8) + odd, odd])
            + text([folder, odd])
        #expect(program.bytes(of: "out") == Data(wanted))
        #expect(run.complaints == "")
        host.send(SIGTERM)
        _ = host.end()
    }

    @Test(
        "A program that changes its folder finds its host, whatever variable named a folder without its root",
        arguments: ["TMPDIR=t XDG_RUNTIME_DIR=", "XDG_RUNTIME_DIR=t", "XDG_RUNTIME_DIR=. TMPDIR=none"])
    func relativeFolders(variables: String) throws {
        let run = try program.run(
            """
            mkdir -m 700 t
            \(variables) "$0" run --silent -- sh -c 'cd / && test -S "$AUDIOSESSION_SOCKET"' 2>complaints
            """)
        #expect(run.status == 0, "\(run.complaints)")
        #expect(program.names(in: "t").isEmpty)
        let host = try program.start("exec \"$0\" host --silent --socket t/host 2>complaints")
        #expect(try host.ask(#"{"do": "unlock"}"#) != nil)
        let join = try program.run(
            """
            AUDIOSESSION_SOCKET=t/host "$0" run --join -- sh -c 'cd / && test -S "$AUDIOSESSION_SOCKET"' 2>complaints
            """)
        #expect(join.status == 0, "\(join.complaints)")
        host.send(SIGTERM)
        _ = host.end()
    }

    @Test("A parent that does not want to hear of its children's ends does not keep run from ending")
    func ignoredChildren() throws {
        let run = try program.run(
            "timeout -s KILL 20 bash -c 'trap \"\" CHLD; \"$0\" run --silent -- sh -c \"exit 5\"' \"$0\"")
        #expect(run.status == 5)
    }
}
