import CLinux
import Foundation
import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Synchronization
import Testing

@testable import SessionWire

/// Clients and readers that are slower than what they asked for, and processes that are not what their numbers say.
struct BackPressureTests {
    /// A connection to a control socket that writes on a thread of its own, as much as the host takes.
    private final class Bulk: Sendable {
        let socket: CInt

        /// Connects, and waits to be taken as a client that gives steps.
        init(_ place: SocketPlace) throws {
            socket = try WireSocket.connect(place.controlPath, named: place.path, clinux_stream_socket)
            write("audiosession 1 step\n", hangsUp: false)
            #expect(lines(1) == ["audiosession 1 ok"])
        }

        deinit { close(socket) }

        func write(_ text: String, hangsUp: Bool) {
            let socket = socket
            Thread.detachNewThread {
                let bytes = Array(text.utf8)
                var place = 0
                while place < bytes.count {
                    let count = bytes[place...].withUnsafeBytes {
                        send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { break }
                    place += count
                }
                if hangsUp { shutdown(socket, CInt(SHUT_WR)) }
            }
        }

        /// Waits until there is something to read, and reads nothing.
        func wait() {
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            while poll(&entry, 1, -1) <= 0 {}
        }

        /// All lines to the end, or as soon as there are so many.
        func lines(_ most: Int) -> [String] {
            var buffer = LineBuffer(limit: 16 << 20)
            var lines: [String] = []
            var block = [UInt8](repeating: 0, count: 10_000)
            while lines.count < most {
                let count = recv(socket, &block, block.count, 0)
                guard count > 0 else { break }
                let more = block.withUnsafeBytes { buffer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                for case .text(let line) in more { lines.append(String(decoding: line, as: UTF8.self)) }
            }
            return lines
        }
    }

    @Test(
        "A client that writes all its steps at once gets the reply to each, in order, also where it has hung up by then",
        arguments: [false, true])
    func bulk(hangsUp: Bool) async throws {
        await #expect(processExitsWith: .success) { [hangsUp] in
            alarm(120)
            let folder = Scratch()
            let host = try TestHost(at: folder.place)
            // Thirty apps make replies of some thousand bytes: far more together than the host keeps.
            var steps = (0..<30).map { #"{"do": "play", "app": "app\#($0)", "sound": "s", "seconds": 1000000}"# }
            for number in 0..<800 { steps.append(#"{"do": "volumeSlider", "to": \#(Double(number % 100) / 100)}"#) }
            let client = try Bulk(folder.place)
            client.write(steps.map { $0 + "\n" }.joined(), hangsUp: hangsUp)
            // Read late: the host has as much to keep as it lets itself have.
            client.wait()
            for _ in 0..<5 { host.ask { _ in } }
            let lines = client.lines(hangsUp ? .max : steps.count)
            #expect(lines.count == steps.count)
            #expect(lines.reduce(0) { $0 + $1.utf8.count } > 2 * WireFormat.queueLimit)
            for (place, line) in lines.enumerated() {
                try #require(line.hasPrefix(#"{"n": \#(place + 1), "at": "#), "\(line.prefix(60))")
                #expect(line.contains(#""result": "ok""#))
            }
            host.end()
        }
    }

    @Test("A program is answered between the steps of a client that writes many at once")
    func turns() throws {
        let folder = Scratch()
        let host = try TestHost(at: folder.place)
        let watcher = try ControlClient(folder.place, wants: "watch")
        _ = try watcher.answer()
        let program = try RawClient(folder.place)
        #expect(try program.greet("player") == "player")
        let client = try Bulk(folder.place)
        let (begins, goesOn) = (DispatchSemaphore(value: 0), DispatchGate())
        Thread.detachNewThread {
            host.ask(
                andThen: {
                    begins.signal()
                    goesOn.wait()
                }, { _ in })
        }
        begins.wait()
        // The host finds the steps first, and the call beside them.
        client.write(String(repeating: "{\"do\": \"lock\"}\n{\"do\": \"unlock\"}\n", count: 500), hangsUp: false)
        poll(nil, 0, 50)
        program.send(ProgramMessage.call(.vibrate, explains: false).bytes(number: 9))
        goesOn.open()
        var before = 0
        while let line = watcher.next(), !line.contains(#""do": "vibrate""#) { before += 1 }
        #expect(before < 20, "\(before) steps were taken before the call")
        #expect(client.lines(1_000).count == 1_000)
        host.end()
    }

    @Test(
        "What a loop writes comes out whole and in order, and no write waits for the reader", arguments: [false, true])
    func output(isSocket: Bool) async throws {
        await #expect(processExitsWith: .success) { [isSocket] in
            // The wait would last forever: the reader is the same thread.
            alarm(60)
            var ends: [CInt] = [-1, -1]
            #expect((isSocket ? socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) : pipe(&ends)) == 0)
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            let loop = try EventLoop()
            let output = try LoopOutput(ends[1], on: loop)
            // The descriptor itself stays as it is: other processes may share it.
            #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
            var dice = Dice(seed: isSocket ? 3 : 4)
            var (written, read): ([UInt8], [UInt8]) = ([], [])
            var block = [UInt8](repeating: 0, count: 300_000)
            for round in 0..<400 {
                let bytes = (0..<dice.roll(5_000)).map { UInt8(truncatingIfNeeded: $0 &+ round) }
                output.write(bytes)
                written += bytes
                if dice.roll(40) == 0 {
                    let count = Glibc.read(ends[0], &block, dice.roll(block.count) + 1)
                    if count > 0 { read += block[..<count] }
                    loop.turn(waits: false)
                }
            }
            while output.waiting > 0 {
                let count = Glibc.read(ends[0], &block, block.count)
                if count > 0 { read += block[..<count] }
                loop.turn(waits: false)
            }
            while case let count = Glibc.read(ends[0], &block, block.count), count > 0 { read += block[..<count] }
            #expect(read == written)
            close(ends[0])
            output.write(written)
            while !output.isClosed { loop.turn(waits: true) }
            #expect(output.waiting == 0)
        }
    }

    @Test("A process that the host has no descriptor of gets no signal, whatever its number")
    func unnamed() async throws {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let folder = Scratch()
            let loop = try EventLoop()
            let server = try HostServer(
                loop: loop, arbiter: Arbiter(World(.iPhoneOS3), clock: TestHost.TestClock()),
                place: try HostPlace(folder.place), launch: LaunchOptions(), termination: .ofProcess)
            server.openProcess = { _, _ in
                errno = ENOSYS
                return -1
            }
            // The program is this process itself, which SIGTERM would end.
            let program = try RawClient(folder.place)
            for message in [
                ProgramMessage.hello(.init(app: "player")).bytes(number: 1),
                ProgramMessage.call(.play("s", lasts: nil, gain: nil), explains: false).bytes(number: 2),
            ] {
                program.send(message)
                for _ in 0..<4 { loop.turn(waits: false) }
            }
            #expect(server.arbiter.world.state.apps.count == 1)
            for phase in ["incoming", "answered"] {
                let step = Array(#"{"do": "call", "phase": "\#(phase)"}"#.utf8)
                server.perform(.success(try PositionedValue(json: step, line: 1)), number: 1)
            }
            #expect(server.arbiter.world.state.apps.isEmpty)
            server.close()
        }
    }

    @Test("A path without its root is that in the folder in which it was read, as far as an address holds it")
    func relativePaths() throws {
        let here = FileManager.default.currentDirectoryPath
        for (name, value, path) in [
            ("AUDIOSESSION_SOCKET", "a/b", here + "/a/b"), ("XDG_RUNTIME_DIR", "r", here + "/r/audiosession/host"),
            ("AUDIOSESSION_SOCKET", "/a/b", "/a/b"),
        ] {
            #expect(try SocketPlace { $0 == name ? value : nil }.path == path)
        }
        let long = String(repeating: "x", count: SocketPlace.pathLimit - 1)
        #expect(try SocketPlace { $0 == "AUDIOSESSION_SOCKET" ? long : nil }.path == long)
    }
}
