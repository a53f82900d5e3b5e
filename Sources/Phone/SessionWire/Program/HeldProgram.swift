import CLinux
import Glibc

/// A program that is about to run as a child of this process, and for which this process speaks with a host.
///
/// The child itself makes the connection, and this process uses it. So the host sees the end of the program in the kernel, at
/// once and also while this process is stopped; and the connection ends with this process, of which the program inherits
/// nothing.
public struct HeldProgram: Sendable {
    /// A change of the program.
    public enum Change: Hashable, Sendable {
        case stopped, continued
        /// The program has ended, with its status as a shell counts it: 128 and the signal's number where a signal ended
        /// it.
        case ended(Int32)
    }

    private let process: Int32
    /// The connection, which a `HostLink` closes.
    let socket: CInt
    /// The end of the channel to the child that is this process's.
    private let channel: CInt

    /// Starts a child that has connected to a host, and that waits for `begin`.
    ///
    /// - Parameters:
    ///   - words: The program, looked for as the shell does, and its arguments, byte by byte; at least one.
    ///   - place: Where the host is.
    ///   - origin: What the program finds of signals.
    /// - Throws: `WireError.noHost` if no host answers, `.pathTooLong`, `.foreign`, `.system`.
    public init(
        _ words: [UnsafeMutablePointer<CChar>], at place: SocketPlace, origin: ChildProgram.Origin
    ) throws(WireError) {
        try place.checkLength()
        // Where our parent ignores the ends of its children, so would we, and the system would keep no status for us.
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

    /// A number that the child has sent, or nil if its end of the channel is closed.
    private static func receive(_ channel: CInt) -> CInt? {
        var number: CInt = 0
        while true {
            let count = recv(channel, &number, MemoryLayout<CInt>.size, 0)
            if count == MemoryLayout<CInt>.size { return number }
            if count >= 0 || errno != EINTR { return nil }
        }
    }

    /// Lets the child become the program.
    ///
    /// - Throws: `ChildProgram.Failure` if there is no such program, or if it cannot be run; then the child has ended.
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

    /// Ends the child if it has not begun, and waits for that.
    public func abandon() {
        close(channel)
        guard process > 0 else { return }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Asks the system what has become of the program, without waiting, or nil if nothing has since the last answer.
    public func change() -> Change? {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG | WUNTRACED | WCONTINUED) == process else { return nil }
        if status == 0xFFFF { return .continued }
        if status & 0xFF == 0x7F { return .stopped }
        let signal = status & 0x7F
        return .ended(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }

    /// Whether the program has ended. The answer takes nothing away from `change`.
    var hasEnded: Bool {
        var info = siginfo_t()
        let answer = waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
        return answer != 0 || info.si_signo == SIGCHLD
    }

    /// Hands a signal on; not after `change` has told of the end.
    public func send(_ signal: CInt) { kill(process, signal) }
}
