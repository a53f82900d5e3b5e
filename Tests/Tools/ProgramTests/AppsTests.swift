import Foundation
import Glibc
import Testing

/// `audiosession apps` where no host answers.
@Suite(.timeLimit(.minutes(5))) struct AppsTests {
    @Test("A bus that lets no program in counts as one without a host")
    func refused() throws {
        let program = try TestProgram()
        let bus = try #require(RefusingBus(at: program.folder.appendingPathComponent("bus").path))
        let run = try program.run(
            "DBUS_SESSION_BUS_ADDRESS=unix:path=\(bus.path) timeout 60 \"$0\" apps >out 2>complaints")
        #expect(run.status == 3 && run.complaints.contains("no host with --desktop"), "\(run)")
    }
}

/// A session bus that refuses the one program that connects, and does not hang up.
private final class RefusingBus {
    let path: String
    private let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)

    /// Listens; nil where it cannot.
    init?(at path: String) {
        self.path = path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(listener, 1) == 0 else { return nil }
        Thread.detachNewThread { [listener] in
            let program = accept(listener, nil, nil)
            // libsystemd sends its whole part of the conversation, and reads three lines before it looks at them.
            let answer = String(repeating: "REJECTED EXTERNAL\r\n", count: 3)
            send(program, answer, answer.utf8.count, CInt(MSG_NOSIGNAL))
            // The program ends the connection.
            var bytes = [UInt8](repeating: 0, count: 4_096)
            while recv(program, &bytes, bytes.count, 0) > 0 {}
            close(program)
        }
    }

    deinit { close(listener) }
}
