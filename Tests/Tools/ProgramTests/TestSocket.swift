import Glibc
import Testing

/// A connection to a server on this machine; it is closed with its object.
final class TestSocket {
    private let socket: CInt

    /// Connects.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - patience: The timeout for an answer, in seconds.
    init(_ port: UInt16, patience: Int = 1) throws {
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(socket) }

    /// Sends a text, and reads until another has come; returns the bytes so far if it does not come in time, or the end
    /// comes first.
    func ask(_ text: String, until end: String) -> String {
        let bytes = Array(text.utf8)
        send(socket, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        var got: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while !String(decoding: got, as: UTF8.self).contains(end) {
            let count = recv(socket, &block, block.count, 0)
            guard count > 0 else { break }
            got += block[..<count]
        }
        return String(decoding: got, as: UTF8.self)
    }
}
