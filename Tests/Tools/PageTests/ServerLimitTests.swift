import Glibc
import Randomness
import SessionPolicy
import Synchronization
import SystemSupport
import Testing

@testable import Page

/// The page's server against whatever speaks to it without the token, and against pages that do not read.
@Suite(.timeLimit(.minutes(5))) struct ServerLimitTests {
    /// A page is answered, whatever else continues.
    private func expectAnswer(from page: TestPage, _ comment: Comment? = nil) async {
        #expect(await page.ask("GET", "/\(page.token)/").status == 200, comment)
    }

    @Test("A head of any length without the token costs one answer, and a page is answered meanwhile")
    func longHeads() async throws {
        let page = try await TestPage()
        var random = SplitMix()
        for _ in 0..<40 {
            let count = 1 << Int.random(in: 0...20, using: &random)
            let text = String(repeating: "x", count: count)
            let head =
                switch Int.random(in: 0..<5, using: &random) {
                case 0: "GET /\(text) HTTP/1.1\r\n\r\n"
                case 1: "GET / HTTP/1.1\r\n\(text): 1\r\n\r\n"
                case 2: "GET / HTTP/1.1\r\nHost: \(text)\r\n\r\n"
                case 3: "GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: count / 6) + "\r\n"
                default: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\(text)\r\n\r\n"
                }
            // As many at once as a machine has processors, and more.
            let lines = (0..<4).map { _ in page.connection() }
            for line in lines { line.send(head) }
            await expectAnswer(from: page, "\(random)")
            for line in lines {
                let status = Answer(await line.read { _ in false }).status
                #expect(
                    [400, 403, 411, 421, 431].contains(status), "\(status) to \(head.prefix(60)), \(count), \(random)")
                line.close()
            }
        }
    }

    @Test("A line has at most 8,192 bytes, a head at most 100 of them, and longer ones are told so")
    func bounds() async throws {
        let page = try await TestPage()
        func status(_ headers: [(String, String)]) async -> Int {
            let line = page.connection()
            let rest = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
            line.send(
                "GET /\(page.token)/ HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nConnection: close\r\n\(rest)\r\n")
            let answer = Answer(await line.read { _ in false })
            line.close()
            if answer.status == 431 { #expect(answer.body.contains("8192 bytes")) }
            return answer.status
        }
        #expect(await status([("Cookie", String(repeating: "c", count: 8_192))]) == 200)
        #expect(await status([("Cookie", String(repeating: "c", count: 8_193))]) == 431)
        #expect(await status((0..<98).map { ("a\($0)", "b") }) == 200)
        #expect(await status((0..<99).map { ("a\($0)", "b") }) == 431)
        #expect(await status((0..<4).map { ("a\($0)", String(repeating: "c", count: 8_191)) }) == 431)
    }

    @Test("Half a request is let go, however much of it has come and however slowly the rest comes")
    func halfRequests() async throws {
        var limits = PageServer.Limits()
        limits.patience = .milliseconds(200)
        let page = try await TestPage(limits: limits)
        let origin = "Origin: http://127.0.0.1:\(page.port)\r\nHost: 127.0.0.1:\(page.port)\r\n"
        let whole = "POST /\(page.token)/act HTTP/1.1\r\n\(origin)Content-Length: 2\r\n\r\n{}"
        var random = SplitMix()
        for place in [0, 1] + (0..<20).map({ _ in Int.random(in: 0..<whole.utf8.count, using: &random) }) {
            let line = page.connection()
            line.send(String(decoding: whole.utf8.prefix(place), as: UTF8.self))
            #expect(await line.read { _ in false } == [], "after \(place) bytes, \(random)")
            line.close()
        }
        // A byte now and then does not help.
        let line = page.connection()
        let isOver = Atomic(false)
        let drip = try OrdinaryThread.start {
            for byte in whole.utf8.dropLast() where !isOver.load(ordering: .relaxed) {
                line.send(String(Unicode.Scalar(byte)))
                poll(nil, 0, 20)
            }
        }
        #expect(String(decoding: await line.read { _ in false }, as: UTF8.self) == "")
        isOver.store(true, ordering: .relaxed)
        drip.join()
        line.close()
        #expect(await page.device.tree.trials.count == 1)
        // A connection that has been answered and asks for nothing more goes, too.
        let rest = page.connection()
        rest.send("GET /\(page.token)/page.css HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n\r\n")
        #expect(Answer(await rest.read { _ in false }).status == 200)
        rest.close()
    }

    @Test("Of connections without the token there are so many; a new one takes the place of the oldest")
    func idleConnections() async throws {
        var limits = PageServer.Limits()
        limits.unauthenticated = 8
        limits.patience = .seconds(1_000)
        let page = try await TestPage(limits: limits)
        // A page that looks on is none of them.
        let known = page.look()
        _ = await known.read(until: #""here": 0"#)
        var idle: [Line] = []
        for number in 0..<40 {
            idle.append(page.connection())
            if number % 16 == 0 { await expectAnswer(from: page) }
        }
        await expectAnswer(from: page)
        for line in idle.prefix(30) { #expect(await line.read { _ in false } == [], "the oldest is closed") }
        for line in idle { line.close() }
        #expect(await page.act(#"{"step": {"do": "lock"}}"#).status == 200)
        #expect(await known.read(until: #""here": 1"#).contains(#""do": "lock""#))
        known.close()
    }

    @Test("Whatever bytes come, a page is answered")
    func garbage() async throws {
        let page = try await TestPage()
        var random = SplitMix()
        let words = [
            "GET ", "POST ", "PRI * ", "CONNECT ", "/", page.token, "/act", "/events", " HTTP/1.1", " HTTP/2.0", "\r\n",
            "\n",
            "Host: 127.0.0.1:\(page.port)", "Origin: http://127.0.0.1:\(page.port)", "Content-Length: 5",
            "Content-Length: -1", "Transfer-Encoding: chunked", "Upgrade: h2c", "Connection: Upgrade",
            "Expect: 100-continue",
            "\r\n\r\n", "{}", "0\r\n\r\n", "ffffffffffffffff\r\n", "\0", "\u{1B}", "%", "é",
        ]
        for number in 0..<300 {
            let line = page.connection()
            line.send((0..<Int.random(in: 1..<20, using: &random)).map { _ in random.pick(words) }.joined())
            line.close()
            // Until the server has closed them too, they count among the files that the process may open.
            if number % 16 == 0 { await expectAnswer(from: page, "\(random)") }
        }
        await expectAnswer(from: page, "\(random)")
    }

    @Test("A request behind another is answered behind it, in order")
    func pipelined() async throws {
        let page = try await TestPage()
        let line = page.connection()
        let head = " HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n"
        line.send(
            "GET /\(page.token)/none\(head)\r\nHEAD /\(page.token)/page.css\(head)\r\nGET /\(page.token)/page.css\(head)"
                + "Connection: close\r\n\r\n")
        let text = String(decoding: await line.read { _ in false }, as: UTF8.self)
        line.close()
        #expect(text.matches(of: /HTTP.1.1 (\d+)/).map { String($0.1) } == ["404", "200", "200"])
        #expect(text.hasSuffix("}\n"))
    }

    @Test("A page that has gone makes room for another")
    func roomAgain() async throws {
        let page = try await TestPage()
        for round in 0..<5 {
            var lines: [Line] = []
            // The server hears of those that have gone in its own time, without anything being written to them.
            while lines.count < PageSubscribers.limit {
                let line = page.look()
                let bytes = await line.read { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    return text.contains(#""here": 0"#) || text.contains("16 pages")
                }
                if Answer(bytes).status == 200 { lines.append(line) } else { line.close() }
            }
            #expect(await page.ask("GET", "/\(page.token)/events").status == 503, "round \(round)")
            for line in lines { line.close() }
        }
    }

    @Test("A page that does not read costs what its socket holds, and is told everything once it reads")
    func pageThatDoesNotRead() async throws {
        let device = Torrent()
        let page = try await TestPage(showing: device)
        let line = page.look(holding: 65_536)
        // The position in the stream comes to a stand, whatever happens on the device.
        var taken = -1
        while taken != (await device.taken) {
            taken = await device.taken
            for _ in 0..<2_000 { await device.beat() }
            await expectAnswer(from: page)
        }
        #expect(taken > 0 && taken * Torrent.part <= 8 << 20, "\(taken) parts")
        await device.dryUp()
        let bytes = await line.read { String(decoding: $0.suffix(64), as: UTF8.self).contains("the end") }
        let text = String(decoding: bytes, as: UTF8.self)
        line.close()
        let numbers = text.matches(of: /part (\d+) x/).compactMap { Int($0.1) }
        #expect(numbers == Array(0..<(await device.taken)))
    }

    /// A device that always has more to tell.
    private actor Torrent: PageDevice {
        static let part = 220_000
        private enum Flow { case runs, ends, over }
        var audience = PageSubscribers()
        private(set) var taken = 0
        private var flow = Flow.runs

        func dryUp() { flow = .ends }
        func follow(_ message: [UInt8]) -> PageAnswer { PageAnswer() }

        func line(after cursor: inout PageCursor) -> String? {
            switch flow {
            case .runs:
                defer { taken += 1 }
                return "part \(taken) " + String(repeating: "x", count: Self.part)
            case .ends:
                flow = .over
                return "the end"
            case .over: return nil
            }
        }
    }
}
