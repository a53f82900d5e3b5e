// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's; the codes are four characters each.

/// A queue of buffers that are played, or filled by the microphone.
public typealias AudioQueueRef = OpaquePointer
/// The code of a property of a queue.
public typealias AudioQueuePropertyID = UInt32
/// The number of a parameter of a queue.
public typealias AudioQueueParameterID = UInt32
/// The value of a parameter of a queue.
public typealias AudioQueueParameterValue = Float32

/// A buffer that a queue plays or fills, owned by the queue and valid until it is disposed of.
public struct AudioQueueBuffer {
    public let mAudioDataBytesCapacity: UInt32  // The size of the memory in bytes.
    public let mAudioData: UnsafeMutableRawPointer  // The memory.
    /// The number of valid bytes.
    public var mAudioDataByteSize: UInt32
    /// The program's own data.
    public var mUserData: UnsafeMutableRawPointer?
    public let mPacketDescriptionCapacity: UInt32  // The capacity for packet descriptions.
    /// The packet descriptions, or nil without capacity.
    public let mPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    /// The number of valid packet descriptions.
    public var mPacketDescriptionCount: UInt32
}

/// A buffer of a queue.
public typealias AudioQueueBufferRef = UnsafeMutablePointer<AudioQueueBuffer>

/// Called when a buffer has been played or returned, to be refilled and enqueued again.
public typealias AudioQueueOutputCallback =
    @Sendable (UnsafeMutableRawPointer?, AudioQueueRef, AudioQueueBufferRef) -> Void
/// Called when a buffer has been filled, with the time of its first frame, the number of packets, and their descriptions.
public typealias AudioQueueInputCallback =
    @Sendable (
        UnsafeMutableRawPointer?, AudioQueueRef, AudioQueueBufferRef, UnsafePointer<AudioTimeStamp>, UInt32,
        UnsafePointer<AudioStreamPacketDescription>?
    ) -> Void
/// Called when a property has changed.
public typealias AudioQueuePropertyListenerProc =
    @Sendable (UnsafeMutableRawPointer?, AudioQueueRef, AudioQueuePropertyID) ->
    Void

/// A parameter change that takes effect with a buffer.
public struct AudioQueueParameterEvent: Sendable {
    /// The number of the parameter.
    public var mID: AudioQueueParameterID
    /// The new value of the parameter.
    public var mValue: AudioQueueParameterValue

    /// Creates a change; all members default to 0.
    public init(mID: AudioQueueParameterID = 0, mValue: AudioQueueParameterValue = 0) {
        (self.mID, self.mValue) = (mID, mValue)
    }
}

/// The level of one channel of a queue.
public struct AudioQueueLevelMeterState: Sendable {
    /// The RMS level, linear from 0 to 1 or in decibels.
    public var mAveragePower: Float32
    /// The peak level, linear from 0 to 1 or in decibels.
    public var mPeakPower: Float32

    /// Creates a state; all members default to 0.
    public init(mAveragePower: Float32 = 0, mPeakPower: Float32 = 0) {
        (self.mAveragePower, self.mPeakPower) = (mAveragePower, mPeakPower)
    }
}

public let kAudioQueueParam_Volume: AudioQueueParameterID = 1  // The gain, from 0 to 1.
public let kAudioQueueParam_PlayRate: AudioQueueParameterID = 2  // The playback rate, from 0.5 to 2.
public let kAudioQueueParam_Pitch: AudioQueueParameterID = 3  // The pitch in cents. Without effect.
public let kAudioQueueParam_VolumeRampTime: AudioQueueParameterID = 4  // The duration of volume ramps, in seconds.
public let kAudioQueueParam_Pan: AudioQueueParameterID = 13  // The stereo position, from -1 (left) to 1 (right).

public let kAudioQueueProperty_IsRunning: AudioQueuePropertyID = 0x6171_726E  // Whether it runs, a UInt32: 'aqrn'.
/// The rate of the device, a Float64: 'aqsr'.
public let kAudioQueueDeviceProperty_SampleRate: AudioQueuePropertyID = 0x6171_7372
/// The channels of the device, a UInt32: 'aqdc'.
public let kAudioQueueDeviceProperty_NumberChannels: AudioQueuePropertyID = 0x6171_6463
/// The device, a CFString; no app chooses it here: 'aqcd'.
public let kAudioQueueProperty_CurrentDevice: AudioQueuePropertyID = 0x6171_6364
/// The bytes that a decoder needs; linear PCM needs none: 'aqmc'.
public let kAudioQueueProperty_MagicCookie: AudioQueuePropertyID = 0x6171_6D63
/// Bytes of a packet at most, a UInt32: 'xops'.
public let kAudioQueueProperty_MaximumOutputPacketSize: AudioQueuePropertyID = 0x786F_7073
/// The format, an AudioStreamBasicDescription: 'aqft'.
public let kAudioQueueProperty_StreamDescription: AudioQueuePropertyID = 0x6171_6674
/// The arrangement of the channels: 'aqcl'.
public let kAudioQueueProperty_ChannelLayout: AudioQueuePropertyID = 0x6171_636C
/// Whether levels are measured, a UInt32: 'aqme'.
public let kAudioQueueProperty_EnableLevelMetering: AudioQueuePropertyID = 0x6171_6D65
/// The level of each channel, an AudioQueueLevelMeterState for each, linear: 'aqmv'.
public let kAudioQueueProperty_CurrentLevelMeter: AudioQueuePropertyID = 0x6171_6D76
public let kAudioQueueProperty_CurrentLevelMeterDB: AudioQueuePropertyID = 0x6171_6D64  // The same in decibels: 'aqmd'.
/// Frames that are decoded ahead, a UInt32; kept: 'dcbf'.
public let kAudioQueueProperty_DecodeBufferSizeFrames: AudioQueuePropertyID = 0x6463_6266
/// The last error of a decoder, a UInt32: 'qcve'.
public let kAudioQueueProperty_ConverterError: AudioQueuePropertyID = 0x7163_7665
/// Whether it can play faster and slower, a UInt32; kept: 'q_tp'.
public let kAudioQueueProperty_EnableTimePitch: AudioQueuePropertyID = 0x715F_7470
/// The algorithm by which a queue plays faster and slower, a UInt32; kept: 'qtpa'.
public let kAudioQueueProperty_TimePitchAlgorithm: AudioQueuePropertyID = 0x7174_7061
/// The decoders that a queue may use, a UInt32; kept: 'aqcp'.
public let kAudioQueueProperty_HardwareCodecPolicy: AudioQueuePropertyID = 0x6171_6370

public let kAudioQueueErr_InvalidBuffer: OSStatus = -66_687  // The buffer does not belong to the queue.
public let kAudioQueueErr_BufferEmpty: OSStatus = -66_686  // The buffer holds no valid bytes.
public let kAudioQueueErr_InvalidProperty: OSStatus = -66_684  // The property is not supported.
public let kAudioQueueErr_InvalidPropertySize: OSStatus = -66_683  // The property size is wrong.
public let kAudioQueueErr_InvalidParameter: OSStatus = -66_682  // The parameter is not supported.
public let kAudioQueueErr_BufferInQueue: OSStatus = -66_679  // The buffer is enqueued, and cannot be freed.
public let kAudioQueueErr_InvalidRunState: OSStatus = -66_678  // The call is invalid in the queue's running state.
public let kAudioQueueErr_InvalidQueueType: OSStatus = -66_677  // The queue has the other direction.
public let kAudioQueueErr_QueueInvalidated: OSStatus = -66_671  // The queue belongs to a media server that has died.
public let kAudioQueueErr_BufferEnqueuedTwice: OSStatus = -66_666  // The buffer is enqueued already.
public let kAudioQueueErr_EnqueueDuringReset: OSStatus = -66_632  // The queue is being reset.
/// The data format is not supported: 'fmt?'.
public let kAudioFormatUnsupportedDataFormatError: OSStatus = 0x666D_743F
