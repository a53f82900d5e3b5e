// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import CoreAudioTypes

// The names are Apple's.

/// The identifier of a track in an asset.
public typealias CMPersistentTrackID = Int32
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0  // No track.

/// A numerator of a time.
public typealias CMTimeValue = Int64
/// A denominator of a time: units per second.
public typealias CMTimeScale = Int32
/// The epoch of a time.
public typealias CMTimeEpoch = Int64

/// The flags of a time.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let valid = CMTimeFlags(rawValue: 1)  // The time is valid.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)  // The time was rounded.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)  // Positive infinity.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)  // Negative infinity.
    public static let indefinite = CMTimeFlags(rawValue: 16)  // The time is indefinite.
    /// The flags of times that are not numeric.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A rounding method.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    case roundHalfAwayFromZero = 1  // To the nearest.
    case roundTowardZero = 2  // Toward zero.
    case roundAwayFromZero = 3  // Away from zero.
    case quickTime = 4  // As QuickTime does.
    case roundTowardPositiveInfinity = 5  // Upward.
    case roundTowardNegativeInfinity = 6  // Downward.
    /// The method that rounds to the nearest.
    public static let `default`: CMTimeRoundingMethod = .roundHalfAwayFromZero
}

/// A time as a fraction of a second.
public struct CMTime: Sendable {
    /// The numerator.
    public var value: CMTimeValue
    /// The denominator.
    public var timescale: CMTimeScale
    /// The flags.
    public var flags: CMTimeFlags
    /// The epoch.
    public var epoch: CMTimeEpoch

    /// Creates an invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Creates a time from its members.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// Creates a fraction of a second.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Creates a time from seconds, rounded to a time scale.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard seconds.isFinite, preferredTimescale > 0 else {
            self =
                seconds.isNaN || preferredTimescale <= 0
                ? .invalid : seconds > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        let exact = seconds * Double(preferredTimescale)
        guard abs(exact) < 9e18 else {
            self = exact > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        let rounded = exact.rounded()
        self.init(
            value: CMTimeValue(rounded), timescale: preferredTimescale,
            flags: rounded == exact ? .valid : [.valid, .hasBeenRounded], epoch: 0)
    }

    public static let zero = CMTime(value: 0, timescale: 1)  // The time zero.
    public static let invalid = CMTime()  // An invalid time.
    /// An indefinite time.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// Positive infinity.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Negative infinity.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// The time in seconds; NaN if it is not numeric.
    public var seconds: Double {
        guard isValid, !isIndefinite else { return .nan }
        if isPositiveInfinity { return .infinity }
        if isNegativeInfinity { return -.infinity }
        return timescale > 0 ? Double(value) / Double(timescale) : .nan
    }

    /// Whether the time is valid.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time is positive infinity.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether the time is negative infinity.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether the time is indefinite.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the time is numeric.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether the time was rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// Converts the time to another time scale.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        guard isNumeric else { return self }
        return CMTime(seconds: seconds, preferredTimescale: newTimescale)
    }

    private func combined(_ other: CMTime, _ join: (Double, Double) -> Double) -> CMTime {
        guard isValid, other.isValid else { return .invalid }
        guard !isIndefinite, !other.isIndefinite else { return .indefinite }
        return CMTime(seconds: join(seconds, other.seconds), preferredTimescale: max(timescale, other.timescale, 1))
    }

    /// Returns the sum of two times.
    public static func + (one: CMTime, other: CMTime) -> CMTime {
        guard one.isNumeric, other.isNumeric, one.timescale == other.timescale else { return one.combined(other, +) }
        return CMTime(value: one.value &+ other.value, timescale: one.timescale)
    }

    /// Returns the difference of two times.
    public static func - (one: CMTime, other: CMTime) -> CMTime {
        guard one.isNumeric, other.isNumeric, one.timescale == other.timescale else { return one.combined(other, -) }
        return CMTime(value: one.value &- other.value, timescale: one.timescale)
    }
}

extension CMTime: Comparable, Hashable {
    public static func == (one: CMTime, other: CMTime) -> Bool { CMTimeCompare(one, other) == 0 }
    public static func < (one: CMTime, other: CMTime) -> Bool { CMTimeCompare(one, other) < 0 }

    public func hash(into hasher: inout Hasher) { hasher.combine(isNumeric ? seconds : Double(flags.rawValue)) }
}

/// A time range.
public struct CMTimeRange: Hashable, Sendable {
    /// The start of the range.
    public var start: CMTime
    /// The duration of the range.
    public var duration: CMTime

    /// Creates an invalid range.
    public init() { self.init(start: .invalid, duration: .invalid) }
    /// Creates a range from a start and a duration.
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
    /// Creates a range from a start and an end.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// The end of the range.
    public var end: CMTime { start + duration }
    /// Whether the range is valid.
    public var isValid: Bool { start.isValid && duration.isValid }
    /// Whether the range is empty.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// Returns whether the range contains a time.
    public func containsTime(_ time: CMTime) -> Bool { time >= start && time < end }
    public static let zero = CMTimeRange(start: .zero, duration: .zero)  // An empty range at zero.
    public static let invalid = CMTimeRange()  // An invalid range.
}

public let kCMTimeInvalid = CMTime.invalid  // An invalid time.
public let kCMTimeZero = CMTime.zero  // The time zero.
public let kCMTimeIndefinite = CMTime.indefinite  // An indefinite time.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity  // Positive infinity.

/// Creates a time from a fraction.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
/// Creates a time from a fraction, as in Swift 3.
public func CMTimeMake(_ value: Int64, _ timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
/// Creates a time from seconds.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// Creates a time from seconds, as in Swift 3.
public func CMTimeMakeWithSeconds(_ seconds: Float64, _ preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// Returns a time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }
/// Returns the sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// Returns the difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// Creates a range from a start and a duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// Returns -1, 0 or 1 if the first time is earlier than, equal to or later than the second.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    func rank(_ time: CMTime) -> Int32 {
        if !time.isValid { return 3 }
        if time.isPositiveInfinity { return 1 }
        if time.isIndefinite { return 2 }
        return time.isNegativeInfinity ? -1 : 0
    }
    let (one, other) = (rank(time1), rank(time2))
    guard one == other else { return one < other ? -1 : 1 }
    guard one == 0 else { return 0 }
    let left = time1.value.multipliedFullWidth(by: Int64(time2.timescale))
    let right = time2.value.multipliedFullWidth(by: Int64(time1.timescale))
    if left.high != right.high { return left.high < right.high ? -1 : 1 }
    if left.low != right.low { return left.low < right.low ? -1 : 1 }
    return 0
}
