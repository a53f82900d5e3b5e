// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's; the codes are four characters each.

public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D  // Linear PCM: 'lpcm'.
public let kAudioFormatAppleIMA4: AudioFormatID = 0x696D_6134  // IMA 4:1 ADPCM: 'ima4'.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320  // MPEG-4 AAC: 'aac '.
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033  // MPEG-1 layer 3: '.mp3'.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163  // Apple Lossless: 'alac'.
public let kAppleLosslessFormatFlag_16BitSourceData: AudioFormatFlags = 1  // Apple Lossless of samples of 16 bits.
public let kAppleLosslessFormatFlag_24BitSourceData: AudioFormatFlags = 3  // Apple Lossless of samples of 24 bits.

public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1  // Samples are floats.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2  // The high byte of a sample comes first.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4  // Integers have a sign.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8  // The bits of a sample fill its bytes.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 16  // The bits of a sample stand at the high end.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32  // Each channel has its own buffer.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0  // The byte order of this machine.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags = 9  // Packed floats of this machine.
public let kAudioFormatFlagsCanonical: AudioFormatFlags = 9  // Samples as an audio unit hands them on.
/// Samples of an audio unit, a buffer for each channel.
public let kAudioFormatFlagsAudioUnitCanonical: AudioFormatFlags = 41

public let kAudio_FileNotFoundError: OSStatus = -43  // The file is not there, or is closed: -43.
public let kAudio_ParamError: OSStatus = -50  // The argument is not one that the call takes: -50.
public let kAudio_MemFullError: OSStatus = -108  // Memory has run out: -108.

public let kAudioChannelLabel_Left: AudioChannelLabel = 1  // The left loudspeaker.
public let kAudioChannelLabel_Right: AudioChannelLabel = 2  // The right loudspeaker.
public let kAudioChannelLabel_Mono: AudioChannelLabel = 42  // The one channel of mono.

public let kAudioChannelLayoutTag_DiscreteInOrder: AudioChannelLayoutTag = 147 << 16  // Channels without an order.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1  // One channel.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2  // Left and right.

/// Returns the number of channels of a known arrangement.
public func AudioChannelLayoutTag_GetNumberOfChannels(_ inLayoutTag: AudioChannelLayoutTag) -> UInt32 {
    inLayoutTag & 0xFFFF
}

/// The channels of an arrangement, as bits.
public struct AudioChannelBitmap: OptionSet, BitwiseCopyable, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One channel of an arrangement.
public struct AudioChannelDescription: BitwiseCopyable, Sendable {
    /// The loudspeaker for which the channel is meant.
    public var mChannelLabel: AudioChannelLabel = 0
    /// The kind of the coordinates, as bits.
    public var mChannelFlags: UInt32 = 0
    /// The place of the loudspeaker.
    public var mCoordinates: (Float32, Float32, Float32) = (0, 0, 0)

    /// Creates a description of nothing.
    public init() {}
}

/// A channel layout.
public struct AudioChannelLayout: BitwiseCopyable, Sendable {
    /// A predefined layout, or how the other fields describe it.
    public var mChannelLayoutTag: AudioChannelLayoutTag = 0
    /// The channels as bits.
    public var mChannelBitmap: AudioChannelBitmap = []
    /// The number of descriptions.
    public var mNumberChannelDescriptions: UInt32 = 0
    /// The first element.
    public var mChannelDescriptions = AudioChannelDescription()

    /// Creates an arrangement of nothing.
    public init() {}
}
