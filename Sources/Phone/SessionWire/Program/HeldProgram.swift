import CLinux
import Glibc

/// A child program that this process represents on a host.
///
/// The child makes the connection and this process uses it. So the host detects the program's end immediately, even
/// while this process is stopped, and the connection ends with this process.
public struct HeldProgram: Sendable {
    /// A change of the program.
    public enum Change: Hashable, Sendable {
        case stopped, continued
        /// The program has ended, with its exit status as in a shell.
        case ended(Int32)
    }

    private let process: Int32
    /// The connection, which a `HostLink` closes.
    let socket: CInt
    private let channel: CInt

    /// Starts a child that connects to a host and waits for `begin`.
    ///
    /// - Parameters:
    ///   - words: The program, searched in PATH, and its arguments as bytes; at least one.
    ///   - place: Where the host is.
    ///   - origin: Its signals.
    /// - Throws: `WireError.noHost` if no host answers, `.pathTooLong`, `.foreign`, `.system`.
    public init(
        _ words: [UnsafeMutablePointer<CChar>], at place: SocketPlace, origin: ChildProgram.Origin
    ) throws(WireError) {
        try place.checkLength()
        // If SIGCHLD is ignored, the kernel keeps no exit status.
        signal(SIGCHLD, SIG_DFL)
        socket = clinux_packet_socket()
        guard socket >= 0 else { throw .system("cannot make a socket", errno) }
        WireSocket.limitWaiting(socket, to: WireSocket.patience)
        var ends: [CInt] = [-1, -1]
        guard clinux_socket_pair(&ends) == 0 else {
            let number = errno
            close(socket)
            throw .system("cannot make a socket", number)
        }
        channel = ends[0]
        var (defaults, mask) = (origin.defaults, origin.held)
        process = clinux_start_connected(socket, place.path, ends, &defaults, &mask, words + [nil])
        let number = process < 0 ? errno : 0
        close(ends[1])
        do throws(WireError) {
            if process < 0 { throw .system("cannot start a process", number) }
            guard let fault = Self.receive(channel) else {
                throw .system("cannot start a process", ECHILD)
            }
            try WireSocket.check(socket, named: place.path, fault: fault)
        } catch {
            close(socket)
            abandon()
            throw error
        }
    }

    /// Receives a number from the child, or nil if the channel is closed.
    private static func receive(_ channel: CInt) -> CInt? {
        var number: CInt = 0
        while true {
            let count = recv(channel, &number, MemoryLayout<CInt>.size, 0)
            if count == MemoryLayout<CInt>.size { return number }
            if count >= 0 || errno != EINTR { return nil }
        }
    }

    /// Makes the child execute the program.
    ///
    /// - Throws: `ChildProgram.Failure` if the program cannot be run; then the child has ended.
    public func begin(_ words: [UnsafeMutablePointer<CChar>]) throws(ChildProgram.Failure) {
        var leave: UInt8 = 1
        _ = Glibc.send(channel, &leave, 1, CInt(MSG_NOSIGNAL))
        guard let number = Self.receive(channel) else {
            close(channel)
            return
        }
        abandon()
        throw ChildProgram.Failure(words[0], errno: number)
    }

    /// Ends a child that has not begun, and waits for it.
    public func abandon() {
        close(channel)
        guard process > 0 else { return }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Polls the child process without blocking. Returns nil if its state has not changed since the last call.
    public func change() -> Change? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG | WUNTRACED | WCONTINUED) == process else { return nil }
        if status == 0xFFFF { return .continued }
        if status & 0xFF == 0x7F { return .stopped }
        let signal = status & 0x7F
        return .ended(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }

    /// Whether the program has ended, without consuming a `change`.
    var hasEnded: Bool {
        var info = siginfo_t()
        let answer = waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
        return answer != 0 || info.si_signo == SIGCHLD
    }

    /// Forwards a signal. Do not call after `change` has returned an end.
    public func send(_ signal: CInt) { kill(process, signal) }
}
