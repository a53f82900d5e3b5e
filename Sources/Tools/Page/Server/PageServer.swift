import CommandSupport
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import SystemSupport

/// A server on this machine's loopback that shows a device to browsers. A page reads what happens as a stream of events
/// and sends messages by POST. `Gate` decides which requests pass. Before that a connection costs little: `Limits`
/// bounds what it may send, how long it may take, and how many there may be.
struct PageServer: Sendable {
    private let device: any PageDevice
    private let files: PageFiles
    private let port: UInt16
    private let token: String
    private let limits: Limits

    /// Bounds on connections and on what they send.
    struct Limits: Sendable {
        /// The longest line of a request's head, and of a name or a value in it, in bytes.
        var line = 8_192
        var lines = 100
        /// The longest head of a request, in bytes.
        var head = 32_768
        /// The most connections that have not shown the token yet. One more takes the place of the oldest.
        var unauthenticated = 64
        /// The longest time for a whole request to arrive, and for a connection to rest before the next one.
        var patience = Duration.seconds(10)
        /// The interval at which a page is told that the server is still there.
        var beat = Duration.seconds(15)
    }

    /// Creates a server that does not listen yet.
    /// - Parameters:
    ///   - device: The device that it shows.
    ///   - sounds: The sounds that pages play.
    ///   - port: The port; 0 for any port that is free.
    ///   - token: The secret in the address.
    init(_ device: any PageDevice, sounds: PageSounds, port: UInt16, token: String, limits: Limits = Limits()) {
        (self.device, files, self.port, self.token, self.limits) = (
            device, PageFiles(sounds: sounds), port, token, limits
        )
    }

    /// Listens and serves until the task is cancelled. If the process is short of descriptors the listener waits a
    /// second, and then continues; new connections wait as long.
    /// - Parameter listening: Gets the whole address, once browsers may use it.
    /// - Throws: `CommandFailure` where the port is unavailable, or where the process may not open enough files.
    func run(listening: @escaping @Sendable (String) throws -> Void) async throws {
        // The connections, and some for the event loop: SwiftNIO ends the process if it cannot make one.
        let needed = limits.unauthenticated + PageSubscribers.limit + 32
        if let shortage = OpenFiles.shortage(of: needed, for: "connections") { throw CommandFailure(shortage) }
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let open = OpenAnswers()
        do {
            try await serve(on: loop, open, listening)
        } catch {
            await open.close()
            try? await loop.shutdownGracefully()
            throw error
        }
        await open.close()
        try await loop.shutdownGracefully()
    }

    private func serve(
        on loop: MultiThreadedEventLoopGroup, _ open: OpenAnswers, _ listening: (String) throws -> Void
    ) async throws {
        let listener = try await listener(on: loop, open)
        guard let number = listener.localAddress?.port else { throw CommandFailure("127.0.0.1 is gone") }
        try listening("http://127.0.0.1:\(number)/\(token)/")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await withTaskCancellationHandler {
                    try await listener.closeFuture.get()
                } onCancel: {
                    listener.close(promise: nil)
                }
            }
            group.addTask { [device, limits] in
                while !Task.isCancelled {
                    try await Task.sleep(for: limits.beat)
                    await device.beat()
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func listener(on loop: MultiThreadedEventLoopGroup, _ open: OpenAnswers) async throws -> any Channel {
        let handler = PageHandler(device: device, files: files)
        let unauthenticated = UnauthenticatedConnections(limit: limits.unauthenticated)
        do {
            return try await ServerBootstrap(group: loop)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { [token, limits] channel in
                    channel.eventLoop.makeCompletedFuture {
                        let port = UInt16(channel.localAddress?.port ?? 0)
                        var sizes = NIOHTTPDecoderLimitConfiguration()
                        sizes.maxHeaderFieldSize = limits.line
                        sizes.maxHeaderFieldCount = limits.lines
                        sizes.maxHeaderListSize = limits.head
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(HTTPResponseEncoder())
                        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: sizes)))
                        try pipeline.addHandler(HTTPServerPipelineHandler())
                        try pipeline.addHandler(
                            PageConnection(handler, Gate(token: token, port: port), limits, unauthenticated, open))
                    }
                }
                .bind(host: "127.0.0.1", port: Int(port)).get()
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
