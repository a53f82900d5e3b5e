import NIOCore
import NIOHTTP1
import Synchronization

/// A browser's connection: receives one request at a time, complete and within the time limit, and answers it.
struct PageConnection: Sendable {
    /// A part of a request, or why what has come is none.
    typealias Incoming = Result<HTTPServerRequestPart, HTTPParserError>
    typealias Socket = NIOAsyncChannel<Incoming, HTTPServerResponsePart>
    private typealias Inbound = NIOAsyncChannelInboundStream<Incoming>.AsyncIterator
    private typealias Outbound = NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

    private let device: any PageDevice
    private let files: PageFiles
    private let gate: Gate
    private let limits: PageServer.Limits
    private let unauthenticated: UnauthenticatedConnections
    private let socket: Socket

    init(
        _ socket: Socket, _ device: any PageDevice, _ files: PageFiles, token: String, _ limits: PageServer.Limits,
        _ unauthenticated: UnauthenticatedConnections
    ) {
        (self.socket, self.device, self.files) = (socket, device, files)
        (self.limits, self.unauthenticated) = (limits, unauthenticated)
        gate = Gate(token: token, port: UInt16(socket.channel.localAddress?.port ?? 0))
    }

    /// Answers requests until the browser closes the connection, falls silent, or is refused.
    func serve() async {
        // An error means that the connection is closed.
        try? await socket.executeThenClose { inbound, outbound in
            var parts = inbound.makeAsyncIterator()
            var isLast = false
            while !isLast {
                let deadline = deadline()
                defer { deadline.cancel() }
                guard let first = try await parts.next() else { return }
                let response: PageResponse
                var isHead = false
                do throws(RefusedRequest) {
                    let (head, path) = try request(first)
                    unauthenticated.remove(socket.channel)
                    guard let message = await message(of: &parts) else { return }
                    deadline.cancel()
                    (isHead, isLast) = (head.method == .HEAD, !head.isKeepAlive)
                    // A GET request has no message.
                    response = await self.response(head.method, path, head.method == .POST ? message : [])
                } catch {
                    (response, isLast) = (.sentence(error.status, error.says), true)
                }
                switch response {
                case .whole(let status, let type, let bytes):
                    try await write(status, type, bytes, isHead: isHead, isLast: isLast, outbound)
                case .events(let signals): return try await stream(signals, outbound)
                }
            }
            // Discards input until the other side closes, so that a reset does not destroy the answer.
            outbound.finish()
            let deadline = deadline()
            defer { deadline.cancel() }
            while try await parts.next() != nil {}
        }
        unauthenticated.remove(socket.channel)
    }

    private func deadline() -> Scheduled<Void> {
        socket.channel.eventLoop.scheduleTask(in: TimeAmount(limits.patience)) { [channel = socket.channel] in
            channel.close(promise: nil)
        }
    }

    /// Returns the beginning of a request that may be answered, and its path without the token.
    private func request(_ first: Incoming) throws(RefusedRequest) -> (HTTPRequestHead, String) {
        switch first {
        case .success(.head(let head)): return (head, try gate.path(of: head))
        case .failure(.headerOverflow):
            throw RefusedRequest(
                431,
                "The head of this request is too long: a line has at most \(limits.line) bytes, and there are at most "
                    + "\(limits.lines) of them and \(limits.head) bytes.")
        default: throw RefusedRequest(400, "This is no request of HTTP/1.1.")
        }
    }

    /// Receives the rest of a request, whose length the gate has checked; nil if it never ends.
    private func message(of parts: inout Inbound) async -> [UInt8]? {
        var message: [UInt8] = []
        while let part = try? await parts.next() {
            switch part {
            case .success(.body(let bytes)): message += bytes.readableBytesView
            case .success(.end): return message
            default: return nil
            }
        }
        return nil
    }

    /// Answers a request for a file, for the device's events, or for the result of a message.
    /// - Parameter path: The path after the token, beginning with a slash.
    private func response(_ method: HTTPMethod, _ path: String, _ message: [UInt8]) async -> PageResponse {
        switch (method, path) {
        case (.POST, "/act"):
            let answer = await device.follow(message)
            return .whole(status: answer.status, type: "application/json", bytes: Array(answer.json.utf8))
        case (.POST, _): return .sentence(404, "Messages go to act.")
        case (.GET, "/events"):
            guard let signals = await device.look() else {
                return .sentence(
                    503, "\(PageSubscribers.limit) pages show this device already; close one of them.")
            }
            return .events(signals)
        default:
            guard let file = files.file(path) else { return .sentence(404, "There is no such file.") }
            return .whole(status: 200, type: file.type, bytes: file.bytes)
        }
    }

    private func write(
        _ status: Int, _ type: String, _ bytes: [UInt8], isHead: Bool, isLast: Bool, _ outbound: Outbound
    ) async throws {
        var headers = Self.headers(type)
        headers.add(name: "Content-Length", value: "\(bytes.count)")
        if isLast { headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
        let body = isHead ? [] : [HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes)))]
        try await outbound.write(contentsOf: [.head(head)] + body + [.end(nil)])
    }

    /// Streams events, each part once the previous one has been sent. A page that does not read costs only a pending
    /// signal.
    private func stream(_ signals: AsyncStream<Void>, _ outbound: Outbound) async throws {
        let channel = socket.channel
        /// Completes once the bytes have been sent; the outbound writer would accept more than the socket holds.
        @Sendable func write(_ bytes: [UInt8]) async throws {
            try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes))))
        }
        try await outbound.write(
            .head(.init(version: .http1_1, status: .ok, headers: Self.headers("text/event-stream"))))
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await channel.closeFuture.get() }
                group.addTask { [device] in
                    var cursor = PageCursor()
                    for await _ in signals {
                        var isNew = false
                        while let part = await device.news(since: &cursor) {
                            try await write(part)
                            isNew = true
                        }
                        // Keeps the connection alive, and detects a page that is gone.
                        if !isNew { try await write(Array(": still here\n\n".utf8)) }
                    }
                }
                defer {
                    channel.close(promise: nil)
                    group.cancelAll()
                }
                try await group.next()
            }
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// The headers of every answer: only this server's files may be loaded, no frame may embed them, and no other site
    /// learns their address.
    private static func headers(_ type: String) -> HTTPHeaders {
        [
            "Content-Type": type, "Cache-Control": "no-store", "Content-Security-Policy": PageFiles.policy,
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
        ]
    }
}

/// Makes what is no request part of the input, so that the rest is read, discarded, and its end noticed.
final class RequestErrors: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = PageConnection.Incoming

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(wrapInboundOut(.success(unwrapInboundIn(data))))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Others are about what follows such an input, or come with the end of the connection.
        guard let error = error as? HTTPParserError else { return }
        context.fireChannelRead(wrapInboundOut(.failure(error)))
        context.fireChannelReadComplete()
    }
}

/// The connections that have not presented the token yet, oldest first.
final class UnauthenticatedConnections: Sendable {
    private let limit: Int
    private let channels = Mutex<[any Channel]>([])

    init(limit: Int) { self.limit = limit }

    /// Adds a connection; if there are too many, the oldest is closed.
    func add(_ channel: any Channel) {
        let oldest = channels.withLock { channels in
            channels.append(channel)
            return channels.count > limit ? channels.removeFirst() : nil
        }
        oldest?.close(promise: nil)
    }

    func remove(_ channel: any Channel) { channels.withLock { $0.removeAll { $0 === channel } } }
}

enum PageResponse: Sendable {
    case whole(status: Int, type: String, bytes: [UInt8])
    /// A stream of events: see `PageDevice.look`.
    case events(AsyncStream<Void>)

    static func sentence(_ status: Int, _ says: String) -> PageResponse {
        .whole(status: status, type: "text/plain; charset=utf-8", bytes: Array((says + "\n").utf8))
    }
}
