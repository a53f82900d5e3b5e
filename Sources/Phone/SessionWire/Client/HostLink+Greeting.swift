import CLinux
import Glibc
import SessionPolicy
import System

/// The greeting of an app that joins a host, and its return to a new one.
extension HostLink {
    enum Put { case done, full, gone }

    static func put(_ bytes: [UInt8], into socket: CInt, waits: Bool) -> Put {
        while true {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | (waits ? 0 : CInt(MSG_DONTWAIT)))
            }
            if count >= 0 { return .done }
            if errno == EAGAIN || errno == ENOBUFS { return .full }
            if errno != EINTR { return .gone }
        }
    }

    static func connect(_ place: SocketPlace) throws(WireError) -> CInt {
        try WireSocket.connect(place.path, named: place.path, clinux_packet_socket, patience: WireSocket.patience)
    }

    /// Greets a host, and waits for its welcome.
    static func greet(
        _ socket: CInt, _ place: SocketPlace, _ hello: ProgramMessage.Hello, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(WireError) -> (welcome: AppWelcome, version: UInt16) {
        let deadline = SteadyClock.now + patience
        // Where this fails, the host may have said why before.
        _ = put(ProgramMessage.hello(hello).bytes(number: 1), into: socket, waits: true)
        repeat {
            let count = recv(socket, buffer.baseAddress, buffer.count, CInt(MSG_TRUNC))
            if count < 0, errno == EINTR || errno == ECONNRESET { continue }
            if count < 0, errno == EAGAIN { break }
            guard count > 0 else { throw .hasEnded }
            guard count <= buffer.count else { throw .malformed("it has \(count) bytes") }
            let answer: (message: HostMessage, number: UInt32)?
            do throws(WireFault) {
                answer = try HostMessage.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } catch {
                throw .malformed("\(error)")
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
    /// Whether the app looks for another host after this end.
    var letsReturn: Bool { self == .hostEnds || self == .doesNotRead || self == .full }
}

extension AppCall {
    /// Whether it may begin or end sounds of the app, which its program may look at at once.
    var changesSounds: Bool {
        switch self {
        case .play, .pause, .stop, .systemSound, .alertSound, .setActive, .record: true
        default: false
        }
    }
}
