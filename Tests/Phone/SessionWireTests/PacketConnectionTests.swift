import Glibc
import Testing

@testable import SessionWire

/// A socket whose peer goes away.
struct PacketConnectionTests {
    @Test("What a peer said before it went counts, also where it has not read everything", arguments: 0...3)
    func lastWords(unread: Int) throws {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        let connection = PacketConnection(ends[0])
        for number in 0..<unread { #expect(connection.send([UInt8(number)])) }
        for word in ["well", "bye"] { #expect(word.withCString { Glibc.send(ends[1], $0, word.utf8.count, 0) } > 0) }
        close(ends[1])
        // The peer does not read any more, which is no reason not to read from it.
        #expect(connection.send([7]))
        #expect(connection.send([8]) && !connection.isWaiting)
        var buffer = [UInt8](repeating: 0, count: 64)
        func next() -> String? {
            buffer.withUnsafeMutableBytes { bytes in
                guard case .bytes(let count) = connection.receive(into: bytes) else { return nil }
                return String(decoding: bytes[..<count], as: UTF8.self)
            }
        }
        #expect(next() == "well")
        #expect(next() == "bye")
        #expect(next() == nil)
    }

    @Test("The last words to a peer stand in front of its end, also where it is not listened to", arguments: 0...3)
    func unheard(unread: Int) throws {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        let long = [UInt8](repeating: 1, count: 9_000)
        for _ in 0..<unread { #expect(Glibc.send(ends[1], long, long.count, 0) == long.count) }
        _ = PacketConnection(ends[0]).send([7])
        var buffer = [UInt8](repeating: 0, count: 64)
        #expect(recv(ends[1], &buffer, buffer.count, 0) == 1 && buffer[0] == 7)
        #expect(recv(ends[1], &buffer, buffer.count, 0) == 0)
    }
}
