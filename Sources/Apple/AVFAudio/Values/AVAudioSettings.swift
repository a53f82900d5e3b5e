// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CoreAudioTypes
internal import Foundation

// The names are Apple's.

public let AVFormatIDKey = "AVFormatIDKey"  // The encoding, an `AudioFormatID`.
public let AVSampleRateKey = "AVSampleRateKey"  // Frames per second.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"  // How many channels.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"  // Bits of a sample: 8, 16, 24 or 32.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"  // Whether the high byte of a sample comes first.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"  // Whether samples are floats.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"  // Whether each channel has a buffer of its own.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"  // The kind of file, an `AudioFileTypeID`.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"  // How well to encode, an `AVAudioQuality`.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"  // Bits per second.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"  // Bits per second and channel.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"  // How the bits are spread.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"  // How a sample rate is changed.
/// The quality of a change of the sample rate, an `AVAudioQuality`.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"
/// The arrangement of the channels, as bytes of an `AudioChannelLayout`.
public let AVChannelLayoutKey = "AVChannelLayoutKey"
/// The usual way to change a sample rate.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"

/// The quality of an encoding or a conversion.
public enum AVAudioQuality: Int, Sendable {
    case min = 0  // As small as can be.
    case low = 0x20  // Small.
    case medium = 0x40  // Middling.
    case high = 0x60  // Good.
    case max = 0x7F  // As good as can be.
}

/// A recorder's settings, read: numbers may come as any of Swift's, or as NSNumber.
struct AudioSettings {
    let values: [String: Any]

    init(_ values: [String: Any]) { self.values = values }

    /// Returns the values with numbers that can be read back as any of Swift's, as on the phone.
    static func numbers(_ values: [String: Any]) -> [String: Any] { values.mapValues { $0 as? NSNumber ?? $0 } }

    func number(_ key: String) -> Double? {
        switch values[key] {
        case let value as Double: value
        case let value as Int: Double(value)
        case let value as UInt32: Double(value)
        case let value as Int32: Double(value)
        case let value as Float: Double(value)
        case let value as UInt: Double(value)
        case let value as Bool: value ? 1 : 0
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }

    func flag(_ key: String) -> Bool { number(key).map { $0 != 0 } ?? false }

    /// The encoding; linear PCM if it is not told.
    var formatID: AudioFormatID { number(AVFormatIDKey).map { AudioFormatID(nearest: $0) } ?? kAudioFormatLinearPCM }
    /// Frames per second, where they are told.
    var rate: Double? { number(AVSampleRateKey) }
    var channels: UInt32? { number(AVNumberOfChannelsKey).flatMap { UInt32(exactly: $0) } }

    /// The description that the settings make, or nil if they make none.
    var stream: AudioStreamBasicDescription? {
        guard let rate, rate > 0, rate.isFinite, let channels, channels > 0 else { return nil }
        guard formatID == kAudioFormatLinearPCM else {
            return AudioStreamBasicDescription(
                mSampleRate: rate, mFormatID: formatID, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 1024,
                mBytesPerFrame: 0, mChannelsPerFrame: channels, mBitsPerChannel: 0, mReserved: 0)
        }
        let bits = number(AVLinearPCMBitDepthKey).map { UInt32(nearest: $0) } ?? 16
        let isApart = flag(AVLinearPCMIsNonInterleaved)
        let (bytes, overflow) = (bits / 8).multipliedReportingOverflow(by: isApart ? 1 : channels)
        guard !overflow else { return nil }
        var flags = kAudioFormatFlagIsPacked
        flags |= flag(AVLinearPCMIsFloatKey) ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        if flag(AVLinearPCMIsBigEndianKey) { flags |= kAudioFormatFlagIsBigEndian }
        if isApart { flags |= kAudioFormatFlagIsNonInterleaved }
        return AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: formatID, mFormatFlags: flags, mBytesPerPacket: bytes, mFramesPerPacket: 1,
            mBytesPerFrame: bytes, mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
    }
}
