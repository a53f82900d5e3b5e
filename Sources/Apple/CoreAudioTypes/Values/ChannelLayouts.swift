// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's. Arrangements name their channels in order: L left, R right, C centre, Lfe low, s surround.

public let kAudioChannelLabel_LFEScreen: AudioChannelLabel = 4  // Low frequencies.
public let kAudioChannelLabel_LeftSurround: AudioChannelLabel = 5  // Left, behind.
public let kAudioChannelLabel_RightSurround: AudioChannelLabel = 6  // Right, behind.
public let kAudioChannelLabel_Discrete_0: AudioChannelLabel = 1 << 16  // The first of channels that only have numbers.

public let kAudioChannelLayoutTag_MPEG_5_0_D: AudioChannelLayoutTag = 120 << 16 | 5  // C L R Ls Rs.
public let kAudioChannelLayoutTag_MPEG_5_1_D: AudioChannelLayoutTag = 124 << 16 | 6  // C L R Ls Rs Lfe.
/// The arrangement `kAudioChannelLayoutTag_MPEG_5_1_D`.
public let kAudioChannelLayoutTag_AAC_5_1 = kAudioChannelLayoutTag_MPEG_5_1_D
/// The arrangement `kAudioChannelLayoutTag_MPEG_5_0_D`.
public let kAudioChannelLayoutTag_AAC_5_0 = kAudioChannelLayoutTag_MPEG_5_0_D
