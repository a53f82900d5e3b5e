internal import AppleSession
internal import AudioToolbox
public import CoreAudioTypes
public import CoreMedia
public import Foundation

/// The format of one sample.
public enum AVAudioCommonFormat: UInt, Sendable {
    case otherFormat = 0  // Another format.
    case pcmFormatFloat32 = 1  // 32-bit floats.
    case pcmFormatFloat64 = 2  // 64-bit floats.
    case pcmFormatInt16 = 3  // 16-bit signed integers.
    case pcmFormatInt32 = 4  // 32-bit signed integers.

    var bytes: Int {
        switch self {
        case .otherFormat: 0
        case .pcmFormatInt16: 2
        case .pcmFormatFloat32, .pcmFormatInt32: 4
        case .pcmFormatFloat64: 8
        }
    }
}

/// The format of an audio stream. Immutable, for any thread.
public final class AVAudioFormat: NSObject, Sendable {
    let stream: AudioStreamBasicDescription
    public let channelLayout: AVAudioChannelLayout?  // The channel layout, if known.

    /// Creates a format from a description, or nil if it has more than two channels (which need a layout) or an invalid rate.
    public convenience init?(streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>) {
        self.init(streamDescription: asbd, channelLayout: nil)
    }

    /// Creates a format from a description and a channel layout.
    public init?(
        streamDescription asbd: UnsafePointer<AudioStreamBasicDescription>, channelLayout layout: AVAudioChannelLayout?
    ) {
        guard asbd.pointee.mChannelsPerFrame > 0, layout != nil || asbd.pointee.mChannelsPerFrame <= 2,
            asbd.pointee.mSampleRate.isFinite, asbd.pointee.mSampleRate >= 0
        else { return nil }
        (stream, channelLayout) = (asbd.pointee, layout)
    }

    /// Creates a format of non-interleaved floats, or nil for more than two channels or an invalid rate.
    public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
    }

    /// Creates a format of non-interleaved floats.
    public convenience init(standardFormatWithSampleRate sampleRate: Double, channelLayout layout: AVAudioChannelLayout)
    {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, interleaved: false, channelLayout: layout)
    }

    /// Creates a format of linear PCM, or nil for zero or more than two channels, or an invalid rate.
    public init?(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
    ) {
        guard (1...2).contains(channels), sampleRate.isFinite, sampleRate >= 0, format != .otherFormat else {
            return nil
        }
        stream = Self.linear(format, sampleRate, channels, interleaved)
        channelLayout = nil
    }

    /// Creates a format of linear PCM with a channel layout.
    public init(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, interleaved: Bool,
        channelLayout layout: AVAudioChannelLayout
    ) {
        stream = Self.linear(format, sampleRate, layout.channelCount, interleaved)
        channelLayout = layout
    }

    /// Creates a format from a dictionary of audio settings, or nil if it describes none.
    public init?(settings: [String: Any]) {
        guard let read = AudioSettings(settings).stream else { return nil }
        stream = read
        channelLayout = nil
    }

    /// Creates an empty format: a placeholder for a stored property.
    public override init() { (stream, channelLayout) = (AudioStreamBasicDescription(), nil) }

    init(_ stream: AudioStreamBasicDescription, layout: AVAudioChannelLayout?) {
        (self.stream, channelLayout) = (stream, layout)
    }

    /// Creates the standard format with any number of channels; more than two have no layout.
    init(rate: Double, channels: UInt32) {
        stream = Self.linear(.pcmFormatFloat32, rate, channels, false)
        channelLayout = Self.layout(channels)
    }

    convenience init(of reader: any BackendReader) {
        self.init(AudioStreamBasicDescription(of: reader), channels: UInt32(reader.channels))
    }

    convenience init(_ stream: AudioStreamBasicDescription, channels: UInt32) {
        self.init(stream, layout: Self.layout(channels))
    }

    convenience init(_ form: FileForm) {
        var stream = AudioStreamBasicDescription(
            form.encoding, rate: form.rate, channels: form.channels, kind: form.kind, isBigEndian: form.isBigEndian)
        switch stream.mFormatID {
        case kAudioFormatAppleLossless:
            (stream.mFormatFlags, stream.mFramesPerPacket) = (kAppleLosslessFormatFlag_16BitSourceData, 4_096)
        case kAudioFormatMPEG4AAC: stream.mFramesPerPacket = 1_024
        default: break
        }
        self.init(stream, channels: UInt32(form.channels))
    }

    private static func layout(_ channels: UInt32) -> AVAudioChannelLayout? {
        channels > 2 ? AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | channels) : nil
    }

    private static func linear(
        _ format: AVAudioCommonFormat, _ rate: Double, _ channels: UInt32, _ interleaved: Bool
    ) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            linear: UInt32(format.bytes * 8), isFloat: format == .pcmFormatFloat32 || format == .pcmFormatFloat64,
            isInterleaved: interleaved, rate: rate, channels: channels)
    }

    /// The sample rate in hertz.
    public var sampleRate: Double { stream.mSampleRate }
    /// The number of channels.
    public var channelCount: AVAudioChannelCount { stream.mChannelsPerFrame }
    /// Whether the samples of all channels are interleaved in one buffer.
    public var isInterleaved: Bool { stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 }
    /// Whether the samples are non-interleaved 32-bit floats.
    public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

    /// The format of one sample.
    public var commonFormat: AVAudioCommonFormat {
        guard stream.mFormatID == kAudioFormatLinearPCM, stream.mFormatFlags & kAudioFormatFlagIsBigEndian == 0 else {
            return .otherFormat
        }
        let isFloat = stream.mFormatFlags & kAudioFormatFlagIsFloat != 0
        return switch (isFloat, stream.mBitsPerChannel) {
        case (true, 32): .pcmFormatFloat32
        case (true, 64): .pcmFormatFloat64
        case (false, 16): .pcmFormatInt16
        case (false, 32): .pcmFormatInt32
        default: .otherFormat
        }
    }

    /// The stream description, valid as long as the format.
    public var streamDescription: UnsafePointer<AudioStreamBasicDescription> {
        StreamDescriptions.pointer(to: stream, of: self)
    }

    /// The audio settings that describe this format.
    public var settings: [String: Any] {
        // NSNumbers, so that each value can be read as an Int, a Double or a Bool.
        var values: [String: NSNumber] = [
            AVFormatIDKey: NSNumber(value: stream.mFormatID), AVSampleRateKey: NSNumber(value: sampleRate),
            AVNumberOfChannelsKey: NSNumber(value: channelCount),
        ]
        if stream.mFormatID == kAudioFormatLinearPCM {
            values[AVLinearPCMBitDepthKey] = NSNumber(value: stream.mBitsPerChannel)
            values[AVLinearPCMIsFloatKey] = NSNumber(value: stream.mFormatFlags & kAudioFormatFlagIsFloat != 0)
            values[AVLinearPCMIsBigEndianKey] = NSNumber(value: stream.mFormatFlags & kAudioFormatFlagIsBigEndian != 0)
            values[AVLinearPCMIsNonInterleaved] = NSNumber(value: !isInterleaved)
        }
        return values
    }

    /// The decoder's cookie: nil for linear PCM.
    public var magicCookie: Data? { nil }
    /// The format as a Core Media format description.
    public var formatDescription: CMFormatDescription { CMFormatDescription(of: stream) }

    /// Creates a format from a Core Media format description.
    public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
        let stream = formatDescription.audioStreamBasicDescription ?? AudioStreamBasicDescription()
        self.init(stream, layout: Self.layout(stream.mChannelsPerFrame))
    }

    /// Returns whether the other format has the same description.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = (object as? AVAudioFormat) else { return false }
        // A rate of NaN does not equal itself.
        if self === other { return true }
        let (one, two) = (stream, other.stream)
        return one.mSampleRate == two.mSampleRate && one.mFormatID == two.mFormatID
            && one.mFormatFlags == two.mFormatFlags && one.mChannelsPerFrame == two.mChannelsPerFrame
            && one.mBitsPerChannel == two.mBitsPerChannel && channelLayout == other.channelLayout
    }

    /// Agrees with `isEqual(_:)`.
    public override var hash: Int {
        Int(nearest: sampleRate) ^ Int(channelCount) << 20 ^ Int(stream.mFormatFlags) << 24
    }

    /// A textual description of the format.
    public override var description: String {
        let encoding =
            switch commonFormat {
            case .pcmFormatFloat32: "Float32"
            case .pcmFormatFloat64: "Float64"
            case .pcmFormatInt16: "Int16"
            case .pcmFormatInt32: "Int32"
            case .otherFormat: "other"
            }
        let layout = isInterleaved ? "interleaved" : "deinterleaved"
        return "<AVAudioFormat: \(channelCount) ch, \(Int(nearest: sampleRate)) Hz, \(encoding), \(layout)>"
    }
}
