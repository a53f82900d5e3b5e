// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AudioToolbox
internal import CoreAudioTypes
internal import Foundation

// The names are Apple's.

public let AVFormatIDKey = "AVFormatIDKey"  // The encoding, an `AudioFormatID`.
public let AVSampleRateKey = "AVSampleRateKey"  // The sample rate in hertz.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"  // The number of channels.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"  // Bits per sample: 8, 16, 24 or 32.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"  // Whether samples are big-endian.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"  // Whether samples are floats.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"  // Whether channels are non-interleaved.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"  // The file type, an `AudioFileTypeID`.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"  // The encoder's quality, an `AVAudioQuality`.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"  // The bit rate, in bits per second.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"  // The bit rate per channel.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"  // The bit rate strategy.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"  // A constant bit rate.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"  // The conversion algorithm.
/// The quality of sample rate conversion, an `AVAudioQuality`.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"
/// The channel layout, as the bytes of an `AudioChannelLayout`.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

/// The quality of an encoding or a conversion.
public enum AVAudioQuality: Int, Sendable {
    case min = 0  // The lowest quality.
    case low = 0x20  // Low quality.
    case medium = 0x40  // Medium quality.
    case high = 0x60  // High quality.
    case max = 0x7F  // The highest quality.
}

/// Parsed audio settings. Numbers may be of any Swift type, or NSNumber.
struct AudioSettings {
    let values: [String: Any]

    init(_ values: [String: Any]) { self.values = values }

    /// Returns the values with numbers as NSNumber, which can be read as any Swift number.
    static func numbers(_ values: [String: Any]) -> [String: Any] { values.mapValues { $0 as? NSNumber ?? $0 } }

    func number(_ key: String) -> Double? {
        switch values[key] {
        case let value as any BinaryFloatingPoint: Double(value)
        case let value as any BinaryInteger: Double(value)
        case let value as Bool: value ? 1 : 0
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }

    func flag(_ key: String) -> Bool { number(key).map { $0 != 0 } ?? false }

    /// The encoding; linear PCM by default.
    var formatID: AudioFormatID { number(AVFormatIDKey).map { AudioFormatID(nearest: $0) } ?? kAudioFormatLinearPCM }
    /// The sample rate, if given.
    var rate: Double? { number(AVSampleRateKey) }
    var channels: UInt32? { number(AVNumberOfChannelsKey).flatMap { UInt32(exactly: $0) } }

    /// The stream description, or nil if the settings describe none.
    var stream: AudioStreamBasicDescription? {
        guard let rate, rate > 0, rate.isFinite, let channels, channels > 0 else { return nil }
        guard formatID == kAudioFormatLinearPCM else {
            return AudioStreamBasicDescription(
                mSampleRate: rate, mFormatID: formatID, mFramesPerPacket: 1024, mChannelsPerFrame: channels)
        }
        let bits = number(AVLinearPCMBitDepthKey).map { UInt32(nearest: $0) } ?? 16
        let isApart = flag(AVLinearPCMIsNonInterleaved)
        guard !(bits / 8).multipliedReportingOverflow(by: isApart ? 1 : channels).overflow else { return nil }
        return AudioStreamBasicDescription(
            linear: bits, isFloat: flag(AVLinearPCMIsFloatKey), isBigEndian: flag(AVLinearPCMIsBigEndianKey),
            isInterleaved: !isApart, rate: rate, channels: channels)
    }
}
