import Dispatch
import SessionPolicy
import SessionWire
import SessionWorld
import Synchronization
import SystemSupport

/// The device of a running host, for pages: events of its programs and its person are drawn as they happen. Calls of
/// real programs cannot be undone, so there is no tree; a page can act as the person and as emulated apps.
final class HostDevice: PageDevice {
    private let place: SocketPlace
    private let clock = MachineClock()
    private let seen = Mutex(Seen())

    /// A reply, and its parts for people.
    fileprivate struct Told {
        let line: String
        let did: String
        let now: String
        let why: [(rule: String, text: String)]
        let route: String

        init(_ line: String, _ value: PositionedValue) {
            func list(_ value: PositionedValue?) -> [PositionedValue] {
                if case .array(let items)? = value?.content { items } else { [] }
            }
            self.line = line
            did = value["did"]?.string ?? value["do"]?.string ?? ""
            now = value["now"]?.string ?? ""
            why = list(value["because"]).map { ($0["rule"]?.string ?? "", $0["says"]?.string ?? "") }
            let outputs = list(value["device"]?["outputs"]).compactMap(\.string)
            route = Telling.ofPage.ports(
                Port.allCases.reduce(into: PortSet()) { if outputs.contains($1.name) { $0.insert(PortSet($1)) } })
        }
    }

    /// The replies of the host, and the pages that watch.
    fileprivate struct Seen: ~Copyable {
        var audience = PageSubscribers()
        var allowance = Allowance(atOnce: 50, perSecond: 50)
        /// The latest replies, in order. The first is the state when the page began to watch, or after older ones were
        /// dropped.
        var replies: [Told] = []
        var first = 0
        var plugged: Set<String> = []
        var programs: Set<String> = []
        var changes = 0
        /// The words that the host's rule book accepts, or nil until the host has reported them.
        var words: BookVocabulary?
    }

    /// The number of replies kept for pages that connect later.
    private static let memory = 2_000

    /// Creates the device of a host.
    init(_ place: SocketPlace) { self.place = place }

    /// Watches until the host ends.
    /// - Throws: `WireError` if no host answers; `Shortage` if no thread is available.
    func watch() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                // Waiting for the host blocks, so it has its own thread.
                try OrdinaryThread.start { [self] in
                    do throws(WireError) {
                        let client = try ControlClient(place, wants: "watch")
                        let words = askForWords()
                        seen.withLock { $0.words = words }
                        if let present = try client.answer() { receive(present) }
                        while let line = client.next() { receive(line) }
                        continuation.resume()
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }.detach()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        // Outside the lock, which every disconnected page acquires.
        var audience = seen.withLock { seen in
            defer { seen.audience = PageSubscribers() }
            return seen.audience
        }
        audience.close()
    }

    /// Asks for the words that the host's rule book accepts. Hosts of earlier versions do not report them; the default
    /// book's words are then used.
    private func askForWords() -> BookVocabulary {
        let line = try? ControlClient(place, wants: "book").answer()
        let value = line.flatMap { try? PositionedValue(json: $0.utf8, line: 1) }
        return value.flatMap(BookVocabulary.init) ?? RuleBook.default.vocabulary
    }

    private func receive(_ line: String) {
        guard let value = try? PositionedValue(json: line.utf8, line: 1) else { return }
        seen.withLock { seen in
            if value["from"]?.string == "program", let app = value["app"]?.string { seen.programs.insert(app) }
            seen.keep(line, value, within: Self.memory)
            seen.changes += 1
            seen.audience.signal()
        }
    }

    // MARK: Looking

    func look() async -> AsyncStream<Void>? {
        seen.withLock { seen in
            seen.audience.add { [weak self] number in self?.seen.withLock { $0.audience.remove(number) } }
        }
    }

    func beat() async { seen.withLock { $0.audience.signal() } }

    func news(since cursor: inout PageCursor) async -> [UInt8]? {
        var news = cursor
        defer { cursor = news }
        return seen.withLock { seen in PageSubscribers.events { seen.line(after: &news) } }
    }

    // MARK: Messages

    func follow(_ message: [UInt8]) async -> PageAnswer {
        guard seen.withLock({ $0.allowance.spend(at: clock.now.seconds) }) else {
            return PageAnswer(refused: 429, "Too many messages at once; send at most 50 in a second.")
        }
        guard let step = (try? PositionedValue(json: message, line: 1))?["step"] else {
            return PageAnswer(refused: 409, "What real programs did is not taken back, saved or compared; send steps.")
        }
        guard let reply = await ask(step.json) else {
            return PageAnswer(
                refused: 503, "The host does not answer; let it go on, or start it again with audiosession host.")
        }
        let value = try? PositionedValue(json: reply.utf8, line: 1)
        let result = value?["result"]
        if let says = result?["says"]?.string, result?["error"]?.string == "badStep" {
            return PageAnswer(refused: 422, "This is no step: \(says).")
        }
        if result?.string == "ok", let port = step["port"]?.string { note(step["do"]?.string, port) }
        return PageAnswer(#"{"taken": \#(result?.string == "ok")}"#)
    }

    /// Records an accessory that a page plugs in: replies contain the route, but not unused accessories.
    private func note(_ verb: String?, _ port: String) {
        seen.withLock { seen in
            switch verb {
            case "plug", "connect": seen.plugged.insert(port)
            case "unplug", "disconnect": seen.plugged.remove(port)
            default: return
            }
            seen.changes += 1
            seen.audience.signal()
        }
    }

    /// Sends a step to the host on a thread that may block.
    private func ask(_ line: String) async -> String? {
        let place = place
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: try? ControlClient(place, wants: "step").ask(line))
            }
        }
    }
}

extension HostDevice.Seen {
    fileprivate mutating func keep(_ line: String, _ value: PositionedValue, within memory: Int) {
        replies.append(HostDevice.Told(line, value))
        guard replies.count > memory else { return }
        // Drop half of them, so that this is rare.
        let gone = replies.count / 2
        replies.removeFirst(gone)
        first += gone
    }

    /// Returns the next line for a page, or nil if the page is up to date. The first kept reply is the root.
    fileprivate func line(after cursor: inout PageCursor) -> String? {
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
}
