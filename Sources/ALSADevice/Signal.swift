import CALSA
import Glibc
package import Threads

/// A flag that a thread can wait for in `poll`: a pipe with or without a byte in it.
///
/// Two numbers, so that the render thread may keep it; whoever made it closes it.
package struct Signal: Sendable {
    /// Readable while the signal is raised.
    package let descriptor: CInt
    private let end: CInt

    /// Makes a signal that is not raised.
    ///
    /// - Throws: `Shortage` where two more files may not be opened.
    package init() throws(Shortage) {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw Shortage(errno: errno) ?? .openFiles }
        (descriptor, end) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    /// The same for a PCM's thread.
    init(for pcm: String) throws(ALSAError) {
        do throws(Shortage) { try self.init() } catch { throw ALSAError(.open, pcm: pcm, error) }
    }

    /// Raises it; raising twice is as good as once. Any thread.
    package func raise() {
        var byte: UInt8 = 1
        _ = write(end, &byte, 1)
    }

    /// Lowers it, however often it has been raised.
    package func lower() {
        var bytes: UInt64 = 0
        while read(descriptor, &bytes, 8) == 8 {}
    }

    /// Waits until it is raised, for at most `milliseconds`, for ever where these are below zero; true if it is.
    package func wait(milliseconds: Int) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, CInt(clamping: milliseconds)) > 0
    }

    /// Gives both files back; the last call.
    package func close() {
        _ = Glibc.close(end)
        _ = Glibc.close(descriptor)
    }
}
