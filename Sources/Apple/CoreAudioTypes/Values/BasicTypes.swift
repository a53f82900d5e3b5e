// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import Dispatch
@_exported public import Foundation

#if Combine
    // Apple's Foundation brings these along.
    @_exported public import protocol OpenCombine.ObservableObject
    @_exported public import struct OpenCombine.Published
#endif

// The names are Apple's.

/// The result of a call of Apple's C interfaces: 0, or a code that is mostly four characters.
public typealias OSStatus = Int32
/// Four characters as one number.
public typealias FourCharCode = UInt32
/// A code of four characters that names a type.
public typealias OSType = UInt32
/// The oldest spelling of a result.
public typealias OSErr = Int16

public let noErr: OSStatus = 0  // The result of a call that succeeded.

/// One sample that is handed about within an engine: a float from -1 to 1.
public typealias AudioSampleType = Float32
/// One sample within an audio unit.
public typealias AudioUnitSampleType = Float32
/// The code of an encoding, such as `kAudioFormatLinearPCM`.
public typealias AudioFormatID = UInt32
/// Bits that say how samples of an encoding are laid out.
public typealias AudioFormatFlags = UInt32
/// The loudspeaker for which a channel is meant.
public typealias AudioChannelLabel = UInt32
/// A known arrangement of channels; its low half is their number.
public typealias AudioChannelLayoutTag = UInt32
/// A frame's number.
public typealias AVAudioFramePosition = Int64
/// A count of frames.
public typealias AVAudioFrameCount = UInt32
/// A count of packets.
public typealias AVAudioPacketCount = UInt32
/// A count of channels.
public typealias AVAudioChannelCount = UInt32
/// The number of a bus of an engine's node.
public typealias AVAudioNodeBus = Int

/// The layout of the samples of a stream.
public struct AudioStreamBasicDescription: BitwiseCopyable, Sendable {
    /// Frames per second.
    public var mSampleRate: Float64
    /// The encoding.
    public var mFormatID: AudioFormatID
    /// The layout of the samples, as bits.
    public var mFormatFlags: AudioFormatFlags
    /// Bytes of a packet; 0 where packets differ.
    public var mBytesPerPacket: UInt32
    /// Frames of a packet; 1 for linear PCM.
    public var mFramesPerPacket: UInt32
    /// Bytes of a frame; 0 for compressed encodings.
    public var mBytesPerFrame: UInt32
    /// The number of channels of a frame.
    public var mChannelsPerFrame: UInt32
    /// The number of bits of a sample; 0 for compressed encodings.
    public var mBitsPerChannel: UInt32
    /// Keeps the size a multiple of eight.
    public var mReserved: UInt32

    /// Creates a description member by member; what is left out is 0 or nil.
    public init(
        mSampleRate: Float64 = 0, mFormatID: AudioFormatID = 0, mFormatFlags: AudioFormatFlags = 0,
        mBytesPerPacket: UInt32 = 0, mFramesPerPacket: UInt32 = 0, mBytesPerFrame: UInt32 = 0,
        mChannelsPerFrame: UInt32 = 0, mBitsPerChannel: UInt32 = 0, mReserved: UInt32 = 0
    ) {
        (self.mSampleRate, self.mFormatID, self.mFormatFlags) = (mSampleRate, mFormatID, mFormatFlags)
        self.mBytesPerPacket = mBytesPerPacket
        (self.mFramesPerPacket, self.mBytesPerFrame) = (mFramesPerPacket, mBytesPerFrame)
        (self.mChannelsPerFrame, self.mBitsPerChannel) = (mChannelsPerFrame, mBitsPerChannel)
        self.mReserved = mReserved
    }
}

/// The place of a packet of a compressed stream.
public struct AudioStreamPacketDescription: BitwiseCopyable, Sendable {
    /// Bytes before the packet.
    public var mStartOffset: Int64
    /// The number of frames of the packet where packets differ, else 0.
    public var mVariableFramesInPacket: UInt32
    /// The number of bytes of the packet.
    public var mDataByteSize: UInt32

    /// Creates a description member by member; what is left out is 0 or nil.
    public init(mStartOffset: Int64 = 0, mVariableFramesInPacket: UInt32 = 0, mDataByteSize: UInt32 = 0) {
        (self.mStartOffset, self.mVariableFramesInPacket) = (mStartOffset, mVariableFramesInPacket)
        self.mDataByteSize = mDataByteSize
    }
}

/// A time of the film's clock; no clock of this device counts it.
public struct SMPTETime: BitwiseCopyable, Sendable {
    /// The number of fractions of a frame.
    public var mSubframes: Int16 = 0
    /// The number of fractions in a frame.
    public var mSubframeDivisor: Int16 = 0
    /// The number of messages so far.
    public var mCounter: UInt32 = 0
    /// The kind of the clock.
    public var mType: UInt32 = 0
    /// The members that are valid, as bits.
    public var mFlags: UInt32 = 0
    /// Hours.
    public var mHours: Int16 = 0
    /// Minutes.
    public var mMinutes: Int16 = 0
    /// Seconds.
    public var mSeconds: Int16 = 0
    /// Frames.
    public var mFrames: Int16 = 0

    /// Creates midnight.
    public init() {}
}

/// The members of a time stamp that are valid.
public struct AudioTimeStampFlags: OptionSet, BitwiseCopyable, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let sampleTimeValid = AudioTimeStampFlags(rawValue: 1)  // The sample time.
    public static let hostTimeValid = AudioTimeStampFlags(rawValue: 2)  // The host time.
    public static let rateScalarValid = AudioTimeStampFlags(rawValue: 4)  // The rate.
    public static let wordClockTimeValid = AudioTimeStampFlags(rawValue: 8)  // The word clock.
    public static let smpteTimeValid = AudioTimeStampFlags(rawValue: 16)  // The film's clock.
    /// Sample time and host time.
    public static let sampleHostTimeValid: AudioTimeStampFlags = [.sampleTimeValid, .hostTimeValid]
}

/// One moment by several clocks.
public struct AudioTimeStamp: BitwiseCopyable, Sendable {
    /// Frames since the stream began.
    public var mSampleTime: Float64
    /// The time of the machine's steady clock, in nanoseconds.
    public var mHostTime: UInt64
    /// The ratio of the real rate to the nominal one.
    public var mRateScalar: Float64
    /// The word clock.
    public var mWordClockTime: UInt64
    /// The film's clock.
    public var mSMPTETime: SMPTETime
    /// The members that are valid.
    public var mFlags: AudioTimeStampFlags
    /// Keeps the size a multiple of eight.
    public var mReserved: UInt32

    /// Creates a stamp member by member; what is left out is 0 or nil.
    public init(
        mSampleTime: Float64 = 0, mHostTime: UInt64 = 0, mRateScalar: Float64 = 0, mWordClockTime: UInt64 = 0,
        mSMPTETime: SMPTETime = SMPTETime(), mFlags: AudioTimeStampFlags = [], mReserved: UInt32 = 0
    ) {
        (self.mSampleTime, self.mHostTime, self.mRateScalar) = (mSampleTime, mHostTime, mRateScalar)
        self.mWordClockTime = mWordClockTime
        (self.mSMPTETime, self.mFlags, self.mReserved) = (mSMPTETime, mFlags, mReserved)
    }
}

/// The type, subtype and maker of one sound class.
public struct AudioClassDescription: BitwiseCopyable, Sendable {
    /// The type.
    public var mType: OSType
    /// The subtype.
    public var mSubType: OSType
    /// The manufacturer.
    public var mManufacturer: OSType

    /// Creates a description member by member; what is left out is 0 or nil.
    public init(mType: OSType = 0, mSubType: OSType = 0, mManufacturer: OSType = 0) {
        (self.mType, self.mSubType, self.mManufacturer) = (mType, mSubType, mManufacturer)
    }
}
