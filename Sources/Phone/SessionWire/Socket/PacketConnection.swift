import CLinux
import Glibc

/// A connected socket that buffers what its peer has not read yet, up to a limit, and never blocks. One thread.
final class PacketConnection {
    let descriptor: CInt
    /// The buffered messages, in order.
    private var queue: ArraySlice<[UInt8]> = []
    /// The bytes of the next message that are already written, on a stream socket.
    private var written = 0
    private(set) var queuedBytes = 0
    private let isStream: Bool
    /// The peer accepts nothing more. Messages that it sent before still count, so only reading shows that it is gone.
    private var isDeaf = false

    /// Takes ownership of a non-blocking socket.
    init(_ descriptor: CInt, isStream: Bool = false) { (self.descriptor, self.isStream) = (descriptor, isStream) }

    deinit {
        // Discarding unread input would make the peer's next read fail before it gets the last messages, and many peers
        // then stop reading.
        endInput()
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { block in
            while recv(descriptor, block.baseAddress, block.count, CInt(MSG_DONTWAIT)) > 0 {}
        }
        close(descriptor)
    }

    /// Stops receiving. Messages that have arrived can still be read, and then the end.
    func endInput() { shutdown(descriptor, CInt(SHUT_RD)) }

    enum Received {
        /// The number of bytes in the buffer.
        case bytes(Int)
        /// A packet of so many bytes, too large for the buffer, which is lost.
        case tooLong(Int)
        case nothing
        case ended
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Received {
        Self.receive(
            from: descriptor, into: buffer, flags: CInt(MSG_DONTWAIT) | (isStream ? 0 : CInt(MSG_TRUNC)))
    }

    /// Reads once from a connected socket; `flags` are those of the kernel's `recv`.
    static func receive(from descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer, flags: CInt) -> Received {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
            if count > buffer.count { return .tooLong(count) }
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            switch errno {
            // A peer that left input unread causes this error first; its messages follow.
            case EINTR, ECONNRESET: continue
            case EAGAIN: return .nothing
            default: return .ended
            }
        }
    }

    /// Sends or buffers a message.
    /// - Returns: False once the buffer exceeds its limit.
    func send(_ message: [UInt8]) -> Bool {
        guard !isDeaf else { return true }
        guard queue.isEmpty else { return keep(message) }
        switch write(message, from: 0) {
        case .some(let count) where count == message.count: return true
        case .some(let count):
            written = count
            return keep(message)
        case nil:
            isDeaf = true
            return true
        }
    }

    private func keep(_ message: [UInt8]) -> Bool {
        queue.append(message)
        queuedBytes += message.count
        return queuedBytes <= WireFormat.queueLimit
    }

    /// Whether a message is buffered, so that the socket must be watched for space.
    var isWaiting: Bool { !queue.isEmpty }

    func flush() {
        while let next = queue.first {
            guard let count = write(next, from: written) else {
                isDeaf = true
                break
            }
            written += count
            guard written == next.count else { return }
            queuedBytes -= next.count
            written = 0
            queue.removeFirst()
        }
        (queue, queuedBytes) = ([], 0)
    }

    /// Returns the number of bytes written, or nil if the peer accepts no more.
    private func write(_ message: [UInt8], from start: Int) -> Int? {
        while true {
            let count = message.withUnsafeBytes { bytes in
                Glibc.send(
                    descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start,
                    CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
            }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN, ENOBUFS: return 0
            default: return nil
            }
        }
    }
}
