import NIOCore
import NIOHTTP1
import Synchronization

/// A browser's connection. Receives one request at a time, complete and within the time limit, and answers it. Runs on
/// the server's event loop, behind `HTTPServerPipelineHandler`, which delays the next request until the current one is
/// answered.
final class PageConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let handler: PageHandler
    private let gate: Gate
    private let limits: PageServer.Limits
    private let unauthenticated: UnauthenticatedConnections
    private let open: OpenAnswers

    private enum State {
        case waiting
        /// A request that has passed the gate is being received; its path after the token.
        case receiving(HTTPRequestHead, path: String)
        case answering
        /// The last answer was written. Further input is discarded until the other side closes or the time is up, so
        /// that a reset does not destroy the answer.
        case closing
    }

    private var state = State.waiting
    /// The body of the request, whose length the gate has checked.
    private var message: [UInt8] = []
    private var deadline: Scheduled<Void>?
    private var streaming: Task<Void, Never>?

    init(
        _ handler: PageHandler, _ gate: Gate, _ limits: PageServer.Limits,
        _ unauthenticated: UnauthenticatedConnections, _ open: OpenAnswers
    ) {
        (self.handler, self.gate, self.limits) = (handler, gate, limits)
        (self.unauthenticated, self.open) = (unauthenticated, open)
    }

    // MARK: Beginning and end

    func channelActive(context: ChannelHandlerContext) {
        unauthenticated.add(context.channel)
        setDeadline(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        unauthenticated.remove(context.channel)
        deadline?.cancel()
        streaming?.cancel()
    }

    private func setDeadline(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = context.eventLoop.scheduleTask(in: TimeAmount(limits.patience)) { [channel = context.channel] in
            channel.close(promise: nil)
        }
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), state) {
        case (.head(let head), .waiting): begin(head, context)
        case (.body(let bytes), .receiving(let head, _)):
            // A GET request has no message.
            if head.method == .POST { message += bytes.readableBytesView }
        case (.end, .receiving(let head, let path)): answer(head, path, context)
        default: break
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let verdict = gate.verdict(
            on: Gate.Request(
                method: head.method.rawValue, path: String(head.uri.prefix { $0 != "?" }),
                host: head.headers.whole("Host"), origin: head.headers.whole("Origin"),
                length: head.headers.whole("Content-Length")))
        switch verdict {
        case .refused(let status, let says): refuse(status, says, context)
        case .passes(let path):
            unauthenticated.remove(context.channel)
            state = .receiving(head, path: path)
        }
    }

    private func answer(_ head: HTTPRequestHead, _ path: String, _ context: ChannelHandlerContext) {
        deadline?.cancel()
        state = .answering
        let request = PageRequest(method: head.method.rawValue, path: path, message: message)
        message = []
        begin(context) { [handler] in
            await handler.response(to: request)
        } then: { response in
            if let response { self.send(response, to: head, context) }
        }
    }

    /// Runs work off the event loop and then, back on it, a continuation with the result, or nil if the work failed. A
    /// closing server starts no more work.
    @discardableResult
    private func begin<Value: Sendable>(
        _ context: ChannelHandlerContext, _ work: @escaping @Sendable () async throws -> Value,
        then: @escaping (Value?) -> Void
    ) -> Task<Void, Never>? {
        let promise = context.eventLoop.makePromise(of: Value.self)
        let task = open.begin { [open] number in
            promise.futureResult.whenComplete { _ in open.end(number) }
            return promise.completeWithTask(work)
        }
        guard let task else {
            promise.fail(ChannelError.ioOnClosedChannel)
            context.close(promise: nil)
            return nil
        }
        promise.futureResult.assumeIsolated().whenComplete { then(try? $0.get()) }
        return task
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow:
            refuse(
                431,
                "The head of this request is too long: a line has at most \(limits.line) bytes, and there are at most "
                    + "\(limits.lines) of them and \(limits.head) bytes.", context)
        case is HTTPParserError: refuse(400, "This is no request of HTTP/1.1.", context)
        default: context.close(promise: nil)
        }
    }

    // MARK: Answers

    /// Answers with an error message, and accepts no more requests.
    private func refuse(_ status: Int, _ says: String, _ context: ChannelHandlerContext) {
        switch state {
        case .waiting, .receiving: break
        // An answer is being sent and cannot be interrupted by a message.
        case .answering: return context.close(promise: nil)
        case .closing: return
        }
        guard case .whole(_, let type, let bytes) = PageResponse.sentence(status, says) else { return }
        write(status, type, bytes, isLast: true, context)
    }

    private func send(_ response: PageResponse, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        switch response {
        case .whole(let status, let type, let bytes):
            write(status, type, bytes, isHead: head.method == .HEAD, isLast: !head.isKeepAlive, context)
        case .events(let signals): stream(signals, context)
        }
    }

    private func write(
        _ status: Int, _ type: String, _ bytes: [UInt8], isHead: Bool = false, isLast: Bool,
        _ context: ChannelHandlerContext
    ) {
        var headers = Self.headers(type)
        headers.add(name: "Content-Length", value: "\(bytes.count)")
        if isLast { headers.add(name: "Connection", value: "close") }
        write(.head(.init(version: .http1_1, status: .init(statusCode: status), headers: headers)), context)
        if !isHead { write(.body(.byteBuffer(ByteBuffer(bytes: bytes))), context) }
        // First, since the next request may arrive when this answer ends.
        state = isLast ? .closing : .waiting
        setDeadline(context)
        write(.end(nil), context)
        context.flush()
        if isLast { context.close(mode: .output, promise: nil) }
    }

    private func write(_ part: HTTPServerResponsePart, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(part), promise: nil)
    }

    /// Streams events, each part once the previous one has been sent. A page that does not read costs only a pending
    /// signal.
    private func stream(_ signals: AsyncStream<Void>, _ context: ChannelHandlerContext) {
        let headers = Self.headers("text/event-stream")
        // Sent together with the first part, which is available immediately.
        write(.head(.init(version: .http1_1, status: .ok, headers: headers)), context)
        streaming = begin(context) { [device = handler.device, channel = context.channel] in
            func write(_ part: [UInt8]) async throws {
                try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: part))))
            }
            // A write to a page that does not read completes when its connection is closed.
            try await withTaskCancellationHandler {
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
            } onCancel: {
                channel.close(promise: nil)
            }
        } then: { _ in
            context.close(promise: nil)
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

extension HTTPHeaders {
    /// The value of a header. Repeated headers are joined, which never matches an expected value.
    fileprivate func whole(_ name: String) -> String? {
        let values = self[name]
        return values.isEmpty ? nil : values.joined(separator: ", ")
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
