import Glibc
import SessionWire
import Testing

/// A session bus in front of another, on the loop of a test, that loses or spoils what its clients ask the bus for.
final class FaultyBus {
    /// The fate of a call of the bus.
    enum Fate {
        case passes
        /// The bus never hears of it.
        case isLost
        /// The bus answers that it has no such method.
        case isSpoilt
    }

    /// A client, and the connection to the bus behind it.
    private final class Client {
        let (client, bus): (CInt, CInt)
        var bytes: [UInt8] = []
        var hasBegun = false

        init(_ client: CInt, _ bus: CInt) { (self.client, self.bus) = (client, bus) }
    }

    private let loop: EventLoop
    private let path: String
    private let target: String
    private let listener: CInt
    private var clients: [CInt: Client] = [:]
    /// The number of clients that have connected.
    private(set) var connections = 0
    /// Decides the fate of a call by its method and the number of its connection, from 1.
    var fate: (_ method: String, _ connection: Int) -> Fate = { _, _ in .passes }

    var address: String { "unix:path=\(path)" }

    /// Listens at a path.
    ///
    /// - Parameter target: The socket of the bus.
    init(on loop: EventLoop, at path: String, before target: String) throws {
        (self.loop, self.path, self.target) = (loop, path, target)
        listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(Self.with(path) { bind(listener, $0, $1) } == 0 && listen(listener, 8) == 0)
        try loop.watch(listener) { [unowned self] _ in accept() }
    }

    deinit {
        loop.forget(listener)
        Glibc.close(listener)
        for client in clients.values { end(client) }
    }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    private func accept() {
        let client = Glibc.accept(listener, nil, nil)
        let bus = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard client >= 0, Self.with(target, { connect(bus, $0, $1) }) == 0 else {
            for socket in [client, bus] { Glibc.close(socket) }
            return
        }
        connections += 1
        let (number, pair) = (connections, Client(client, bus))
        clients[client] = pair
        try? loop.watch(client) { [unowned self] _ in forward(from: pair, number) }
        try? loop.watch(bus) { [unowned self] _ in answer(pair) }
    }

    private func end(_ client: Client) {
        clients[client.client] = nil
        for socket in [client.client, client.bus] {
            loop.forget(socket)
            Glibc.close(socket)
        }
    }

    private func received(_ socket: CInt) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private func answer(_ client: Client) {
        guard let bytes = received(client.bus) else { return end(client) }
        _ = send(client.client, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    private func forward(from client: Client, _ number: Int) {
        guard let bytes = received(client.client) else { return end(client) }
        client.bytes += bytes
        func pass(_ count: Int) {
            _ = client.bytes.withUnsafeBytes { send(client.bus, $0.baseAddress, count, CInt(MSG_NOSIGNAL)) }
            client.bytes.removeFirst(count)
        }
        if !client.hasBegun {
            // The conversation about who connects ends so.
            let begin = Array("BEGIN\r\n".utf8)
            guard let place = client.bytes.indices.first(where: { client.bytes[$0...].starts(with: begin) }) else {
                return pass(client.bytes.count)
            }
            client.hasBegun = true
            pass(place + begin.count)
        }
        while let length = length(of: client.bytes), client.bytes.count >= length {
            let method = method(in: client.bytes[..<length])
            switch method.map({ fate($0.name, number) }) ?? .passes {
            case .passes: break
            case .isLost:
                client.bytes.removeFirst(length)
                continue
            case .isSpoilt: if let place = method?.place { client.bytes[place] = UInt8(ascii: "X") }
            }
            pass(length)
        }
    }

    /// The length of the message that begins with some bytes, or nil while they are too few.
    private func length(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= 16 else { return nil }
        func number(at place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
        return 16 + (number(at: 12) + 7) / 8 * 8 + number(at: 4)
    }

    /// The method that a message calls of the bus, and the place of its name.
    private func method(in bytes: ArraySlice<UInt8>) -> (name: String, place: Int)? {
        let bus = Array("org.freedesktop.DBus\0".utf8)
        guard bytes.indices.contains(where: { bytes[$0...].starts(with: bus) }) else { return nil }
        for name in ["RequestName", "ListNames", "GetId", "Hello", "AddMatch"] {
            let word = Array("\(name)\0".utf8)
            if let place = bytes.indices.first(where: { bytes[$0...].starts(with: word) }) { return (name, place) }
        }
        return nil
    }
}
