import CLinux
import Glibc

/// A child program that this process represents on a host.
///
/// The child makes the connection and this process uses it. So the host detects the program's end immediately, even
/// while this process is stopped, and the connection ends with this process.
public struct HeldProgram: Sendable {
    public let child: ChildProgram
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
        guard let child = ChildProgram(starting: words, .inherited, origin, connecting: socket, to: place.path) else {
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
            child.abandon()
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
}
