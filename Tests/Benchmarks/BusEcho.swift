import ArgumentParser
import Foundation
import Glibc
import SessionPolicy
import SessionWire

/// Measures the cost of the host's packets without decisions: connections of the same kind, watched by the same loop,
/// which takes each packet as it comes and sends one as long as an outcome. In a process of its own, as the host is.
struct BusEcho: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bus-echo", abstract: "Answers packets; what bus.programs is compared with.", shouldDisplay: false)

    /// The messages of the measurement: `setActive` and its outcome.
    static let request = ProgramMessage.call(.setActive(true, notifyOthers: false), explains: false).bytes(number: 1)
    static let reply = HostMessage.outcome(CallOutcome(at: MachineTime(nanoseconds: 1))).bytes(number: 1)

    @Argument(help: "The path of the socket.")
    var path: String

    func run() throws {
        let loop = try EventLoop()
        let listener = socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0)
        guard try BusEcho.address(path, { bind(listener, $0, $1) }) == 0, listen(listener, 256) == 0 else {
            throw BenchmarkError("There is no socket at \(path).")
        }
        var buffer = [UInt8](repeating: 0, count: WireFormat.messageLimit)
        let reply = Self.reply
        try loop.watch(listener) { _ in
            let program = accept(listener, nil, nil)
            guard program >= 0 else { return }
            try? loop.watch(program) { _ in
                let count = recv(program, &buffer, buffer.count, CInt(MSG_DONTWAIT) | CInt(MSG_TRUNC))
                guard count > 0 else {
                    loop.forget(program)
                    close(program)
                    return
                }
                send(program, reply, reply.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
            }
        }
        loop.run()
    }

    /// Does something with the address of a socket in the file system.
    static func address(_ path: String, _ work: (UnsafePointer<sockaddr>, socklen_t) -> CInt) throws -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw BenchmarkError("\(path) is too long for a socket; set TMPDIR to a shorter folder.")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                work($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// The echo as a child process, with its connections.
final class EchoPeer {
    private let child: Child
    private var sockets: [CInt] = []
    private var buffer = [UInt8](repeating: 0, count: WireFormat.messageLimit)

    /// Starts it, and connects so many programs.
    init(_ setup: Setup, programs: Int) throws {
        let path = setup.scratch + "/echo"
        child = try Child(Setup.sibling("Benchmarks"), ["bus-echo", path], onOneCore: false)
        for _ in 0..<programs {
            let program = socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0)
            var tries = 5_000
            while try BusEcho.address(path, { connect(program, $0, $1) }) != 0 {
                tries -= 1
                guard tries > 0 else { throw BenchmarkError("No process answers at \(path).") }
                usleep(1_000)
            }
            sockets.append(program)
        }
    }

    /// Sends what a program sends that decides, and waits for the answer.
    func ask(_ program: Int) throws {
        let request = BusEcho.request
        guard send(sockets[program], request, request.count, CInt(MSG_NOSIGNAL)) == request.count,
            recv(sockets[program], &buffer, buffer.count, 0) == BusEcho.reply.count
        else { throw BenchmarkError("A packet did not come back.") }
    }

    var processorSeconds: Double { child.cpuSeconds }

    func end() {
        for socket in sockets { close(socket) }
        kill(child.pid, SIGTERM)
        var status: Int32 = 0
        waitpid(child.pid, &status, 0)
    }
}
