import Dispatch
import Foundation
import SessionPolicy
public import SessionTable
public import SessionWire
import SessionWorld

/// The device of a running host, for pages: what its programs and its person do is drawn as it happens.
///
/// Real programs cannot be taken back: there is no tree, and a page can do what the person and emulated apps can.
public actor HostDevice: PageDevice {
    private let place: SocketPlace
    private var audience = Audience()
    private var allowance = Allowance(atOnce: 50, perSecond: 50)
    private let clock = MachineClock()
    /// The last replies, each with its number; the first of them is what held when the page began to watch.
    private var replies: [(number: Int, line: String, text: String)] = []
    private var count = 0
    private var plugged: Set<String> = []
    private var programs: Set<String> = []

    /// How many replies are kept for pages that come later.
    private static let memory = 2_000

    /// Chooses a host.
    ///
    /// - Parameter place: Where it listens.
    public init(_ place: SocketPlace) { self.place = place }

    /// Watches until the host has gone.
    ///
    /// - Throws: `WireError` where no host answers.
    public func watch() async throws {
        let (lines, tell) = AsyncThrowingStream.makeStream(of: String.self)
        let place = place
        // A thread of its own waits for the host.
        Thread.detachNewThread {
            do throws(WireError) {
                let client = try ControlClient(place, wants: "watch")
                if let present = try client.answer() { tell.yield(present) }
                while let line = client.next() { tell.yield(line) }
                tell.finish()
            } catch {
                tell.finish(throwing: error)
            }
        }
        for try await line in lines { take(line) }
        audience.close()
    }

    private func take(_ line: String) {
        guard let value = try? PositionedValue(json: line.utf8, line: 1) else { return }
        if value["from"]?.string == "program", let app = value["app"]?.string { programs.insert(app) }
        let words = [value["do"]?.string, value["app"]?.string].compactMap { $0 }
        replies.append((count, line, words.joined(separator: " ")))
        count += 1
        if replies.count > Self.memory { replies.removeFirst(Self.memory / 2) }
        audience.tell(Audience.events([message(of: replies[replies.count - 1]), present].compactMap { $0 }))
    }

    // MARK: Looking

    public func look() -> AsyncStream<[UInt8]>? {
        let book = RuleBook.iPhoneOS3
        let beginning = [Vocabulary.message(of: book, sounds: [], isHost: true)] + replies.map(message)
        return audience.add(Audience.events(beginning + [present].compactMap { $0 })) { [weak self] number in
            Task { await self?.leave(number) }
        }
    }

    private func leave(_ number: Int) { audience.remove(number) }

    /// The first of those that are kept is the root.
    private func message(of reply: (number: Int, line: String, text: String)) -> String {
        let isFirst = reply.number == replies.first?.number
        let parent = isFirst ? "null" : "\(reply.number - 1)"
        return #"{"trial": \#(reply.number), "parent": \#(parent), "step": null, "text": \#(reply.text.quoted), "#
            + #""reply": \#(reply.line)}"#
    }

    private var present: String? {
        guard let last = replies.last else { return nil }
        func list(_ names: Set<String>) -> String { "[" + names.sorted().map(\.quoted).joined(separator: ", ") + "]" }
        return #"{"here": \#(last.number), "previous": null, "next": null, "now": \#(last.line), "#
            + #""plugged": \#(list(plugged)), "real": \#(list(programs)), "sounding": []}"#
    }

    // MARK: Messages

    public func follow(_ message: [UInt8]) async -> PageAnswer {
        guard allowance.take(at: clock.now.seconds) else {
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
        return PageAnswer()
    }

    /// What is plugged in by pages; a reply tells the route, not what lies beside it.
    private func note(_ verb: String?, _ port: String) {
        switch verb {
        case "plug", "connect": plugged.insert(port)
        case "unplug", "disconnect": plugged.remove(port)
        default: return
        }
        if let present { audience.tell(Audience.events([present])) }
    }

    /// Sends a step to the host on a thread that may wait.
    private func ask(_ line: String) async -> String? {
        let place = place
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: try? ControlClient(place, wants: "step").ask(line))
            }
        }
    }
}
