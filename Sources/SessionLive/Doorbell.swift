import Glibc

/// Wakes a thread that waits: a pipe with or without a byte in it.
public final class Doorbell: Sendable {
    /// Readable once it has rung, until somebody waits for it.
    public let descriptor: CInt
    private let button: CInt

    /// Makes a doorbell; the process must be allowed to open two more files.
    public init() {
        var ends: [CInt] = [-1, -1]
        precondition(pipe(&ends) == 0, "a running session needs two more open files")
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, button) = (ends[0], ends[1])
    }

    deinit {
        close(button)
        close(descriptor)
    }

    /// Rings; ringing twice is as good as once. Any thread.
    public func ring() {
        var byte: UInt8 = 1
        _ = write(button, &byte, 1)
    }

    /// Waits until it rings, then makes it quiet again. One thread at a time.
    ///
    /// - Parameter nanoseconds: How long at most; nil for ever.
    public func wait(nanoseconds: Int64? = nil) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Rounded up: who wakes too early only asks again.
        let limit = nanoseconds.map { CInt(clamping: (max(0, $0) + 999_999) / 1_000_000) } ?? -1
        _ = poll(&entry, 1, limit)
        var bytes: UInt64 = 0
        while read(descriptor, &bytes, 8) > 0 {}
    }
}
