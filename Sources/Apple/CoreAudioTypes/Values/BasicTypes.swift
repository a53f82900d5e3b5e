// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import Dispatch
@_exported public import Foundation

#if Combine
    // Apple's Foundation re-exports these.
    @_exported public import protocol OpenCombine.ObservableObject
    @_exported public import struct OpenCombine.Published
#endif

// The names are Apple's.

/// A result code of Apple's C interfaces: 0, or an error code, often of four characters.
public typealias OSStatus = Int32
/// Four characters as a number.
public typealias FourCharCode = UInt32
/// A code of four characters that names a type.
public typealias OSType = UInt32
/// A 16-bit result code.
public typealias OSErr = Int16

public let noErr: OSStatus = 0  // No error.

/// A sample: a float from -1 to 1.
public typealias AudioSampleType = Float32
/// A sample of an audio unit.
public typealias AudioUnitSampleType = Float32
/// The code of an encoding, such as `kAudioFormatLinearPCM`.
public typealias AudioFormatID = UInt32
/// Flags for the layout of samples.
public typealias AudioFormatFlags = UInt32
/// The speaker position of a channel.
public typealias AudioChannelLabel = UInt32
/// A channel layout; the low 16 bits are the number of channels.
public typealias AudioChannelLayoutTag = UInt32
/// The position of a frame.
public typealias AVAudioFramePosition = Int64
/// A count of frames.
public typealias AVAudioFrameCount = UInt32
/// A count of packets.
public typealias AVAudioPacketCount = UInt32
/// A count of channels.
public typealias AVAudioChannelCount = UInt32
/// The number of a bus of an engine's node.
public typealias AVAudioNodeBus = Int

/// The format of an audio stream.
public struct AudioStreamBasicDescription: BitwiseCopyable, Sendable {
    /// The sample rate in hertz.
    public var mSampleRate: Float64
    /// The encoding.
    public var mFormatID: AudioFormatID
    /// The layout flags.
    public var mFormatFlags: AudioFormatFlags
    /// Bytes per packet; 0 if packets have variable size.
    public var mBytesPerPacket: UInt32
    /// Frames per packet; 1 for linear PCM.
    public var mFramesPerPacket: UInt32
    /// Bytes per frame; 0 for compressed encodings.
    public var mBytesPerFrame: UInt32
    /// Channels per frame.
    public var mChannelsPerFrame: UInt32
    /// Bits per sample; 0 for compressed encodings.
    public var mBitsPerChannel: UInt32
    /// Padding to a multiple of eight bytes.
    public var mReserved: UInt32

    /// Creates a description; all members default to 0.
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

/// The location of a packet in a compressed stream.
public struct AudioStreamPacketDescription: BitwiseCopyable, Sendable {
    /// The offset of the packet in bytes.
    public var mStartOffset: Int64
    /// The number of frames of a packet of variable duration, else 0.
    public var mVariableFramesInPacket: UInt32
    /// The number of bytes of the packet.
    public var mDataByteSize: UInt32

    /// Creates a description; all members default to 0.
    public init(mStartOffset: Int64 = 0, mVariableFramesInPacket: UInt32 = 0, mDataByteSize: UInt32 = 0) {
        (self.mStartOffset, self.mVariableFramesInPacket) = (mStartOffset, mVariableFramesInPacket)
        self.mDataByteSize = mDataByteSize
    }
}

/// A SMPTE time, of the same size as Apple's; no clock of this device counts it.
public struct SMPTETime: BitwiseCopyable, Sendable {
    private let members: (UInt64, UInt64, UInt64) = (0, 0, 0)

    /// Creates the time zero.
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
    /// Sample time and host time.
    public static let sampleHostTimeValid: AudioTimeStampFlags = [.sampleTimeValid, .hostTimeValid]
}

/// A time in several clocks.
public struct AudioTimeStamp: BitwiseCopyable, Sendable {
    /// Frames since the stream began.
    public var mSampleTime: Float64
    /// The host time, in nanoseconds.
    public var mHostTime: UInt64
    /// The ratio of the actual to the nominal sample rate.
    public var mRateScalar: Float64
    /// The word clock.
    public var mWordClockTime: UInt64
    /// The SMPTE time.
    public var mSMPTETime: SMPTETime
    /// The members that are valid.
    public var mFlags: AudioTimeStampFlags
    /// Padding to a multiple of eight bytes.
    public var mReserved: UInt32

    /// Creates a time stamp; all members default to 0.
    public init(
        mSampleTime: Float64 = 0, mHostTime: UInt64 = 0, mRateScalar: Float64 = 0, mWordClockTime: UInt64 = 0,
        mSMPTETime: SMPTETime = SMPTETime(), mFlags: AudioTimeStampFlags = [], mReserved: UInt32 = 0
    ) {
        (self.mSampleTime, self.mHostTime, self.mRateScalar) = (mSampleTime, mHostTime, mRateScalar)
        self.mWordClockTime = mWordClockTime
        (self.mSMPTETime, self.mFlags, self.mReserved) = (mSMPTETime, mFlags, mReserved)
    }
}
