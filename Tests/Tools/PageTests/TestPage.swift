import Glibc
import SessionPolicy
import SessionWorld
import Synchronization
import SystemSupport
import Testing

@testable import Page

/// Time that a test moves; nothing waits for it by itself.
final class ManualClock: PageClock {
    private let seconds = Mutex(1_000.0)

    var now: Instant { seconds.withLock { Instant(seconds: $0) } }

    func advance(by more: Double) { seconds.withLock { $0 += more } }

    func wait(until time: Instant) async {
        // Ends with the task that waits.
        let (never, teller) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        teller.finish()
    }
}

/// A page's server on a free port, with a device whose time the test moves.
final class TestPage: Sendable {
    let clock: ManualClock
    let device: TrialDevice
    let port: UInt16
    let token = "0123456789abcdef"
    private let task: Task<Void, any Error>

    /// Made once: without an optimizer that takes its time.
    static let sounds = PageSounds()

    /// - Parameters:
    ///   - shown: The device that the server shows in place of the usual one.
    ///   - limits: The limits of connections.
    init(showing shown: (any PageDevice)? = nil, limits: PageServer.Limits = .init()) async throws {
        let clock = ManualClock()
        let device = TrialDevice(PageConversation(.iPhoneOS3, sounds: Self.sounds.all, at: clock.now), clock: clock)
        (self.clock, self.device) = (clock, device)
        let server = PageServer(shown ?? device, sounds: Self.sounds, port: 0, token: token, limits: limits)
        let (addresses, tell) = AsyncStream.makeStream(of: String.self)
        task = Task {
            defer { tell.finish() }
            try await server.run { tell.yield($0) }
        }
        var iterator = addresses.makeAsyncIterator()
        let address = try #require(await iterator.next())
        port = try #require(UInt16(address.split(separator: ":")[2].prefix { $0 != "/" }))
    }

    deinit { task.cancel() }

    /// Sends a message as a page of this server would.
    func act(_ message: String) async -> Answer {
        await ask("POST", "/\(token)/act", ["Origin": "http://127.0.0.1:\(port)"], body: message)
    }

    /// Sends a request; without a host of its own it names this server.
    func ask(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil
    ) async -> Answer {
        var headers = headers
        if headers["Host"] == nil { headers["Host"] = "127.0.0.1:\(port)" }
        if let body, headers["Content-Length"] == nil { headers["Content-Length"] = "\(body.utf8.count)" }
        headers["Connection"] = "close"
        let lines = ["\(method) \(path) HTTP/1.1"] + headers.map { "\($0): \($1)" }
        let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
        let line = connection()
        line.send(text)
        let bytes = await line.read { _ in false }
        line.close()
        return Answer(bytes)
    }

    /// Connects, and says nothing yet.
    func connection() -> Line { Line(port) }

    /// Looks on like a page.
    /// - Parameter capacity: What its socket holds, in bytes; nil for what the system chooses.
    func look(holding capacity: CInt? = nil) -> Line {
        let line = Line(port, holding: capacity)
        line.send("GET /\(token)/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        return line
    }
}

/// An answer of a server.
struct Answer {
    let status: Int
    let headers: [String: String]
    let body: String

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let halves = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = (halves.first ?? "").split(separator: "\r\n")
        status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        headers = Dictionary(
            lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (parts[0].lowercased(), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
            }, uniquingKeysWith: { $1 })
        body = halves.count > 1 ? String(halves[1]) : ""
    }
}

/// A connection, read on a thread of its own, so that no thread waits on which the server runs.
final class Line: Sendable {
    private let socket: CInt
    private let got = Mutex<[UInt8]>([])

    init(_ port: UInt16, holding capacity: CInt? = nil) {
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        if var capacity { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &capacity, socklen_t(MemoryLayout<CInt>.size)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let code = errno
        #expect(result == 0, "\(String(cString: strerror(code)))")
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// Reads until there is enough, or until the end.
    func read(until isEnough: @escaping @Sendable ([UInt8]) -> Bool) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            let thread = try? OrdinaryThread.start { [self] in
                var block = [UInt8](repeating: 0, count: 65_536)
                while !got.withLock({ isEnough($0) }) {
                    let count = recv(socket, &block, block.count, 0)
                    guard count > 0 else { break }
                    got.withLock { $0 += block[..<count] }
                }
                continuation.resume(returning: got.withLock { $0 })
            }
            if let thread { thread.detach() } else { continuation.resume(returning: []) }
        }
    }

    /// Reads until a text has come.
    func read(until text: String) async -> String {
        let bytes = await read { String(decoding: $0, as: UTF8.self).contains(text) }
        return String(decoding: bytes, as: UTF8.self)
    }

    func close() { _ = Glibc.close(socket) }
}
