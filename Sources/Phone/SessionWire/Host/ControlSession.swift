import SessionWorld

/// A connection to the control socket: its client sends steps, watches, or queries the rule book's words or the
/// governed programs. Steps wait for their turn. While steps or replies are pending nothing is read, so the client
/// waits.
final class ControlSession {
    enum Role: Hashable {
        case undecided, steps, watches, asks
    }

    enum Request {
        case step(StepLines.Step)
        case watch
        /// Query the rule book's words, then end.
        case book
        /// Query the governed programs, then end.
        case apps
    }

    let number: UInt64
    let connection: PacketConnection
    private(set) var role = Role.undecided
    private(set) var stepCount = 0
    private var lines = LineBuffer(limit: OracleStream.lineLimit)
    private var lineNumber = 0
    private var requests: ArraySlice<Request> = []
    /// Whether reading has ended: the client closed its end, or the protocol was violated.
    private var isAtEnd = false

    init(number: UInt64, connection: PacketConnection) { (self.number, self.connection) = (number, connection) }

    /// The events that the session waits for, or nil after the end.
    var interest: EventLoop.Interest? {
        let hasRequests = !requests.isEmpty
        if isAtEnd, !hasRequests, role == .watches || !connection.isWaiting { return nil }
        var interest: EventLoop.Interest = []
        // Waiting for writability gives each step its own turn of the loop.
        if connection.isWaiting || hasRequests { interest.insert(.writing) }
        if !isAtEnd, !hasRequests, role == .watches || !connection.isWaiting { interest.insert(.reading) }
        return interest
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer) {
        switch connection.receive(into: buffer) {
        case .nothing: break
        case .ended, .tooLong:
            if let line = lines.finish() { handle(line) }
            isAtEnd = true
        case .bytes(let count):
            for line in lines.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) where !isAtEnd { handle(line) }
        }
    }

    /// The next request, or nil while a reply is pending.
    func next() -> Request? {
        guard role != .steps || !connection.isWaiting, let request = requests.popFirst() else { return nil }
        if case .step = request { stepCount += 1 }
        return request
    }

    private func handle(_ line: LineBuffer.Line) {
        switch (role, line) {
        case (.undecided, .text(let bytes)): choose(String(decoding: bytes, as: UTF8.self))
        case (.undecided, .tooLong): choose("")
        case (.steps, _):
            lineNumber += 1
            if let step = StepLines.read(line, number: lineNumber) { requests.append(.step(step)) }
        case (.watches, _), (.asks, _): break
        }
    }

    private func choose(_ line: String) {
        let conversation: (role: Role, first: Request?)? =
            switch line {
            case "audiosession 1 step": (.steps, nil)
            case "audiosession 1 watch": (.watches, .watch)
            case "audiosession 1 book": (.asks, .book)
            case "audiosession 1 apps": (.asks, .apps)
            default: nil
            }
        if let conversation {
            role = conversation.role
            requests += [conversation.first].compactMap(\.self)
        }
        isAtEnd = conversation == nil || role == .asks
        let answer =
            conversation != nil
            ? "ok"
            : "no: the first line is \"audiosession 1 step\", \"audiosession 1 watch\", \"audiosession 1 book\" or "
                + "\"audiosession 1 apps\""
        _ = connection.send(Array("audiosession 1 \(answer)\n".utf8))
    }
}

extension StepLines {
    /// Parses a line. Returns nil for a blank line or a comment, which has no reply.
    fileprivate static func read(_ line: LineBuffer.Line, number: Int) -> Step? {
        switch line {
        case .tooLong: read(nil, number: number)
        case .text(let bytes): bytes.withUnsafeBufferPointer { read($0, number: number) }
        }
    }
}
