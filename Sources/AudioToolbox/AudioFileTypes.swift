// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's; the codes are four characters each.

/// The code of a kind of file.
public typealias AudioFileTypeID = UInt32
/// WAVE: 'WAVE'.
public let kAudioFileWAVEType: AudioFileTypeID = 0x5741_5645
/// AIFF: 'AIFF'.
public let kAudioFileAIFFType: AudioFileTypeID = 0x4149_4646
/// AIFF, compressed: 'AIFC'.
public let kAudioFileAIFCType: AudioFileTypeID = 0x4149_4643
/// Core Audio's: 'caff'.
public let kAudioFileCAFType: AudioFileTypeID = 0x6361_6666
/// MPEG layer 3: 'MPG3'.
public let kAudioFileMP3Type: AudioFileTypeID = 0x4D50_4733
/// MPEG-4 with sound only: 'm4af'.
public let kAudioFileM4AType: AudioFileTypeID = 0x6D34_6166
/// MPEG-4: 'mp4f'.
public let kAudioFileMPEG4Type: AudioFileTypeID = 0x6D70_3466
/// AAC with its own heads: 'adts'.
public let kAudioFileAAC_ADTSType: AudioFileTypeID = 0x6164_7473
/// FLAC: 'flac'.
public let kAudioFileFLACType: AudioFileTypeID = 0x666C_6163

/// It cannot be said what is wrong with the file: 'wht?'.
public let kAudioFileUnspecifiedError: OSStatus = 0x7768_743F
/// Files of this kind cannot be used: 'typ?'.
public let kAudioFileUnsupportedFileTypeError: OSStatus = 0x7479_703F
/// Samples of this kind cannot be in such a file: 'fmt?'.
public let kAudioFileUnsupportedDataFormatError: OSStatus = 0x666D_743F
/// The file may not be used: 'prm?'.
public let kAudioFilePermissionsError: OSStatus = 0x7072_6D3F
/// The file is damaged: 'dta?'.
public let kAudioFileInvalidFileError: OSStatus = 0x6474_613F
/// The file has ended: -39.
public let kAudioFileEndOfFileError: OSStatus = -39
/// The file is not there: -43.
public let kAudioFileFileNotFoundError: OSStatus = -43
