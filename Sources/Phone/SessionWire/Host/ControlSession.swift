import SessionWorld

/// One connection to the control socket: its client gives steps, watches, or asks which words the rule book takes or which programs are
/// governed.
///
/// Steps are kept until their turn comes. While they wait, or a reply to one of them does, nothing more is read: the client
/// waits.
final class ControlSession {
    /// The role that the client has asked for.
    enum Role: Hashable {
        case undecided, steps, watches, asks
    }

    /// A request that a line makes of the host.
    enum Request {
        case step(StepLines.Step)
        case watch
        /// The words that the rule book in force takes; nothing follows them.
        case book
        /// The programs that the host governs; nothing follows them.
        case apps
    }

    let number: UInt64
    let connection: PacketConnection
    private(set) var role = Role.undecided
    /// The number of steps that have been taken.
    private(set) var stepCount = 0
    private var lines = LineBuffer(limit: OracleStream.lineLimit)
    private var lineNumber = 0
    private var requests: [Request] = []
    private var firstRequest = 0
    /// Whether nothing more is read: the client has closed its end, or it speaks another language.
    private var isAtEnd = false

    init(number: UInt64, connection: PacketConnection) { (self.number, self.connection) = (number, connection) }

    /// Whether a request is next, and nothing is in its way.
    private var isReady: Bool { firstRequest < requests.count && (role != .steps || !connection.isWaiting) }

    /// The events that the session waits for; nil once the conversation is over.
    var interest: EventLoop.Interest? {
        let hasRequests = firstRequest < requests.count
        if isAtEnd, !hasRequests, role == .watches || !connection.isWaiting { return nil }
        var interest: EventLoop.Interest = []
        // A socket that can be written to gives each of several steps a turn of the loop, between those of others.
        if connection.isWaiting || hasRequests { interest.insert(.writing) }
        if !isAtEnd, !hasRequests, role == .watches || !connection.isWaiting { interest.insert(.reading) }
        return interest
    }

    /// Reads what has come.
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

    /// The request whose turn it is; nil where there is none, or where the reply to the one before it still waits.
    func next() -> Request? {
        guard isReady else { return nil }
        let request = requests[firstRequest]
        firstRequest += 1
        if firstRequest == requests.count { (requests, firstRequest) = ([], 0) }
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
        switch line {
        case "audiosession 1 step": role = .steps
        case "audiosession 1 watch":
            role = .watches
            requests.append(.watch)
        case "audiosession 1 book":
            role = .asks
            requests.append(.book)
            isAtEnd = true
        case "audiosession 1 apps":
            role = .asks
            requests.append(.apps)
            isAtEnd = true
        default:
            isAtEnd = true
            let answer =
                "audiosession 1 no: the first line is \"audiosession 1 step\", \"audiosession 1 watch\", "
                + "\"audiosession 1 book\" or \"audiosession 1 apps\"\n"
            _ = connection.send(Array(answer.utf8))
            return
        }
        _ = connection.send(Array("audiosession 1 ok\n".utf8))
    }
}

extension StepLines {
    /// A line as a step; nil for a blank line or a comment, which has no reply.
    fileprivate static func read(_ line: LineBuffer.Line, number: Int) -> Step? {
        switch line {
        case .tooLong: read(nil, number: number)
        case .text(let bytes): bytes.withUnsafeBufferPointer { read($0, number: number) }
        }
    }
}
