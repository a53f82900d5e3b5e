// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's.

/// Whether it is a time at all.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Whether it is no time.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Whether it is not known yet.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Whether it is a number.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// A time so many times; what is no number stays what it is.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard time.isNumeric else { return time }
    return CMTime(seconds: time.seconds * multiplier, preferredTimescale: max(1, time.timescale))
}

/// The earlier of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }
/// The later of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

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
}
