import CLinux
import Glibc
import SystemSupport

/// A non-blocking standard stream for a loop's thread.
///
/// Bytes that cannot be written immediately are buffered.
public final class LoopOutput {
    private let loop: EventLoop
    private let descriptor: CInt
    /// How writes are made non-blocking.
    private let kind: Kind
    private var unwritten: [UInt8] = []
    private var place = 0
    /// Whether the stream is closed, because its reader is gone or the buffer is full. Later bytes are lost.
    public private(set) var isClosed = false
    /// The error number if the stream failed, or nil.
    public private(set) var failure: CInt?
    /// Called when everything has been written, and when the stream is closed.
    public var onRoom: () -> Void = {}
    /// Whether to call `onRoom` although nothing is buffered.
    public var isAwaited = false { didSet { if isAwaited != oldValue { follow() } } }

    private enum Kind {
        /// A pipe or terminal reopened as non-blocking; a flag on the original would affect all processes that share
        /// it.
        case ownDescription
        case socket
        /// A file, which never blocks, or a stream polled for readiness.
        case shared
    }

    /// Creates an output with nothing to write.
    ///
    /// - Parameters:
    ///   - stream: The stream, which stays open.
    ///   - loop: The loop.
    /// - Throws: `WireError.system` if the kernel cannot watch the stream.
    public init(_ stream: CInt, on loop: EventLoop) throws(WireError) {
        self.loop = loop
        (descriptor, kind) = Self.description(of: stream)
        do throws(WireError) {
            try loop.watch(descriptor, for: []) { [unowned self] _ in self.goOn() }
        } catch {
            isClosed = true
            throw error
        }
    }

    deinit {
        close()
        if kind == .ownDescription { Glibc.close(descriptor) }
    }

    private static func description(of stream: CInt) -> (CInt, Kind) {
        var status = stat()
        guard fstat(stream, &status) == 0, isWritable(stream) else { return (stream, .shared) }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: return (stream, .socket)
        case S_IFIFO, S_IFCHR:
            let own = open("/proc/self/fd/\(stream)", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
            return own >= 0 ? (own, .ownDescription) : (stream, .shared)
        default: return (stream, .shared)
        }
    }

    static func isWritable(_ stream: CInt) -> Bool { fcntl(stream, F_GETFL) & O_ACCMODE != O_RDONLY }

    /// The number of bytes that wait to be written.
    public var waiting: Int { unwritten.count - place }

    /// Writes bytes, or keeps them to be written.
    public func write(_ bytes: some Sequence<UInt8>) {
        guard !isClosed else { return }
        let isFirst = unwritten.isEmpty
        unwritten += bytes
        if isFirst { write() }
    }

    /// Stops writing; bytes that wait are lost.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        (unwritten, place) = ([], 0)
        loop.forget(descriptor)
    }

    private func fail(_ error: CInt) {
        guard !isClosed else { return }
        failure = error
        close()
    }

    /// Continues writing, or handles a failure, which the kernel reports repeatedly.
    private func goOn() {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        let hasFailed = poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
        if hasFailed { fail(EPIPE) } else { write() }
        if unwritten.isEmpty { onRoom() }
    }

    /// The number of bytes that a ready pipe accepts without blocking.
    private static let piece = 4_096

    private func write() {
        while place < unwritten.count, !isClosed, kind != .shared || isReady {
            let end = kind == .shared ? min(place + Self.piece, unwritten.count) : unwritten.count
            let count = unwritten[place..<end].withUnsafeBytes { put($0) }
            if count >= 0 {
                place += count
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                fail(errno)
            }
        }
        if place == unwritten.count { (unwritten, place) = ([], 0) }
        follow()
    }

    private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
        if kind == .socket {
            return send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
        }
        return SignalGuard.whileWriting { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
    }

    private var isReady: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    private func follow() {
        guard !isClosed else { return }
        loop.change(descriptor, to: unwritten.isEmpty && !isAwaited ? [] : .writing)
    }
}
