// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import CoreAudioTypes

// The names are Apple's.

/// The number of a track within an asset.
public typealias CMPersistentTrackID = Int32
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0  // There is no such track.

/// A numerator of a time.
public typealias CMTimeValue = Int64
/// A denominator of a time: parts of a second.
public typealias CMTimeScale = Int32
/// The number of the timeline to which a time belongs.
public typealias CMTimeEpoch = Int64

/// The properties of a time beside its number.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let valid = CMTimeFlags(rawValue: 1)  // It is a time at all.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)  // It was rounded.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)  // It is later than all others.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)  // It is earlier than all others.
    public static let indefinite = CMTimeFlags(rawValue: 16)  // It is not known yet.
    /// The time is no number.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// The rule by which a time is rounded.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    case roundHalfAwayFromZero = 1  // To the nearest.
    case roundTowardZero = 2  // Toward zero.
    case roundAwayFromZero = 3  // Away from zero.
    case quickTime = 4  // To the one that a film would take.
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
    /// The properties of the time beside its number.
    public var flags: CMTimeFlags
    /// The number of the timeline to which the time belongs.
    public var epoch: CMTimeEpoch

    /// Creates what is no time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Creates a time member by member.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// Creates a fraction of a second.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Creates a time of so many seconds, rounded to the parts that are wanted.
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

    public static let zero = CMTime(value: 0, timescale: 1)  // Nothing.
    public static let invalid = CMTime()  // What is no time.
    /// A time that is not known yet.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// A time later than all others.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// A time earlier than all others.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// The time in seconds; not a number where it is none.
    public var seconds: Double {
        guard isValid, !isIndefinite else { return .nan }
        if isPositiveInfinity { return .infinity }
        if isNegativeInfinity { return -.infinity }
        return timescale > 0 ? Double(value) / Double(timescale) : .nan
    }

    /// Whether it is a time at all.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is later than all others.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether it is earlier than all others.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether it is not known yet.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether it is a number.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether it was rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The time in other parts of a second.
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

/// A stretch of time.
public struct CMTimeRange: Hashable, Sendable {
    /// The time at which the stretch begins.
    public var start: CMTime
    /// The length of the stretch.
    public var duration: CMTime

    /// Creates what is no stretch.
    public init() { self.init(start: .invalid, duration: .invalid) }
    /// Creates a stretch by its length.
    public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }
    /// Creates a stretch by its ends.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// The time at which the stretch ends.
    public var end: CMTime { start + duration }
    /// Whether it is a stretch at all.
    public var isValid: Bool { start.isValid && duration.isValid }
    /// Whether it is of no length.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// Whether a time lies in it.
    public func containsTime(_ time: CMTime) -> Bool { time >= start && time < end }
    public static let zero = CMTimeRange(start: .zero, duration: .zero)  // Nothing at the beginning.
    public static let invalid = CMTimeRange()  // What is no stretch.
}

public let kCMTimeInvalid = CMTime.invalid  // What is no time.
public let kCMTimeZero = CMTime.zero  // Nothing.
public let kCMTimeIndefinite = CMTime.indefinite  // What is not known yet.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity  // Later than all others.

/// A fraction of a second.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
/// A fraction of a second, as Swift 3 had it.
public func CMTimeMake(_ value: Int64, _ timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
/// A time of so many seconds.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// A time of so many seconds, as Swift 3 had it.
public func CMTimeMakeWithSeconds(_ seconds: Float64, _ preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// A time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }
/// Returns the sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }
/// Returns the difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }
/// A stretch of time by its length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// Whether one time is earlier than another (-1), the same (0) or later (1).
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
