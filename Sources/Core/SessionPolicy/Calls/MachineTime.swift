/// A moment of the machine's steady clock, which every process of the machine reads alike.
///
/// On a virtual device it is the time that was given by hand.
public struct MachineTime: Hashable, Comparable, Sendable {
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    public let nanoseconds: Int64

    /// Creates a moment.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The moment so many seconds after the clock's own beginning, to the nearest nanosecond.
    ///
    /// - Parameter seconds: Any number; less than zero, and what is no number, is the beginning.
    public init(seconds: Double) { self.init(nanoseconds: Length(seconds: seconds).nanoseconds) }

    /// Seconds since the clock's own beginning.
    public var seconds: Double { Instant(nanoseconds: nanoseconds).seconds }

    public static func < (earlier: MachineTime, later: MachineTime) -> Bool {
        earlier.nanoseconds < later.nanoseconds
    }

    /// The moment so many nanoseconds later, or earlier where they are negative.
    public func advanced(by nanoseconds: Int64) -> MachineTime {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return MachineTime(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
    }

    /// The moment so much later.
    public func advanced(by length: Length) -> MachineTime { advanced(by: length.nanoseconds) }

    /// The moment so many seconds later, or earlier where they are negative; what is no number of them is none.
    public func advanced(bySeconds seconds: Double) -> MachineTime {
        let length = Length(seconds: abs(seconds)).nanoseconds
        return advanced(by: seconds < 0 ? -length : length)
    }

    /// Returns the nanoseconds from a moment to this one; negative where this one is earlier.
    public func nanoseconds(since earlier: MachineTime) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (self < earlier ? .min : .max) : difference
    }

    /// Returns the time from a moment to this one; zero where this one is earlier.
    public func length(since earlier: MachineTime) -> Length { Length(nanoseconds: nanoseconds(since: earlier)) }
}
