import CLinux
import Glibc
public import SystemSupport

/// Accepts connections for a server, even if descriptors are exhausted.
///
/// Keeps one descriptor in reserve. When no other is left, it is used to tell a peer why it is rejected. Without the
/// reserve nothing is accepted, and peers wait in the socket's queue (decision 24).
///
/// One thread. Does not need an `EventLoop`.
public final class Reception {
    /// The result of polling a listening socket.
    public enum Arrival {
        /// A non-blocking connection, closed on exec and owned by the caller.
        case guest(CInt)
        /// A connection was refused; there may be more.
        case turnedAway
        /// No more connections are pending.
        case nothing
        /// Connections are pending, but none can be accepted now. Retry after `EventLoop.pause`.
        case mustWait
    }

    /// Negative if it is gone.
    private var reserve: CInt = -1

    /// Puts a descriptor in reserve.
    public init() { _ = hasReserve() }

    deinit { if reserve >= 0 { close(reserve) } }

    private func hasReserve() -> Bool {
        if reserve < 0 { reserve = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        return reserve >= 0
    }

    /// Accepts the oldest pending connection.
    ///
    /// - Parameters:
    ///   - listener: A non-blocking listening socket.
    ///   - turnAway: Notifies a peer that descriptors are exhausted, and closes its connection.
    public func accept(_ listener: CInt, turnAway: (_ socket: CInt, Shortage) -> Void) -> Arrival {
        // Restore the reserve first: the last descriptor is worth more for rejecting all peers than for serving one.
        guard hasReserve() else { return .mustWait }
        while true {
            let guest = clinux_accept(listener)
            if guest >= 0 { return .guest(guest) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return .nothing
            case EMFILE: return useReserve(listener, .openFiles, turnAway)
            case ENFILE: return useReserve(listener, .systemFiles, turnAway)
            default: return .mustWait
            }
        }
    }

    private func useReserve(_ listener: CInt, _ shortage: Shortage, _ turnAway: (CInt, Shortage) -> Void) -> Arrival {
        close(reserve)
        reserve = -1
        let guest = clinux_accept(listener)
        guard guest >= 0 else { return errno == EAGAIN ? .nothing : .mustWait }
        turnAway(guest, shortage)
        return .turnedAway
    }
}
