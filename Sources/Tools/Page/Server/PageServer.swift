import CommandSupport
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemSupport

/// A server on this machine's loopback interface that shows a device to browsers. A page reads a stream of events and
/// sends messages by POST. `Gate` decides which requests are answered. Until then a connection is cheap: `Limits`
/// restricts the number of connections, their size and their duration.
struct PageServer: Sendable {
    private let device: any PageDevice
    private let files: PageFiles
    private let port: UInt16
    private let token: String
    private let limits: Limits

    struct Limits: Sendable {
        /// The longest line, name or value in a request's head, in bytes.
        var line = 8_192
        var lines = 100
        /// The longest head of a request, in bytes.
        var head = 32_768
        /// The largest number of connections that have not presented the token. A further one replaces the oldest.
        var unauthenticated = 64
        /// The longest time for a request to arrive, and between two requests.
        var patience = Duration.seconds(10)
        /// The interval between signs of life to a page.
        var beat = Duration.seconds(15)
    }

    /// Creates a server that does not listen yet.
    /// - Parameter port: The port, or 0 for any free one.
    init(_ device: any PageDevice, sounds: PageSounds, port: UInt16, token: String, limits: Limits = Limits()) {
        (self.device, files, self.port, self.token, self.limits) = (
            device, PageFiles(sounds: sounds), port, token, limits
        )
    }

    /// Serves until the task is cancelled. If descriptors are exhausted, the listener pauses for a second; new
    /// connections wait as long.
    /// - Parameter listening: Called with the complete address once browsers may use it.
    /// - Throws: `CommandFailure` if the port is unavailable, or if the process cannot open enough files.
    func run(listening: @escaping @Sendable (String) throws -> Void) async throws {
        // The connections, and some for the event loop: SwiftNIO traps if it cannot create one.
        let needed = limits.unauthenticated + PageSubscribers.limit + 32
        if let shortage = OpenFiles.shortage(of: needed, for: "connections") { throw CommandFailure(shortage) }
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let listener = try await listener(on: loop)
            guard let number = listener.channel.localAddress?.port else { throw CommandFailure("127.0.0.1 is gone") }
            try await listener.executeThenClose { connections in
                try listening("http://127.0.0.1:\(number)/\(token)/")
                try await serve(connections)
            }
        } catch {
            try? await loop.shutdownGracefully()
            throw error
        }
        try await loop.shutdownGracefully()
    }

    private func serve(_ connections: NIOAsyncChannelInboundStream<PageConnection.Socket>) async throws {
        let unauthenticated = UnauthenticatedConnections(limit: limits.unauthenticated)
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { [device, limits] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: limits.beat)
                    await device.beat()
                }
            }
            defer { group.cancelAll() }
            for try await socket in connections {
                unauthenticated.add(socket.channel)
                let connection = PageConnection(
                    socket, device, files, token: token, limits, unauthenticated)
                group.addTask { await connection.serve() }
            }
        }
    }

    private func listener(
        on loop: MultiThreadedEventLoopGroup
    ) async throws -> NIOAsyncChannel<PageConnection.Socket, Never> {
        do {
            return try await ServerBootstrap(group: loop)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: "127.0.0.1", port: Int(port)) { [limits] channel in
                    channel.eventLoop.makeCompletedFuture {
                        var sizes = NIOHTTPDecoderLimitConfiguration()
                        sizes.maxHeaderFieldSize = limits.line
                        sizes.maxHeaderFieldCount = limits.lines
                        sizes.maxHeaderListSize = limits.head
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(HTTPResponseEncoder())
                        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: sizes)))
                        try pipeline.addHandler(HTTPServerPipelineHandler())
                        try pipeline.addHandler(RequestErrors())
                        return try PageConnection.Socket(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(isOutboundHalfClosureEnabled: true))
                    }
                }
        } catch let error as IOError {
            let reason = String(cString: strerror(error.errnoCode))
            let isTaken = [EADDRINUSE, EACCES].contains(error.errnoCode)
            throw CommandFailure(
                isTaken
                    ? "the port cannot be had (\(reason)); choose another one with --port, or 0 for any"
                    : "127.0.0.1 cannot be used: \(reason)")
        }
    }
}
