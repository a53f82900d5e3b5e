import CLinux
import Glibc
import SessionWire

/// The lock by which one host at a time governs the streams of a sound server, whatever bus and socket the hosts have.
/// It is a name among the abstract sockets of the machine, made of the server's own random number, which only clients
/// of that server know. It ends with its holder, however that ends, and those that wait see the end. All members are
/// used on the loop's thread.
final class ServerLock {
    private let loop: EventLoop
    private let retry: LoopTimer?
    private var name = ""
    /// The socket that has the name, or that is connected to the one that has it.
    private var descriptor: CInt = -1
    private var hasSaid = false
    /// Whether this host has the lock.
    private(set) var isHeld = false
    /// Called when the lock is taken.
    var whenHeld: () -> Void = {}
    /// Called with a sentence if another host has the lock.
    var whenSaid: (String) -> Void = { _ in }

    /// Begins without the lock.
    init(on loop: EventLoop) {
        self.loop = loop
        retry = LoopTimer(on: loop)
        retry?.whenRung = { [unowned self] in _ = attempt() }
    }

    deinit { close() }

    /// Takes the lock of a server, now or once its holder has ended.
    /// - Parameter cookie: The number by which the server tells its run from others.
    /// - Returns: Whether it is taken now.
    func hold(_ cookie: UInt32) -> Bool {
        release()
        name = "audiosession-streams-" + String(cookie, radix: 16)
        return attempt()
    }

    /// Gives the lock up, or waits for it no more.
    func release() {
        retry?.set(at: nil)
        if descriptor >= 0 {
            if !isHeld { loop.forget(descriptor) }
            Glibc.close(descriptor)
        }
        (descriptor, isHeld, hasSaid) = (-1, false, false)
    }

    func close() {
        release()
        retry?.close()
    }

    private func attempt() -> Bool {
        let socket = clinux_stream_socket()
        guard socket >= 0 else { return begin() }
        if clinux_bind_name(socket, name) == 0 {
            listen(socket, 64)
            descriptor = socket
            return begin()
        }
        // Without names among sockets there is no lock.
        guard errno == EADDRINUSE else {
            Glibc.close(socket)
            return begin()
        }
        // A holder whose list of connections is full would be waited for.
        _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
        var peer = clinux_peer()
        guard clinux_connect_name(socket, name) == 0, clinux_peer_of(socket, &peer) == 0,
            (try? loop.watch(socket, { [unowned self] _ in next() })) != nil
        else {
            Glibc.close(socket)
            retry?.set(at: EventLoop.now + 100_000_000)
            return false
        }
        descriptor = socket
        if !hasSaid {
            hasSaid = true
            whenSaid(
                "Another host governs the streams of this sound server: process \(peer.process). This host governs them once "
                    + "that one has ended.")
        }
        return false
    }

    private func begin() -> Bool {
        (isHeld, hasSaid) = (true, false)
        whenHeld()
        return true
    }

    private func next() {
        loop.forget(descriptor)
        Glibc.close(descriptor)
        descriptor = -1
        _ = attempt()
    }
}
