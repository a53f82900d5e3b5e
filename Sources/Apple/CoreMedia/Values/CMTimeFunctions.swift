// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's.

public let kCMTimeNegativeInfinity = CMTime.negativeInfinity  // Earlier than all others.

/// Whether it is a time at all.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Whether it is no time.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Whether it is not known yet.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Whether it is a number.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Whether it is later than all others.
public func CMTIME_IS_POSITIVE_INFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Whether it is earlier than all others.
public func CMTIME_IS_NEGATIVE_INFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Whether it was rounded.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

/// A time so many times.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    CMTimeMultiplyByFloat64(time, multiplier: Float64(multiplier))
}

/// A time so many times; what is no number stays what it is.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard time.isNumeric else { return time }
    return CMTime(seconds: time.seconds * multiplier, preferredTimescale: max(1, time.timescale))
}

/// A time by a fraction; invalid where the divisor is 0.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard divisor != 0 else { return .invalid }
    return CMTimeMultiplyByFloat64(time, multiplier: Float64(multiplier) / Float64(divisor))
}

/// The earlier of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }
/// The later of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

/// A time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    return time.isNumeric && time < .zero ? .zero - time : time
}

/// A time in other parts of a second.
public func CMTimeConvertScale(_ time: CMTime, timescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(timescale, method: method)
}

extension CMTimeRange {
    /// Returns whether a stretch lies in this one whole.
    public func containsTimeRange(_ range: CMTimeRange) -> Bool {
        isValid && range.isValid && range.start >= start && range.end <= end
    }

    /// Returns the part that two stretches have in common; an empty one where they have none.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let (start, end) = (CMTimeMaximum(start, otherRange.start), CMTimeMinimum(end, otherRange.end))
        return start < end ? CMTimeRange(start: start, end: end) : .zero
    }

    /// Returns the stretch that holds both.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        return CMTimeRange(start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
    }

    /// Whether the start or the length is not known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
}

/// Whether two stretches are the same.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
/// Returns the part that two stretches have in common.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.intersection(otherRange)
}
/// Returns the stretch that holds both.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
    range.union(otherRange)
}
/// Whether a stretch lies in another one whole.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
    range.containsTimeRange(otherRange)
}

/// Returns a time as people read it: its value by its scale, and its seconds.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
    let text =
        if !time.isValid { "INVALID" } else if time.isIndefinite { "INDEFINITE" } else if time.isPositiveInfinity {
            "+INFINITY"
        } else if time.isNegativeInfinity { "-INFINITY" } else {
            "\(time.value)/\(time.timescale) = \(String(format: "%.3f", time.seconds))"
        }
    return NSString(string: "{\(text)}")
}

/// Returns a stretch of time as people read it.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
    let parts = [range.start, range.duration].map { CMTimeCopyDescription(allocator: nil, time: $0) ?? "" }
    return NSString(string: "{\(parts[0]), \(parts[1])}")
}

/// A stretch of time, and the one that it becomes.
public struct CMTimeMapping: Equatable, Sendable {
    /// The stretch before the change.
    public var source: CMTimeRange
    /// The stretch after the change.
    public var target: CMTimeRange

    /// Creates one of nothing.
    public init() { self.init(source: .invalid, target: .invalid) }
    /// Creates one of two stretches.
    public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }
}
