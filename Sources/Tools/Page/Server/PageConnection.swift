import NIOCore
import NIOHTTP1
import Synchronization

/// One connection of a browser: takes a request after the other, each whole and in time, and answers it. On the
/// server's event loop; `HTTPServerPipelineHandler` before it holds the next request back until one is answered.
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
        /// A request has begun that has passed the gate; its path behind the token.
        case receiving(HTTPRequestHead, path: String)
        case answering
        /// The last answer has been written. Further input is read and thrown away, so that the answer is not lost to a
        /// reset, until the other side closes or time is up.
        case closing
    }

    private var state = State.waiting
    /// The body of the request; the gate has checked its length.
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
            // A file is asked for without a message.
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

    /// Does some work beside the event loop and then, back on it, something with its result, which is nil if it failed.
    /// A server that ends begins no more of it.
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

    /// Answers with a sentence, and takes no more requests.
    private func refuse(_ status: Int, _ says: String, _ context: ChannelHandlerContext) {
        switch state {
        case .waiting, .receiving: break
        // An answer is on its way; nothing can be said in its midst.
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
        // First: with the end of this answer the next request may come.
        state = isLast ? .closing : .waiting
        setDeadline(context)
        write(.end(nil), context)
        context.flush()
        if isLast { context.close(mode: .output, promise: nil) }
    }

    private func write(_ part: HTTPServerResponsePart, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(part), promise: nil)
    }

    /// Writes what happens, each part once the one before has left: to a page that does not read nothing is told, and nothing
    /// waits for it but a signal.
    private func stream(_ signals: AsyncStream<Void>, _ context: ChannelHandlerContext) {
        let headers = Self.headers("text/event-stream")
        // It leaves together with the first part, which there is at once.
        write(.head(.init(version: .http1_1, status: .ok, headers: headers)), context)
        streaming = begin(context) { [device = handler.device, channel = context.channel] in
            func write(_ part: [UInt8]) async throws {
                try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: part))))
            }
            // A write to a page that does not read comes back when its connection is closed.
            try await withTaskCancellationHandler {
                var cursor = PageCursor()
                for await _ in signals {
                    var isNew = false
                    while let part = await device.news(since: &cursor) {
                        try await write(part)
                        isNew = true
                    }
                    // Keeps the connection from falling asleep, and finds out whether the page is still there.
                    if !isNew { try await write(Array(": still here\n\n".utf8)) }
                }
            } onCancel: {
                channel.close(promise: nil)
            }
        } then: { _ in
            context.close(promise: nil)
        }
    }

    /// The headers of every answer: only this server's own files are used, no frame shows them, and no other page
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
    /// The value of a header; of one that is there several times all values, which together are none that is wanted.
    fileprivate func whole(_ name: String) -> String? {
        let values = self[name]
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

/// The connections that have not shown the token yet, the oldest first.
final class UnauthenticatedConnections: Sendable {
    private let limit: Int
    private let channels = Mutex<[any Channel]>([])

    init(limit: Int) { self.limit = limit }

    /// Takes one more; if there are too many, the oldest is closed.
    func add(_ channel: any Channel) {
        let oldest = channels.withLock { channels in
            channels.append(channel)
            return channels.count > limit ? channels.removeFirst() : nil
        }
        oldest?.close(promise: nil)
    }

    func remove(_ channel: any Channel) { channels.withLock { $0.removeAll { $0 === channel } } }
}
