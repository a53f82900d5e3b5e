import Glibc

/// Standard error in programs that are other people's.
package enum StandardError {
    /// Writes a line. Loses it if that would have to wait for a reader: the threads that tell of sound devices are those that
    /// keep sounds playing.
    /// - Parameter line: The line without its end; of more than 4,095 bytes the rest is left out.
    package static func write(line: String) {
        var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLOUT) != 0 else { return }
        // A pipe that is ready takes so many bytes (PIPE_BUF) at once.
        let bytes = Array(line.utf8.prefix(4_095)) + [UInt8(ascii: "\n")]
        bytes.withUnsafeBytes { bytes in
            _ = SignalGuard.whileWriting { Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
        }
    }
}
