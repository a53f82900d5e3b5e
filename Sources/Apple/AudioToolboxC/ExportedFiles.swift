// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioToolbox
import CoreAudioTypes
import Foundation

// Extended Audio File Services and converters under their C names.

@_cdecl("ExtAudioFileOpenURL")
public func openFile(_ url: UnsafeRawPointer?, _ file: UnsafeMutablePointer<OpaquePointer?>?) -> Int32 {
    file?.pointee = nil
    guard let url = Object.at(url) as? NSURL, let file else { return kAudio_ParamError }
    return ExtAudioFileOpenURL(url, file)
}

@_cdecl("ExtAudioFileDispose")
public func closeFile(_ file: OpaquePointer?) -> Int32 { file.map(ExtAudioFileDispose) ?? kAudio_ParamError }

@_cdecl("ExtAudioFileRead")
public func readFile(
    _ file: OpaquePointer?, _ frames: UnsafeMutablePointer<UInt32>?, _ list: UnsafeMutableRawPointer?
) -> Int32 {
    guard let file, let frames, let list else { return kAudio_ParamError }
    return ExtAudioFileRead(file, frames, list.assumingMemoryBound(to: AudioBufferList.self))
}

@_cdecl("ExtAudioFileSeek")
public func seekFile(_ file: OpaquePointer?, _ frame: Int64) -> Int32 {
    file.map { ExtAudioFileSeek($0, frame) } ?? kAudio_ParamError
}

@_cdecl("ExtAudioFileTell")
public func tellFile(_ file: OpaquePointer?, _ frame: UnsafeMutablePointer<Int64>?) -> Int32 {
    guard let file, let frame else { return kAudio_ParamError }
    return ExtAudioFileTell(file, frame)
}

@_cdecl("ExtAudioFileGetProperty")
public func fileProperty(
    _ file: OpaquePointer?, _ property: UInt32, _ size: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let file, let size, let data else { return kAudio_ParamError }
    return ExtAudioFileGetProperty(file, property, size, data)
}

@_cdecl("ExtAudioFileSetProperty")
public func setFileProperty(
    _ file: OpaquePointer?, _ property: UInt32, _ size: UInt32, _ data: UnsafeRawPointer?
) -> Int32 {
    guard let file, let data else { return kAudio_ParamError }
    return ExtAudioFileSetProperty(file, property, size, data)
}

@_cdecl("ExtAudioFileCreateWithURL")
public func createFile(
    _ url: UnsafeRawPointer?, _ type: UInt32, _ stream: UnsafeRawPointer?, _ layout: UnsafeRawPointer?, _ flags: UInt32,
    _ file: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    file?.pointee = nil
    guard let url = Object.at(url) as? NSURL, let stream, let file else { return kAudio_ParamError }
    return ExtAudioFileCreateWithURL(
        url, type, stream.assumingMemoryBound(to: AudioStreamBasicDescription.self), nil, flags, file)
}

@_cdecl("ExtAudioFileWrapAudioFileID")
public func wrapFile(
    _ plain: OpaquePointer?, _ forWriting: UInt8, _ file: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let plain, let file else { return kAudio_ParamError }
    return ExtAudioFileWrapAudioFileID(plain, forWriting != 0, file)
}

@_cdecl("ExtAudioFileWrite")
public func writeFile(_ file: OpaquePointer?, _ frames: UInt32, _ list: UnsafeRawPointer?) -> Int32 {
    guard let file, let list else { return kAudio_ParamError }
    return ExtAudioFileWrite(file, frames, list.assumingMemoryBound(to: AudioBufferList.self))
}

@_cdecl("ExtAudioFileWriteAsync")
public func writeFileSoon(_ file: OpaquePointer?, _ frames: UInt32, _ list: UnsafeRawPointer?) -> Int32 {
    guard let file else { return kAudio_ParamError }
    return ExtAudioFileWriteAsync(file, frames, list?.assumingMemoryBound(to: AudioBufferList.self))
}

@_cdecl("ExtAudioFileGetPropertyInfo")
public func filePropertyInfo(
    _ file: OpaquePointer?, _ property: UInt32, _ size: UnsafeMutablePointer<UInt32>?,
    _ writable: UnsafeMutablePointer<UInt8>?
) -> Int32 {
    guard let file else { return kAudio_ParamError }
    var isWritable: DarwinBoolean = false
    let status = ExtAudioFileGetPropertyInfo(file, property, size, &isWritable)
    writable?.pointee = isWritable.boolValue ? 1 : 0
    return status
}

// MARK: Converters

/// A C function that provides packets to a converter.
public typealias ConverterCallback =
    @Sendable @convention(c) (
        OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer?,
        UnsafeMutableRawPointer?
    ) -> Int32

@_cdecl("AudioConverterNew")
public func makeConverter(
    _ source: UnsafeRawPointer?, _ target: UnsafeRawPointer?, _ converter: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let source, let target, let converter else { return kAudio_ParamError }
    return AudioConverterNew(
        source.assumingMemoryBound(to: AudioStreamBasicDescription.self),
        target.assumingMemoryBound(to: AudioStreamBasicDescription.self), converter)
}

@_cdecl("AudioConverterDispose")
public func endConverter(_ converter: OpaquePointer?) -> Int32 {
    converter.map(AudioConverterDispose) ?? kAudio_ParamError
}

@_cdecl("AudioConverterReset")
public func resetConverter(_ converter: OpaquePointer?) -> Int32 {
    converter.map(AudioConverterReset) ?? kAudio_ParamError
}

@_cdecl("AudioConverterFillComplexBuffer")
public func fillByConverter(
    _ converter: OpaquePointer?, _ callback: ConverterCallback?, _ data: UnsafeMutableRawPointer?,
    _ packets: UnsafeMutablePointer<UInt32>?, _ list: UnsafeMutableRawPointer?, _ descriptions: UnsafeMutableRawPointer?
) -> Int32 {
    guard let converter, let callback, let packets, let list else { return kAudio_ParamError }
    return AudioConverterFillComplexBuffer(
        converter, { callback($0, $1, $2, $3, $4) }, data, packets, list.assumingMemoryBound(to: AudioBufferList.self),
        descriptions?.assumingMemoryBound(to: AudioStreamPacketDescription.self))
}

@_cdecl("AudioConverterGetProperty")
public func converterProperty(
    _ converter: OpaquePointer?, _ property: UInt32, _ size: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let converter, let size, let data else { return kAudio_ParamError }
    return AudioConverterGetProperty(converter, property, size, data)
}

@_cdecl("AudioConverterSetProperty")
public func setConverterProperty(
    _ converter: OpaquePointer?, _ property: UInt32, _ size: UInt32, _ data: UnsafeRawPointer?
) -> Int32 {
    guard let converter, let data else { return kAudio_ParamError }
    return AudioConverterSetProperty(converter, property, size, data)
}
