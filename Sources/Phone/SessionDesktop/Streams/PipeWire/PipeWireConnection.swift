import CLinux
import Glibc
import SessionWire

/// A message of the server about one of its objects.
struct PipeWireMessage {
    let object: UInt32
    let code: UInt8
    let arguments: [PipeWireValue]
}

/// A connection to PipeWire's native socket, by its protocol of version 3. The protocol needs no library: PipeWire
/// documents it, and serves clients of other versions, such as those in containers, by it. It neither waits for the
/// server nor has a thread. All members are used on the loop's thread.
final class PipeWireConnection {
    private let loop: EventLoop
    private let descriptor: CInt
    private var received: [UInt8] = []
    private var unsent: [UInt8] = []
    private var lastSequence: UInt32 = 0
    private var isOpen = true
    var whenMessage: (PipeWireMessage) -> Void = { _ in }
    /// Called once when the server has ended the connection, or has sent what is no message.
    var whenLost: () -> Void = {}

    /// The longest message that is read, in bytes. A node with hundreds of properties has some tens of thousands.
    private static let longestMessage = 1 << 20
    /// The number of bytes that may wait for a server that does not read.
    private static let mostUnsent = 4 << 20

    /// Connects.
    /// - Parameters:
    ///   - path: The path of the server's socket.
    ///   - loop: The loop on whose thread all closures are called.
    /// - Returns: Nil if no server listens there.
    init?(_ path: String, on loop: EventLoop) {
        guard path.utf8.count <= Int(CLINUX_LONGEST_PATH) else { return nil }
        let descriptor = clinux_stream_socket()
        guard descriptor >= 0 else { return nil }
        // A server with a full backlog would be waited for.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        (self.loop, self.descriptor) = (loop, descriptor)
        guard clinux_connect(descriptor, path) == 0 else {
            isOpen = false
            Glibc.close(descriptor)
            return nil
        }
        do {
            try loop.watch(descriptor) { [unowned self] interest in
                if interest.contains(.writing) { self.flush() }
                if self.isOpen, interest.contains(.reading) { self.receive() }
            }
        } catch {
            isOpen = false
            Glibc.close(descriptor)
            return nil
        }
    }

    deinit { close() }

    /// Ends the connection; nothing is called from now on.
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
        let head = [object, UInt32(code) << 24 | UInt32(body.count), lastSequence, 0]
        lastSequence &+= 1
        unsent += head.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
        unsent += body
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
                // What the server sent before its end is still read, and then the end.
                unsent = []
            }
        }
        if isOpen { loop.change(descriptor, to: .reading) }
    }

    /// Waits until all is sent, for a time at most.
    func drain(nanoseconds: Int64) {
        let end = EventLoop.now + nanoseconds
        while isOpen, !unsent.isEmpty, EventLoop.now < end {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&wait, 1, CInt(max(1, (end - EventLoop.now) / 1_000_000)))
            flush()
        }
    }

    /// Waits for a message, for a time at most, and reads it.
    func wait(nanoseconds: Int64) {
        guard isOpen else { return }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&wait, 1, CInt(max(1, nanoseconds / 1_000_000))) > 0 { receive() }
    }

    private func receive() {
        // The descriptors that come with some messages are of no use here; the kernel closes those that are not received.
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
        while isOpen, let size = PipeWireValue.number(UInt32.self, rest, 4).map({ Int($0 & 0xff_ffff) }) {
            guard size <= Self.longestMessage else { return lose() }
            guard rest.count >= 16 + size else { break }
            let object = PipeWireValue.number(UInt32.self, rest, 0) ?? 0
            let code = UInt8((PipeWireValue.number(UInt32.self, rest, 4) ?? 0) >> 24)
            let body = rest.dropFirst(16).prefix(size)
            rest = rest.dropFirst(16 + size)
            // Behind the arguments there may be a footer, which clients may leave.
            guard let (value, _) = PipeWireValue.read(body) else { return lose() }
            whenMessage(PipeWireMessage(object: object, code: code, arguments: value.items))
        }
        received = Array(rest)
    }
}
