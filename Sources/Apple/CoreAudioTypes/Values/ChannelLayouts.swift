// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's. Arrangements name their channels in order: L left, R right, C centre, Lfe low, s surround.

public let kAudioChannelLabel_LFEScreen: AudioChannelLabel = 4  // Low frequencies.
public let kAudioChannelLabel_LeftSurround: AudioChannelLabel = 5  // Left, behind.
public let kAudioChannelLabel_RightSurround: AudioChannelLabel = 6  // Right, behind.
public let kAudioChannelLabel_LeftCenter: AudioChannelLabel = 7  // Between left and centre.
public let kAudioChannelLabel_RightCenter: AudioChannelLabel = 8  // Between right and centre.
public let kAudioChannelLabel_CenterSurround: AudioChannelLabel = 9  // Behind.
public let kAudioChannelLabel_LeftSurroundDirect: AudioChannelLabel = 10  // Left, straight beside the listener.
public let kAudioChannelLabel_RightSurroundDirect: AudioChannelLabel = 11  // Right, straight beside the listener.
public let kAudioChannelLabel_Discrete_0: AudioChannelLabel = 1 << 16  // The first of channels that only have numbers.

/// A stereo signal as a matrix decoder takes it.
public let kAudioChannelLayoutTag_MatrixStereo: AudioChannelLayoutTag = 103 << 16 | 2
public let kAudioChannelLayoutTag_MidSide: AudioChannelLayoutTag = 104 << 16 | 2  // Middle and side.
public let kAudioChannelLayoutTag_XY: AudioChannelLayoutTag = 105 << 16 | 2  // Two microphones in one place.
public let kAudioChannelLayoutTag_Binaural: AudioChannelLayoutTag = 106 << 16 | 2  // Two ears.
public let kAudioChannelLayoutTag_Ambisonic_B_Format: AudioChannelLayoutTag = 107 << 16 | 4  // W, X, Y, Z.
public let kAudioChannelLayoutTag_Pentagonal: AudioChannelLayoutTag = 109 << 16 | 5  // L R Ls Rs C.
public let kAudioChannelLayoutTag_Hexagonal: AudioChannelLayoutTag = 110 << 16 | 6  // L R Ls Rs C Cs.
public let kAudioChannelLayoutTag_Octagonal: AudioChannelLayoutTag = 111 << 16 | 8  // Eight around the listener.
public let kAudioChannelLayoutTag_Cube: AudioChannelLayoutTag = 112 << 16 | 8  // Eight corners.
public let kAudioChannelLayoutTag_MPEG_3_0_A: AudioChannelLayoutTag = 113 << 16 | 3  // L R C.
public let kAudioChannelLayoutTag_MPEG_3_0_B: AudioChannelLayoutTag = 114 << 16 | 3  // C L R.
public let kAudioChannelLayoutTag_MPEG_4_0_A: AudioChannelLayoutTag = 115 << 16 | 4  // L R C Cs.
public let kAudioChannelLayoutTag_MPEG_4_0_B: AudioChannelLayoutTag = 116 << 16 | 4  // C L R Cs.
public let kAudioChannelLayoutTag_MPEG_5_0_A: AudioChannelLayoutTag = 117 << 16 | 5  // L R C Ls Rs.
public let kAudioChannelLayoutTag_MPEG_5_0_B: AudioChannelLayoutTag = 118 << 16 | 5  // L R Ls Rs C.
public let kAudioChannelLayoutTag_MPEG_5_0_C: AudioChannelLayoutTag = 119 << 16 | 5  // L C R Ls Rs.
public let kAudioChannelLayoutTag_MPEG_5_0_D: AudioChannelLayoutTag = 120 << 16 | 5  // C L R Ls Rs.
public let kAudioChannelLayoutTag_MPEG_5_1_B: AudioChannelLayoutTag = 122 << 16 | 6  // L R Ls Rs C Lfe.
public let kAudioChannelLayoutTag_MPEG_5_1_C: AudioChannelLayoutTag = 123 << 16 | 6  // L C R Ls Rs Lfe.
public let kAudioChannelLayoutTag_MPEG_5_1_D: AudioChannelLayoutTag = 124 << 16 | 6  // C L R Ls Rs Lfe.
public let kAudioChannelLayoutTag_MPEG_6_1_A: AudioChannelLayoutTag = 125 << 16 | 7  // L R C Lfe Ls Rs Cs.
public let kAudioChannelLayoutTag_MPEG_7_1_B: AudioChannelLayoutTag = 127 << 16 | 8  // C Lc Rc L R Ls Rs Lfe.
public let kAudioChannelLayoutTag_MPEG_7_1_C: AudioChannelLayoutTag = 128 << 16 | 8  // L R C Lfe Ls Rs, and two behind.
/// The arrangement `kAudioChannelLayoutTag_MPEG_5_1_D`.
public let kAudioChannelLayoutTag_AAC_5_1 = kAudioChannelLayoutTag_MPEG_5_1_D
/// The arrangement `kAudioChannelLayoutTag_MPEG_5_0_D`.
public let kAudioChannelLayoutTag_AAC_5_0 = kAudioChannelLayoutTag_MPEG_5_0_D

/// A range of values, with both its ends.
public struct AudioValueRange: Hashable, Sendable {
    /// The least.
    public var mMinimum: Float64
    /// The largest.
    public var mMaximum: Float64

    /// Creates the range from 0 to 0.
    public init() { self.init(mMinimum: 0, mMaximum: 0) }
    /// Creates it member by member.
    public init(mMinimum: Float64, mMaximum: Float64) { (self.mMinimum, self.mMaximum) = (mMinimum, mMaximum) }
}
