/// A moment, in nanoseconds from the start of the world.
public struct Instant: Hashable, Comparable, Sendable {
    public let nanoseconds: Int64

    /// Creates a moment; `nanoseconds` is zero or more.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The moment so many seconds after the start, to the nearest nanosecond.
    ///
    /// - Parameter seconds: Any number; less than zero, and what is no number, is zero, and what is beyond the last moment
    ///   that can be told is that moment.
    public init(seconds: Double) { self.init(nanoseconds: Nanoseconds.nearest(to: seconds)) }

    public static let zero = Instant(nanoseconds: 0)

    /// The last moment at which a step may happen: nine billion seconds, because the clock counts nanoseconds in 63 bits.
    public static let latest = Instant(seconds: 9e9)

    /// Seconds from the start; exact to the nanosecond for the first 48 days.
    public var seconds: Double { Nanoseconds.seconds(nanoseconds) }

    /// Seconds from the start, with no more digits than needed: `2` or `0.25`.
    public var secondsText: String { Nanoseconds.text(nanoseconds) }

    /// Milliseconds from the start, the nearest.
    public var milliseconds: Int64 { Nanoseconds.nearestMilliseconds(nanoseconds) }

    public static func < (earlier: Instant, later: Instant) -> Bool { earlier.nanoseconds < later.nanoseconds }

    /// The moment `length` later, at most the last moment that can be told.
    public func advanced(by length: Length) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(length.nanoseconds)
        return Instant(nanoseconds: overflow ? .max : sum)
    }
}

/// A length of time in nanoseconds, zero or more.
public struct Length: Hashable, Comparable, Sendable {
    public let nanoseconds: Int64

    /// Creates a length; less than zero becomes zero.
    public init(nanoseconds: Int64) { self.nanoseconds = max(0, nanoseconds) }

    /// The length of so many seconds, to the nearest nanosecond.
    ///
    /// - Parameter seconds: Any number; less than zero, and what is no number, is zero, and what is beyond the longest
    ///   length that can be told is that length, some 292 years.
    public init(seconds: Double) { nanoseconds = Nanoseconds.nearest(to: seconds) }

    /// The length of a duration; less than zero is zero, more than 292 years is that.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(nanoseconds: Nanoseconds.sum(seconds: seconds, attoseconds: attoseconds))
    }

    /// Creates a length from whole milliseconds, zero or more; what is beyond the longest length is that.
    public static func milliseconds(_ count: Int64) -> Length {
        Length(nanoseconds: Nanoseconds.ofMilliseconds(count))
    }

    /// The length from one moment to another, zero if the second is earlier.
    public init(from start: Instant, to end: Instant) {
        let (difference, overflow) = end.nanoseconds.subtractingReportingOverflow(start.nanoseconds)
        self.init(nanoseconds: overflow ? (end > start ? .max : 0) : difference)
    }

    public static let zero = Length(nanoseconds: 0)

    /// The time in seconds; exact to the nanosecond below 48 days.
    public var seconds: Double { Nanoseconds.seconds(nanoseconds) }

    /// The time in seconds, with no more digits than needed: `2` or `0.25`.
    public var secondsText: String { Nanoseconds.text(nanoseconds) }

    /// The time in whole milliseconds, the nearest.
    public var milliseconds: Int64 { Nanoseconds.nearestMilliseconds(nanoseconds) }

    /// The length as the standard library's.
    public var duration: Duration { .nanoseconds(nanoseconds) }

    /// Returns the sum of two lengths, at most the longest length that can be told.
    public static func + (first: Length, second: Length) -> Length {
        Length(from: .zero, to: Instant(nanoseconds: first.nanoseconds).advanced(by: second))
    }

    public static func < (shorter: Length, longer: Length) -> Bool { shorter.nanoseconds < longer.nanoseconds }
}

/// The one place that knows how many nanoseconds a second has. Nothing here traps: what is too large is the largest.
private enum Nanoseconds {
    private static let perSecond: Int64 = 1_000_000_000
    private static let perMillisecond: Int64 = 1_000_000

    static func nearest(to seconds: Double) -> Int64 {
        // The comparison is false for what is no number, too.
        guard seconds > 0 else { return 0 }
        return Int64(exactly: (seconds * Double(perSecond)).rounded()) ?? .max
    }

    static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / Double(perSecond) }

    static func sum(seconds: Int64, attoseconds: Int64) -> Int64 {
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: perSecond)
        // An attosecond is as small beside a nanosecond as that beside a second.
        let (sum, carry) = whole.addingReportingOverflow(attoseconds / perSecond)
        return overflow || carry ? (seconds < 0 ? 0 : .max) : sum
    }

    static func ofMilliseconds(_ count: Int64) -> Int64 {
        let (product, overflow) = count.multipliedReportingOverflow(by: perMillisecond)
        return overflow ? (count < 0 ? 0 : .max) : product
    }

    static func nearestMilliseconds(_ nanoseconds: Int64) -> Int64 {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: perMillisecond)
        return rest * 2 >= perMillisecond ? whole + 1 : whole
    }

    static func text(_ nanoseconds: Int64) -> String {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: perSecond)
        guard rest != 0 else { return String(whole) }
        var digits = String(rest + perSecond).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
