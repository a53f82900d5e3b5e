import CLinux
import Glibc
import SessionWorld

/// A connection to a host's control socket; one thread, which waits for the host.
public final class ControlClient {
    private let socket: CInt
    private var lines = LineBuffer(limit: 16 << 20)
    private var ready: [String] = []
    private var isOver = false

    /// Connects and says what is wanted.
    ///
    /// - Parameters:
    ///   - place: Where the host is.
    ///   - wants: `step` or `watch`.
    /// - Throws: `WireError.noHost` naming the path where nobody answers; `WireError.refused` with the host's sentence.
    public init(_ place: SocketPlace, wants: String) throws(WireError) {
        socket = try WireSocket.connect(place.controlPath, named: place.path, clinux_stream_socket)
        guard send("audiosession 1 \(wants)"), let answer = next() else {
            throw .noHost(place.path, errno: ECONNRESET)
        }
        guard answer == "audiosession 1 ok" else { throw .refused(answer) }
    }

    deinit { close(socket) }

    /// Sends a line and waits for the next one; nil where the host is gone.
    public func ask(_ line: String) -> String? { send(line) ? next() : nil }

    private func send(_ line: String) -> Bool {
        let bytes = Array((line + "\n").utf8)
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count > 0 { place += count } else if errno != EINTR { return false }
        }
        return true
    }

    /// Waits for a line; nil once the host is gone.
    public func next() -> String? {
        var block = [UInt8](repeating: 0, count: 65_536)
        while ready.isEmpty, !isOver {
            let count = recv(socket, &block, block.count, 0)
            if count < 0, errno == EINTR { continue }
            let more =
                count > 0 ? block.withUnsafeBytes { lines.take(UnsafeRawBufferPointer(rebasing: $0[..<count])) } : []
            if count <= 0 { isOver = true }
            for case .text(let line) in more { ready.append(String(decoding: line, as: UTF8.self)) }
        }
        return ready.isEmpty ? nil : ready.removeFirst()
    }

    /// What a reply means to whoever gave its step: 0 taken, 1 refused, 2 no step.
    public static func status(of reply: String) -> Int32 {
        guard let result = value(reply)?["result"] else { return 2 }
        if result.string == "ok" { return 0 }
        return result["error"]?.string == "badStep" ? 2 : 1
    }

    /// Whether a reply concerns an app: it acts, it is told something, or a rule decided about it.
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
