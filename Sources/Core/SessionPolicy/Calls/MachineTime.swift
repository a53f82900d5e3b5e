/// A time of the machine's steady clock, which is common to all processes.
///
/// On a virtual device, the manual clock's time.
public struct MachineTime: Hashable, Comparable, Sendable {
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    public let nanoseconds: Int64

    /// Creates a time.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Creates a time from seconds, rounded to nanoseconds.
    ///
    /// - Parameter seconds: Any number; negative numbers and NaN are 0.
    public init(seconds: Double) { self.init(nanoseconds: Length(seconds: seconds).nanoseconds) }

    /// Seconds since the clock's origin.
    public var seconds: Double { Instant(nanoseconds: nanoseconds).seconds }

    public static func < (earlier: MachineTime, later: MachineTime) -> Bool {
        earlier.nanoseconds < later.nanoseconds
    }

    /// The time advanced by nanoseconds, which may be negative.
    public func advanced(by nanoseconds: Int64) -> MachineTime {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return MachineTime(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
    }

    /// The time advanced by a length.
    public func advanced(by length: Length) -> MachineTime { advanced(by: length.nanoseconds) }

    /// The time advanced by seconds, which may be negative; NaN counts as 0.
    public func advanced(bySeconds seconds: Double) -> MachineTime {
        let length = Length(seconds: abs(seconds)).nanoseconds
        return advanced(by: seconds < 0 ? -length : length)
    }

    /// Returns the nanoseconds since another time; negative if this one is earlier.
    public func nanoseconds(since earlier: MachineTime) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (self < earlier ? .min : .max) : difference
    }

    /// Returns the length since another time, or zero if this one is earlier.
    public func length(since earlier: MachineTime) -> Length { Length(nanoseconds: nanoseconds(since: earlier)) }
}
