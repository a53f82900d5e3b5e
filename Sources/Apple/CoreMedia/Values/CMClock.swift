// swift-format-ignore-file: AlwaysUseLowerCamelCase, DontRepeatTypeInStaticProperties

internal import CoreAudioTypes
public import Foundation

/// The number of a track within an asset.
public typealias CMPersistentTrackID = Int32
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0  // There is no such track.

/// A clock that only goes forward; there is one, the machine's. Any thread.
public final class CMClock: NSObject, Sendable {
    public static let hostTimeClock = CMClock()  // The machine's clock.
    private override init() { super.init() }

    /// The present time of the clock.
    public var time: CMTime { CMClock.makeHostTime(fromSystemUnits: mach_absolute_time()) }

    /// A time of the machine's clock, out of its own units.
    public static func makeHostTime(fromSystemUnits hostTime: UInt64) -> CMTime {
        CMTime(value: CMTimeValue(clamping: hostTime), timescale: CMTimeScale(NSEC_PER_SEC))
    }

    /// A time of the machine's clock, in its own units; 0 for what is before its beginning, or no number.
    public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
        hostTime.isNumeric
            ? UInt64(max(0, hostTime.convertScale(CMTimeScale(NSEC_PER_SEC), method: .default).value)) : 0
    }
}

/// The machine's clock.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }
/// Returns the present time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }
/// A time of the machine's clock, out of its own units.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMClock.makeHostTime(fromSystemUnits: hostTime)
}
/// A time of the machine's clock, in its own units.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    CMClock.convertHostTimeToSystemUnits(hostTime)
}
