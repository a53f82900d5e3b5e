import Dispatch
import SessionPolicy
import SessionScenario
import SessionWire
import SessionWorld
import SystemSupport

/// The device of a running host, for pages: events of its programs and its person are drawn as they happen. Calls of
/// real programs cannot be undone, so there is no tree; a page can act as the person and as emulated apps.
actor HostDevice: PageDevice {
    private let place: SocketPlace
    var audience = PageSubscribers()
    /// The latest replies, in order. The first is the state when the page began to watch, or after older ones were
    /// dropped.
    private var replies: [Told] = []
    private var first = 0
    private var plugged: Set<String> = []
    private var programs: Set<String> = []
    private var changes = 0
    /// The words that the host's rule book accepts, or nil until the host has reported them.
    private var words: BookVocabulary?

    /// A reply, and its parts for people.
    private struct Told {
        let line: String
        let did: String
        let now: String
        let why: [(rule: String, text: String)]
        let route: String

        init(_ line: String, _ value: PositionedValue) {
            self.line = line
            did = value["did"]?.string ?? value["do"]?.string ?? ""
            now = value["now"]?.string ?? ""
            why = (value["because"]?.items ?? []).map { ($0["rule"]?.string ?? "", $0["says"]?.string ?? "") }
            let outputs = value["device"]?["outputs"]?.strings ?? []
            route = Telling.ofPage.ports(
                Port.allCases.reduce(into: PortSet()) { if outputs.contains($1.name) { $0.insert(PortSet($1)) } })
        }
    }

    /// The number of replies kept for pages that connect later.
    private static let memory = 2_000

    /// Creates the device of a host.
    init(_ place: SocketPlace) { self.place = place }

    /// Watches until the host ends.
    /// - Throws: `WireError` if no host answers; `Shortage` if no thread is available.
    func watch() async throws {
        let (lines, feed) = AsyncThrowingStream.makeStream(of: String.self)
        // Waiting for the host blocks, so it has its own thread.
        try OrdinaryThread.start { [place] in
            do throws(WireError) {
                let client = try ControlClient(place, wants: "watch")
                if let present = try client.answer() { feed.yield(present) }
                while let line = client.next() { feed.yield(line) }
                feed.finish()
            } catch {
                feed.finish(throwing: error)
            }
        }.detach()
        for try await line in lines {
            if words == nil { words = await askForWords() }
            guard let value = try? PositionedValue(json: line.utf8, line: 1) else { continue }
            if value["from"]?.string == "program", let app = value["app"]?.string { programs.insert(app) }
            keep(Told(line, value))
            change()
        }
        audience.close()
    }

    /// Asks for the words that the host's rule book accepts. Hosts of earlier versions do not report them; the default
    /// book's words are then used.
    private func askForWords() async -> BookVocabulary {
        let line = await ask { (place) throws(WireError) in try ControlClient(place, wants: "book").answer() }
        let value = line.flatMap { try? PositionedValue(json: $0.utf8, line: 1) }
        return value.flatMap(BookVocabulary.init) ?? RuleBook.default.vocabulary
    }

    /// Asks the host on a thread that may block; nil if it does not answer.
    private func ask(_ ask: @escaping @Sendable (SocketPlace) throws(WireError) -> String?) async -> String? {
        await withCheckedContinuation { [place] continuation in
            DispatchQueue.global().async { continuation.resume(returning: try? ask(place)) }
        }
    }

    private func keep(_ reply: Told) {
        replies.append(reply)
        guard replies.count > Self.memory else { return }
        // Drop half of them, so that this is rare.
        let gone = replies.count / 2
        replies.removeFirst(gone)
        first += gone
    }

    private func change() {
        changes += 1
        audience.signal()
    }

    /// Returns the next line for a page, or nil if the page is up to date. The first kept reply is the root.
    func line(after cursor: inout PageCursor) -> String? {
        guard let words else { return nil }
        let last = first + replies.count - 1
        if cursor.tree == 1, cursor.trials < first { cursor.tree = 0 }
        switch cursor.advance(tree: 1, from: first, through: last, changes: changes) {
        case .vocabulary: return Vocabulary.message(of: words, books: [words.book], sounds: [], isHost: true)
        case .trial(let number):
            let reply = replies[number - first]
            return PageMessage.trial(
                number, parent: number == first ? nil : number - 1, did: reply.did, step: nil, reply: reply.line,
                why: reply.why, told: [])
        case .present:
            guard let now = replies.last else { return nil }
            func list(_ names: Set<String>) -> String { PageMessage.list(names.sorted()) }
            return PageMessage.present(
                last, nil, nil, now: now.line,
                #""plugged": \#(list(plugged)), "real": \#(list(programs)), "sounding": [], "recording": [], "#
                    + #""say": [{"text": \#(now.now.quoted), "tone": null}], "route": \#(now.route.quoted)"#)
        case nil: return nil
        }
    }

    // MARK: Messages

    func follow(_ message: [UInt8]) async -> PageAnswer {
        guard let step = (try? PositionedValue(json: message, line: 1))?["step"] else {
            return PageAnswer(refused: 409, "What real programs did is not taken back, saved or compared; send steps.")
        }
        let json = step.json
        let reply = await ask { (place) throws(WireError) in try ControlClient(place, wants: "step").ask(json) }
        guard let reply else {
            return PageAnswer(
                refused: 503, "The host does not answer; let it go on, or start it again with audiosession host.")
        }
        let result = (try? PositionedValue(json: reply.utf8, line: 1))?["result"]
        if let says = result?["says"]?.string, result?["error"]?.string == "badStep" {
            return PageAnswer(refused: 422, "This is no step: \(says).")
        }
        if result?.string == "ok", let port = step["port"]?.string { note(step["do"]?.string, port) }
        return PageAnswer(#"{"taken": \#(result?.string == "ok")}"#)
    }

    /// Records an accessory that a page plugs in: replies contain the route, but not unused accessories.
    private func note(_ verb: String?, _ port: String) {
        switch verb {
        case "plug", "connect": plugged.insert(port)
        case "unplug", "disconnect": plugged.remove(port)
        default: return
        }
        change()
    }
}
