import Foundation
import Glibc
import Testing

/// The programs that a host governs, as `audiosession apps` lists them and `hold` speaks of them.
@Suite(.timeLimit(.minutes(5))) struct AppsTests {
    /// Starts a host without a session bus, with a table of apps, and an emulated radio that mixes on it.
    private func serve(_ program: TestProgram) throws -> TestProgram.Conversation {
        let table =
            "mkdir -p conf/audiosession; echo 'apps: [{program: mpg132}, {player: pod, back: 2}]' >conf/audiosession/apps.yaml"
        let host = try program.start(
            "\(table); XDG_CONFIG_HOME=$PWD/conf exec \"$0\" host --silent --desktop-if-any --socket sockets/host 2>said"
        )
        for step in [
            #"{"do": "unlock"}"#, #"{"do": "launch", "app": "radio", "backgroundAudio": true}"#,
            #"{"do": "setCategory", "app": "radio", "category": "playback", "options": ["mixWithOthers"]}"#,
        ] { #expect(try host.ask(step)?.contains("\"result\": \"ok\"") == true) }
        return host
    }

    @Test("Without D-Bus apps lists the programs that have joined the host, and the rows of files that no program fits")
    func withoutBus() throws {
        let program = try TestProgram()
        let host = try serve(program)
        let hold = try program.start(
            "AUDIOSESSION_SOCKET=sockets/host exec \"$0\" hold --duck --app voice 2>complaints")
        #expect(hold.next() == "held")
        let apps = "XDG_CONFIG_HOME=$PWD/conf \"$0\" apps --socket sockets/host"
        #expect(try program.run("\(apps) >out 2>failed").status == 0)
        let lines = program.text(of: "out").split(separator: "\n").map(String.init)
        #expect(lines.count == 3, "\(lines)")
        #expect(
            lines[0].hasPrefix("voice  not heard  playback ") && lines[0].hasSuffix("program, under audiosession hold"))
        #expect(lines[1].hasSuffix("conf/audiosession/apps.yaml:1:8: no program now fits this row, {program: mpg132}"))
        #expect(lines[2].hasSuffix("conf/audiosession/apps.yaml:1:27: no program now fits this row, {player: pod}"))
        #expect(try program.run("\(apps) --json >out 2>failed").status == 0)
        #expect(
            program.text(of: "out").hasPrefix(#"{"app": "voice", "heard": false, "ducked": false, "kind": "program""#))
        withExtendedLifetime(host) {}
    }

    @Test("A hold that lowers or interrupts nothing says so, and which apps go on")
    func remarks() throws {
        let program = try TestProgram()
        let host = try serve(program)
        func said(_ hold: String) throws -> String {
            let run = try program.run("AUDIOSESSION_SOCKET=sockets/host \"$0\" hold \(hold) -- true 2>complaints")
            #expect(run.status == 0)
            return run.complaints
        }
        #expect(try said("--duck") == "audiosession: nothing is lowered: no other app is heard\n")
        #expect(try said("--pause") == "audiosession: nothing is interrupted: no other app is heard\n")
        _ = try host.ask(#"{"do": "play", "app": "radio", "sound": "news"}"#)
        #expect(try said("--duck").isEmpty)
        #expect(try said("--pause") == "audiosession: nothing is interrupted; radio goes on and mixes with others\n")
        _ = try host.ask(#"{"do": "launch", "app": "music", "backgroundAudio": true}"#)
        _ = try host.ask(#"{"do": "setCategory", "app": "music", "category": "playback"}"#)
        _ = try host.ask(#"{"do": "play", "app": "music", "sound": "song"}"#)
        #expect(try said("--duck").isEmpty)
        #expect(try said("--pause") == "audiosession: interrupted: music; radio goes on and mixes with others\n")
        _ = try host.ask(#"{"do": "stop", "app": "radio"}"#)
        #expect(try said("--pause").isEmpty)
    }

    @Test("A bus that lets no program in counts as one without a host")
    func refused() throws {
        let program = try TestProgram()
        let bus = try #require(RefusingBus(at: program.folder.appendingPathComponent("bus").path))
        let run = try program.run(
            "XDG_RUNTIME_DIR=$PWD DBUS_SESSION_BUS_ADDRESS=unix:path=\(bus.path) timeout 60 \"$0\" apps >out 2>complaints"
        )
        #expect(run.status == 3 && run.complaints.contains("no host with --desktop"), "\(run)")
    }
}

/// A session bus that refuses the one program that connects, and does not hang up.
private final class RefusingBus {
    let path: String
    private let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)

    /// Listens, or nil if it cannot.
    init?(at path: String) {
        self.path = path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(listener, 1) == 0 else { return nil }
        Thread.detachNewThread { [listener] in
            let program = accept(listener, nil, nil)
            // libsystemd sends its whole part of the conversation, and reads three lines before it looks at them.
            let answer = String(repeating: "REJECTED EXTERNAL\r\n", count: 3)
            send(program, answer, answer.utf8.count, CInt(MSG_NOSIGNAL))
            // The program ends the connection.
            var bytes = [UInt8](repeating: 0, count: 4_096)
            while recv(program, &bytes, bytes.count, 0) > 0 {}
            close(program)
        }
    }

    deinit { close(listener) }
}
