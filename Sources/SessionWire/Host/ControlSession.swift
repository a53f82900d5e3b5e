import SessionWorld

/// One connection to the control socket: somebody who gives steps, or somebody who watches.
final class ControlSession {
    /// What was asked for.
    enum Role: Hashable {
        case undecided, steps, watches
    }

    /// What a line asks the host to do.
    enum Request {
        case step(Result<PositionedValue, StepError>)
        case watch
    }

    let number: UInt64
    let connection: PacketConnection
    private(set) var role = Role.undecided
    /// How many steps it has given.
    var stepCount = 0
    private var lines = LineBuffer(limit: OracleStream.lineLimit)
    private var lineNumber = 0
    private var hasFailed = false

    init(number: UInt64, connection: PacketConnection) { (self.number, self.connection) = (number, connection) }

    /// Takes what has come.
    ///
    /// - Returns: What is asked, in order, and whether the conversation goes on.
    func read(_ buffer: UnsafeMutableRawBufferPointer) -> (requests: [Request], goesOn: Bool) {
        switch connection.receive(into: buffer) {
        case .nothing: return ([], true)
        case .ended, .tooLong:
            let last = lines.finish().flatMap { take($0) }
            return (last.map { [$0] } ?? [], false)
        case .bytes(let count):
            var requests: [Request] = []
            for line in lines.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) where !hasFailed {
                if let request = take(line) { requests.append(request) }
            }
            return (requests, !hasFailed)
        }
    }

    private func take(_ line: LineBuffer.Line) -> Request? {
        switch (role, line) {
        case (.undecided, .text(let bytes)): return choose(String(decoding: bytes, as: UTF8.self))
        case (.undecided, .tooLong): return choose("")
        case (.steps, _):
            lineNumber += 1
            return StepLines.read(line, number: lineNumber).map { .step($0) }
        case (.watches, _): return nil
        }
    }

    private func choose(_ line: String) -> Request? {
        switch line {
        case "audiosession 1 step": role = .steps
        case "audiosession 1 watch": role = .watches
        default:
            hasFailed = true
            let answer = "audiosession 1 no: the first line is \"audiosession 1 step\" or \"audiosession 1 watch\"\n"
            _ = connection.send(Array(answer.utf8))
            return nil
        }
        hasFailed = !connection.send(Array("audiosession 1 ok\n".utf8))
        return role == .watches ? .watch : nil
    }
}

extension StepLines {
    /// A line as a step; nil for a blank line or a comment, which has no reply.
    static func read(_ line: LineBuffer.Line, number: Int) -> Step? {
        switch line {
        case .tooLong: read(nil, number: number)
        case .text(let bytes): bytes.withUnsafeBufferPointer { read($0, number: number) }
        }
    }
}
