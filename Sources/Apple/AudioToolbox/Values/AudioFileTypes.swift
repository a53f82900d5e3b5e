// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's; the codes are four characters each.

/// The code of a kind of file.
public typealias AudioFileTypeID = UInt32
public let kAudioFileWAVEType: AudioFileTypeID = 0x5741_5645  // WAVE: 'WAVE'.
public let kAudioFileAIFFType: AudioFileTypeID = 0x4149_4646  // AIFF: 'AIFF'.
public let kAudioFileAIFCType: AudioFileTypeID = 0x4149_4643  // AIFF, compressed: 'AIFC'.
public let kAudioFileCAFType: AudioFileTypeID = 0x6361_6666  // Core Audio's: 'caff'.
public let kAudioFileMP3Type: AudioFileTypeID = 0x4D50_4733  // MPEG layer 3: 'MPG3'.
public let kAudioFileM4AType: AudioFileTypeID = 0x6D34_6166  // MPEG-4 with sound only: 'm4af'.
public let kAudioFileMPEG4Type: AudioFileTypeID = 0x6D70_3466  // MPEG-4: 'mp4f'.
public let kAudioFileAAC_ADTSType: AudioFileTypeID = 0x6164_7473  // AAC with its own heads: 'adts'.
public let kAudioFileFLACType: AudioFileTypeID = 0x666C_6163  // FLAC: 'flac'.

public let kAudioFileUnspecifiedError: OSStatus = 0x7768_743F  // It cannot be said what is wrong with the file: 'wht?'.
public let kAudioFileUnsupportedFileTypeError: OSStatus = 0x7479_703F  // Files of this kind cannot be used: 'typ?'.
/// Samples of this kind cannot be in such a file: 'fmt?'.
public let kAudioFileUnsupportedDataFormatError: OSStatus = 0x666D_743F
public let kAudioFilePermissionsError: OSStatus = 0x7072_6D3F  // The file may not be used: 'prm?'.
public let kAudioFileInvalidFileError: OSStatus = 0x6474_613F  // The file is damaged: 'dta?'.
public let kAudioFileEndOfFileError: OSStatus = -39  // The file has ended: -39.
public let kAudioFileFileNotFoundError: OSStatus = -43  // The file is not there: -43.
public let kAudioFileNotOpenError: OSStatus = -38  // The file is not open: -38.
public let kAudioFilePositionError: OSStatus = -40  // There is no such place in the file: -40.
public let kAudioFileUnsupportedPropertyError: OSStatus = 0x7074_793F  // There is no such property: 'pty?'.
public let kAudioFileBadPropertySizeError: OSStatus = 0x2173_697A  // The property has another size: '!siz'.
/// The operation cannot be done with such a file: 'op??'.
public let kAudioFileOperationNotSupportedError: OSStatus = 0x6F70_3F3F
public let kAudioFileInvalidPacketOffsetError: OSStatus = 0x7063_6B3F  // There is no such packet: 'pck?'.
public let kAudioFileInvalidChunkError: OSStatus = 0x6368_6B3F  // A chunk is damaged: 'chk?'.
/// Packets need others that are not there: 'dep?'.
public let kAudioFileInvalidPacketDependencyError: OSStatus = 0x6465_703F
/// The file is too long for its kind: 'off?'.
public let kAudioFileDoesNotAllow64BitDataSizeError: OSStatus = 0x6F66_663F
/// The chunks must be put in order before more is written: 'optm'.
public let kAudioFileNotOptimizedError: OSStatus = 0x6F70_746D

/// A file of Audio File Services.
public typealias AudioFileID = OpaquePointer
/// The code of a property of a file.
public typealias AudioFilePropertyID = UInt32

/// The uses of a file that a program asks for.
public enum AudioFilePermissions: Int8, Sendable {
    case readPermission = 1  // Read it.
    case writePermission = 2  // Write it.
    case readWritePermission = 3  // Both.
}

/// The options for making a file.
public struct AudioFileFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let eraseFile = AudioFileFlags(rawValue: 1)  // A file that is there already is replaced.
    /// Samples need not begin at a page; they never do here.
    public static let dontPageAlignAudioData = AudioFileFlags(rawValue: 2)
}

/// A frame and the packet to which it belongs: a property that is asked and answered in place.
public struct AudioFramePacketTranslation: Sendable {
    /// A frame of the file.
    public var mFrame: Int64
    /// The packet in which it is.
    public var mPacket: Int64
    /// The frame within the packet, from 0.
    public var mFrameOffsetInPacket: UInt32

    /// Creates the beginning.
    public init() { self.init(mFrame: 0, mPacket: 0, mFrameOffsetInPacket: 0) }

    /// Creates a translation member by member.
    public init(mFrame: Int64, mPacket: Int64, mFrameOffsetInPacket: UInt32) {
        (self.mFrame, self.mPacket, self.mFrameOffsetInPacket) = (mFrame, mPacket, mFrameOffsetInPacket)
    }
}

/// A format in which a file can be read, with the arrangement of its channels.
public struct AudioFormatListItem: Sendable {
    /// The format.
    public var mASBD: AudioStreamBasicDescription
    /// The arrangement.
    public var mChannelLayoutTag: AudioChannelLayoutTag

    /// Creates a format of nothing.
    public init() { self.init(mASBD: AudioStreamBasicDescription(), mChannelLayoutTag: 0) }

    /// Creates a format member by member.
    public init(mASBD: AudioStreamBasicDescription, mChannelLayoutTag: AudioChannelLayoutTag) {
        (self.mASBD, self.mChannelLayoutTag) = (mASBD, mChannelLayoutTag)
    }
}

/// The kind of file, an AudioFileTypeID: 'ffmt'.
public let kAudioFilePropertyFileFormat: AudioFilePropertyID = 0x6666_6D74
/// The format of the samples, an AudioStreamBasicDescription: 'dfmt'.
public let kAudioFilePropertyDataFormat: AudioFilePropertyID = 0x6466_6D74
/// Whether more can be written at once, a UInt32; always: 'optm'.
public let kAudioFilePropertyIsOptimized: AudioFilePropertyID = 0x6F70_746D
/// The bytes that a decoder needs; linear PCM needs none, and has no such property: 'mgic'.
public let kAudioFilePropertyMagicCookieData: AudioFilePropertyID = 0x6D67_6963
/// Bytes of the samples, a UInt64: 'bcnt'.
public let kAudioFilePropertyAudioDataByteCount: AudioFilePropertyID = 0x6263_6E74
public let kAudioFilePropertyAudioDataPacketCount: AudioFilePropertyID = 0x7063_6E74  // Packets, a UInt64: 'pcnt'.
/// Bytes of a packet at most, a UInt32: 'psze'.
public let kAudioFilePropertyMaximumPacketSize: AudioFilePropertyID = 0x7073_7A65
/// The place of the first sample in a file that was made here, in bytes, an SInt64: 'doff'.
public let kAudioFilePropertyDataOffset: AudioFilePropertyID = 0x646F_6666
/// The arrangement of one channel or two, an AudioChannelLayout: 'cmap'.
public let kAudioFilePropertyChannelLayout: AudioFilePropertyID = 0x636D_6170
/// Whether the header may be written late, a UInt32; kept, for it is right after every piece: 'dszu'.
public let kAudioFilePropertyDeferSizeUpdates: AudioFilePropertyID = 0x6473_7A75
/// The packet to which a frame belongs, an AudioFramePacketTranslation: 'frpk'.
public let kAudioFilePropertyFrameToPacket: AudioFilePropertyID = 0x6672_706B
/// The frame with which a packet begins, an AudioFramePacketTranslation: 'pkfr'.
public let kAudioFilePropertyPacketToFrame: AudioFilePropertyID = 0x706B_6672
/// The facts that the file tells of itself, a CFDictionary that the caller owns: its length and nothing else: 'info'.
public let kAudioFilePropertyInfoDictionary: AudioFilePropertyID = 0x696E_666F
/// The formats in which the file can be read, an AudioFormatListItem: 'flst'.
public let kAudioFilePropertyFormatList: AudioFilePropertyID = 0x666C_7374
/// The upper bound of the size of a packet, a UInt32; equal to the maximum here: 'pkub'.
public let kAudioFilePropertyPacketSizeUpperBound: AudioFilePropertyID = 0x706B_7562
/// The length of the file, in seconds, a Float64: 'edur'.
public let kAudioFilePropertyEstimatedDuration: AudioFilePropertyID = 0x6564_7572
public let kAudioFilePropertyBitRate: AudioFilePropertyID = 0x6272_6174  // Bits per second, a UInt32: 'brat'.
/// The number of bits of a sample where it was recorded, an SInt32: 'sbtd'.
public let kAudioFilePropertySourceBitDepth: AudioFilePropertyID = 0x7362_7464
/// The number of tracks, a UInt32: 'atct'.
public let kAudioFilePropertyAudioTrackCount: AudioFilePropertyID = 0x6174_6374

/// A key of the dictionary: how long the file is, in seconds, as text.
public let kAFInfoDictionary_ApproximateDurationInSeconds = "approximate duration in seconds"
