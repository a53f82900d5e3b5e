// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// NSValue holds any C structure on Apple's systems. Here it holds only ranges and rectangles, so the times are stored in those.

extension NSValue {
    /// Creates a value from a time, without its epoch.
    public convenience init(time: CMTime) {
        self.init(range: NSRange(location: Int(time.value), length: TimeWords.length(time)))
    }

    /// The stored time; a number is read as seconds.
    public var timeValue: CMTime {
        if let number = self as? NSNumber { return CMTime(seconds: number.doubleValue, preferredTimescale: 600) }
        return TimeWords.time(rangeValue.location, rangeValue.length)
    }

    /// Creates a value from a time range, without epochs.
    public convenience init(timeRange: CMTimeRange) {
        func word(_ number: Int) -> Double { Double(bitPattern: UInt64(bitPattern: Int64(number))) }
        let (start, duration) = (timeRange.start, timeRange.duration)
        self.init(
            rect: CGRect(
                origin: CGPoint(x: word(Int(start.value)), y: word(TimeWords.length(start))),
                size: CGSize(width: word(Int(duration.value)), height: word(TimeWords.length(duration)))))
    }

    /// The stored time range; invalid for a number.
    public var timeRangeValue: CMTimeRange {
        if self is NSNumber { return .invalid }
        func number(_ word: CGFloat) -> Int { Int(Int64(bitPattern: Double(word).bitPattern)) }
        let rect = rectValue
        return CMTimeRange(
            start: TimeWords.time(number(rect.origin.x), number(rect.origin.y)),
            duration: TimeWords.time(number(rect.size.width), number(rect.size.height)))
    }
}

private enum TimeWords {
    static func length(_ time: CMTime) -> Int {
        Int(Int64(time.timescale) << 32 | Int64(time.flags.rawValue))
    }

    static func time(_ value: Int, _ length: Int) -> CMTime {
        CMTime(
            value: Int64(value), timescale: Int32(truncatingIfNeeded: length >> 32),
            flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: length)), epoch: 0)
    }
}

/// Returns the end of a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
/// Creates a range from a start to an end.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, end: end)
}
