import ALSADevice
public import System

/// Wakes a thread that waits.
public final class WakeSignal: Sendable {
    private let signal: Signal

    /// Readable after `raise`, until a thread has waited for it.
    public var descriptor: CInt { signal.descriptor }

    /// Makes a signal that is not raised.
    ///
    /// - Throws: `Shortage` where one more file may not be opened.
    public init() throws(Shortage) { signal = try Signal() }

    deinit { signal.close() }

    /// Raises the signal; twice is as good as once. Any thread.
    public func raise() { signal.raise() }

    /// Waits until it is raised, then lowers it. One thread at a time.
    ///
    /// - Parameter nanoseconds: How long at most; nil for ever.
    public func wait(nanoseconds: Int64? = nil) {
        // Rounded up: a thread that wakes too early would only wait again.
        _ = signal.wait(milliseconds: nanoseconds.map { Int((max(0, $0) + 999_999) / 1_000_000) } ?? -1)
        signal.lower()
    }
}
