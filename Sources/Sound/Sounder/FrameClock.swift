public import SessionPolicy

/// Converts between the policy's time and the mixer's frames.
///
/// The only place for this conversion. Never traps: values saturate. Any thread.
public struct FrameClock: Hashable, Sendable {
    /// The time of `frame`.
    public let instant: Instant
    /// The frame at `instant`.
    public let frame: Int64
    /// Frames per second, 1 to 2,147,483,647.
    public let rate: Int64

    /// Creates the clock of one run of the mixer.
    ///
    /// - Parameters:
    ///   - rate: Frames per second; less than 1 is 1.
    ///   - instant: A time of the world.
    ///   - frame: The mixer's frame at that time.
    public init(rate: Int, instant: Instant = .zero, frame: Int64 = 0) {
        self.rate = Int64(max(1, Int32(clamping: rate)))
        self.instant = instant
        self.frame = frame
    }

    /// The frame nearest to a time; of two, the later one.
    public func frame(of moment: Instant) -> Int64 {
        let passed = Int128(moment.nanoseconds) - Int128(instant.nanoseconds)
        return Int64(clamping: Int128(frame) + Self.floor(2 * passed * Int128(rate) + Self.second, 2 * Self.second))
    }

    /// The time of a frame, rounded down to a nanosecond and not before the start of the world.
    public func instant(of frame: Int64) -> Instant {
        let passed = Self.floor((Int128(frame) - Int128(self.frame)) * Self.second, Int128(rate))
        return Instant(nanoseconds: max(0, Int64(clamping: Int128(instant.nanoseconds) + passed)))
    }

    /// The number of frames in a length, rounded.
    public func frames(in length: Length) -> Int64 {
        Int64(clamping: Self.floor(2 * Int128(length.nanoseconds) * Int128(rate) + Self.second, 2 * Self.second))
    }

    /// The length of a number of frames, rounded down; zero for negative numbers.
    public func length(of frames: Int64) -> Length {
        Length(nanoseconds: Int64(clamping: Self.floor(Int128(frames) * Self.second, Int128(rate))))
    }

    /// A second in nanoseconds, as the policy counts it.
    private static let second = Int128(Length(seconds: 1).nanoseconds)

    private static func floor(_ dividend: Int128, _ divisor: Int128) -> Int128 {
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
