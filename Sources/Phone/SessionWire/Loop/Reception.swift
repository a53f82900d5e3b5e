import CLinux
import Glibc
public import SystemSupport

/// Accepts connections for a server, also where the process has no descriptor left.
///
/// It keeps one descriptor in reserve. If no other is left, that one goes to the peer that connects, which is told why
/// it is turned away. If the reserve is gone too, because the limit was lowered or another thread was quicker, nothing
/// is accepted: the peer waits in the queue of the socket until a descriptor is there again (decision 24).
///
/// One thread. What every server does about descriptors stands here; it needs no `EventLoop`.
public final class Reception {
    /// The result of a look at a listening socket.
    public enum Arrival {
        /// A connection, closed on exec, whose reads and writes do not wait. It is the caller's.
        case guest(CInt)
        /// A connection was refused; there may be more.
        case turnedAway
        /// No more connections wait.
        case nothing
        /// Connections wait, and none can be accepted now. The socket stays ready: look again after a pause, see
        /// `EventLoop.pause`.
        case mustWait
    }

    /// Below zero where it is gone.
    private var reserve: CInt = -1

    /// Puts a descriptor in reserve.
    public init() { _ = hasReserve() }

    deinit { if reserve >= 0 { close(reserve) } }

    private func hasReserve() -> Bool {
        if reserve < 0 { reserve = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        return reserve >= 0
    }

    /// Accepts the connection that has waited longest.
    ///
    /// - Parameters:
    ///   - listener: A socket that listens, and that does not wait.
    ///   - turnAway: Tells a peer that no descriptor is left, and closes its connection before it returns.
    public func accept(_ listener: CInt, turnAway: (_ socket: CInt, Shortage) -> Void) -> Arrival {
        // The reserve comes first: the last descriptor is worth more for telling every peer than for serving one.
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
