/// A caller's text, kept outside the policy and known here by number only.
///
/// Whoever feeds the policy gives each distinct text its own number; the policy compares numbers and never orders by
/// them.
public struct Name: Hashable, Sendable {
    public let number: UInt32

    /// Creates the name with this number.
    public init(_ number: UInt32) { self.number = number }
}

/// An app, by its name.
public struct AppID: Hashable, Sendable {
    public let name: Name

    /// Creates the identifier of the app with this name.
    public init(_ name: Name) { self.name = name }
}

/// A sound of one app, by its name; two apps may use the same name for different sounds.
public struct SoundID: Hashable, Sendable {
    public let name: Name

    /// Creates the identifier of the sound with this name.
    public init(_ name: Name) { self.name = name }
}

/// A moment, in nanoseconds from the start of the world.
public struct Instant: Hashable, Comparable, Sendable {
    public let nanoseconds: Int64

    /// Creates a moment; `nanoseconds` is zero or more.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static let zero = Instant(nanoseconds: 0)

    public static func < (earlier: Instant, later: Instant) -> Bool { earlier.nanoseconds < later.nanoseconds }

    /// The moment `length` later, at most the last moment that can be told.
    public func advanced(by length: Length) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(length.nanoseconds)
        return Instant(nanoseconds: overflow ? .max : sum)
    }
}

/// A length of time in nanoseconds, zero or more.
public struct Length: Hashable, Sendable {
    public let nanoseconds: Int64

    /// Creates a length; less than zero becomes zero.
    public init(nanoseconds: Int64) { self.nanoseconds = max(0, nanoseconds) }

    /// Creates a length from whole milliseconds.
    public static func milliseconds(_ count: Int64) -> Length { Length(nanoseconds: count * 1_000_000) }

    /// The length from one moment to another, zero if the second is earlier.
    public init(from start: Instant, to end: Instant) {
        self.init(nanoseconds: end.nanoseconds - start.nanoseconds)
    }
}
