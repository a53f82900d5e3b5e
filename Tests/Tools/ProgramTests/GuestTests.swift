import Foundation
import Glibc
import Scratch
import Synchronization
import Testing

/// Programs in C beside the library's: `guest` does what each line of its input says, `disrupted` tests itself.
enum Guest {
    private static let compiled = Mutex<[String: String]>([:])

    /// The path of a program, which is compiled by the first test that wants it.
    static func path(_ program: TestProgram, _ name: String = "guest") throws -> String {
        try compiled.withLock { compiled in
            if let path = compiled[name] { return path }
            let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
                .standardizedFileURL
            let path = Scratch.shared.fresh(name)
            let run = try program.run(
                "cd '\(root.path)' && cc -std=c99 -O1 -pthread -ISources/Phone/CAudioSession/include Tests/Guest/\(name).c "
                    + "Sources/Phone/CAudioSession/*.c -lm -o '\(path)'")
            try #require(run.status == 0)
            compiled[name] = path
            return path
        }
    }
}

/// Programs that die, stop or run out of everything on a host, which none of the others may notice.
@Suite(.timeLimit(.minutes(5))) struct GuestTests {
    private let program: TestProgram
    private let host: TestProgram.Conversation

    init() throws {
        program = try TestProgram()
        host = try program.start("exec \"$0\" host --silent --rules modern --socket sockets/host 2>complaints")
        _ = try host.ask(#"{"do": "unlock"}"#)
    }

    private func start(_ app: String) throws -> TestProgram.Conversation {
        try program.start("AUDIOSESSION_SOCKET=sockets/host AUDIOSESSION_APP=\(app) exec '\(try Guest.path(program))'")
    }

    /// The next reply of the host about what a program does.
    private func reply(_ verb: String, _ app: String) throws -> String {
        while true {
            let line = try #require(host.next())
            if line.contains("\"do\": \"\(verb)\", \"app\": \"\(app)\"") { return line }
        }
    }

    private func isAnswered() throws -> Bool {
        try program.run("\"$0\" step --socket sockets/host unlock >out 2>complaints").status == 0
    }

    private func end() {
        host.send(SIGTERM)
        #expect(host.end().status == 0)
        #expect(program.names(in: "sockets").isEmpty)
    }

    @Test("Killed after any of its calls, a program frees the others in the same decision, and its name")
    func killedBetweenCalls() throws {
        let music = try start("music")
        for (line, answer) in [("open", "open 0"), ("category 2", "category 0"), ("play -1", "play 0")] {
            #expect(try music.ask(line) == answer)
        }
        let script = [
            "open", "category 0", "active 1", "play -1", "gain 0.5", "pause", "play 60", "active 0", "play 9",
        ]
        for count in 1...script.count {
            let victim = try start("victim")
            for line in script[..<count] { #expect(try victim.ask(line) != nil) }
            victim.send(SIGKILL)
            _ = victim.end()
            if count > 1 {
                let last = try reply("crash", "victim")
                #expect(last.contains("\"sessions\": {\"music\": {"), "after \(script[count - 1])")
                #expect(!last.contains("victim/") && !last.contains("\"app\": \"victim\", \"sound\""))
            }
            #expect(try isAnswered())
        }
        end()
    }

    @Test("Killed in the midst of calling, a program is gone at once", arguments: [1, 2, 7, 40])
    func killedWhileCalling(count: Int) throws {
        let victim = try start("victim")
        #expect(try victim.ask("open") == "open 0")
        #expect(try victim.ask("play -1") == "play 0")
        try victim.say("flood")
        for _ in 0..<count { _ = try reply("gain", "victim") }
        victim.send(SIGKILL)
        #expect(try reply("crash", "victim").contains("\"sessions\": {}"))
        #expect(try isAnswered())
        end()
    }

    @Test("Killed while a child of its own holds its socket, a program is gone all the same")
    func killedWithChild() throws {
        let victim = try start("victim")
        #expect(try victim.ask("open") == "open 0")
        #expect(try victim.ask("play -1") == "play 0")
        let child = try #require(try victim.ask("fork").flatMap { pid_t($0.split(separator: " ")[1]) })
        defer { kill(child, SIGKILL) }
        victim.send(SIGKILL)
        #expect(try reply("crash", "victim").contains("\"sessions\": {}"))
        #expect(kill(child, 0) == 0)
        end()
    }

    @Test("A program that ends without closing its session has quit; a child that it forked and that ends has not")
    func exits() throws {
        let parent = try start("parent")
        #expect(try parent.ask("open") == "open 0")
        #expect(try parent.ask("play -1") == "play 0")
        #expect(try parent.ask("child") == "child 0")
        #expect(try parent.ask("gain 0.5") == "gain 0")
        _ = try reply("gain", "parent")
        try parent.finish()
        #expect(parent.end().status == 0)
        #expect(try reply("quit", "parent").contains("\"sessions\": {}"))
        end()
    }

    @Test("Stopped, a program holds up no other; continued, it is where the others are")
    func stopped() throws {
        let victim = try start("victim")
        #expect(try victim.ask("open") == "open 0")
        #expect(try victim.ask("play -1") == "play 0")
        victim.send(SIGSTOP)
        for number in 1...300 {
            let level = Double(number % 10) / 10
            _ = try host.ask(#"{"do": "volumeSlider", "to": \#(level)}"#)
        }
        let other = try start("other")
        #expect(try other.ask("open") == "open 0")
        #expect(try other.ask("category 0") == "category 0")
        victim.send(SIGCONT)
        #expect(try victim.ask("gain 0.5") == "gain 0")
        _ = try reply("gain", "victim")
        #expect(try victim.ask("volume") == "volume 0")
        try victim.finish()
        _ = victim.end()
        end()
    }

    @Test("Without descriptors or memory a program is told so, and goes on")
    func exhausted() throws {
        let victim = try start("victim")
        var answers: Set<String> = []
        for limit in 3...16 {
            #expect(try victim.ask("files \(limit)") == "files 0")
            let answer = try #require(try victim.ask("open"))
            answers.insert(answer)
            if answer == "open 0" { _ = try victim.ask("close") }
        }
        #expect(answers == ["open 0", "open -4"])
        #expect(try victim.ask("files 256") == "files 0")
        #expect(try victim.ask("open") == "open 0")
        #expect(try victim.ask("category 2") == "category 0")
        #expect(try victim.ask("memory") == "memory 0")
        #expect(try victim.ask("second") == "second -4")
        for (line, answer) in [
            ("play -1", "play 0"), ("gain 0.5", "gain 0"), ("pause", "pause 0"), ("volume", "volume 0.5"),
        ] {
            #expect(try victim.ask(line) == answer)
        }
        _ = try reply("pause", "victim")
        #expect(try isAnswered())
        end()
    }
}

/// The handling by `run` of programs that leave, or do not.
@Suite(.timeLimit(.minutes(5))) struct LeavingTests {
    @Test("A program that forks and leaves ends run; what it has left behind goes on")
    func forks() throws {
        let program = try TestProgram()
        // It ends when run has; what starts it here waits for all that it has started.
        let left = "(while kill -0 $PPID 2>/dev/null; do sleep 0.1; done; echo gone >left) &"
        #expect(try program.run("\"$0\" run --silent -- sh -c '\(left) exit 4'").status == 4)
        #expect(program.text(of: "left") == "gone\n")
    }

    @Test("A program that ignores SIGTERM is not ended by it, and run waits for it")
    func ignores() throws {
        let program = try TestProgram()
        let run = try program.start(
            "exec \"$0\" run --silent -- sh -c 'trap \"\" TERM; echo ready; while read line; do echo $line; done; exit 3'"
        )
        #expect(run.next() == "ready")
        run.send(SIGTERM)
        #expect(try run.ask("still there") == "still there")
        try run.finish()
        #expect(run.end().status == 3)
    }
}
