import CLinux
import Glibc
import SessionPolicy
import SessionWorld
import SystemSupport

/// A connection to a host's control socket; one thread, which waits for the host.
///
/// Answers come at once: one that does not come in time may never come, as the host was stopped perhaps.
public final class ControlClient {
    private let socket: CInt
    private let place: SocketPlace
    /// The longest wait for an answer, in nanoseconds.
    private let patience: Int64
    private var lines = LineBuffer(limit: 16 << 20)
    private var ready: [String] = []
    private var isOver = false
    /// Whether the host has not answered in time; a late line is not the answer to a later question.
    private var isSilent = false

    /// The longest wait for an answer where the caller gives none, in seconds.
    public static let patience = 5.0

    /// Connects and says whether it wants to step or to watch.
    ///
    /// - Parameters:
    ///   - place: The place of the host.
    ///   - wants: `step` or `watch`.
    ///   - patience: The longest wait for an answer, in seconds.
    /// - Throws: `WireError.noHost` naming the path where no host answers; `WireError.refused` with the host's
    ///   sentence.
    public init(_ place: SocketPlace, wants: String, patience: Double = patience) throws(WireError) {
        (self.place, self.patience) = (place, Length(seconds: patience).nanoseconds)
        socket = try WireSocket.connect(
            place.controlPath, named: place.path, clinux_stream_socket, patience: patience)
        guard let answer = try ask("audiosession 1 \(wants)") else { throw .noHost(place.path, errno: ECONNRESET) }
        guard answer == "audiosession 1 ok" else {
            let refusal = "audiosession 1 no: "
            throw .refused(answer.hasPrefix(refusal) ? String(answer.dropFirst(refusal.count)) : answer)
        }
    }

    deinit { close(socket) }

    /// Sends a line and waits for the next one; nil where the host is gone.
    ///
    /// - Throws: `WireError.noHost` naming the path where it does not answer in time.
    public func ask(_ line: String) throws(WireError) -> String? {
        // A host that has ended the connection may have said why before: its last words are read all the same.
        send(line)
        return try answer()
    }

    /// Waits for a line that must come at once; nil where the host is gone.
    ///
    /// - Throws: `WireError.noHost` naming the path where it does not come in time.
    public func answer() throws(WireError) -> String? {
        let deadline = SteadyClock.now.addingReportingOverflow(patience).partialValue
        while ready.isEmpty, !isOver, !isSilent {
            // A host that sends bytes, but no line, is as good as silent.
            isSilent = !receive() || (ready.isEmpty && SteadyClock.now > deadline)
        }
        if isSilent { throw .noHost(place.path, errno: ETIMEDOUT) }
        return ready.isEmpty ? nil : ready.removeFirst()
    }

    private func send(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                isSilent = errno == EAGAIN
                return
            }
            place += count
        }
    }

    /// Waits for a line, however long that takes; nil once the host is gone.
    public func next() -> String? {
        while ready.isEmpty, !isOver { _ = receive() }
        return ready.isEmpty ? nil : ready.removeFirst()
    }

    /// Takes in what comes; false where nothing has come in time.
    private func receive() -> Bool {
        var block = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &block, block.count, 0)
        if count < 0, errno == EINTR { return true }
        if count < 0, errno == EAGAIN { return false }
        let more =
            count > 0 ? block.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) } : []
        if count <= 0 { isOver = true }
        for line in more {
            // A line this long is not a host's, and the line after it answers another question.
            guard case .text(let bytes) = line, !isOver else {
                isOver = true
                break
            }
            ready.append(String(decoding: bytes, as: UTF8.self))
        }
        return true
    }

    /// The exit status for a reply to a step: 0 taken, 1 refused, 2 no step.
    public static func status(of reply: String) -> Int32 {
        guard let result = value(reply)?["result"] else { return 2 }
        if result.string == "ok" { return 0 }
        return result["error"]?.string == "badStep" ? 2 : 1
    }

    /// Whether a reply concerns an app: the app acts, is told something, or is the subject of a decision.
    public static func concerns(_ reply: String, app: String) -> Bool {
        guard let value = value(reply) else { return false }
        if value["app"]?.string == app { return true }
        return mentions(value, app) || list(value["meanwhile"]).contains { mentions($0, app) }
    }

    private static func mentions(_ value: PositionedValue, _ app: String) -> Bool {
        list(value["events"]).contains { $0["to"]?.string == app }
            || list(value["because"]).contains { $0["about"]?.string == app }
    }

    private static func list(_ value: PositionedValue?) -> [PositionedValue] {
        guard case .array(let elements) = value?.content else { return [] }
        return elements
    }

    private static func value(_ line: String) -> PositionedValue? {
        try? PositionedValue(json: line.utf8, line: 1)
    }
}
