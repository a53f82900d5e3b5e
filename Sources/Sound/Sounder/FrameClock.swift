public import SessionPolicy

/// Turns the policy's time into the mixer's frames and back: the two share one moment, and a rate.
///
/// No other code does. Nothing here traps: a value that is too large for its unit becomes the largest. May be used on
/// any thread.
public struct FrameClock: Hashable, Sendable {
    /// The shared moment.
    public let instant: Instant
    /// The shared moment, as a frame of the mixer.
    public let frame: Int64
    /// Frames per second, 1 to 2,147,483,647.
    public let rate: Int64

    /// Creates the clock of one run of the mixer.
    ///
    /// - Parameters:
    ///   - rate: Frames per second; less than 1 is 1.
    ///   - instant: A moment of the world.
    ///   - frame: The frame of the mixer that falls on it.
    public init(rate: Int, instant: Instant = .zero, frame: Int64 = 0) {
        self.rate = Int64(max(1, Int32(clamping: rate)))
        self.instant = instant
        self.frame = frame
    }

    /// The frame nearest to a moment, the later one of two.
    public func frame(of moment: Instant) -> Int64 {
        let passed = Int128(moment.nanoseconds) - Int128(instant.nanoseconds)
        return Int64(clamping: Int128(frame) + Self.floor(2 * passed * Int128(rate) + Self.second, 2 * Self.second))
    }

    /// The moment of a frame, to the nanosecond before; nothing is before the start of the world.
    public func instant(of frame: Int64) -> Instant {
        let passed = Self.floor((Int128(frame) - Int128(self.frame)) * Self.second, Int128(rate))
        return Instant(nanoseconds: max(0, Int64(clamping: Int128(instant.nanoseconds) + passed)))
    }

    /// The number of frames of a length, to the nearest.
    public func frames(in length: Length) -> Int64 {
        Int64(clamping: Self.floor(2 * Int128(length.nanoseconds) * Int128(rate) + Self.second, 2 * Self.second))
    }

    /// The length of so many frames, to the nanosecond below; of less than none it is zero.
    public func length(of frames: Int64) -> Length {
        Length(nanoseconds: Int64(clamping: Self.floor(Int128(frames) * Self.second, Int128(rate))))
    }

    /// A second in nanoseconds, as the policy counts it.
    private static let second = Int128(Length(seconds: 1).nanoseconds)

    /// A quotient rounded down, below zero as well.
    private static func floor(_ dividend: Int128, _ divisor: Int128) -> Int128 {
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
