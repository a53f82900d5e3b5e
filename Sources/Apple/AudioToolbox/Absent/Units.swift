// swift-format-ignore-file
// Written from Docs/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import CoreAudioTypes
// Kinds of units that cannot be made, by their four characters.
public let kAudioUnitSubType_DynamicsProcessor: OSType = 0x6463_6D70
public let kAudioUnitSubType_PeakLimiter: OSType = 0x6C6D_7472
public let kAudioUnitSubType_LowPassFilter: OSType = 0x6C70_6173
public let kAudioUnitSubType_HighPassFilter: OSType = 0x6870_6173
public let kAudioUnitSubType_BandPassFilter: OSType = 0x6270_6173
public let kAudioUnitSubType_HighShelfFilter: OSType = 0x6873_6866
public let kAudioUnitSubType_LowShelfFilter: OSType = 0x6C73_6866
public let kAudioUnitSubType_ParametricEQ: OSType = 0x706D_6571, kAudioUnitSubType_NBandEQ: OSType = 0x6E62_6571
public let kAudioUnitSubType_Distortion: OSType = 0x6469_7374, kAudioUnitSubType_Delay: OSType = 0x6465_6C79
public let kAudioUnitSubType_Reverb2: OSType = 0x7276_6232, kAudioUnitSubType_NewTimePitch: OSType = 0x6E75_7470
public let kAudioUnitSubType_Varispeed: OSType = 0x7661_7269
public let kAudioUnitSubType_AUiPodTimeOther: OSType = 0x6970_746F
public let kAudioUnitSubType_AUiPodTime: OSType = 0x6970_746D
public let kAudioUnitSubType_MultiChannelMixer: OSType = 0x6D63_6D78
public let kAudioUnitSubType_Sampler: OSType = 0x7361_6D70, kAudioUnitSubType_MIDISynth: OSType = 0x6D73_796E
public let kAudioUnitType_MusicDevice: OSType = 0x6175_6D75, kAudioUnitType_Effect: OSType = 0x6175_6678
public let kAudioUnitType_MusicEffect: OSType = 0x6175_6D66, kAudioUnitType_Mixer: OSType = 0x6175_6D78
public let kAudioUnitType_Generator: OSType = 0x6175_676E
public let kAUSampler_DefaultMelodicBankMSB = 0x79, kAUSampler_DefaultPercussionBankMSB = 0x78, kAUSampler_DefaultBankLSB = 0x00
// Keys of `kAudioFilePropertyInfoDictionary` that no file has: nothing of what a file says of itself is read.
public let kAFInfoDictionary_Album = "album", kAFInfoDictionary_Artist = "artist"
public let kAFInfoDictionary_ChannelLayout = "channel layout", kAFInfoDictionary_Comments = "comments"
public let kAFInfoDictionary_Composer = "composer", kAFInfoDictionary_Copyright = "copyright"
public let kAFInfoDictionary_EncodingApplication = "encoding application", kAFInfoDictionary_Genre = "genre"
public let kAFInfoDictionary_ISRC = "ISRC", kAFInfoDictionary_KeySignature = "key signature"
public let kAFInfoDictionary_Lyricist = "lyricist", kAFInfoDictionary_NominalBitRate = "nominal bit rate"
public let kAFInfoDictionary_RecordedDate = "recorded date"
public let kAFInfoDictionary_SourceBitDepth = "source bit depth"
public let kAFInfoDictionary_SourceEncoder = "source encoder", kAFInfoDictionary_SubTitle = "subtitle"
public let kAFInfoDictionary_Tempo = "tempo", kAFInfoDictionary_TimeSignature = "time signature"
public let kAFInfoDictionary_Title = "title", kAFInfoDictionary_TrackNumber = "track number"
public let kAFInfoDictionary_Year = "year"
