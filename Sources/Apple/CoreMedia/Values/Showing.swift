// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's.

/// Prints a time.
public func CMTimeShow(_ time: CMTime) { print(CMTimeCopyDescription(allocator: nil, time: time) ?? "") }

/// Prints a stretch of time.
public func CMTimeRangeShow(_ range: CMTimeRange) {
    print(CMTimeRangeCopyDescription(allocator: nil, range: range) ?? "")
}
