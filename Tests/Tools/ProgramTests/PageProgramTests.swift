import Foundation
import Glibc
import Testing

/// The program behind `audiosession device`, as browsers meet it.
@Suite(.timeLimit(.minutes(5))) struct PageProgramTests {
    private let program: TestProgram

    init() throws { program = try TestProgram() }

    /// The page that a running program shows.
    private struct Page {
        let program: TestProgram.Conversation
        let port: UInt16
        private let token: Substring

        init(_ program: TestProgram.Conversation) throws {
            let address = try #require(program.next()?.split(separator: " ").last)
            let parts = address.split(separator: "/")
            self.program = program
            port = try #require(UInt16(parts[1].split(separator: ":")[1]))
            token = parts[2]
        }

        func request(_ method: String, _ path: String, _ body: String = "") -> String {
            let place = "127.0.0.1:\(port)"
            return "\(method) /\(token)/\(path) HTTP/1.1\r\nHost: \(place)\r\nOrigin: http://\(place)\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }

        func act(_ message: String) -> String { request("POST", "act", message) }
    }

    @Test("It outlives its last file, whatever was tried on it stays, and it goes on when it may")
    func withoutDescriptors() throws {
        let page = try Page(program.start("ulimit -n 140; exec \"$0\" device --silent 2>complaints"))
        var connections = [try TestSocket(page.port, patience: 60)]
        #expect(connections[0].ask(page.act(#"{"step": {"do": "lock"}}"#), until: "}").contains("200 OK"))
        // A client with the token may have any number of connections; of others there are no more than there is room
        // for.
        var unserved = 0
        while unserved < 40, connections.count < 300 {
            let connection = try TestSocket(page.port)
            connections.append(connection)
            let isServed =
                unserved == 0 && !connection.ask(page.request("GET", "index.html"), until: "</html>").isEmpty
            if !isServed { unserved += 1 }
        }
        #expect(unserved == 40)
        connections.removeAll()
        let later = try TestSocket(page.port, patience: 60)
        #expect(later.ask(page.act(#"{"text": "scenario"}"#), until: "}").contains("do: lock"))
        page.program.send(SIGTERM)
        #expect(page.program.end().reason == .uncaughtSignal)
        #expect(program.complaints == "")
    }

    @Test("Beside a host with a rule book of its own it offers what that book takes")
    func besideAnOwnBook() throws {
        try program.write("book: car\nbased on: iOS 6\n", to: "car.yaml")
        let host = try program.start("exec \"$0\" host --silent --rules car.yaml --socket sockets/host 2>complaints")
        #expect(try host.ask(#"{"do": "lock"}"#)?.contains(#""result": "ok""#) == true)
        let page = try Page(program.start("exec \"$0\" device --join --socket sockets/host 2>told"))
        let told = try TestSocket(page.port, patience: 60).ask(page.request("GET", "events"), until: #""here": 0"#)
        #expect(told.contains(#""book": "car""#) && told.contains(#""books": ["car"]"#))
        #expect(told.contains(#""modes": ["default", "voiceChat", "gameChat", "videoRecording", "measurement", "#))
        #expect(!told.contains(#""spokenAudio""#) && !told.contains(#""inputMute""#))
        host.send(SIGTERM)
        #expect(host.end().status == 0)
        #expect(page.program.end().status == 0)
        #expect(program.text(of: "told") == "" && program.complaints == "")
    }

    @Test(
        "A book of one's own, with what --set has otherwise, is on the table, and what leaves the table names its file")
    func ownBook() throws {
        try program.write("book: car\nbased on: modern\nnumbers:\n- {number: duckGain, value: 0.1}\n", to: "car.yaml")
        let page = try Page(
            program.start("exec \"$0\" device --silent --rules car.yaml --set C3=headphones 2>complaints"))
        let looking = try TestSocket(page.port, patience: 60)
        #expect(
            looking.ask(page.request("GET", "events"), until: #""here": 0"#).contains(
                #""book": "car with C3=headphones""#))
        let acting = try TestSocket(page.port, patience: 60)
        let steps = [
            #"{"do": "plug", "port": "headphones"}"#,
            #"{"do": "setCategory", "app": "game", "category": "ambient"}"#,
            #"{"do": "play", "app": "game", "sound": "tune"}"#, #"{"do": "ringSwitch", "to": "silent"}"#,
        ]
        for step in steps {
            #expect(acting.ask(page.act(#"{"step": \#(step)}"#), until: "}").contains("200 OK"), "\(step)")
        }
        // A text ends with the end of its last line.
        let scenario = acting.ask(page.act(#"{"text": "scenario"}"#), until: #"\n"}"#)
        #expect(
            scenario.contains(#"unheard: {\"game/tune\": R-SW-1}"#) && scenario.contains("/car.yaml"), "\(scenario)")
        #expect(scenario.contains("set: {C3: headphones}") && !scenario.contains("rules: car"))
        #expect(acting.ask(page.act(#"{"text": "swift"}"#), until: #"\n"}"#).contains("/car.yaml"))
        #expect(acting.ask(page.act(#"{"begin": "modern"}"#), until: "}").contains("200 OK"))
        #expect(acting.ask(page.act(#"{"compare": "car with C3=headphones"}"#), until: "}").contains("200 OK"))
        page.program.send(SIGTERM)
        _ = page.program.end()
        #expect(program.complaints == "")
    }

    @Test("What a host decides, and what a page without a server does not know, is not chosen by --rules or --set")
    func misused() throws {
        try program.write("book: car\nbased on: modern\n", to: "car.yaml")
        for (line, remedy) in [
            ("--join --rules modern", "leave --rules and --set out"),
            ("--join --set C3=headphones", "leave --rules and --set out"),
            ("--export out --rules car.yaml", "name one of them with --rules"),
            ("--export out --set C3=headphones", "leave --set out"),
        ] {
            let run = try program.run("\"$0\" device \(line) >out 2>complaints")
            #expect(run.status == 64 && run.complaints.contains(remedy), "\(line): \(run.complaints)")
        }
    }

    @Test("Beside a host it shows what the host's programs do, and ends with it, though pages look on")
    func besideAHost() throws {
        let host = try program.start("exec \"$0\" host --silent --rules modern --socket sockets/host 2>complaints")
        // A reply tells that it listens.
        #expect(try host.ask(#"{"do": "lock"}"#)?.contains(#""result": "ok""#) == true)
        let page = try Page(program.start("exec \"$0\" device --join --socket sockets/host 2>told"))
        let looking = [try TestSocket(page.port, patience: 60), try TestSocket(page.port, patience: 60)]
        for socket in looking {
            #expect(socket.ask(page.request("GET", "events"), until: #""here": 0"#).contains(#""locked": true"#))
        }
        // A second page that wants the port of the first ends immediately.
        let second = try program.run(
            "timeout 60 \"$0\" device --join --socket sockets/host --port \(page.port) >out 2>refusal")
        #expect(second.status == 2 && program.text(of: "refusal").contains("choose another one with --port"))
        let acting = try TestSocket(page.port, patience: 60)
        #expect(acting.ask(page.act(#"{"step": {"do": "unlock"}}"#), until: "}").contains("200 OK"))
        #expect(looking[0].ask("", until: #""here": 1"#).contains(#""do": "unlock""#))
        #expect(acting.ask(page.act(#"{"undo": true}"#), until: "}").contains("409"))
        host.send(SIGTERM)
        #expect(host.end().status == 0)
        #expect(page.program.end().status == 0)
        #expect(program.text(of: "told") == "" && program.complaints == "")
    }
}
