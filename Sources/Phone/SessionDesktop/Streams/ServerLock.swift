import CLinux
import Glibc
import SessionWire

/// Ensures that one host at a time governs the streams of a sound server, whatever bus and socket the hosts have. The
/// lock is an abstract socket named after the server's cookie, which only its clients know. It is released when its
/// holder ends, for whatever reason; a waiting host looks for that four times a second. Used only on the loop's thread.
final class ServerLock {
    private let say: (String) -> Void
    private let retry: LoopTimer?
    private var name = ""
    /// The socket that has the name.
    private var descriptor: CInt = -1
    private var hasSaid = false
    /// Whether this host has the lock.
    private(set) var isHeld = false
    /// Called when the lock is acquired.
    var whenHeld: () -> Void = {}

    /// - Parameter say: Called with a message if another host has the lock.
    init(on loop: EventLoop, say: @escaping (String) -> Void) {
        (self.say, retry) = (say, LoopTimer(on: loop))
        retry?.whenRung = { [unowned self] in _ = attempt() }
    }

    deinit { close() }

    /// Acquires the lock of a server, now or once its holder has ended.
    /// - Parameter cookie: The server's cookie for its current run.
    /// - Returns: Whether the lock was acquired immediately.
    func hold(_ cookie: UInt32) -> Bool {
        release()
        name = "@audiosession-streams-" + String(cookie, radix: 16)
        return attempt()
    }

    /// Releases the lock, or stops waiting for it.
    func release() {
        retry?.set(at: nil)
        if descriptor >= 0 { Glibc.close(descriptor) }
        (descriptor, isHeld, hasSaid) = (-1, false, false)
    }

    func close() {
        release()
        retry?.close()
    }

    private func attempt() -> Bool {
        let socket = clinux_stream_socket()
        // Without abstract sockets there is no lock.
        if socket >= 0, clinux_bind(socket, name) != 0, errno == EADDRINUSE {
            if !hasSaid { sayHolder(socket) }
            Glibc.close(socket)
            retry?.set(at: EventLoop.now + Self.pause)
            return false
        }
        if socket >= 0 { listen(socket, 64) }
        (descriptor, isHeld) = (socket, true)
        whenHeld()
        return true
    }

    private static let pause: Int64 = 250_000_000

    /// Reports the process that has the lock.
    private func sayHolder(_ socket: CInt) {
        // Connecting to a holder with a full backlog would block.
        _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
        var peer = clinux_peer()
        guard clinux_connect(socket, name) == 0, clinux_peer_of(socket, &peer) == 0 else { return }
        hasSaid = true
        say(
            "Another host governs the streams of this sound server: process \(peer.process). This host governs them once "
                + "that one has ended.")
    }
}
