import CLinux
import Glibc

/// A flag that threads wait for (eventfd).
///
/// Unlike a pipe, an eventfd cannot cause SIGPIPE.
public final class WakeSignal: Sendable {
    /// The signal's descriptor, for threads without reference counting. Valid as long as its owner.
    package struct Reference: BitwiseCopyable, Sendable {
        /// Readable while the signal is raised.
        package let descriptor: CInt

        /// Raises the signal. Idempotent; any thread.
        package func raise() {
            var one: UInt64 = 1
            _ = write(descriptor, &one, 8)
        }

        /// Lowers the signal, however often it has been raised.
        package func lower() {
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
        }
    }

    /// The signal as a number.
    package let reference: Reference

    /// Readable after `raise`, until the signal is lowered.
    public var descriptor: CInt { reference.descriptor }

    /// Creates a lowered signal.
    ///
    /// - Throws: `Shortage` if the process may open no more files.
    public init() throws(Shortage) {
        reference = Reference(descriptor: eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK)))
        guard reference.descriptor >= 0 else { throw Shortage(errno: errno) ?? .openFiles }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Raises the signal. Idempotent; any thread.
    public func raise() { reference.raise() }

    /// Lowers the signal, however often it has been raised.
    package func lower() { reference.lower() }

    /// Waits until the signal is raised, for at most `milliseconds`, or indefinitely if negative.
    /// - Returns: Whether it is raised.
    package func wait(milliseconds: Int) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, CInt(clamping: milliseconds)) > 0
    }

    /// Waits until the signal is raised, then lowers it. One thread at a time.
    ///
    /// - Parameter nanoseconds: The timeout, or nil for none.
    public func wait(nanoseconds: Int64? = nil) {
        // Round up: waking too early would only wait again.
        _ = wait(milliseconds: nanoseconds.map { Int((max(0, $0) + 999_999) / 1_000_000) } ?? -1)
        lower()
    }
}
