/// A moment of the machine's steady clock, which every process of the machine reads alike.
///
/// On a virtual device it is the time that was given by hand.
public struct MachineTime: Hashable, Comparable, Sendable {
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    public let nanoseconds: Int64

    /// Creates a moment.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static func < (earlier: MachineTime, later: MachineTime) -> Bool {
        earlier.nanoseconds < later.nanoseconds
    }

    /// The moment so many nanoseconds later, or earlier where they are negative.
    public func advanced(by nanoseconds: Int64) -> MachineTime {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return MachineTime(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
    }

    /// How many nanoseconds lie between a moment and this one; negative where this one is earlier.
    public func nanoseconds(since earlier: MachineTime) -> Int64 { nanoseconds - earlier.nanoseconds }
}
