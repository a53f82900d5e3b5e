import Glibc

/// Standard error for modules linked by other programs.
package enum StandardError {
    /// Writes a line, or drops it if that would block: the calling threads keep sounds playing.
    /// - Parameter line: The line without its end, truncated to 4,095 bytes.
    package static func write(line: String) {
        var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLOUT) != 0 else { return }
        // A ready pipe accepts PIPE_BUF bytes without blocking.
        let bytes = Array(line.utf8.prefix(4_095)) + [UInt8(ascii: "\n")]
        bytes.withUnsafeBytes { bytes in
            _ = SignalGuard.whileWriting { Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
        }
    }
}
