// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
internal import System

// The names are Apple's. A packet is a frame: files are read and made in linear PCM. Any thread. A file that is no file, or
// closed, is answered by -38.

/// Opens a file for reading.
///
/// - Parameters:
///   - inPermissions: What is wanted; a file that exists is read, and to write to it is 'op??'.
///   - inFileTypeHint: Nothing depends on it: files say themselves what they are.
/// - Returns: 0; -43 where there is no file; 'typ?', 'dta?' or 'prm?' for one that cannot be read.
@discardableResult
public func AudioFileOpenURL(
    _ inFileRef: CFURL, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    outAudioFile.pointee = nil
    return PacketFile.open(inFileRef.path ?? "", into: outAudioFile)
}

/// Puts bytes of a file that the program keeps itself into memory, from a place on, and says how many they are.
public typealias AudioFile_ReadProc = (
    UnsafeMutableRawPointer, Int64, UInt32, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>
) -> OSStatus
/// Takes bytes for such a file; never asked here.
public typealias AudioFile_WriteProc = (
    UnsafeMutableRawPointer, Int64, UInt32, UnsafeRawPointer, UnsafeMutablePointer<UInt32>
) -> OSStatus
/// Says how many bytes such a file has.
public typealias AudioFile_GetSizeProc = (UnsafeMutableRawPointer) -> Int64
/// Gives such a file another length; never asked here.
public typealias AudioFile_SetSizeProc = (UnsafeMutableRawPointer, Int64) -> OSStatus

/// Opens a file for reading that the program keeps itself: in memory, or within another one. All of it is read at once.
///
/// - Parameters:
///   - inTypeHint: Nothing depends on it: the kind is told by the bytes.
/// - Returns: 0; what the program answered; else as `AudioFileOpenURL`.
@discardableResult
public func AudioFileOpenWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: AudioFile_ReadProc, _ inWriteFunc: AudioFile_WriteProc?,
    _ inGetSizeFunc: AudioFile_GetSizeProc, _ inSetSizeFunc: AudioFile_SetSizeProc?, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    outAudioFile.pointee = nil
    var status = noErr
    let copy = NamelessFile.copying(inGetSizeFunc(inClientData), &status) { place, count, room, got in
        inReadFunc(inClientData, place, count, room, got)
    }
    guard let copy else { return status }
    return PacketFile.open(copy.path, of: copy, into: outAudioFile)
}

/// Makes a file of linear PCM: WAVE, AIFF, AIFF-C or CAF.
///
/// - Parameters:
///   - inFormat: Packed and interleaved; the high byte first in AIFF, the low one in WAVE, either in CAF.
///   - inFlags: `eraseFile` replaces a file that is there.
/// - Returns: 0; -48 for a file that is there; 'typ?' for another kind of file; 'fmt?' for samples that such a file does not
///   keep, or that need an encoder; 'prm?' or 'wht?' where it cannot be written.
@discardableResult
public func AudioFileCreateWithURL(
    _ inFileRef: CFURL, _ inFileType: AudioFileTypeID, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    outAudioFile.pointee = nil
    return PacketFile.create(
        inFileRef.path ?? "", inFileType, inFormat.pointee, replaces: inFlags.contains(.eraseFile), into: outAudioFile)
}

/// Does something with a file; -38 where there is none.
private func with(_ file: AudioFileID, _ work: (PacketFile) -> OSStatus) -> OSStatus {
    PacketFile.table.at(file).map(work) ?? kAudioFileNotOpenError
}

/// Closes a file; one that was made is complete then.
@discardableResult
public func AudioFileClose(_ inAudioFile: AudioFileID) -> OSStatus {
    with(inAudioFile) { file in
        PacketFile.table.remove(inAudioFile)
        return file.close()
    }
}

/// Puts the chunks of a file in order; they always are.
@discardableResult
public func AudioFileOptimize(_ inAudioFile: AudioFileID) -> OSStatus { with(inAudioFile) { _ in noErr } }

/// Reads bytes of samples.
///
/// - Parameters:
///   - inStartingByte: How many bytes of samples stand before.
///   - ioNumBytes: How many are wanted; then how many were read.
/// - Returns: 0; -39 where the file ends before; 'fmt?' for a file that needs a decoder.
@discardableResult
public func AudioFileReadBytes(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64,
    _ ioNumBytes: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer
) -> OSStatus {
    with(inAudioFile) { file in
        let wanted = ioNumBytes.pointee
        let room = UnsafeMutableRawBufferPointer(start: outBuffer, count: Int(wanted))
        let status = file.read(room, at: inStartingByte, ioNumBytes)
        return status == noErr && ioNumBytes.pointee < wanted ? kAudioFileEndOfFileError : status
    }
}

/// Writes bytes of samples.
///
/// - Returns: 0; 'op??' for a file that is read; -40 for a place beyond the end or within a frame.
@discardableResult
public func AudioFileWriteBytes(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64,
    _ ioNumBytes: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
    with(inAudioFile) { file in
        let bytes = UnsafeRawBufferPointer(start: inBuffer, count: Int(ioNumBytes.pointee))
        let status = file.write(bytes, at: inStartingByte)
        if status != noErr { ioNumBytes.pointee = 0 }
        return status
    }
}

/// Reads packets, as many as there is room for.
///
/// - Parameters:
///   - ioNumBytes: Bytes of the memory; then bytes that were read.
///   - ioNumPackets: How many packets are wanted; then how many were read, none at the end of the file.
/// - Returns: 0; 'fmt?' for a file that needs a decoder.
@discardableResult
public func AudioFileReadPacketData(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
    with(inAudioFile) { file in
        guard let outBuffer else { return kAudio_ParamError }
        return file.readPackets(
            inStartingPacket, ioNumPackets, room: Int(ioNumBytes.pointee), ioNumBytes, outPacketDescriptions, outBuffer)
    }
}

/// Reads packets; there has to be room for them.
///
/// - Parameters: As `AudioFileReadPacketData`, but for `outNumBytes`, which is only answered.
@discardableResult
public func AudioFileReadPackets(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ outNumBytes: UnsafeMutablePointer<UInt32>,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
    with(inAudioFile) { file in
        guard let outBuffer else { return kAudio_ParamError }
        return file.readPackets(
            inStartingPacket, ioNumPackets, room: .max, outNumBytes, outPacketDescriptions, outBuffer)
    }
}

/// Writes packets.
///
/// - Parameters:
///   - inNumBytes: Their bytes.
///   - inPacketDescriptions: Nothing depends on them: packets of linear PCM are of one size.
///   - inStartingPacket: How many packets stand before.
/// - Returns: 0; 'op??' for a file that is read; 'pck?' for a place beyond the end; -50 for fewer bytes than packets need.
@discardableResult
public func AudioFileWritePackets(
    _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
    _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
    _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
    with(inAudioFile) { file in
        let bytes = UnsafeRawBufferPointer(start: inBuffer, count: Int(inNumBytes))
        let status = file.writePackets(bytes, ioNumPackets.pointee, at: inStartingPacket)
        if status != noErr { ioNumPackets.pointee = 0 }
        return status
    }
}

// MARK: Properties

/// Tells the size of a property, and whether it may be set.
@discardableResult
public func AudioFileGetPropertyInfo(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>?,
    _ isWritable: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    with(inAudioFile) { file in
        guard let size = FileProperty.size(inPropertyID, of: file) else { return kAudioFileUnsupportedPropertyError }
        outDataSize?.pointee = UInt32(size)
        isWritable?.pointee = inPropertyID == kAudioFilePropertyDeferSizeUpdates ? 1 : 0
        return noErr
    }
}

/// Reads a property.
@discardableResult
public func AudioFileGetProperty(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>,
    _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    with(inAudioFile) { file in
        guard let size = FileProperty.size(inPropertyID, of: file) else { return kAudioFileUnsupportedPropertyError }
        guard Int(ioDataSize.pointee) >= size else { return kAudioFileBadPropertySizeError }
        ioDataSize.pointee = UInt32(size)
        if inPropertyID == kAudioFilePropertyInfoDictionary {
            outPropertyData.storeBytes(
                of: Unmanaged.passRetained(FileProperty.information(of: file)), as: Unmanaged<CFDictionary>.self)
        } else if let value = FileProperty.read(inPropertyID, of: file, asked: outPropertyData) {
            outPropertyData.copyMemory(from: value, byteCount: value.count)
        }
        return noErr
    }
}

/// Sets a property: `kAudioFilePropertyDeferSizeUpdates`.
///
/// - Returns: 0; 'op??' for one that can only be read; 'pty?' for one that there is not; '!siz'.
@discardableResult
public func AudioFileSetProperty(
    _ inAudioFile: AudioFileID, _ inPropertyID: AudioFilePropertyID, _ inDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    with(inAudioFile) { file in
        guard let size = FileProperty.size(inPropertyID, of: file) else { return kAudioFileUnsupportedPropertyError }
        guard inPropertyID == kAudioFilePropertyDeferSizeUpdates else { return kAudioFileOperationNotSupportedError }
        guard Int(inDataSize) == size else { return kAudioFileBadPropertySizeError }
        file.defersSizes = inPropertyData.loadUnaligned(as: UInt32.self)
        return noErr
    }
}

extension NamelessFile {
    /// Copies so many bytes, piece by piece.
    ///
    /// - Parameter read: Puts bytes from a place on into memory, and says how many they are; none is the end.
    /// - Returns: nil where that fails, with what it answered.
    fileprivate static func copying(
        _ size: Int64, _ status: inout OSStatus,
        _ read: (Int64, UInt32, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>) -> OSStatus
    ) -> NamelessFile? {
        status = kAudioFileUnspecifiedError
        guard let file = try? NamelessFile() else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var place: Int64 = 0
        status = noErr
        while place < size {
            var got: UInt32 = 0
            status = bytes.withUnsafeMutableBytes { room in
                room.baseAddress.map { read(place, UInt32(min(size - place, 65_536)), $0, &got) } ?? kAudio_ParamError
            }
            if status == kAudioFileEndOfFileError { status = noErr }
            guard status == noErr else { return nil }
            guard got > 0 else { break }
            let isKept = bytes.withUnsafeBytes { bytes in
                got <= bytes.count && (try? file.append(.init(rebasing: bytes[..<Int(got)]))) != nil
            }
            guard isKept else {
                status = kAudioFileUnspecifiedError
                return nil
            }
            place += Int64(got)
        }
        return file
    }
}
