import CommandSupport
import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

@testable import Page

/// The page's server against browsers that go away, come twice, flood it, or come from elsewhere.
struct ServerTests {
    private let page: TestPage

    init() async throws { page = try await TestPage() }

    @Test("The page and its files are there, and may load nothing from elsewhere")
    func files() async {
        for name in [""] + PageFiles.texts.keys + ["sounds/song", "sounds/ringtone"] {
            let answer = await page.ask("GET", "/\(page.token)/\(name)")
            #expect(answer.status == 200, "\(name)")
            #expect(answer.headers["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
            #expect(answer.headers["referrer-policy"] == "no-referrer")
        }
        #expect(await page.ask("GET", "/\(page.token)/sounds/none").status == 404)
        #expect(await page.ask("GET", "/\(page.token)/../../etc/passwd").status == 404)
    }

    @Test("Without the token there is nothing, and the answer says what is missing")
    func token() async {
        for path in ["/", "/index.html", "/0123456789abcdee/", "/0123456789abcde/", "/0123456789abcdef0/events"] {
            let answer = await page.ask("GET", path)
            #expect(answer.status == 403)
            #expect(answer.body.contains("token"))
        }
    }

    @Test("Another host's name is refused: a foreign name that points to this machine is not this server's")
    func otherHost() async {
        for host in ["evil.example:\(page.port)", "127.0.0.1", "127.0.0.1:1", "", "[::1]:\(page.port)"] {
            #expect(await page.ask("GET", "/\(page.token)/", ["Host": host]).status == 421, "\(host)")
        }
        #expect(await page.ask("GET", "/\(page.token)/", ["Host": "LOCALHOST:\(page.port)"]).status == 200)
    }

    @Test("Another page's messages are refused, and so is one that does not say whose it is")
    func otherOrigin() async {
        let lock = #"{"step": {"do": "lock"}}"#
        for origin in ["http://evil.example", "null", "https://127.0.0.1:\(page.port)", "http://127.0.0.1:1"] {
            let answer = await page.ask("POST", "/\(page.token)/act", ["Origin": origin], body: lock)
            #expect(answer.status == 403, "\(origin)")
        }
        #expect(await page.ask("POST", "/\(page.token)/act", body: lock).status == 403)
        #expect(await page.device.tree.trials.count == 1)
        #expect(await page.act(lock).status == 200)
        #expect(await page.device.tree.trials.count == 2)
    }

    @Test("A message tells its length, which is not long; there are no other methods")
    func measures() async {
        let origin = ["Origin": "http://127.0.0.1:\(page.port)"]
        let path = "/\(page.token)/act"
        #expect(await page.ask("POST", path, origin).status == 411)
        let long = String(repeating: " ", count: Gate.bodyLimit + 1)
        #expect(await page.ask("POST", path, origin, body: long).status == 413)
        #expect(await page.ask("PUT", path, origin, body: "{}").status == 405)
        #expect(await page.ask("GET", "/\(page.token)/" + String(repeating: "a", count: 2_000)).status == 414)
    }

    @Test("A message that is not ours is answered with what would be right, and changes nothing")
    func foreignMessages() async {
        for (message, status) in [
            ("", 400), ("hello", 400), ("[]", 400), ("{}", 400), (#"{"steps": 1}"#, 400),
            (#"{"step": {"do": "lock"}, "go": 0}"#, 400), (#"{"step": {"do": "lok"}}"#, 422), (#"{"step": 1}"#, 422),
            (#"{"go": 7}"#, 409), (#"{"go": 0.5}"#, 409), (#"{"undo": true}"#, 409), (#"{"redo": true}"#, 409),
            (#"{"begin": "none"}"#, 400), (#"{"rules": "none"}"#, 400), (#"{"text": "none"}"#, 400),
            (#"{"load": "a.yaml"}"#, 400), (#"{"load": {"file": "a.yaml", "text": "steps: ["}}"#, 422),
        ] {
            let answer = await page.act(message)
            #expect(answer.status == status, "\(message)")
            #expect(answer.body.contains(#"{"says": ""#), "\(message)")
        }
        #expect(await page.device.tree.trials.count == 1)
    }

    @Test("Two browsers see the same, and one that goes away does not harm the other")
    func twoBrowsers() async {
        let (first, second) = (page.look(), page.look())
        _ = await first.read(until: #""here": 0"#)
        _ = await second.read(until: #""here": 0"#)
        #expect(await page.act(#"{"step": {"do": "lock"}}"#).status == 200)
        for line in [first, second] { #expect(await line.read(until: #""here": 1"#).contains(#""do": "lock""#)) }
        first.close()
        #expect(await page.act(#"{"step": {"do": "unlock"}}"#).status == 200)
        await page.device.beat()
        #expect(await page.act(#"{"undo": true}"#).status == 200)
        #expect(await second.read(until: #""next": 2"#).contains(#""do": "unlock""#))
        second.close()
        // A page that comes later is told everything.
        let third = page.look()
        let told = await third.read(until: #""next": 2"#)
        #expect(told.contains(#""trial": 2, "parent": 1"#))
        third.close()
    }

    @Test("There are as many pages as there may be, and no more")
    func manyPages() async {
        var lines: [Line] = []
        for _ in 0..<16 {
            let line = page.look()
            #expect(await line.read(until: #""here": 0"#).contains("200 OK"))
            lines.append(line)
        }
        let more = await page.ask("GET", "/\(page.token)/events")
        #expect(more.status == 503)
        #expect(more.body.contains("16 pages"))
        for line in lines { line.close() }
    }

    @Test("A port in use is named with the remedy")
    func portInUse() async throws {
        let sounds = TestPage.sounds
        let server = PageServer(page.device, sounds: sounds, port: page.port, token: "x")
        let refusal = await #expect(throws: CommandFailure.self) { try await server.run { _ in } }
        #expect(refusal?.lines.first?.contains("--port") == true)
    }

    @Test("A name with markup in it stays text, in events and in whatever is saved")
    func markup() async throws {
        let name = #"<script>alert("x")</script>\n'--&"#
        let line = page.look()
        #expect(await page.act(#"{"step": {"do": "play", "app": \#(name.quoted), "sound": "song"}}"#).status == 200)
        let told = await line.read(until: #""here": 1"#)
        line.close()
        let events = told.split(separator: "\n").filter { $0.hasPrefix("data: ") }
        #expect(events.count >= 3)
        for event in events { _ = try PositionedValue(json: event.dropFirst(6).utf8, line: 1) }
        let saved = await page.act(#"{"text": "scenario"}"#).body
        let text = try #require(try PositionedValue(json: saved.utf8, line: 1)["text"]?.string)
        let run = ScenarioRun(try Scenario(text: text, file: "tried.yaml", duration: nil))
        #expect(run.holds)
        #expect(run.entries.last?.reply.app == name)
    }

    @Test("What falls due by itself is told when it is due")
    func timePasses() async {
        let line = page.look()
        #expect(await page.act(#"{"step": {"do": "play", "app": "nav", "sound": "nav-left"}}"#).status == 200)
        _ = await line.read(until: #""here": 1"#)
        page.clock.advance(by: 3)
        await page.device.passTime()
        #expect(await line.read(until: "soundFinished").contains("soundFinished"))
        line.close()
    }
}
