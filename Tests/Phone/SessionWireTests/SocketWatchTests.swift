import CLinux
import Glibc
import Testing

@testable import SessionWire

/// A watched socket wakes its thread for input that no other thread reads, and for nothing else.
struct SocketWatchTests {
    /// Two ends of a connection.
    private struct Pair: ~Copyable {
        let near: CInt
        let far: CInt

        init() {
            var ends: [CInt] = [0, 0]
            #expect(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
            (near, far) = (ends[0], ends[1])
        }

        deinit { for end in [near, far] { close(end) } }

        func send() { #expect(Glibc.send(far, "a", 1, 0) == 1) }

        func read() {
            var byte: UInt8 = 0
            #expect(recv(near, &byte, 1, 0) == 1)
        }
    }

    @Test("Input that a thread waits for in recv wakes no other thread, also where two wait at once")
    func readers() throws {
        let pair = Pair()
        let watch = try SocketWatch(pair.near)
        for _ in 0..<100 {
            watch.reading {
                pair.send()
                pair.read()
                watch.reading { pair.send() }
                #expect(!watch.wait(atMost: 0))
                pair.read()
            }
            #expect(!watch.wait(atMost: 0))
        }
    }

    @Test("What a reader leaves behind wakes, once he has gone; so does the end of the connection, at any time")
    func rest() throws {
        let pair = Pair()
        let watch = try SocketWatch(pair.near)
        watch.reading { pair.send() }
        #expect(watch.wait(atMost: 0))
        pair.read()
        #expect(!watch.wait(atMost: 0))
        watch.reading {
            shutdown(pair.near, CInt(SHUT_RDWR))
            #expect(watch.wait(atMost: 0))
        }
    }

    @Test("A connection that has been left wakes no thread, although another process still has it open")
    func left() throws {
        let old = Pair()
        let new = Pair()
        let watch = try SocketWatch(old.near)
        let copy = dup(old.near)
        defer { close(copy) }
        watch.move(to: nil)
        old.send()
        #expect(!watch.wait(atMost: 0))
        watch.reading { #expect(watch.move(to: new.near)) }
        #expect(!watch.wait(atMost: 0))
        new.send()
        #expect(watch.wait(atMost: 0))
    }
}
