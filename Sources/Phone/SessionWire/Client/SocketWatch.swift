import CLinux
import Glibc
import Synchronization

/// Wakes one thread when a socket is readable, except while another thread waits in `recv` for it.
///
/// A thread that polls a socket is woken together with the thread that waits in `recv`. Each outcome would so wake two
/// threads, and waking one costs the host as much as the decision.
final class SocketWatch: Sendable {
    private struct Watched {
        /// Below zero while there is none.
        var socket: CInt
        var readers = 0

        /// The events that wake the waiting thread, besides the end.
        var interest: UInt32 { readers == 0 ? EPOLLIN.rawValue : 0 }
    }

    private let epoll: CInt
    private let watched: Mutex<Watched>

    init(_ socket: CInt) throws(WireError) {
        epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        watched = Mutex(Watched(socket: -1))
        // Where this fails, the deinitializer closes what there is.
        guard epoll >= 0, move(to: socket) else { throw .system("cannot watch the connection to the host", errno) }
    }

    deinit { if epoll >= 0 { close(epoll) } }

    /// Watches another socket, or none. To be called before the old one is closed: a process that was forked from this
    /// one may keep it open, and then the kernel would continue to tell of it.
    ///
    /// - Returns: Whether it is watched; false where the kernel has no room for it.
    @discardableResult
    func move(to socket: CInt?) -> Bool {
        watched.withLock { watched in
            if watched.socket >= 0 { _ = clinux_epoll_control(epoll, EPOLL_CTL_DEL, watched.socket, 0, 0) }
            watched.socket = -1
            guard let socket else { return true }
            guard clinux_epoll_control(epoll, EPOLL_CTL_ADD, socket, watched.interest, 0) == 0 else { return false }
            watched.socket = socket
            return true
        }
    }

    /// Runs a closure that reads the socket itself. Meanwhile input does not wake the thread in `wait`; the end of the
    /// connection does.
    func reading<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        count(1)
        defer { count(-1) }
        return try body()
    }

    private func count(_ more: Int) {
        watched.withLock { watched in
            let before = watched.interest
            watched.readers += more
            guard watched.socket >= 0, watched.interest != before else { return }
            // This wakes the thread at once where input waits that has not been read.
            _ = clinux_epoll_control(epoll, EPOLL_CTL_MOD, watched.socket, watched.interest, 0)
        }
    }

    /// Waits until the socket is readable and no other thread reads, or the connection has ended.
    ///
    /// - Parameter milliseconds: The longest wait; below zero for as long as it takes.
    /// - Returns: Whether that is so; false also where a signal has ended the wait.
    @discardableResult
    func wait(atMost milliseconds: CInt = -1) -> Bool {
        var event = epoll_event()
        return epoll_wait(epoll, &event, 1, milliseconds) > 0
    }
}
