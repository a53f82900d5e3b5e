import CLinux
import Glibc
import SystemSupport

/// Accepts connections for a server, even if descriptors are exhausted.
///
/// Keeps one descriptor in reserve. When no other is left, it is used to tell a peer why it is rejected. Without the
/// reserve nothing is accepted, and peers wait in the socket's queue (decision 24). One thread.
final class Reception {
    /// Negative if it is gone.
    private var reserve: CInt = -1

    /// Puts a descriptor in reserve.
    init() { _ = hasReserve() }

    deinit { if reserve >= 0 { close(reserve) } }

    private func hasReserve() -> Bool {
        if reserve < 0 { reserve = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        return reserve >= 0
    }

    /// Accepts the oldest pending connections, up to 16.
    /// - Parameters:
    ///   - listener: A non-blocking listening socket.
    ///   - welcome: Receives a non-blocking connection, closed on exec.
    ///   - turnAway: Notifies a peer that descriptors are exhausted, and closes its connection.
    /// - Returns: False if connections are pending that cannot be accepted now. Retry after `EventLoop.pause`.
    func accept(
        _ listener: CInt, _ welcome: (_ socket: CInt) -> Void, turnAway: (_ socket: CInt, Shortage) -> Void
    ) -> Bool {
        for _ in 0..<16 {
            // Restore the reserve first: the last descriptor is worth more for rejecting all peers than for serving one.
            guard hasReserve() else { return false }
            let guest = clinux_accept(listener)
            if guest >= 0 {
                welcome(guest)
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return true
            case EMFILE, ENFILE:
                let shortage: Shortage = errno == EMFILE ? .openFiles : .systemFiles
                close(reserve)
                reserve = -1
                let guest = clinux_accept(listener)
                guard guest >= 0 else { return errno == EAGAIN }
                turnAway(guest, shortage)
            default: return false
            }
        }
        return true
    }
}
