import CALSA
import Glibc

/// A flag that a thread can wait for in `poll`: a pipe with or without a byte in it.
///
/// Two numbers, so that the render thread may keep it; whoever made it closes it.
struct Signal {
    /// Readable while the signal is raised.
    let descriptor: CInt
    private let end: CInt

    /// Makes a signal; nil, with `errno` set, where the process may open no more files.
    init?() {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        (descriptor, end) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    /// Raises it; raising twice is as good as once.
    func raise() {
        var byte: UInt8 = 1
        _ = write(end, &byte, 1)
    }

    /// Lowers it, however often it has been raised.
    func lower() {
        var bytes: UInt64 = 0
        while read(descriptor, &bytes, 8) == 8 {}
    }

    /// Waits until it is raised, for at most `milliseconds`; true if it is.
    func wait(milliseconds: Int) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, CInt(clamping: milliseconds)) > 0
    }

    func close() {
        _ = Glibc.close(end)
        _ = Glibc.close(descriptor)
    }
}
