// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's. Any thread; one at a time for each file. A pointer to no file is answered by -50.

/// A sound file that is read or written in a format of the program's.
public typealias ExtAudioFileRef = OpaquePointer
/// The code of a property of a file.
public typealias ExtAudioFilePropertyID = UInt32

/// The format of the file, an AudioStreamBasicDescription: 'ffmt'.
public let kExtAudioFileProperty_FileDataFormat: ExtAudioFilePropertyID = 0x6666_6D74
/// The format in which it is read or written, linear PCM, an AudioStreamBasicDescription: 'cfmt'.
public let kExtAudioFileProperty_ClientDataFormat: ExtAudioFilePropertyID = 0x6366_6D74
/// Frames of the file, an SInt64: '#frm'.
public let kExtAudioFileProperty_FileLengthFrames: ExtAudioFilePropertyID = 0x2366_726D
/// Bytes of a packet of the file at most, a UInt32; 0 if it is not known: 'fmps'.
public let kExtAudioFileProperty_FileMaxPacketSize: ExtAudioFilePropertyID = 0x666D_7073
/// Bytes of a packet of the program's at most, a UInt32: 'cmps'.
public let kExtAudioFileProperty_ClientMaxPacketSize: ExtAudioFilePropertyID = 0x636D_7073
/// The file as Audio File Services have it, an AudioFileID: 'afil'.
public let kExtAudioFileProperty_AudioFile: ExtAudioFilePropertyID = 0x6166_696C
/// The maker of the encoder that is wanted, a UInt32; linear PCM needs none: 'cman'.
public let kExtAudioFileProperty_CodecManufacturer: ExtAudioFilePropertyID = 0x636D_616E
public let kExtAudioFileError_InvalidProperty: OSStatus = -66_561  // There is no such property.
public let kExtAudioFileError_InvalidPropertySize: OSStatus = -66_562  // The property has another size.
public let kExtAudioFileError_NonPCMClientFormat: OSStatus = -66_563  // A file is read as linear PCM only.
/// The call comes too early: set the client's format first.
public let kExtAudioFileError_InvalidOperationOrder: OSStatus = -66_565
public let kExtAudioFileError_InvalidSeek: OSStatus = -66_568  // There is no such frame.

/// Opens a file for reading.
///
/// - Returns: 0; -43 if there is no file; 'typ?', 'dta?' or 'prm?' for one that cannot be read.
@discardableResult
public func ExtAudioFileOpenURL(_ inURL: CFURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>) -> OSStatus {
    outExtAudioFile.pointee = nil
    return ReadFile.open(inURL.path ?? "", into: outExtAudioFile)
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
    return WrittenFile.create(
        inURL.path ?? "", inFileType, inStreamDesc.pointee, replaces: replaces, into: outExtAudioFile)
}

/// Opens the file behind an `AudioFileID`, which the program got by `kExtAudioFileProperty_AudioFile`, once more for reading.
///
/// - Returns: 0; 'op??' for writing; -50 if there is no such file.
@discardableResult
public func ExtAudioFileWrapAudioFileID(
    _ inFileID: AudioFileID, _ inForWriting: Bool, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    outExtAudioFile.pointee = nil
    return with(inFileID) { file in
        inForWriting ? kAudioFileOperationNotSupportedError : ReadFile.open(file.path, into: outExtAudioFile)
    }
}

/// Does something with a file; -50 if there is none.
private func with(_ file: ExtAudioFileRef, _ work: (ConvertedFile) -> OSStatus) -> OSStatus {
    ConvertedFile.table.at(file).map(work) ?? kAudio_ParamError
}

/// Closes a file; one that was made is complete then.
@discardableResult
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus {
    with(inExtAudioFile) { file in
        ConvertedFile.table.remove(inExtAudioFile)
        return file.close()
    }
}

/// Appends frames that are in the client's format.
///
/// - Returns: 0; -50 for a list that is not of that format, or too short; 'op??' for a file that is read; 'wht?' where the
///   disk is full.
@discardableResult
public func ExtAudioFileWrite(
    _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>
) -> OSStatus {
    let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: ioData))
    return with(inExtAudioFile) { $0.write(inNumberFrames, list) }
}

/// Appends a copy of frames that are in the client's format, on another thread. An error of that thread is returned by
/// the next call.
///
/// - Parameter ioData: nil only gets ready.
@discardableResult
public func ExtAudioFileWriteAsync(
    _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<AudioBufferList>?
) -> OSStatus {
    let list = ioData.map { UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: $0)) }
    return with(inExtAudioFile) { $0.writeSoon(inNumberFrames, list) }
}

/// Reads frames in the client's format: as many as are wanted and there is room for; none at the end of the file.
@discardableResult
public func ExtAudioFileRead(
    _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus { with(inExtAudioFile) { $0.read(ioNumberFrames, UnsafeMutableAudioBufferListPointer(ioData)) } }

/// Goes on reading from a frame of the file; 'op??' for one that is written.
@discardableResult
public func ExtAudioFileSeek(_ inExtAudioFile: ExtAudioFileRef, _ inFrameOffset: Int64) -> OSStatus {
    with(inExtAudioFile) { $0.seek(inFrameOffset) }
}

/// Tells the frame of the file that is read or written next.
@discardableResult
public func ExtAudioFileTell(
    _ inExtAudioFile: ExtAudioFileRef, _ outFrameOffset: UnsafeMutablePointer<Int64>
) -> OSStatus {
    with(inExtAudioFile) { file in
        outFrameOffset.pointee = file.place
        return noErr
    }
}

/// Tells the size of a property, and whether it may be set.
@discardableResult
public func ExtAudioFileGetPropertyInfo(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    with(inExtAudioFile) { file in
        guard let value = file.property(inPropertyID, of: inExtAudioFile) else {
            return kExtAudioFileError_InvalidProperty
        }
        outSize?.pointee = UInt32(value.count)
        outWritable?.pointee = DarwinBoolean(inPropertyID == kExtAudioFileProperty_ClientDataFormat)
        return noErr
    }
}

/// Reads a property.
@discardableResult
public func ExtAudioFileGetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    with(inExtAudioFile) { file in
        PropertyBytes.copy(
            file.property(inPropertyID, of: inExtAudioFile), to: outPropertyData, ioPropertyDataSize,
            none: kExtAudioFileError_InvalidProperty, small: kExtAudioFileError_InvalidPropertySize)
    }
}

/// Sets the format in which the file is read or written.
@discardableResult
public func ExtAudioFileSetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    with(inExtAudioFile) { file in
        // Linear PCM needs no encoder, of whichever make.
        if inPropertyID == kExtAudioFileProperty_CodecManufacturer { return noErr }
        guard inPropertyID == kExtAudioFileProperty_ClientDataFormat else { return kExtAudioFileError_InvalidProperty }
        guard inPropertyDataSize == MemoryLayout<AudioStreamBasicDescription>.size else {
            return kExtAudioFileError_InvalidPropertySize
        }
        return file.set(inPropertyData.loadUnaligned(as: AudioStreamBasicDescription.self))
    }
}
