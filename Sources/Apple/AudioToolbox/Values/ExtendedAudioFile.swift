// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import CoreAudioTypes

// The names are Apple's. Any thread, one at a time for each file. An invalid file is answered with -50.

/// A sound file that is read or written in the program's format.
public typealias ExtAudioFileRef = OpaquePointer
/// The code of a property of a file.
public typealias ExtAudioFilePropertyID = UInt32

/// The format of the file, an AudioStreamBasicDescription: 'ffmt'.
public let kExtAudioFileProperty_FileDataFormat: ExtAudioFilePropertyID = 0x6666_6D74
/// The format in which it is read or written, linear PCM, an AudioStreamBasicDescription: 'cfmt'.
public let kExtAudioFileProperty_ClientDataFormat: ExtAudioFilePropertyID = 0x6366_6D74
/// The length of the file in frames, an SInt64: '#frm'.
public let kExtAudioFileProperty_FileLengthFrames: ExtAudioFilePropertyID = 0x2366_726D
/// The maximum packet size of the file in bytes, a UInt32; 0 if unknown: 'fmps'.
public let kExtAudioFileProperty_FileMaxPacketSize: ExtAudioFilePropertyID = 0x666D_7073
/// The maximum packet size of the client format in bytes, a UInt32: 'cmps'.
public let kExtAudioFileProperty_ClientMaxPacketSize: ExtAudioFilePropertyID = 0x636D_7073
/// The file's AudioFileID: 'afil'.
public let kExtAudioFileProperty_AudioFile: ExtAudioFilePropertyID = 0x6166_696C
/// The manufacturer of the encoder, a UInt32. Without effect: 'cman'.
public let kExtAudioFileProperty_CodecManufacturer: ExtAudioFilePropertyID = 0x636D_616E
public let kExtAudioFileError_InvalidProperty: OSStatus = -66_561  // The property is not supported.
public let kExtAudioFileError_InvalidPropertySize: OSStatus = -66_562  // The property size is wrong.
public let kExtAudioFileError_NonPCMClientFormat: OSStatus = -66_563  // The client format must be linear PCM.
/// The client format must be set first.
public let kExtAudioFileError_InvalidOperationOrder: OSStatus = -66_565
public let kExtAudioFileError_InvalidSeek: OSStatus = -66_568  // The frame is out of range.

/// Opens a file for reading.
///
/// - Returns: 0; -43 if there is no file; 'typ?', 'dta?' or 'prm?' for one that cannot be read.
@discardableResult
public func ExtAudioFileOpenURL(_ inURL: CFURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>) -> OSStatus {
    outExtAudioFile.pointee = nil
    return DeviceFailure.status { outExtAudioFile.pointee = try ReadFile.open(inURL.path ?? "") }
}

/// Creates a file of linear PCM: WAVE, AIFF, AIFF-C or CAF.
///
/// - Parameters:
///   - inStreamDesc: Packed and interleaved; the high byte first in AIFF, the low one in WAVE, either in CAF.
///   - inChannelLayout: Ignored: channels keep their order.
///   - inFlags: 1 replaces an existing file.
/// - Returns: 0; -48 for an existing file; 'typ?' for another kind of file; 'fmt?' for samples that such a file does not
///   hold, or that need an encoder; 'prm?' or 'wht?' if it cannot be written.
@discardableResult
public func ExtAudioFileCreateWithURL(
    _ inURL: CFURL, _ inFileType: AudioFileTypeID, _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>,
    _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    outExtAudioFile.pointee = nil
    let replaces = AudioFileFlags(rawValue: inFlags).contains(.eraseFile)
    return DeviceFailure.status {
        outExtAudioFile.pointee = try WrittenFile.create(
            inURL.path ?? "", inFileType, inStreamDesc.pointee, replaces: replaces)
    }
}

/// Opens the file behind an `AudioFileID`, which the program got by `kExtAudioFileProperty_AudioFile`, once more for reading.
///
/// - Returns: 0; 'op??' for writing; -50 if there is no such file.
@discardableResult
public func ExtAudioFileWrapAudioFileID(
    _ inFileID: AudioFileID, _ inForWriting: Bool, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    outExtAudioFile.pointee = nil
    return files.with(inFileID) { file in
        guard !inForWriting else { throw StatusError(kAudioFileOperationNotSupportedError) }
        outExtAudioFile.pointee = try ReadFile.open(file.path)
    }
}

private let files = ConvertedFile.table

/// Closes a file, completing it if it was written.
@discardableResult
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus {
    files.with(inExtAudioFile) { file in
        files.remove(inExtAudioFile)
        try file.close()
    }
}

/// Appends frames in the client format.
///
/// - Returns: 0; -50 if the list does not match the format or is too short; 'op??' for a file open for reading; 'wht?' if the
///   disk is full.
@discardableResult
public func ExtAudioFileWrite(
    _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>
) -> OSStatus {
    let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: ioData))
    return files.with(inExtAudioFile) { try $0.write(inNumberFrames, list) }
}

/// Appends a copy of frames in the client format on another thread, whose errors the next call returns.
///
/// - Parameter ioData: The frames, or nil to only prepare.
@discardableResult
public func ExtAudioFileWriteAsync(
    _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>?
) -> OSStatus {
    let list = ioData.map { UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: $0)) }
    return files.with(inExtAudioFile) { try $0.writeSoon(inNumberFrames, list) }
}

/// Reads frames in the client format, as many as requested and as fit; none at the end of the file.
@discardableResult
public func ExtAudioFileRead(
    _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    files.with(inExtAudioFile) { try $0.read(ioNumberFrames, UnsafeMutableAudioBufferListPointer(ioData)) }
}

/// Seeks to a frame of the file; 'op??' for a file open for writing.
@discardableResult
public func ExtAudioFileSeek(_ inExtAudioFile: ExtAudioFileRef, _ inFrameOffset: Int64) -> OSStatus {
    files.with(inExtAudioFile) { try $0.seek(inFrameOffset) }
}

/// Returns the position in the file, in frames.
@discardableResult
public func ExtAudioFileTell(
    _ inExtAudioFile: ExtAudioFileRef, _ outFrameOffset: UnsafeMutablePointer<Int64>
) -> OSStatus { files.with(inExtAudioFile) { outFrameOffset.pointee = $0.place } }

/// Returns the size of a property, and whether it is writable.
@discardableResult
public func ExtAudioFileGetPropertyInfo(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    files.with(inExtAudioFile) { file in
        let value = try file.property(inPropertyID, of: inExtAudioFile).or(kExtAudioFileError_InvalidProperty)
        outSize?.pointee = UInt32(value.count)
        outWritable?.pointee = DarwinBoolean(inPropertyID == kExtAudioFileProperty_ClientDataFormat)
    }
}

/// Loads a property.
@discardableResult
public func ExtAudioFileGetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    files.with(inExtAudioFile) { file in
        try PropertyBytes.copy(
            file.property(inPropertyID, of: inExtAudioFile), to: outPropertyData, ioPropertyDataSize,
            none: kExtAudioFileError_InvalidProperty, small: kExtAudioFileError_InvalidPropertySize)
    }
}

/// Sets the client format.
@discardableResult
public func ExtAudioFileSetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    files.with(inExtAudioFile) { file in
        // Linear PCM needs no encoder.
        if inPropertyID == kExtAudioFileProperty_CodecManufacturer { return }
        guard inPropertyID == kExtAudioFileProperty_ClientDataFormat else {
            throw StatusError(kExtAudioFileError_InvalidProperty)
        }
        guard inPropertyDataSize == MemoryLayout<AudioStreamBasicDescription>.size else {
            throw StatusError(kExtAudioFileError_InvalidPropertySize)
        }
        try file.set(inPropertyData.loadUnaligned(as: AudioStreamBasicDescription.self))
    }
}
