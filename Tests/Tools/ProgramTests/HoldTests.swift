import Foundation
import Glibc
import Testing

/// The effect of `hold` on a program on the same host that plays, and its end.
@Suite(.timeLimit(.minutes(5))) struct HoldTests {
    private let program: TestProgram
    private let host: TestProgram.Conversation
    private let music: TestProgram.Conversation
    /// The level of the music while nothing lowers it.
    private let full: Double

    private static let place = "AUDIOSESSION_SOCKET=sockets/host"

    init() throws {
        program = try TestProgram()
        host = try program.start("exec \"$0\" host --silent --rules modern --socket sockets/host 2>complaints")
        _ = try host.ask(#"{"do": "unlock"}"#)
        music = try program.start("\(Self.place) AUDIOSESSION_APP=music exec '\(try Guest.path(program))'")
        for (line, answer) in [("open", "open 0"), ("category 2", "category 0"), ("play -1", "play 0")] {
            try #require(try music.ask(line) == answer)
        }
        full = try #require(try music.level(after: 48_000))
        try #require(full > 0)
    }

    private func hold(_ arguments: String) throws -> TestProgram.Conversation {
        try program.start("\(Self.place) exec \"$0\" hold \(arguments) 2>>complaints")
    }

    /// Plays periods until one differs from the level before, and then to the end of the ramp.
    ///
    /// - Returns: The level after the first period that differs, and that at the end.
    private func change(from level: Double) throws -> (first: Double, last: Double) {
        for _ in 0..<1_000_000 {
            let first = try #require(try music.level(after: 480))
            if first != level { return (first, try #require(try music.level(after: 48_000))) }
        }
        Issue.record("the music stays at \(level)")
        return (level, level)
    }

    private func expectDucked() throws {
        let (first, last) = try change(from: full)
        #expect(first < full && first > last)
        #expect(abs(last / full - 0.2) < 1e-5)
    }

    private func expectBack() throws {
        let ducked = try #require(try music.level(after: 0))
        let (first, last) = try change(from: ducked)
        #expect(first > ducked && first < last)
        #expect(last == full)
    }

    /// The next reply of the host about the end of an app.
    private func end(of app: String) throws -> String {
        while true {
            let line = try #require(host.next())
            if line.contains("\"app\": \"\(app)\""),
                line.contains("\"do\": \"crash\"") || line.contains("\"do\": \"quit\"")
            {
                return line
            }
        }
    }

    @Test(
        "The music goes down while a command runs, and comes back however the command ends",
        arguments: [("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 143), ("kill -9 $$", 137)])
    func command(end: String, status: Int32) throws {
        let hold = try hold("--duck -- sh -c 'echo speaks; read line; \(end)'")
        #expect(hold.next() == "speaks")
        try expectDucked()
        try hold.say("")
        try expectBack()
        #expect(hold.end().status == status)
        #expect(program.complaints.isEmpty)
    }

    @Test("The music comes back when hold is killed, and the command goes on")
    func killed() throws {
        let hold = try hold("--duck -- sh -c 'echo speaks; read line; echo $line'")
        #expect(hold.next() == "speaks")
        try expectDucked()
        hold.send(SIGKILL)
        try expectBack()
        #expect(try hold.ask("still here") == "still here")
    }

    @Test("While hold is stopped the end of the command brings the music back, and its status is not lost")
    func stopped() throws {
        let hold = try hold("--duck -- sh -c 'echo speaks; read line; exit 5'")
        #expect(hold.next() == "speaks")
        try expectDucked()
        hold.send(SIGSTOP)
        try hold.say("")
        try expectBack()
        hold.send(SIGCONT)
        #expect(hold.end().status == 5)
    }

    @Test("While the command is stopped the music is back, and goes down again when the command goes on")
    func stoppedCommand() throws {
        let hold = try hold("--duck -- sh -c 'echo $$; read line; exit 5'")
        let command = try #require(hold.next().flatMap { pid_t($0) })
        try expectDucked()
        kill(command, SIGSTOP)
        try expectBack()
        kill(command, SIGCONT)
        try expectDucked()
        try hold.say("")
        try expectBack()
        #expect(hold.end().status == 5)
    }

    @Test("SIGTSTP stops the command and hold, the music is back, and goes down again when hold goes on")
    func suspended() throws {
        let hold = try hold("--duck -- sh -c 'echo speaks; read line; exit 5'")
        #expect(hold.next() == "speaks")
        try expectDucked()
        hold.send(SIGTSTP)
        try expectBack()
        while try !String(contentsOfFile: "/proc/\(hold.number)/stat", encoding: .utf8).contains(") T ") {}
        hold.send(SIGCONT)
        try expectDucked()
        try hold.say("")
        try expectBack()
        #expect(hold.end().status == 5)
    }

    @Test(
        "Of two holds that overlap the last one to end brings the music back, whichever began first", arguments: [0, 1])
    func overlap(first: Int) throws {
        let holds = try ["one", "two"].map { app in
            let hold = try hold("--duck --app \(app) -- sh -c 'echo speaks; read line'")
            #expect(hold.next() == "speaks")
            return (app, hold)
        }
        try expectDucked()
        try holds[first].1.say("")
        let reply = try end(of: holds[first].0)
        #expect(reply.contains("\"ducked\": true"), "\(reply)")
        #expect(abs(try #require(try music.level(after: 96_000)) / full - 0.2) < 1e-5)
        try holds[1 - first].1.say("")
        try expectBack()
    }

    @Test("A hold says how far and how slowly the music goes down; of two the deeper counts while it lasts")
    func depth() throws {
        let one = try hold("--duck --duck-db 6 --duck-ramp-ms 0 --app one -- sh -c 'echo speaks; read line'")
        #expect(one.next() == "speaks")
        let six = full * pow(10, -6.0 / 20)
        let (atOnce, last) = try change(from: full)
        #expect(abs(atOnce - six) < 1e-5 && abs(last - six) < 1e-5)
        let two = try hold("--duck --duck-db 30 --duck-ramp-ms 100 --app two -- sh -c 'echo speaks; read line'")
        #expect(two.next() == "speaks")
        while try music.level(after: 480) == last {}
        // The way of 100 ms continues from where the level is, and has 4320 frames left.
        let within = try #require(try music.level(after: 3_840))
        let thirty = full * pow(10, -30.0 / 20)
        #expect(within > thirty * 1.05 && within < six)
        #expect(abs(try #require(try music.level(after: 480)) - thirty) < 1e-5)
        try two.say("")
        while try music.level(after: 480) != last {}
        try one.say("")
        try expectBack()
    }

    @Test("--pause interrupts the music, which gets leave to go on at the end", arguments: [SIGTERM, SIGKILL])
    func pause(signal: CInt) throws {
        let hold = try hold("--pause -- sh -c 'echo speaks; read line'")
        #expect(hold.next() == "speaks")
        while try music.level(after: 480) != -1 {}
        hold.send(signal)
        var reply = ""
        // It is activated first, and deactivated by its end.
        while !reply.contains("\"shouldResume\"") { reply = try #require(host.next()) }
        #expect(reply.contains("\"shouldResume\": true"), "\(reply)")
        #expect(try music.ask("play -1") == "play 0")
        #expect(try music.level(after: 48_000) == full)
    }

    @Test("Without a command it says held, and holds until its input ends")
    func withoutCommand() throws {
        let hold = try hold("--duck --app assistant")
        #expect(hold.next() == "held")
        try expectDucked()
        try hold.say("it reads what it does not need")
        try hold.finish()
        try expectBack()
        #expect(hold.end().status == 0)
        #expect(hold.next() == nil)
        #expect(try program.run("\(Self.place) \"$0\" hold --duck </dev/null >out 2>>complaints").status == 0)
        #expect(program.text(of: "out") == "held\n" && program.complaints.isEmpty)
    }

    @Test("A call takes the floor from a hold, which lowers the music again when the call is declined")
    func call() throws {
        let hold = try hold("--duck -- sh -c 'echo speaks; read line'")
        #expect(hold.next() == "speaks")
        try expectDucked()
        _ = try host.ask(#"{"do": "call", "phase": "incoming"}"#)
        while try music.level(after: 480) != -1 {}
        _ = try host.ask(#"{"do": "call", "phase": "declined"}"#)
        #expect(try music.ask("play -1") == "play 0")
        while abs(try #require(try music.level(after: 480)) / full - 0.2) > 1e-5 {}
        try hold.say("")
        try expectBack()
    }

    @Test("While the phone rings the command does not run, and the rule is named")
    func refused() throws {
        _ = try host.ask(#"{"do": "call", "phase": "incoming"}"#)
        let run = try program.run("\(Self.place) \"$0\" hold --pause -- touch ran 2>complaints")
        #expect(run.status == 2)
        #expect(run.complaints.contains(#/^audiosession: .* \(R-[A-Z]+-[0-9]+\)\n$/#), "\(run.complaints)")
        #expect(!program.names.contains("ran"))
    }

    @Test("A host that is killed leaves the command alone, and one that is stopped is an error")
    func hostGone() throws {
        let hold = try hold("--duck -- sh -c 'echo speaks; read line; exit 5'")
        #expect(hold.next() == "speaks")
        host.send(SIGSTOP)
        let run = try program.run("\(Self.place) \"$0\" hold --duck -- touch ran 2>complaints")
        #expect(run.status == 3)
        #expect(run.complaints.contains("sockets/host: the host there does not answer in time."))
        #expect(!program.names.contains("ran"))
        host.send(SIGKILL)
        _ = host.end()
        try hold.say("")
        #expect(hold.end().status == 5)
    }
}

extension TestProgram.Conversation {
    /// Lets a guest play frames.
    ///
    /// - Returns: The factor that the last one got; -1 where the sound stands still.
    fileprivate func level(after frames: Int) throws -> Double? {
        try ask("frames \(frames)")?.split(separator: " ").last.flatMap { Double($0) }
    }
}

/// `hold` if no host runs, and where the command line is wrong.
@Suite(.timeLimit(.minutes(5))) struct HoldWithoutHostTests {
    /// The remark of a hold that lowers no app.
    private static let remark = "audiosession: nothing is lowered: no other app is heard\n"
    private let program: TestProgram
    private static let place = "AUDIOSESSION_SOCKET=$PWD/sockets/host"

    init() throws { program = try TestProgram() }

    /// Waits until the started host has removed its files: the last one is its lock, which it then gives back.
    private func waitForHostEnd() throws {
        let lock = open(program.folder.path + "/sockets/host.lock", O_RDONLY | O_CLOEXEC)
        if lock >= 0 {
            #expect(flock(lock, LOCK_SH) == 0)
            close(lock)
        }
        #expect(program.names(in: "sockets").isEmpty)
    }

    @Test("A host is started for the time of the hold, and says nothing; the hold says that it lowers nothing")
    func started() throws {
        let run = try program.run("\(Self.place) \"$0\" hold --duck -- sh -c 'ls sockets; exit 3' >out 2>complaints")
        #expect(run.status == 3 && run.complaints == Self.remark)
        #expect(program.text(of: "out").hasPrefix("host\nhost.control\nhost.lock\n"))
        #expect(program.names(in: "sockets").isEmpty, "the host has ended before the hold")
    }

    @Test(
        "The started host has ended when hold returns, however it returns: the place is free for a host by hand",
        arguments: [("-- true", 0), ("-- sh -c 'kill $$'", 143), ("-- ./missing", 127), ("</dev/null", 0)])
    func endsFirst(rest: String, status: Int32) throws {
        let host = "\"$0\" host --until-unused --silent </dev/null"
        let run = try program.run(
            "export \(Self.place); for i in 1 2 3; do \"$0\" hold --duck \(rest) >out 2>complaints; s=$?; \(host) || s=served; done; echo $s >status"
        )
        #expect(run.status == 0)
        #expect(program.text(of: "status") == "\(status)\n", "\(program.complaints)")
    }

    @Test("A hold does not wait for a host that it started while another program is joined to it")
    func leavesToOthers() throws {
        let hold = try program.start(
            "\(Self.place) \"$0\" hold --duck -- sh -c 'echo speaks; read line' 2>complaints; echo $?")
        #expect(hold.next() == "speaks")
        let music = try program.start("\(Self.place) exec '\(try Guest.path(program))'")
        #expect(try music.ask("open") == "open 0")
        try hold.say("")
        #expect(hold.next() == "0")
        #expect(try music.ask("play -1") == "play 0")
        try music.finish()
        #expect(music.end().status == 0)
        try waitForHostEnd()
    }

    @Test("A started host outlives a hold that is killed, until the last program has left")
    func outlives() throws {
        let hold = try program.start(
            "\(Self.place) exec \"$0\" hold --duck -- sh -c 'echo speaks; read line' 2>complaints")
        #expect(hold.next() == "speaks")
        let music = try program.start("\(Self.place) exec '\(try Guest.path(program))'")
        for (line, answer) in [("open", "open 0"), ("category 2", "category 0"), ("play -1", "play 0")] {
            #expect(try music.ask(line) == answer)
        }
        let ducked = try #require(try music.level(after: 48_000))
        hold.send(SIGKILL)
        while try #require(try music.level(after: 48_000)) < ducked * 4.99 {}
        #expect(program.names(in: "sockets").contains("host"))
        try music.finish()
        #expect(music.end().status == 0)
        try waitForHostEnd()
        #expect(program.complaints == Self.remark)
    }

    @Test("Holds that begin at once where no host runs share one")
    func atOnce() throws {
        let hold = "\(Self.place) \"$0\" hold --duck -- sh -c 'echo ran >>out' 2>>complaints"
        let run = try program.run(Array(repeating: hold, count: 6).joined(separator: " | "))
        #expect(run.status == 0 && run.complaints == String(repeating: Self.remark, count: 6), "\(run.complaints)")
        #expect(program.text(of: "out") == String(repeating: "ran\n", count: 6))
        try waitForHostEnd()
    }

    @Test("A hold that begins while the last host is ending starts one of its own")
    func ending() throws {
        let sockets = program.folder.path + "/sockets"
        mkdir(sockets, 0o700)
        let lock = open(sockets + "/host.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(flock(lock, LOCK_EX) == 0)
        let hold = try program.start("\(Self.place) exec \"$0\" hold --duck -- echo speaks 2>complaints")
        // The host that it starts first is refused the place.
        func text(_ file: String) -> String { (try? String(contentsOfFile: "/proc/\(file)", encoding: .utf8)) ?? "" }
        var host: Substring?
        while host == nil { host = text("\(hold.number)/task/\(hold.number)/children").split(separator: " ").first }
        while text("\(try #require(host))/stat").contains(/\) [^Z]/) {}
        unlink(sockets + "/host.lock")
        close(lock)
        #expect(hold.next() == "speaks")
        #expect(hold.end().status == 0)
        #expect(program.complaints == Self.remark)
        try waitForHostEnd()
    }

    @Test("A host with --until-unused serves until its input has ended and the last program has left")
    func untilUnused() throws {
        let host = try program.start("exec \"$0\" host --silent --until-unused --socket sockets/host 2>complaints")
        #expect(host.next() == "serving")
        let music = try program.start("\(Self.place) exec '\(try Guest.path(program))'")
        #expect(try music.ask("open") == "open 0")
        try host.finish()
        #expect(host.next() == "staying")
        #expect(try music.ask("play -1") == "play 0")
        try music.finish()
        #expect(host.end().status == 0)
        #expect(host.next() == nil)
        #expect(
            try program.run("\"$0\" host --silent --until-unused --socket sockets/host </dev/null 2>complaints").status
                == 0)
    }

    @Test("What cannot be held is said with its place and a remedy, and the command does not run")
    func wrong() throws {
        try program.write("", to: "file")
        for (line, status, words) in [
            ("hold -- touch ran", 64, "Say --duck to lower the others, or --pause to interrupt them."),
            ("hold --duck --pause -- touch ran", 64, "Say --duck to lower the others, or --pause to interrupt them."),
            ("hold --duck touch ran", 64, "Write -- before the command: audiosession hold --duck -- touch …"),
            ("hold --duck --category loud -- touch ran", 64, "choose one of ambient, soloAmbient, playback"),
            ("hold --duck --mode loud -- touch ran", 64, "choose one of default, voiceChat"),
            ("hold --duck --category soloAmbient -- touch ran", 64, "--category soloAmbient lowers nothing"),
            ("hold --pause --category ambient -- touch ran", 64, "--category ambient interrupts nothing"),
            ("hold --duck --duck-db 51 -- touch ran", 64, "--duck-db must be 0 to 50"),
            ("hold --duck --duck-db=-1 -- touch ran", 64, "--duck-db must be 0 to 50"),
            ("hold --duck --duck-db nan -- touch ran", 64, "--duck-db must be 0 to 50"),
            ("hold --duck --duck-ramp-ms 2001 -- touch ran", 64, "--duck-ramp-ms must be 0 to 2000"),
            ("hold --pause --duck-db 5 -- touch ran", 64, "--duck-db says how --duck lowers the others"),
            ("hold --duck --app a/b -- touch ran", 64, "--app: an app's name has"),
            ("hold --duck --app '' -- touch ran", 64, "--app: an app's name has"),
            ("hold --duck --socket '' -- touch ran", 64, "an empty name names nothing; give one"),
            ("hold --duck --socket file/host -- touch ran", 3, "file/host: no host answers there"),
            ("hold --duck --socket none/none/host -- touch ran", 2, "none/none: cannot make the folder"),
            ("hold --duck --socket $(printf %200s | tr ' ' x) -- touch ran", 3, "Choose a shorter one"),
            ("hold --duck --socket sockets/host -- ./none", 127, "./none: No such file or directory. Check its name"),
            ("hold --duck --socket sockets/host -- ./file", 126, "./file: Permission denied. Make it executable"),
            ("hold --duck --socket sockets/host -- ''", 127, "Check its name"),
        ] as [(String, Int32, String)] {
            let run = try program.run("umask 077; \"$0\" \(line) </dev/null >out 2>complaints")
            #expect(run.status == status, "\(line): \(run.complaints)")
            #expect(run.complaints.contains(words), "\(line): \(run.complaints)")
            #expect(!program.names.contains("ran"), "\(line)")
        }
        let run = try program.run(
            "unset XDG_RUNTIME_DIR AUDIOSESSION_SOCKET; \"$0\" hold --duck -- touch ran 2>complaints")
        #expect(run.status == 3 && run.complaints.contains("XDG_RUNTIME_DIR is not set. Set it, or name"))
        try waitForHostEnd()
    }

    @Test("The command finds its streams, its signals and its folder as if hold were not there")
    func inheritance() throws {
        let run = try program.run(
            "printf hello | \(Self.place) \"$0\" hold --duck -- sh -c 'cat; echo aside >&2; ls /proc/self/fd | wc -l' >out "
                + "2>complaints; trap '' HUP; \(Self.place) \"$0\" hold --duck -- sh -c 'kill -HUP $$; echo lives' >>out; "
                + "sh -c 'ls /proc/self/fd | wc -l' >>out </dev/null; "
                + "\(Self.place) \"$0\" hold --duck -- sh -c 'kill -PIPE $$'")
        #expect(run.status == 128 + SIGPIPE && run.complaints == Self.remark + "aside\n")
        let lines = program.text(of: "out").split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[0].hasPrefix("hello") && lines[1] == "lives")
        // No descriptor of ours is open in it.
        #expect(lines[0].dropFirst(5) == lines[2])
        try waitForHostEnd()
    }
}
