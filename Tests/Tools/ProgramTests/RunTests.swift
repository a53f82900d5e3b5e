import Foundation
import Glibc
import Testing

/// `run`, `host`, `step` and `watch` as a shell meets them.
struct RunTests {
    @Test(
        "The exit status of run is the program's",
        arguments: [
            ("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137), ("kill -TERM $$", 143), ("exec /nowhere/none", 127),
        ])
    func status(line: String, status: Int32) throws {
        let program = try TestProgram()
        #expect(try program.run("\"$0\" run --silent -- sh -c '\(line)' 2>complaints").status == status)
        #expect(
            try program.run("\"$0\" run --silent --drive -- sh -c '\(line)' </dev/null >replies 2>complaints").status
                == status)
        #expect(program.bytes(of: "replies")?.isEmpty == true)
    }

    @Test("A program that is missing is 127, one that cannot be run 126, with a word of ours")
    func missing() throws {
        let program = try TestProgram()
        try program.write("no program", to: "text")
        for (line, status, remedy) in [
            ("none-of-this-name", 127, "Check its name, and PATH."), ("./none", 127, "Check its name, and PATH."),
            ("./text/none", 127, "Check its name, and PATH."), ("./text", 126, "Make it executable with chmod +x"),
            ("/", 126, "It is a folder; name the program that is in it."),
        ] as [(String, Int32, String)] {
            let run = try program.run("\"$0\" run --silent -- \(line) 2>complaints")
            #expect(run.status == status, "\(line)")
            #expect(run.complaints.hasPrefix("audiosession: \(line): "), "\(run.complaints)")
            #expect(run.complaints.contains(remedy), "\(run.complaints)")
        }
    }

    @Test("A program in a clone finds the plug-in for ALSA that was built there, unless one is installed beside it")
    func plugin() throws {
        let program = try TestProgram()
        let files = [".build/alsa-plugin/alsa.conf", ".build/machine/share/audiosession/alsa.conf"]
        let run = """
            mkdir -p .build/machine/debug .build/alsa-plugin .build/machine/share/audiosession
            cp "$0" .build/machine/debug/ && : > %
            ALSA_CONFIG_PATH=own .build/machine/debug/audiosession run --silent -- \
                sh -c 'echo "$ALSA_CONFIG_PATH, $AUDIOSESSION_ALSA_CONFIG_PATH"' >told 2>complaints
            """
        for file in files {
            #expect(try program.run(run.replacing("%", with: file)).status == 0)
            #expect(program.text(of: "told") == "\(program.folder.path)/\(file), own\n")
        }
    }

    @Test("Without --drive the standard streams are the program's")
    func streams() throws {
        let program = try TestProgram()
        let run = try program.run("printf hello | \"$0\" run --silent -- sh -c 'cat; echo aside >&2' >out 2>complaints")
        #expect(run.status == 0)
        #expect(program.bytes(of: "out") == Data("hello".utf8))
        #expect(run.complaints == "aside\n")
    }

    @Test("A person at a terminal is told of a program that was no app, and a file is not", arguments: ["", "--drive"])
    func stranger(drive: String) throws {
        let program = try TestProgram()
        let sentence =
            "sh has ended, and neither it nor a program that it started has joined this device: nothing was governed"
        let command = "run --silent \(drive) -- sh -c :"
        for (line, isTold) in [
            ("script -qec \"$0 \(command)\" /dev/null </dev/null >seen", true),
            ("\"$0\" \(command) </dev/null >seen 2>&1", false),
        ] {
            #expect(try program.run(line).status == 0)
            #expect(program.text(of: "seen").contains(sentence) == isTold, "\(program.text(of: "seen"))")
        }
    }

    @Test("A run without a device tells ALSA's plug-in so, and one with a device does not", arguments: [true, false])
    func silence(isSilent: Bool) throws {
        let program = try TestProgram()
        let run = try program.run(
            "AUDIOSESSION_ALSA_SILENT=1 \"$0\" run \(isSilent ? "--silent" : "--device null") -- "
                + "sh -c 'echo \"<$AUDIOSESSION_ALSA_SILENT>\"' >out 2>complaints")
        #expect(run.status == 0 && run.complaints == "")
        #expect(program.text(of: "out") == (isSilent ? "<1>\n" : "<>\n"))
    }

    @Test(
        "Nothing is said of a program that was an app, or of one that started such a program",
        arguments: ["exec % <line", "% <line; exit 7", "sh -c '% <line' & wait", "% <line & % <line & wait"])
    func apps(script: String) throws {
        let program = try TestProgram()
        try program.write(script.replacing("%", with: Guest.path(program)), to: "script")
        try program.write("open\n", to: "line")
        for drive in ["", "--drive"] {
            let run = try program.run("\"$0\" run --silent \(drive) -- sh script </dev/null >out 2>complaints")
            #expect(run.status == (script.contains("7") ? 7 : 0))
            #expect(!run.complaints.contains("audiosession"), "\(run.complaints)")
        }
    }

    @Test("A script without a first line that names its shell runs, and one that a signal ignores keeps ignoring it")
    func inheritance() throws {
        let program = try TestProgram()
        try program.write("echo \"$1\"", to: "script")
        let run = try program.run(
            "chmod +x script; \"$0\" run --silent -- ./script word >out 2>complaints; trap '' HUP; "
                + "\"$0\" run --silent -- sh -c 'kill -HUP $$; echo lives' >>out 2>>complaints")
        #expect(run.status == 0 && run.complaints == "")
        #expect(program.bytes(of: "out") == Data("word\nlives\n".utf8))
    }

    @Test("SIGTERM, SIGINT and SIGHUP are handed on", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(number: CInt) throws {
        let program = try TestProgram()
        let run = try program.start(
            "exec \"$0\" run --silent -- sh -c 'trap \"exit 9\" TERM INT HUP; echo ready; while read line; do echo; done'"
        )
        #expect(run.next() == "ready")
        run.send(number)
        // A shell acts on a signal once it has read; if the signal comes just before it reads, that takes one more
        // line.
        while (try? run.ask("")) ?? nil != nil {}
        #expect(run.end().status == 9)
    }

    @Test("A signal that comes while run or a host begins leaves nothing behind")
    func earlySignals() throws {
        let program = try TestProgram()
        let run = try program.run(
            """
            mkdir -m 700 t; export TMPDIR=$PWD/t; unset XDG_RUNTIME_DIR
            for wait in 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; do
                "$0" run --silent -- sleep 9 >>out 2>&1 & child=$!
                "$0" host --silent --socket t/host >>out 2>&1 </dev/null & host=$!
                sleep 0.0$(printf %02d $wait); kill $child $host; wait $child $host
            done
            ls t >left
            """)
        #expect(run.status == 0)
        let left = String(decoding: program.bytes(of: "left") ?? Data(), as: UTF8.self)
        #expect(left.split(separator: "\n").filter { $0 != "host.lock" }.isEmpty, "\(left)")
    }

    @Test("With --drive steps are answered in order, also after the program's end, whose output is aside")
    func drive() throws {
        let program = try TestProgram()
        let run = try program.start(
            "exec \"$0\" run --drive --silent -- sh -c 'cat; echo from the program; exit 3' 2>complaints")
        for number in 1...20 {
            let reply = try #require(try run.ask(#"{"do": "volumeSlider", "to": \#(Double(number) / 20)}"#))
            #expect(reply.hasPrefix("{\"n\": \(number), \"at\": "))
            #expect(reply.contains("\"result\": \"ok\""))
        }
        #expect(try #require(try run.ask("nonsense")).contains("\"badStep\""))
        try run.finish()
        #expect(run.next() == nil)
        #expect(run.end().status == 3)
        var lines = program.complaints.split(separator: "\n")
        // The program and the run write there at the same time.
        let mistake = try #require(lines.firstIndex { $0.hasPrefix("standard input:21:1: ") })
        lines.remove(at: mistake)
        #expect(lines == ["from the program"])
    }

    @Test("A host serves until it is told to end; a second one is refused; steps and watchers reach it from outside")
    func host() throws {
        let program = try TestProgram()
        let host = try program.start("exec \"$0\" host --silent --socket sockets/host 2>complaints")
        #expect(try #require(try host.ask(#"{"do": "lock"}"#)).hasPrefix("{\"n\": 1, \"at\": "))
        let second = try program.run("\"$0\" host --silent --socket sockets/host </dev/null >out 2>complaints")
        #expect(second.status == 2)
        #expect(second.complaints.contains("sockets/host"))
        func step(_ arguments: String) throws -> Int32 {
            try program.run("\"$0\" step --socket sockets/host \(arguments) >out 2>complaints").status
        }
        #expect(try step("'ringSwitch silent' '{\"do\": \"call\", \"phase\": \"incoming\"}'") == 0)
        #expect(program.bytes(of: "out")?.split(separator: UInt8(ascii: "\n")).count == 2)
        #expect(try step("'call incoming' lock") == 1)
        #expect(try step("lock nonsense") == 2)
        for _ in 0..<4 { #expect(try #require(host.next()).contains("\"from\": \"step\"")) }
        let watch = try program.start("exec \"$0\" watch --socket sockets/host")
        #expect(try #require(watch.next()).contains("\"do\": \"watch\""))
        #expect(try step("unlock") == 0)
        #expect(try #require(watch.next()).contains("\"do\": \"unlock\""))
        host.send(SIGTERM)
        #expect(host.end().status == 0)
        #expect(watch.next() == nil)
        #expect(watch.end().status == 0)
        #expect(try program.run("ls sockets >complaints").complaints.isEmpty)
        #expect(try step("lock") == 3)
        #expect(program.complaints.contains("sockets/host"))
    }

    @Test("A host that was killed leaves sockets that the next one takes over")
    func killedHost() throws {
        let program = try TestProgram()
        let first = try program.start("exec \"$0\" host --silent --socket sockets/host 2>complaints")
        #expect(try first.ask(#"{"do": "lock"}"#) != nil)
        first.send(SIGKILL)
        _ = first.end()
        let second = try program.start("exec \"$0\" host --silent --socket sockets/host 2>complaints")
        #expect(try second.ask(#"{"do": "lock"}"#) != nil)
        second.send(SIGTERM)
        #expect(second.end().status == 0)
    }

    @Test("A host that was stopped keeps neither step nor watch waiting, and both say where it is and what to do")
    func stoppedHost() throws {
        let program = try TestProgram()
        let host = try program.start("exec \"$0\" host --silent --socket sockets/host 2>complaints")
        #expect(try host.ask(#"{"do": "lock"}"#) != nil)
        host.send(SIGSTOP)
        for command in ["step --timeout 0.2 unlock", "watch --timeout 0.2"] {
            let asked = try program.run("timeout 60 \"$0\" \(command) --socket sockets/host >out 2>complaints")
            #expect(asked.status == 3, "\(command)")
            #expect(asked.complaints.contains("sockets/host: the host there does not answer in time."))
            #expect(asked.complaints.contains("kill -CONT"))
        }
        for command in ["step", "watch"] {
            #expect(try program.run("\"$0\" \(command) --help >out").status == 0)
            #expect(String(decoding: try #require(program.bytes(of: "out")), as: UTF8.self).contains("default: 5"))
        }
        host.send(SIGCONT)
        #expect(try program.run("\"$0\" step --socket sockets/host lock >out 2>complaints").status == 0)
        for wrong in ["0", "-1", "nan"] {
            #expect(try program.run("\"$0\" step --timeout=\(wrong) lock 2>complaints").status == 64, "\(wrong)")
        }
        host.send(SIGTERM)
        #expect(host.end().status == 0)
    }

    @Test("To join a host that is not there is an error that names its path")
    func join() throws {
        let program = try TestProgram()
        let run = try program.run("AUDIOSESSION_SOCKET=sockets/none \"$0\" run --join -- true 2>complaints")
        #expect(run.status == 3)
        #expect(run.complaints.contains("sockets/none"))
    }

    @Test("Bindings that cannot be read are told once, by the command that needs them")
    func bindings() throws {
        let program = try TestProgram()
        try program.write("ports: [", to: "wrong.yaml")
        for command in [
            "run --config wrong.yaml -- true", "host --socket ./host --config wrong.yaml", "live --config wrong.yaml",
        ] {
            let run = try program.run("umask 077; \"$0\" \(command) </dev/null >out 2>complaints")
            #expect(run.status == 2, "\(command)")
            #expect(run.complaints.hasPrefix("wrong.yaml:2:1: this is not YAML"), "\(command): \(run.complaints)")
            #expect(run.complaints.split(separator: "\n").count == 1, "\(command): \(run.complaints)")
        }
    }
}
