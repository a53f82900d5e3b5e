import CLinux
import Glibc
import SystemSupport

enum WireSocket {
    /// Connects, blocking.
    /// - Parameters:
    ///   - place: The place for errors.
    ///   - make: Creates the socket.
    ///   - patience: The timeout for this socket, in seconds, or nil for none.
    static func connect(
        _ path: String, named place: String, _ make: () -> CInt, patience: Double? = nil
    ) throws(WireError) -> CInt {
        let limit = Int(CLINUX_LONGEST_PATH)
        guard path.utf8.count <= limit else { throw .pathTooLong(path, limit: SocketPlace.pathLimit) }
        let socket = make()
        guard socket >= 0 else { throw .system("cannot make a socket", errno) }
        // Before connecting, which blocks if many programs are waiting already.
        if let patience { limitWaiting(socket, to: patience) }
        var number: Int32 = 0
        repeat { number = clinux_connect(socket, path) == 0 ? 0 : errno } while number == EINTR
        do throws(WireError) {
            try check(socket, named: place, fault: number == EISCONN ? 0 : number)
        } catch {
            close(socket)
            throw error
        }
        return socket
    }

    /// Checks that a socket is connected to a host of this user.
    /// - Parameters:
    ///   - place: The place for errors.
    ///   - fault: An errno if it is not connected, otherwise 0.
    static func check(_ socket: CInt, named place: String, fault: CInt) throws(WireError) {
        guard fault == 0 else { throw .noHost(place, errno: fault == EAGAIN ? ETIMEDOUT : fault) }
        // Another user's socket there could send anything.
        var peer = clinux_peer()
        guard clinux_peer_of(socket, &peer) == 0, peer.user == geteuid() || peer.user == 0 else {
            throw .foreign(place)
        }
    }

    /// The timeout for a host, in seconds.
    static let patience = 2.0

    /// Sets a socket's timeouts, so that a stopped host does not block a program.
    static func limitWaiting(_ socket: CInt, to seconds: Double) {
        let microseconds = Int((seconds * 1e6).rounded(.up))
        var time = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }
}

extension SocketPlace {
    /// Checks that a host answers.
    ///
    /// - Throws: `WireError.noHost` naming the path.
    public func checkHost() throws(WireError) {
        close(try WireSocket.connect(path, named: path, clinux_packet_socket, patience: WireSocket.patience))
    }

    /// Waits until a host that holds the place answers, for a second at most.
    /// - Returns: Whether a host answers.
    package func waitForHost() -> Bool {
        let end = SteadyClock.now + 1_000_000_000
        while (try? checkHost()) == nil {
            // A host holds the place, listening or not, until it removes the lock.
            guard access(lockPath, F_OK) == 0, SteadyClock.now < end else { return false }
            SteadyClock.sleep(until: SteadyClock.now + 10_000_000)
        }
        return true
    }

    /// Whether a host accepts an app's name.
    public static func isAppName(_ name: String) -> Bool { ProgramSession.isName(name) }

    /// The rule for names, as a sentence for a name that breaks it.
    public static let appNameRule =
        "an app's name has 1 to 248 bytes, and neither a slash nor a control character; choose another"
}
