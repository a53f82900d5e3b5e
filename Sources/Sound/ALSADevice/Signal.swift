import CALSA
import CLinux
import Glibc
package import System

/// A flag that a thread can wait for in `poll`: a counter of the kernel's.
///
/// An eventfd has one end only: a pipe whose reader is gone would end the program by a signal. The descriptor is a number, so
/// that the render thread may keep it; the code that made the signal closes it.
package struct Signal: Sendable {
    /// Readable while the signal is raised.
    package let descriptor: CInt

    /// Makes a signal that is not raised.
    ///
    /// - Throws: `Shortage` where one more file may not be opened.
    package init() throws(Shortage) {
        descriptor = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
        guard descriptor >= 0 else { throw Shortage(errno: errno) ?? .openFiles }
    }

    /// Makes a signal for a PCM's thread.
    init(for pcm: String) throws(ALSAError) {
        do throws(Shortage) { try self.init() } catch { throw ALSAError(.open, pcm: pcm, error) }
    }

    /// Raises it; raising twice is as good as once. Any thread.
    package func raise() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Lowers it, however often it has been raised.
    package func lower() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    /// Waits until it is raised, for at most `milliseconds`, for ever where these are below zero; true if it is.
    package func wait(milliseconds: Int) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, CInt(clamping: milliseconds)) > 0
    }

    /// Gives the file back; the last call.
    package func close() { _ = Glibc.close(descriptor) }
}
