// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's. Files are read, and nothing is written. Any thread; one at a time for each file. A pointer to no
// file is answered by -50.

/// A sound file that is read in a format of the program's.
public typealias ExtAudioFileRef = OpaquePointer
/// The code of a property of a file.
public typealias ExtAudioFilePropertyID = UInt32

/// The format of the file, an AudioStreamBasicDescription: 'ffmt'.
public let kExtAudioFileProperty_FileDataFormat: ExtAudioFilePropertyID = 0x6666_6D74
/// The format in which it is read, linear PCM, an AudioStreamBasicDescription: 'cfmt'.
public let kExtAudioFileProperty_ClientDataFormat: ExtAudioFilePropertyID = 0x6366_6D74
/// Frames of the file, an SInt64: '#frm'.
public let kExtAudioFileProperty_FileLengthFrames: ExtAudioFilePropertyID = 0x2366_726D
/// There is no such property.
public let kExtAudioFileError_InvalidProperty: OSStatus = -66_561
/// The property has another size.
public let kExtAudioFileError_InvalidPropertySize: OSStatus = -66_562
/// A file is read as linear PCM only.
public let kExtAudioFileError_NonPCMClientFormat: OSStatus = -66_563
/// This comes too early: say first in which format the file is to be read.
public let kExtAudioFileError_InvalidOperationOrder: OSStatus = -66_565
/// There is no such frame.
public let kExtAudioFileError_InvalidSeek: OSStatus = -66_568

/// Opens a file for reading.
///
/// - Returns: 0; 'wht?', 'typ?', 'dta?' or 'prm?' for one that cannot be read.
@discardableResult
public func ExtAudioFileOpenURL(_ inURL: CFURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>) -> OSStatus {
    outExtAudioFile.pointee = nil
    return ReadFile.open(inURL.path ?? "", into: outExtAudioFile)
}

/// Does something with a file; -50 where there is none.
private func with(_ file: ExtAudioFileRef, _ work: (ReadFile) -> OSStatus) -> OSStatus {
    ReadFile.table.at(file).map(work) ?? kAudio_ParamError
}

/// Closes a file.
@discardableResult
public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus {
    with(inExtAudioFile) { _ in
        ReadFile.table.remove(inExtAudioFile)
        return noErr
    }
}

/// Reads frames in the client's format: as many as are wanted and there is room for; none at the end of the file.
@discardableResult
public func ExtAudioFileRead(
    _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus { with(inExtAudioFile) { $0.read(ioNumberFrames, UnsafeMutableAudioBufferListPointer(ioData)) } }

/// Goes on reading from a frame of the file.
@discardableResult
public func ExtAudioFileSeek(_ inExtAudioFile: ExtAudioFileRef, _ inFrameOffset: Int64) -> OSStatus {
    with(inExtAudioFile) { $0.seek(inFrameOffset) }
}

/// Which frame of the file is read next.
@discardableResult
public func ExtAudioFileTell(
    _ inExtAudioFile: ExtAudioFileRef, _ outFrameOffset: UnsafeMutablePointer<Int64>
) -> OSStatus {
    with(inExtAudioFile) { file in
        outFrameOffset.pointee = file.place
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
        guard let value = file.property(inPropertyID) else { return kExtAudioFileError_InvalidProperty }
        guard Int(ioPropertyDataSize.pointee) >= value.count else { return kExtAudioFileError_InvalidPropertySize }
        outPropertyData.copyMemory(from: value, byteCount: value.count)
        ioPropertyDataSize.pointee = UInt32(value.count)
        return noErr
    }
}

/// Sets the format in which the file is read.
@discardableResult
public func ExtAudioFileSetProperty(
    _ inExtAudioFile: ExtAudioFileRef, _ inPropertyID: ExtAudioFilePropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    with(inExtAudioFile) { file in
        guard inPropertyID == kExtAudioFileProperty_ClientDataFormat else { return kExtAudioFileError_InvalidProperty }
        guard inPropertyDataSize == MemoryLayout<AudioStreamBasicDescription>.size else {
            return kExtAudioFileError_InvalidPropertySize
        }
        return file.set(inPropertyData.loadUnaligned(as: AudioStreamBasicDescription.self))
    }
}
