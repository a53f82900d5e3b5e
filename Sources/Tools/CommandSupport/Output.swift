package import ArgumentParser
import Glibc
import SessionPolicy
import SystemSupport

/// Standard input, output and error, without buffers of their own. All that people read goes through here, and what
/// cannot be printed comes out as its escape: a name in a file, a title or another program's words never move a cursor.
/// Lines end where the program ends them: see `String.printable`.
package enum Output {
    /// Makes a closed pipe and a file that may grow no more errors of `write`, not the end of the program. Opens a
    /// standard stream that was closed from the beginning, so that its number does not become that of a file or a
    /// device.
    package static func prepare() {
        SignalGuard.ignoreForGood()
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one; it is opened for what it is not used for.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Lets standard output hold a mebibyte where it is a pipe, so that a program that writes much waits less for the
    /// reader. If the system grants no more than there is, nothing changes.
    package static func widen() {
        // F_SETPIPE_SZ, which the C library shows to GNU programs only.
        _ = fcntl(STDOUT_FILENO, 1031, 1 << 20)
    }

    /// Writes bytes to standard output, all of them, at once.
    /// - Throws: The exit status of a program whose reader has gone, without a sentence; 2 after a sentence where the
    ///   disk is full.
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

    /// Says why standard input or output cannot be used any more; a reader that has gone knows it.
    /// - Parameters:
    ///   - stream: The descriptor.
    ///   - error: The system's error number.
    /// - Returns: The exit status of the program.
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
    /// - Parameter text: Nothing from outside that is not printable.
    package static func write(styled text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a text of several lines to standard output.
    package static func write(_ text: String) throws {
        var text = text.printableLines
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes a line to standard error; a line that is not read is lost.
    /// - Parameter line: The line; a line end within it came from outside and is escaped.
    package static func complain(_ line: String) { report(line.printable + "\n") }

    /// Writes several lines to standard error, likewise.
    /// - Parameter lines: The lines, made of printable ones.
    package static func complain(lines: String) { report(lines.printableLines + "\n") }

    /// Draws on the terminal behind standard error.
    /// - Parameter text: Cursor movements and printable text.
    package static func draw(_ text: String) { report(text) }

    private static func report(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Whether a line to standard error would be taken at once, for a thread that must not wait for its reader.
    package static var canComplain: Bool {
        var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLOUT) != 0
    }

    /// Reads more of standard input.
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

    /// Waits until the descriptor is ready: another process may have made it non-blocking.
    private static func wait(for descriptor: CInt, _ events: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = poll(&entry, 1, -1)
    }
}
