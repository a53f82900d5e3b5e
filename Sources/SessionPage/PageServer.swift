import FlyingFox
import FlyingSocks
import Foundation
import SessionTable
import Synchronization

/// A server on this machine's loopback that shows a device to browsers.
///
/// A page gets what happens as a stream of events and sends messages by POST. `Gate` says who may.
public final class PageServer: Sendable {
    private let server: HTTPServer
    private let token: String
    private let port: PortInUse

    /// Why a server does not serve.
    public struct Problem: Error, CustomStringConvertible {
        public let description: String
    }

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - device: What it shows.
    ///   - sounds: The sounds that pages play.
    ///   - port: Where it listens; 0 for any port that is free.
    ///   - token: The secret in the address.
    /// - Throws: `Problem` where there is no loopback.
    public init(_ device: any PageDevice, sounds: PageSounds, port: UInt16, token: String) throws(Problem) {
        let inUse = PortInUse()
        (self.token, self.port) = (token, inUse)
        do {
            server = HTTPServer(
                address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled,
                handler: PageHandler(device: device, files: PageFiles(sounds: sounds), token: token, port: inUse))
        } catch {
            throw Problem(description: "127.0.0.1 cannot be used: \(error)")
        }
    }

    /// Listens and serves until the task is cancelled.
    ///
    /// - Parameter listening: Gets the whole address, once browsers may use it.
    /// - Throws: `Problem` where the port cannot be had.
    public func run(listening: @escaping @Sendable (String) -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [server] in
                do {
                    try await server.run()
                } catch SocketError.failed(_, let number, let message) where number == EADDRINUSE || number == EACCES {
                    throw Problem(
                        description: "the port cannot be had (\(message)); choose another one with --port, or 0 for any"
                    )
                }
            }
            group.addTask { [server, token, port] in
                try await server.waitUntilListening(timeout: 60)
                guard case .ip4(_, let number) = await server.listeningAddress else { return }
                port.number.withLock { $0 = number }
                listening("http://127.0.0.1:\(number)/\(token)/")
                try await Task.sleep(for: .seconds(1_000_000_000))
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Stops serving at once.
    public func stop() async { await server.stop() }
}

/// The port on which the server listens; 0 before it does.
private final class PortInUse: Sendable {
    let number = Mutex<UInt16>(0)
}

/// What is done with each request.
private struct PageHandler: HTTPHandler {
    let device: any PageDevice
    let files: PageFiles
    let token: String
    let port: PortInUse

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let gate = Gate(token: token, port: port.number.withLock { $0 })
        let verdict = gate.verdict(
            on: Gate.Request(
                method: request.method.rawValue, path: request.target.path(), host: request.headers[.host],
                origin: request.headers[HTTPHeader("Origin")], length: request.headers[.contentLength]))
        let path: String
        switch verdict {
        case .refused(let status, let says): return Self.answer(status, says)
        case .passes(let rest): path = rest
        }
        switch (request.method.rawValue, path) {
        case ("POST", "/act"): return try await follow(request)
        case ("POST", _): return Self.answer(404, "Messages go to act.")
        case (_, "/events"): return await look()
        default:
            guard let file = files.file(path) else { return Self.answer(404, "There is no such file.") }
            return HTTPResponse(statusCode: .ok, headers: Self.headers(file.type), body: Data(file.bytes))
        }
    }

    private func look() async -> HTTPResponse {
        guard let events = await device.look() else {
            return Self.answer(503, "\(Audience.limit) pages show this device already; close one of them.")
        }
        return HTTPResponse(
            statusCode: .ok, headers: Self.headers("text/event-stream"),
            body: HTTPBodySequence(from: EventBytes(events)))
    }

    private func follow(_ request: HTTPRequest) async throws -> HTTPResponse {
        var message: [UInt8] = []
        for try await part in request.bodySequence {
            message += part
            guard message.count <= Gate.bodyLimit else { return Self.answer(413, "The message is too long.") }
        }
        let answer = await device.follow(message)
        return HTTPResponse(
            statusCode: HTTPStatusCode(answer.status, phrase: answer.status == 200 ? "OK" : "Refused"),
            headers: Self.headers("application/json"), body: Data(answer.json.utf8))
    }

    /// A refusal, for people.
    private static func answer(_ status: Int, _ says: String) -> HTTPResponse {
        HTTPResponse(
            statusCode: HTTPStatusCode(status, phrase: "Refused"), headers: headers("text/plain; charset=utf-8"),
            body: Data((says + "\n").utf8))
    }

    /// What every answer says: nothing but this server's own files is used, nobody frames it, nobody learns its address.
    private static func headers(_ type: String) -> HTTPHeaders {
        [
            .contentType: type, .cacheControl: "no-store",
            HTTPHeader("Content-Security-Policy"): PageFiles.policy,
            HTTPHeader("X-Content-Type-Options"): "nosniff", HTTPHeader("Referrer-Policy"): "no-referrer",
            HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
            HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
        ]
    }
}

/// What happens, as the bytes of a body that has no end.
private struct EventBytes: AsyncBufferedSequence {
    typealias Element = UInt8
    private let events: AsyncStream<[UInt8]>

    init(_ events: AsyncStream<[UInt8]>) { self.events = events }

    func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var events: AsyncStream<[UInt8]>.Iterator
        private var rest: ArraySlice<UInt8> = []

        init(events: AsyncStream<[UInt8]>.Iterator) { self.events = events }

        mutating func next() async -> UInt8? { await nextBuffer(suggested: 1)?.first }

        mutating func nextBuffer(suggested count: Int) async -> ArraySlice<UInt8>? {
            while rest.isEmpty {
                guard let more = await events.next() else { return nil }
                rest = more[...]
            }
            // At least one, and no more than somebody asks for; big parts are worth fewer calls.
            let part = rest.prefix(Swift.max(1, count))
            rest = rest.dropFirst(part.count)
            return part
        }
    }
}
