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

    private let child: StartingChild
    /// The connection, which a `HostLink` closes.
    let socket: CInt

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
        let socket = clinux_packet_socket()
        guard socket >= 0 else { throw .system("cannot make a socket", errno) }
        WireSocket.limitWaiting(socket, to: WireSocket.patience)
        guard let child = StartingChild(words, .inherited, origin, connecting: socket, to: place.path) else {
            let number = errno
            close(socket)
            throw .system("cannot start a process", number)
        }
        (self.socket, self.child) = (socket, child)
        do throws(WireError) {
            guard let fault = child.receive() else { throw .system("cannot start a process", ECHILD) }
            try WireSocket.check(socket, named: place.path, fault: fault)
        } catch {
            close(socket)
            abandon()
            throw error
        }
    }

    /// Makes the child execute the program.
    ///
    /// - Throws: `ChildProgram.Failure` if the program cannot be run; then the child has ended.
    public func begin(_ words: [UnsafeMutablePointer<CChar>]) throws(ChildProgram.Failure) {
        child.letExecute()
        try child.awaitExecution(of: words)
    }

    /// Ends a child that has not begun, and waits for it.
    public func abandon() { child.abandon() }

    /// Polls the child process without blocking. Returns nil if its state has not changed since the last call.
    public func change() -> Change? {
        var status: Int32 = 0
        guard waitpid(child.process, &status, WNOHANG | WUNTRACED | WCONTINUED) == child.process else { return nil }
        if status == 0xFFFF { return .continued }
        if status & 0xFF == 0x7F { return .stopped }
        return .ended(ChildProgram.exitStatus(status))
    }

    /// Whether the program has ended, without consuming a `change`.
    var hasEnded: Bool {
        var info = siginfo_t()
        let answer = waitid(P_PID, id_t(child.process), &info, WEXITED | WNOHANG | WNOWAIT)
        return answer != 0 || info.si_signo == SIGCHLD
    }

    /// Forwards a signal. Do not call after `change` has returned an end.
    public func send(_ signal: CInt) { kill(child.process, signal) }
}
