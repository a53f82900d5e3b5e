internal import AppleSession
public import CoreAudioTypes
public import Foundation

/// A time in host ticks, in frames of a stream, or both. Immutable, for any thread.
public final class AVAudioTime: NSObject, Sendable {
    public let hostTime: UInt64  // The host time in ticks.
    public let isHostTimeValid: Bool  // Whether `hostTime` is valid.
    public let sampleTime: AVAudioFramePosition  // Frames since the stream began.
    public let sampleRate: Double  // The sample rate of that stream.
    public let isSampleTimeValid: Bool  // Whether `sampleTime` is valid.

    private init(host: UInt64?, sample: AVAudioFramePosition?, rate: Double) {
        (hostTime, isHostTimeValid) = (host ?? 0, host != nil)
        (sampleTime, sampleRate, isSampleTimeValid) = (sample ?? 0, rate, sample != nil)
    }

    /// Creates an invalid time.
    public convenience override init() { self.init(host: nil, sample: nil, rate: 0) }

    /// Creates a time from a host time.
    public convenience init(hostTime: UInt64) { self.init(host: hostTime, sample: nil, rate: 0) }

    /// Creates a time from a sample time.
    public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        self.init(host: nil, sample: sampleTime, rate: sampleRate)
    }

    /// Creates a time from both.
    public convenience init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        self.init(host: hostTime, sample: sampleTime, rate: sampleRate)
    }

    /// Creates a time from a time stamp.
    public convenience init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
        let flags = ts.pointee.mFlags
        self.init(
            host: flags.contains(.hostTimeValid) ? ts.pointee.mHostTime : nil,
            sample: flags.contains(.sampleTimeValid) ? AVAudioFramePosition(nearest: ts.pointee.mSampleTime) : nil,
            rate: sampleRate)
    }

    /// The time as a time stamp.
    public var audioTimeStamp: AudioTimeStamp {
        var stamp = AudioTimeStamp()
        if isHostTimeValid {
            stamp.mHostTime = hostTime
            stamp.mFlags.insert(.hostTimeValid)
        }
        if isSampleTimeValid {
            stamp.mSampleTime = Float64(sampleTime)
            stamp.mFlags.insert(.sampleTimeValid)
        }
        return stamp
    }

    /// Returns this time with both parts, computed from an anchor that has both; nil if a part needed is missing.
    public func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
        guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, anchorTime.sampleRate > 0 else { return nil }
        let rate = anchorTime.sampleRate
        if isSampleTimeValid {
            let seconds =
                Double(sampleTime) / (sampleRate > 0 ? sampleRate : rate) - Double(anchorTime.sampleTime) / rate
            return AVAudioTime(
                hostTime: anchorTime.moment.advanced(bySeconds: seconds).hostTime, sampleTime: sampleTime, atRate: rate)
        }
        guard isHostTimeValid else { return nil }
        let moved = Double(anchorTime.sampleTime) + (moment.seconds - anchorTime.moment.seconds) * rate
        return AVAudioTime(hostTime: hostTime, sampleTime: AVAudioFramePosition(nearest: moved), atRate: rate)
    }

    private var moment: MachineTime { MachineTime(nanoseconds: Int64(clamping: hostTime)) }

    /// Converts seconds to host ticks.
    public class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 { MachineTime(seconds: seconds).hostTime }

    /// Converts host ticks to seconds.
    public class func seconds(forHostTime hostTime: UInt64) -> TimeInterval {
        MachineTime(nanoseconds: Int64(clamping: hostTime)).seconds
    }
}

extension MachineTime {
    /// The time in host ticks, which are nanoseconds.
    fileprivate var hostTime: UInt64 { UInt64(max(0, nanoseconds)) }
}
