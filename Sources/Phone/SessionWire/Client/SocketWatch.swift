import CLinux
import Glibc
import Synchronization

/// Wakes a thread when a socket is readable, unless another thread waits in `recv`. Polling would wake a second thread
/// for each outcome, which costs the host as much as the decision.
final class SocketWatch: Sendable {
    private struct Watched {
        /// Negative if there is none.
        var socket: CInt
        var readers = 0

        /// The events that wake the waiting thread.
        var interest: UInt32 { readers == 0 ? EPOLLIN.rawValue : 0 }
    }

    private let epoll: CInt
    private let watched: Mutex<Watched>

    init(_ socket: CInt) throws(WireError) {
        epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        watched = Mutex(Watched(socket: -1))
        // If this fails, the deinitializer cleans up.
        guard epoll >= 0, move(to: socket) else { throw .system("cannot watch the connection to the host", errno) }
    }

    deinit { if epoll >= 0 { close(epoll) } }

    /// Switches to another socket, or none. Call before closing the old one: a forked process may keep it open, and its
    /// events would continue.
    /// - Returns: False if the kernel cannot watch it.
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

    /// Runs a closure that reads the socket. Meanwhile only the end of the connection wakes the thread in `wait`.
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
            // This wakes the thread immediately if input is pending.
            _ = clinux_epoll_control(epoll, EPOLL_CTL_MOD, watched.socket, watched.interest, 0)
        }
    }

    /// Waits until the socket is readable and no other thread reads, or the connection has ended.
    /// - Parameter milliseconds: The timeout; negative to wait indefinitely.
    /// - Returns: False after the timeout or a signal.
    @discardableResult
    func wait(atMost milliseconds: CInt = -1) -> Bool {
        var event = epoll_event()
        return epoll_wait(epoll, &event, 1, milliseconds) > 0
    }
}
