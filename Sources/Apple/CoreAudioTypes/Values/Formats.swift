// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's; the codes are four characters each.

public let kAudioFormatEnhancedAC3: AudioFormatID = 0x6563_2D33  // Dolby Digital Plus: 'ec-3'.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D  // Linear PCM: 'lpcm'.
public let kAudioFormatAC3: AudioFormatID = 0x6163_2D33  // AC-3: 'ac-3'.
public let kAudioFormatAppleIMA4: AudioFormatID = 0x696D_6134  // IMA 4:1 ADPCM: 'ima4'.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320  // MPEG-4 AAC: 'aac '.
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368  // MPEG-4 HE-AAC: 'aach'.
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370  // MPEG-4 HE-AAC v2: 'aacp'.
public let kAudioFormatMPEG4AAC_ELD: AudioFormatID = 0x6161_6365  // MPEG-4 AAC enhanced low delay: 'aace'.
public let kAudioFormatULaw: AudioFormatID = 0x756C_6177  // µ-law: 'ulaw'.
public let kAudioFormatALaw: AudioFormatID = 0x616C_6177  // A-law: 'alaw'.
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033  // MPEG-1 layer 3: '.mp3'.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163  // Apple Lossless: 'alac'.
public let kAppleLosslessFormatFlag_16BitSourceData: AudioFormatFlags = 1  // Apple Lossless of samples of 16 bits.
public let kAppleLosslessFormatFlag_24BitSourceData: AudioFormatFlags = 3  // Apple Lossless of samples of 24 bits.
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163  // FLAC: 'flac'.
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573  // Opus: 'opus'.

public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1  // Samples are floats.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2  // The high byte of a sample comes first.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4  // Integers have a sign.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8  // The bits of a sample fill its bytes.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 16  // The bits of a sample stand at the high end.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32  // Each channel has its own buffer.
public let kAudioFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000  // No flag at all.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0  // The byte order of this machine.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags = 9  // Packed floats of this machine.
public let kAudioFormatFlagsCanonical: AudioFormatFlags = 9  // Samples as an audio unit hands them on.
/// Samples of an audio unit, a buffer for each channel.
public let kAudioFormatFlagsAudioUnitCanonical: AudioFormatFlags = 41
public let kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat  // Samples are floats.
public let kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian  // The high byte of a sample comes first.
public let kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger  // Integers have a sign.
public let kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked  // The bits of a sample fill its bytes.
/// The bits of a sample stand at the high end.
public let kLinearPCMFormatFlagIsAlignedHigh = kAudioFormatFlagIsAlignedHigh
/// Each channel has its own buffer.
public let kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved

public let kAudio_FileNotFoundError: OSStatus = -43  // The file is not there, or is closed: -43.
public let kAudio_ParamError: OSStatus = -50  // The argument is not one that the call takes: -50.
public let kAudio_MemFullError: OSStatus = -108  // Memory has run out: -108.

public let kAudioChannelLabel_Unknown: AudioChannelLabel = 0xFFFF_FFFF  // A channel of unknown purpose.
public let kAudioChannelLabel_Unused: AudioChannelLabel = 0  // A channel that is not used.
public let kAudioChannelLabel_Left: AudioChannelLabel = 1  // The left loudspeaker.
public let kAudioChannelLabel_Right: AudioChannelLabel = 2  // The right loudspeaker.
public let kAudioChannelLabel_Center: AudioChannelLabel = 3  // The loudspeaker in the middle.
public let kAudioChannelLabel_Mono: AudioChannelLabel = 42  // The one channel of mono.

public let kAudioChannelLayoutTag_DiscreteInOrder: AudioChannelLayoutTag = 147 << 16  // Channels without an order.
/// The layout is defined by the labels of its channels.
public let kAudioChannelLayoutTag_UseChannelDescriptions: AudioChannelLayoutTag = 0
/// The layout is defined by a bitmap.
public let kAudioChannelLayoutTag_UseChannelBitmap: AudioChannelLayoutTag = 1 << 16
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1  // One channel.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2  // Left and right.
/// Left and right of headphones.
public let kAudioChannelLayoutTag_StereoHeadphones: AudioChannelLayoutTag = 102 << 16 | 2
/// Left, right, left surround, right surround.
public let kAudioChannelLayoutTag_Quadraphonic: AudioChannelLayoutTag = 108 << 16 | 4
/// Left, right, centre, low, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = 121 << 16 | 6
public let kAudioChannelLayoutTag_MPEG_7_1_A: AudioChannelLayoutTag = 126 << 16 | 8  // Seven channels and a low one.
public let kAudioChannelLayoutTag_Unknown: AudioChannelLayoutTag = 0xFFFF_0000  // An arrangement that is not known.

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
