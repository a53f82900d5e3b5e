// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's; the codes are four characters each.

/// The code of a file type.
public typealias AudioFileTypeID = UInt32
public let kAudioFileWAVEType: AudioFileTypeID = 0x5741_5645  // WAVE: 'WAVE'.
public let kAudioFileAIFFType: AudioFileTypeID = 0x4149_4646  // AIFF: 'AIFF'.
public let kAudioFileAIFCType: AudioFileTypeID = 0x4149_4643  // AIFF, compressed: 'AIFC'.
public let kAudioFileCAFType: AudioFileTypeID = 0x6361_6666  // Core Audio's: 'caff'.
public let kAudioFileMP3Type: AudioFileTypeID = 0x4D50_4733  // MPEG layer 3: 'MPG3'.
public let kAudioFileM4AType: AudioFileTypeID = 0x6D34_6166  // MPEG-4 with sound only: 'm4af'.
public let kAudioFileMPEG4Type: AudioFileTypeID = 0x6D70_3466  // MPEG-4: 'mp4f'.
public let kAudioFileAAC_ADTSType: AudioFileTypeID = 0x6164_7473  // AAC in ADTS: 'adts'.
public let kAudioFileFLACType: AudioFileTypeID = 0x666C_6163  // FLAC: 'flac'.

public let kAudioFileUnspecifiedError: OSStatus = 0x7768_743F  // An unspecified error: 'wht?'.
public let kAudioFileUnsupportedFileTypeError: OSStatus = 0x7479_703F  // The file type is not supported: 'typ?'.
/// The file cannot hold the data format: 'fmt?'.
public let kAudioFileUnsupportedDataFormatError: OSStatus = 0x666D_743F
public let kAudioFilePermissionsError: OSStatus = 0x7072_6D3F  // Permission denied: 'prm?'.
public let kAudioFileInvalidFileError: OSStatus = 0x6474_613F  // The file is damaged: 'dta?'.
public let kAudioFileFileNotFoundError: OSStatus = -43  // The file does not exist: -43.
public let kAudioFileUnsupportedPropertyError: OSStatus = 0x7074_793F  // The property is not supported: 'pty?'.
public let kAudioFileBadPropertySizeError: OSStatus = 0x2173_697A  // The property size is wrong: '!siz'.
/// The file does not support the operation: 'op??'.
public let kAudioFileOperationNotSupportedError: OSStatus = 0x6F70_3F3F

/// A file of Audio File Services.
public typealias AudioFileID = OpaquePointer

/// The options for creating a file.
public struct AudioFileFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let eraseFile = AudioFileFlags(rawValue: 1)  // Replaces an existing file.
    /// Samples need not begin at a page; they never do here.
    public static let dontPageAlignAudioData = AudioFileFlags(rawValue: 2)
}
