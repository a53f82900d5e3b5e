package import ArgumentParser
import Glibc
import SessionPolicy
import SystemSupport

/// Unbuffered standard input, output and error. Everything that people read goes through here and is escaped, so that a
/// file's contents, a title or another program's output never moves the cursor. Callers end lines; see
/// `String.printable`.
package enum Output {
    /// Turns SIGPIPE and SIGXFSZ into errors of `write`. Opens standard streams that were closed, so that their
    /// descriptors are not reused for files or devices.
    package static func prepare() {
        SignalGuard.ignoreForGood()
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // `open` returns the lowest free descriptor, which is this one. The wrong direction makes its use fail.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Enlarges the pipe behind standard output to a mebibyte, so that a program that writes much waits less for its
    /// reader. Has no effect if the system refuses.
    package static func widen() {
        // F_SETPIPE_SZ, which the C library declares only with _GNU_SOURCE.
        _ = fcntl(STDOUT_FILENO, 1031, 1 << 20)
    }

    /// Writes all bytes to standard output immediately.
    /// - Throws: An exit status; if the disk is full, after printing a message.
    package static func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Glibc.write(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written >= 0 {
                rest = rest.dropFirst(written)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: wait(for: STDOUT_FILENO, POLLOUT)
            case let error: throw failure(of: STDOUT_FILENO, error)
            }
        }
    }

    /// Reports why standard input or output failed; a closed pipe is not reported.
    package static func failure(of stream: CInt, _ error: CInt) -> ExitCode {
        if stream == STDOUT_FILENO, error == EPIPE { return ExitCode(128 + SIGPIPE) }
        let why = String(cString: strerror(error))
        complain(
            stream == STDOUT_FILENO
                ? "audiosession: cannot write the output: \(why); write it elsewhere"
                : "audiosession: cannot read the input: \(why); pipe lines into it")
        return .refused
    }

    /// Writes lines with colours to standard output.
    /// - Parameter text: Text in which everything from outside is already escaped.
    package static func write(styled text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    package static func write(_ text: String) throws {
        var text = text.printableLines
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a line to standard error, ignoring errors.
    /// - Parameter line: The line; line breaks within it are escaped.
    package static func complain(_ line: String) { report(line.printable + "\n") }

    /// Writes lines to standard error, ignoring errors.
    /// - Parameter lines: The lines, made of printable ones.
    package static func complain(lines: String) { report(lines.printableLines + "\n") }

    /// Draws on the terminal behind standard error.
    /// - Parameter text: Cursor movements and printable text.
    package static func draw(_ text: String) { report(text) }

    private static func report(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Whether a line to standard error would be written without blocking, for a thread that must not wait for the
    /// reader.
    package static var canComplain: Bool {
        var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLOUT) != 0
    }

    /// Reads from standard input.
    /// - Returns: The number of bytes; zero at the end.
    package static func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let got = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            if got >= 0 { return got }
            switch errno {
            case EINTR: continue
            case EAGAIN: wait(for: STDIN_FILENO, POLLIN)
            case let error: throw failure(of: STDIN_FILENO, error)
            }
        }
    }

    /// Waits until the descriptor is ready: another process may have made it nonblocking.
    private static func wait(for descriptor: CInt, _ events: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = poll(&entry, 1, -1)
    }
}
