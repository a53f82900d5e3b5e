import CLinux
import Foundation
import Glibc
import Scratch
import SessionPhone
import SessionPolicy
import SessionWorld
import Synchronization

@testable import SessionWire

/// A folder of mode 0700, with the sockets of one test.
extension Scratch {
    var place: SocketPlace { SocketPlace(given: path + "/host") }
}

/// A host in this process, on a thread of its own.
final class TestHost: Sendable {
    private struct Work: Sendable {
        var bodies: [@Sendable (HostServer) -> Void] = []
        var isOver = false
    }

    let place: SocketPlace
    let clock = TestClock()
    private let outputs: ArbiterOutputs
    private let work = Mutex(Work())
    private let wakeSignal: (read: CInt, write: CInt)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Starts one and waits until it listens.
    init(
        at place: SocketPlace, book: RuleBook = .modern, user: UInt32? = nil, outputs: ArbiterOutputs = .none
    ) throws {
        (self.place, self.outputs) = (place, outputs)
        var ends: [CInt] = [0, 0]
        // Programs that other tests start meanwhile must not hold it.
        socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        wakeSignal = (ends[0], ends[1])
        let begun = DispatchSemaphore(value: 0)
        let failure = Mutex<WireError?>(nil)
        Thread.detachNewThread { [self] in
            do throws(WireError) {
                try serve(book, user) { begun.signal() }
            } catch {
                failure.withLock { $0 = error }
                begun.signal()
            }
            hasEnded.signal()
        }
        begun.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    deinit { for end in [wakeSignal.read, wakeSignal.write] { close(end) } }

    private func serve(_ book: RuleBook, _ user: UInt32?, _ begun: () -> Void) throws(WireError) {
        let loop = try EventLoop()
        let arbiter = Arbiter(World(book), clock: clock, outputs: outputs)
        let server = try HostServer(
            loop: loop, arbiter: arbiter, place: try HostPlace(place), launch: LaunchOptions(), termination: .ofAppOnly,
            user: user)
        try loop.watch(wakeSignal.read) { [self] _ in
            var byte: UInt8 = 0
            _ = read(wakeSignal.read, &byte, 1)
            let (bodies, isOver) = work.withLock { work in
                defer { work.bodies = [] }
                return (work.bodies, work.isOver)
            }
            for body in bodies { body(server) }
            if isOver { loop.stop() }
        }
        begun()
        loop.run()
        server.close()
        // Its closure holds the loop and this host.
        loop.forget(wakeSignal.read)
    }

    /// Runs work on the host's thread, and waits for it.
    ///
    /// - Parameter pause: Run after the work, when the caller has gone on: the host does nothing else meanwhile.
    @discardableResult
    func ask<Answer: Sendable>(
        andThen pause: @escaping @Sendable () -> Void = {}, _ body: @escaping @Sendable (HostServer) -> Answer
    ) -> Answer {
        let answer = Mutex<Answer?>(nil)
        let isThere = DispatchSemaphore(value: 0)
        work.withLock { work in
            work.bodies.append { server in
                let value = body(server)
                answer.withLock { $0 = value }
                isThere.signal()
                pause()
            }
        }
        ring()
        isThere.wait()
        return answer.withLock { $0 }!
    }

    /// Ends it, and waits until it has let go of its place.
    func end() {
        work.withLock { $0.isOver = true }
        ring()
        hasEnded.wait()
    }

    private func ring() {
        var byte: UInt8 = 1
        _ = write(wakeSignal.write, &byte, 1)
    }

    /// Lets a decision's time be later than it is, and what is due by then happen.
    func skip(seconds: Double) {
        clock.ahead.withLock { $0 += Int64(seconds * 1e9) }
        ask { $0.arbiter.advance() }
    }

    final class TestClock: ArbiterClock {
        let ahead = Mutex<Int64>(0)
        var now: MachineTime { MachineTime(nanoseconds: EventLoop.now + ahead.withLock { $0 }) }
    }
}

/// A program's end of a connection, byte by byte.
final class RawClient {
    let socket: CInt
    private var number: UInt32 = 0

    init(_ place: SocketPlace) throws {
        socket = try WireSocket.connect(place.path, named: place.path, clinux_packet_socket)
    }

    deinit { close(socket) }

    func send(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    }

    /// Waits for a message; nil at the end.
    func next() throws -> (message: HostMessage, number: UInt32)? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: WireFormat.messageLimit, alignment: 8)
        defer { buffer.deallocate() }
        let count = recv(socket, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else { return nil }
        return try HostMessage.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }

    /// Asks something, and waits for its answer.
    func ask(_ message: ProgramMessage) throws -> HostMessage? {
        number += 1
        send(message.bytes(number: number))
        while let (answer, itsNumber) = try next() {
            if itsNumber == number { return answer }
        }
        return nil
    }

    func greet(_ app: String) throws -> String? {
        guard case .welcome(let welcome, _) = try ask(.hello(.init(app: app))) else { return nil }
        return welcome.app
    }

    /// The reason for which the host ends the connection, after all messages before it.
    func farewell() throws -> FarewellReason? {
        while let (message, _) = try next() {
            if case .farewell(let reason, _) = message { return reason }
        }
        return nil
    }
}

/// The notices and scenes of an app, in order.
final class Inbox: NoticeReceiver, SceneReceiver {
    private struct State: Sendable {
        var notices: [AppNotice] = []
        var scenes: [Scene] = []
        var lengths: [String: Length] = [:]
    }

    private let state = Mutex(State())
    private let count = DispatchSemaphore(value: 0)
    func remaining(of sound: SceneName, at now: MachineTime) -> Length? {
        state.withLock { state in sound.sound.flatMap { state.lengths[$0] } }
    }

    /// Lets so much be left of a sound that has an end.
    func leave(_ length: Length, of sound: String) { state.withLock { $0.lengths[sound] = length } }

    func receive(_ notice: AppNotice) {
        state.withLock { $0.notices.append(notice) }
        count.signal()
    }

    func receive(_ scene: Scene) {
        state.withLock { $0.scenes.append(scene) }
        count.signal()
    }

    var notices: [AppNotice] { state.withLock { $0.notices } }
    var scenes: [Scene] { state.withLock { $0.scenes } }

    /// Whether the notices so far are numbered from one without a gap; others may come meanwhile, so they are read once.
    var isComplete: Bool {
        let numbers = notices.map(\.number)
        return numbers == (0..<numbers.count).map { UInt64($0) + 1 }
    }

    /// Waits until something has come that is as wanted.
    func wait(_ isThere: ([AppNotice], [Scene]) -> Bool) {
        while !state.withLock({ isThere($0.notices, $0.scenes) }) { count.wait() }
    }

    func wait(for message: AppNotice.Message) { wait { notices, _ in notices.contains { $0.message == message } } }
}

/// Keeps a thread waiting until it is opened.
final class DispatchGate: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    func wait() { gate.wait() }
    func open() { gate.signal() }
}

/// A client that gives steps byte by byte.
final class SlowClient {
    private let socket: CInt

    init(_ place: SocketPlace) throws {
        socket = try WireSocket.connect(place.controlPath, named: place.path, clinux_stream_socket)
    }

    deinit { close(socket) }

    func send(_ byte: UInt8) {
        var byte = byte
        _ = Glibc.send(socket, &byte, 1, CInt(MSG_NOSIGNAL))
    }

    /// The next line; nil at the end.
    func next() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while recv(socket, &byte, 1, 0) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
