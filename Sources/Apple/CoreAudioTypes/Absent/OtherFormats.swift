// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

// Encodings that nothing here reads or writes, and the former names of flags.
public let kAudioFormatEnhancedAC3: AudioFormatID = 0x6563_2D33, kAudioFormatAC3: AudioFormatID = 0x6163_2D33, kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370, kAudioFormatMPEG4AAC_ELD: AudioFormatID = 0x6161_6365
public let kAudioFormatULaw: AudioFormatID = 0x756C_6177, kAudioFormatALaw: AudioFormatID = 0x616C_6177, kAudioFormatFLAC: AudioFormatID = 0x666C_6163
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573, kAudioFormatAMR: AudioFormatID = 0x7361_6D72, kAudioFormatAMR_WB: AudioFormatID = 0x7361_7762
public let kAudioFormatMPEGLayer1: AudioFormatID = 0x2E6D_7031, kAudioFormatMPEGLayer2: AudioFormatID = 0x2E6D_7032
public let kAudioFormatMPEGD_USAC: AudioFormatID = 0x7573_6163, kAudioFormatMPEG4AAC_ELD_V2: AudioFormatID = 0x6161_6367
public let kAudioFormatMPEG4AAC_ELD_SBR: AudioFormatID = 0x6161_6366, kAudioFormatMPEG4AAC_LD: AudioFormatID = 0x6161_636C
public let kAudioFormatMPEG4AAC_Spatial: AudioFormatID = 0x6161_6373, kAudioFormatMPEG4CELP: AudioFormatID = 0x6365_6C70
public let kAudioFormatMPEG4HVXC: AudioFormatID = 0x6876_7863, kAudioFormatMPEG4TwinVQ: AudioFormatID = 0x7477_7671, kAudioFormatiLBC: AudioFormatID = 0x696C_6263
public let kAudioFormatTimeCode: AudioFormatID = 0x7469_6D65, kAudioFormatMIDIStream: AudioFormatID = 0x6D69_6469
public let kAudioFormatParameterValueStream: AudioFormatID = 0x6170_7673, kAudioFormatQDesign: AudioFormatID = 0x5144_4D43
public let kAudioFormatQDesign2: AudioFormatID = 0x5144_4D32, kAudioFormatQUALCOMM: AudioFormatID = 0x5163_6C70, kAudioFormatMACE3: AudioFormatID = 0x4D41_4333
public let kAudioFormatMACE6: AudioFormatID = 0x4D41_4336, kAudioFormatAudible: AudioFormatID = 0x4155_4442, kAudioFormatAES3: AudioFormatID = 0x6165_7333
public let kAudioFormatMicrosoftGSM: AudioFormatID = 0x6D73_0031, kAudioFormatDVIIntelIMA: AudioFormatID = 0x6D73_0011
public let kAudioFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000, kLinearPCMFormatFlagIsFloat = kAudioFormatFlagIsFloat
public let kLinearPCMFormatFlagIsBigEndian = kAudioFormatFlagIsBigEndian, kLinearPCMFormatFlagIsSignedInteger = kAudioFormatFlagIsSignedInteger
public let kLinearPCMFormatFlagIsPacked = kAudioFormatFlagIsPacked, kLinearPCMFormatFlagIsAlignedHigh = kAudioFormatFlagIsAlignedHigh
public let kLinearPCMFormatFlagIsNonInterleaved = kAudioFormatFlagIsNonInterleaved
// Loudspeakers and arrangements. More than two channels are kept, and not heard as such.
public let kAudioChannelLabel_Unknown: AudioChannelLabel = 0xFFFF_FFFF, kAudioChannelLabel_Unused: AudioChannelLabel = 0
public let kAudioChannelLabel_Center: AudioChannelLabel = 3, kAudioChannelLayoutTag_UseChannelDescriptions: AudioChannelLayoutTag = 0
public let kAudioChannelLayoutTag_UseChannelBitmap: AudioChannelLayoutTag = 1 << 16, kAudioChannelLayoutTag_StereoHeadphones: AudioChannelLayoutTag = 102 << 16 | 2
public let kAudioChannelLayoutTag_Quadraphonic: AudioChannelLayoutTag = 108 << 16 | 4, kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = 121 << 16 | 6
public let kAudioChannelLayoutTag_MPEG_7_1_A: AudioChannelLayoutTag = 126 << 16 | 8, kAudioChannelLayoutTag_Unknown: AudioChannelLayoutTag = 0xFFFF_0000
public let kAudioChannelLabel_LFEScreen: AudioChannelLabel = 4, kAudioChannelLabel_LeftSurround: AudioChannelLabel = 5
public let kAudioChannelLabel_RightSurround: AudioChannelLabel = 6, kAudioChannelLabel_Discrete_0: AudioChannelLabel = 1 << 16
public let kAudioChannelLayoutTag_AudioUnit_4: AudioChannelLayoutTag = 108 << 16 | 4, kAudioChannelLayoutTag_AudioUnit_5: AudioChannelLayoutTag = 109 << 16 | 5
public let kAudioChannelLayoutTag_AudioUnit_6: AudioChannelLayoutTag = 110 << 16 | 6, kAudioChannelLayoutTag_AudioUnit_8: AudioChannelLayoutTag = 111 << 16 | 8, kAudioChannelLayoutTag_AudioUnit_5_0: AudioChannelLayoutTag = 118 << 16 | 5, kAudioChannelLayoutTag_AudioUnit_6_0: AudioChannelLayoutTag = 139 << 16 | 6, kAudioChannelLayoutTag_AudioUnit_7_0: AudioChannelLayoutTag = 140 << 16 | 7
public let kAudioChannelLayoutTag_Atmos_5_1_2: AudioChannelLayoutTag = 194 << 16 | 8, kAudioChannelLayoutTag_Atmos_5_1_4: AudioChannelLayoutTag = 195 << 16 | 10, kAudioChannelLayoutTag_Atmos_7_1_2: AudioChannelLayoutTag = 196 << 16 | 10, kAudioChannelLayoutTag_Atmos_7_1_4: AudioChannelLayoutTag = 192 << 16 | 12, kAudioChannelLayoutTag_Atmos_9_1_6: AudioChannelLayoutTag = 193 << 16 | 16
public let kAudioChannelLayoutTag_MPEG_3_0_B: AudioChannelLayoutTag = 114 << 16 | 3, kAudioChannelLayoutTag_MPEG_5_0_D: AudioChannelLayoutTag = 120 << 16 | 5
public let kAudioChannelLayoutTag_MPEG_5_1_D: AudioChannelLayoutTag = 124 << 16 | 6, kAudioChannelLayoutTag_AAC_5_1 = kAudioChannelLayoutTag_MPEG_5_1_D
public let kAudioChannelLayoutTag_AAC_5_0 = kAudioChannelLayoutTag_MPEG_5_0_D

/// The profiles of MPEG-4 audio.
public enum MPEG4ObjectID: Int, Sendable { case aac_Main = 1, AAC_LC = 2, AAC_SSR = 3, AAC_LTP = 4, AAC_SBR = 5, aac_Scalable = 6, twinVQ = 7, CELP = 8, HVXC = 9 }
