internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

enum QueueProperty {
    private static let kept: Set<AudioQueuePropertyID> = [
        kAudioQueueProperty_EnableLevelMetering, kAudioQueueProperty_DecodeBufferSizeFrames,
        kAudioQueueProperty_EnableTimePitch, kAudioQueueProperty_TimePitchAlgorithm,
        kAudioQueueProperty_HardwareCodecPolicy,
    ]

    /// Whether a program may set the property, which then is a UInt32.
    static func isKept(_ property: AudioQueuePropertyID) -> Bool { kept.contains(property) }

    /// Returns the value of a property, or nil if queues do not have it.
    static func read(_ property: AudioQueuePropertyID, of queue: SoundQueue) -> [UInt8]? {
        switch property {
        case kAudioQueueProperty_IsRunning: PropertyBytes.of(UInt32(queue.isRunning ? 1 : 0))
        case kAudioQueueProperty_StreamDescription: PropertyBytes.of(queue.stream)
        case kAudioQueueDeviceProperty_SampleRate: PropertyBytes.of(DeviceFormat.rate)
        case kAudioQueueDeviceProperty_NumberChannels: PropertyBytes.of(UInt32(2))
        case kAudioQueueProperty_MaximumOutputPacketSize: PropertyBytes.of(queue.stream.mBytesPerPacket)
        case kAudioQueueProperty_ConverterError: PropertyBytes.of(UInt32(0))
        case kAudioQueueProperty_CurrentLevelMeter: levels(queue) { $0 }
        case kAudioQueueProperty_CurrentLevelMeterDB: levels(queue) { $0 > 0 ? max(-120, 20 * log10f($0)) : -120 }
        case let property where isKept(property): PropertyBytes.of(queue[keeping: property])
        default: nil
        }
    }

    private static func levels(_ queue: SoundQueue, _ scale: (Float) -> Float) -> [UInt8] {
        queue.lock.withLock { queue.levels }.flatMap { level in
            PropertyBytes.of(
                AudioQueueLevelMeterState(mAveragePower: scale(level.mean), mPeakPower: scale(level.peak)))
        }
    }
}
