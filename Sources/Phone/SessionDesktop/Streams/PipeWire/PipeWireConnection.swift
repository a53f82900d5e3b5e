import CLinux
import Glibc
import SessionWire

/// A message from the server about one of its objects.
struct PipeWireMessage {
    let object: UInt32
    let code: UInt8
    let arguments: [PipeWireValue]
}

/// A nonblocking connection to PipeWire's native socket, protocol version 3. PipeWire documents the protocol and
/// supports other versions of clients, such as those in containers, so no library is needed. Used only on the loop's
/// thread.
final class PipeWireConnection {
    private let loop: EventLoop
    private let descriptor: CInt
    private var received: [UInt8] = []
    private var unsent: [UInt8] = []
    private var lastSequence: UInt32 = 0
    private var isOpen = true
    var whenMessage: (PipeWireMessage) -> Void = { _ in }
    /// Called once when the server has closed the connection or sent an invalid message.
    var whenLost: () -> Void = {}

    /// The longest accepted message, in bytes. A node with hundreds of properties takes some tens of thousands.
    private static let longestMessage = 1 << 20
    /// The number of bytes queued for a server that does not read.
    private static let mostUnsent = 4 << 20

    /// Connects.
    /// - Parameter loop: The loop on whose thread all closures are called.
    /// - Returns: Nil if no server listens there.
    init?(_ path: String, on loop: EventLoop) {
        guard path.utf8.count <= Int(CLINUX_LONGEST_PATH) else { return nil }
        let descriptor = clinux_stream_socket()
        guard descriptor >= 0 else { return nil }
        // Connecting to a server with a full backlog would block.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        (self.loop, self.descriptor) = (loop, descriptor)
        let watched: Void? = try? loop.watch(descriptor) { [unowned self] interest in
            if interest.contains(.writing) { self.flush() }
            if self.isOpen, interest.contains(.reading) { self.receive() }
        }
        guard watched != nil, clinux_connect(descriptor, path) == 0 else {
            close()
            return nil
        }
    }

    deinit { close() }

    /// Closes the connection; no closure is called afterwards.
    func close() {
        guard isOpen else { return }
        isOpen = false
        loop.forget(descriptor)
        Glibc.close(descriptor)
    }

    private func lose() {
        guard isOpen else { return }
        close()
        whenLost()
    }

    func send(_ code: UInt8, to object: UInt32, _ arguments: [PipeWireValue]) {
        guard isOpen else { return }
        let body = PipeWireValue.structure(arguments).bytes
        unsent += PipeWireValue.bytes(of: [object, UInt32(code) << 24 | UInt32(body.count), lastSequence, 0]) + body
        lastSequence &+= 1
        guard unsent.count <= Self.mostUnsent else { return lose() }
        flush()
    }

    private func flush() {
        while isOpen, !unsent.isEmpty {
            let count = Glibc.send(descriptor, unsent, unsent.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
            if count > 0 {
                unsent.removeFirst(count)
            } else if errno == EAGAIN {
                return loop.change(descriptor, to: [.reading, .writing])
            } else if errno != EINTR {
                // Data that the server sent before it ended is still read.
                unsent = []
            }
        }
        if isOpen { loop.change(descriptor, to: .reading) }
    }

    /// Blocks until a closure returns true and everything is sent, or until a time; handles messages meanwhile.
    func wait(until end: Int64, _ isOver: () -> Bool) {
        while isOpen, !unsent.isEmpty || !isOver(), case let left = end - EventLoop.now, left > 0 {
            let events = unsent.isEmpty ? POLLIN : POLLIN | POLLOUT
            var wait = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            poll(&wait, 1, CInt(left / 1_000_000 + 1))
            flush()
            if wait.revents & ~Int16(POLLOUT) != 0 { receive() }
        }
    }

    private func receive() {
        // The descriptors of some messages are not needed; the kernel closes those that are not received.
        var result = 0
        let block = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            result = recv(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT))
            count = max(0, result)
        }
        guard result > 0 else {
            if result < 0, errno == EAGAIN || errno == EINTR { return }
            return lose()
        }
        received += block
        var rest = received[...]
        while isOpen, let object = PipeWireValue.word(of: rest, at: 0), let head = PipeWireValue.word(of: rest, at: 4) {
            let (code, size) = (UInt8(head >> 24), Int(head & 0xff_ffff))
            guard size <= Self.longestMessage else { return lose() }
            guard rest.count >= 16 + size else { break }
            let body = rest.dropFirst(16).prefix(size)
            rest = rest.dropFirst(16 + size)
            // The arguments may be followed by a footer, which clients may ignore.
            guard let (value, _) = PipeWireValue.read(body) else { return lose() }
            whenMessage(PipeWireMessage(object: object, code: code, arguments: value.items))
        }
        received = Array(rest)
    }
}
