// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// On the phone NSValue holds any C structure; here it holds ranges and rectangles, whose words carry the times.

extension NSValue {
    /// Creates a value that holds a time; its epoch is forgotten.
    public convenience init(time: CMTime) {
        self.init(range: NSRange(location: Int(time.value), length: TimeWords.length(time)))
    }

    /// The time that was put in; of a number, a time of so many seconds.
    public var timeValue: CMTime {
        if let number = self as? NSNumber { return CMTime(seconds: number.doubleValue, preferredTimescale: 600) }
        return TimeWords.time(rangeValue.location, rangeValue.length)
    }

    /// Creates a value that holds a stretch of time; epochs are forgotten.
    public convenience init(timeRange: CMTimeRange) {
        func word(_ number: Int) -> Double { Double(bitPattern: UInt64(bitPattern: Int64(number))) }
        let (start, duration) = (timeRange.start, timeRange.duration)
        self.init(
            rect: CGRect(
                origin: CGPoint(x: word(Int(start.value)), y: word(TimeWords.length(start))),
                size: CGSize(width: word(Int(duration.value)), height: word(TimeWords.length(duration)))))
    }

    /// The stretch of time that was put in; of a number, none.
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

/// Returns the time at which a stretch ends.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }
/// A stretch of time from one moment to another.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, end: end)
}
