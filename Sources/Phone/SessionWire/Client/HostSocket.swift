import CLinux
import Glibc
import SessionPolicy
import SystemSupport

/// A program's end of a connection to a host. Closes the socket on release.
final class HostSocket: Sendable {
    /// The timeout for an answer, in nanoseconds.
    static let patience = Length(seconds: WireSocket.patience).nanoseconds

    enum Sent { case done, full, gone }

    let descriptor: CInt

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    convenience init(_ place: SocketPlace) throws(WireError) {
        self.init(
            try WireSocket.connect(
                place.path, named: place.path, clinux_packet_socket, patience: WireSocket.patience))
    }

    deinit { close(descriptor) }

    /// Shuts the connection down for all threads.
    func hangUp() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// Sends a message.
    /// - Parameter waits: Whether to block until there is space, up to `WireSocket.patience`.
    func send(_ bytes: [UInt8], waits: Bool) -> Sent {
        while true {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | (waits ? 0 : CInt(MSG_DONTWAIT)))
            }
            if count >= 0 { return .done }
            if errno == EAGAIN || errno == ENOBUFS { return .full }
            if errno != EINTR { return .gone }
        }
    }

    /// Reads one message.
    /// - Parameter waits: Whether to block, up to `WireSocket.patience`.
    func receive(into buffer: UnsafeMutableRawBufferPointer, waits: Bool) -> PacketConnection.Received {
        PacketConnection.receive(
            from: descriptor, into: buffer, flags: CInt(MSG_TRUNC) | (waits ? 0 : CInt(MSG_DONTWAIT)))
    }

    /// Sends the greeting and waits for the welcome.
    /// - Returns: The welcome and the version of the protocol that the host speaks with this app.
    func greet(
        _ hello: ProgramMessage.Hello, at place: SocketPlace, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(WireError) -> (welcome: AppWelcome, version: UInt16) {
        let deadline = SteadyClock.now + Self.patience
        // If this fails, the host may have sent the reason.
        _ = send(ProgramMessage.hello(hello).bytes(number: 1), waits: true)
        repeat {
            let answer: (message: HostMessage, number: UInt32)?
            switch receive(into: buffer, waits: true) {
            case .nothing: throw .noHost(place.path, errno: ETIMEDOUT)
            case .ended: throw .hasEnded
            case .tooLong(let count): throw .malformed("it has \(count) bytes")
            case .bytes(let count):
                do throws(WireFault) {
                    answer = try HostMessage.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                } catch {
                    throw .malformed("\(error)")
                }
            }
            switch answer?.message {
            case .welcome(let welcome, let version):
                guard answer?.number == 1, WireFormat.versions.contains(version) else {
                    throw .malformed("it welcomes another program")
                }
                return (welcome, version)
            case .farewell(.hostEnds, _): throw .hasEnded
            case .farewell(_, let sentence): throw .refused(sentence)
            default: continue
            }
        } while SteadyClock.now < deadline
        throw .noHost(place.path, errno: ETIMEDOUT)
    }
}

extension FarewellReason {
    var letsReturn: Bool { self == .hostEnds || self == .doesNotRead || self == .full }
}

extension AppCall {
    /// Whether the call may start or end sounds that the program may inspect immediately.
    var changesSounds: Bool {
        switch self {
        case .play, .pause, .stop, .systemSound, .alertSound, .setActive, .record: true
        default: false
        }
    }
}
