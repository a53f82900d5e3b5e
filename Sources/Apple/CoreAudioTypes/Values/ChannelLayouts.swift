// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's. Layouts list their channels in order: L left, R right, C center, Lfe low frequencies, s surround.

public let kAudioChannelLabel_LFEScreen: AudioChannelLabel = 4  // Low frequencies.
public let kAudioChannelLabel_LeftSurround: AudioChannelLabel = 5  // Left surround.
public let kAudioChannelLabel_RightSurround: AudioChannelLabel = 6  // Right surround.
public let kAudioChannelLabel_Discrete_0: AudioChannelLabel = 1 << 16  // The first discrete channel.

public let kAudioChannelLayoutTag_AudioUnit_4: AudioChannelLayoutTag = 108 << 16 | 4  // L R Ls Rs.
public let kAudioChannelLayoutTag_AudioUnit_5: AudioChannelLayoutTag = 109 << 16 | 5  // L R Ls Rs C.
public let kAudioChannelLayoutTag_AudioUnit_6: AudioChannelLayoutTag = 110 << 16 | 6  // A hexagon.
public let kAudioChannelLayoutTag_AudioUnit_8: AudioChannelLayoutTag = 111 << 16 | 8  // An octagon.
public let kAudioChannelLayoutTag_MPEG_3_0_B: AudioChannelLayoutTag = 114 << 16 | 3  // C L R.
public let kAudioChannelLayoutTag_MPEG_5_0_D: AudioChannelLayoutTag = 120 << 16 | 5  // C L R Ls Rs.
public let kAudioChannelLayoutTag_MPEG_5_1_D: AudioChannelLayoutTag = 124 << 16 | 6  // C L R Ls Rs Lfe.
/// The arrangement `kAudioChannelLayoutTag_MPEG_5_1_D`.
public let kAudioChannelLayoutTag_AAC_5_1 = kAudioChannelLayoutTag_MPEG_5_1_D
/// The arrangement `kAudioChannelLayoutTag_MPEG_5_0_D`.
public let kAudioChannelLayoutTag_AAC_5_0 = kAudioChannelLayoutTag_MPEG_5_0_D
