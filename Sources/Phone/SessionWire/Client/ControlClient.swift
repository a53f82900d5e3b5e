import CLinux
import Glibc
import SessionPolicy
import SessionWorld
import SystemSupport

/// A blocking connection to a host's control socket, for one thread.
///
/// Answers are immediate; a late one may never come, for example because the host was stopped.
public final class ControlClient {
    private let socket: CInt
    private let place: SocketPlace
    /// The timeout for an answer, in nanoseconds.
    private let patience: Int64
    private var lines = LineBuffer(limit: 16 << 20)
    private var ready: [String] = []
    private var isOver = false
    /// Whether the host has missed an answer; a late line must not pass for a later answer.
    private var isSilent = false

    /// The default timeout for an answer, in seconds.
    public static let patience = 5.0

    /// Connects, and requests to step or to watch.
    ///
    /// - Parameters:
    ///   - place: The place of the host.
    ///   - wants: `step` or `watch`.
    ///   - patience: The timeout for an answer, in seconds.
    /// - Throws: `WireError.noHost` naming the path if no host answers; `WireError.refused` with the host's sentence.
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

    /// Sends a line and returns the next one, or nil if the host is gone.
    ///
    /// - Throws: `WireError.noHost` naming the path if it does not answer in time.
    public func ask(_ line: String) throws(WireError) -> String? {
        // A host that has ended the connection may have sent the reason before, so read on.
        send(line)
        return try answer()
    }

    /// Returns the next line within the timeout, or nil if the host is gone.
    ///
    /// - Throws: `WireError.noHost` naming the path if it does not come in time.
    public func answer() throws(WireError) -> String? {
        let deadline = SteadyClock.now.addingReportingOverflow(patience).partialValue
        while ready.isEmpty, !isOver, !isSilent {
            // A host that sends bytes without a line counts as silent.
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

    /// Waits indefinitely for a line. Returns nil once the host is gone.
    public func next() -> String? {
        while ready.isEmpty, !isOver { _ = receive() }
        return ready.isEmpty ? nil : ready.removeFirst()
    }

    /// Receives bytes. Returns false after the timeout.
    private func receive() -> Bool {
        var block = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &block, block.count, 0)
        if count < 0, errno == EINTR { return true }
        if count < 0, errno == EAGAIN { return false }
        let more =
            count > 0 ? block.withUnsafeBytes { lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) } : []
        if count <= 0 { isOver = true }
        for line in more {
            // A line of this length is not from a host, and desynchronizes the answers.
            guard case .text(let bytes) = line, !isOver else {
                isOver = true
                break
            }
            ready.append(String(decoding: bytes, as: UTF8.self))
        }
        return true
    }

    /// The exit status for a reply: 0 accepted, 1 refused, 2 malformed.
    public static func status(of reply: String) -> Int32 {
        guard let result = value(reply)?["result"] else { return 2 }
        if result.string == "ok" { return 0 }
        return result["error"]?.string == "badStep" ? 2 : 1
    }

    /// Whether a reply concerns an app, as actor, receiver of a notice or subject of a decision.
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
