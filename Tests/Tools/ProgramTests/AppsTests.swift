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
}
