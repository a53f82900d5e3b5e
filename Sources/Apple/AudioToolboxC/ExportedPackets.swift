// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioToolbox
import CoreAudioTypes
import Foundation

// Audio File Services under their C names.

private func packets(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<AudioStreamPacketDescription>? {
    pointer?.assumingMemoryBound(to: AudioStreamPacketDescription.self)
}

@_cdecl("AudioFileOpenURL")
public func openPackets(
    _ url: UnsafeRawPointer?, _ permissions: Int8, _ hint: UInt32, _ file: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    file?.pointee = nil
    guard let url = Object.at(url) as? NSURL, let wanted = AudioFilePermissions(rawValue: permissions), let file else {
        return kAudio_ParamError
    }
    return AudioFileOpenURL(url, wanted, hint, file)
}

/// A C program's function that is asked for bytes.
public typealias FileRead =
    @convention(c) (
        UnsafeMutableRawPointer?, Int64, UInt32, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>
    ) -> Int32

@_cdecl("AudioFileOpenWithCallbacks")
public func openPackets(
    _ data: UnsafeMutableRawPointer?, _ read: FileRead?, _ write: UnsafeRawPointer?,
    _ size: (@convention(c) (UnsafeMutableRawPointer?) -> Int64)?, _ resize: UnsafeRawPointer?, _ hint: UInt32,
    _ file: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    file?.pointee = nil
    guard let read, let size, let file else { return kAudio_ParamError }
    // The program's pointer may be NULL, and goes to the program alone.
    return AudioFileOpenWithCallbacks(
        UnsafeMutableRawPointer(file), { read(data, $1, $2, $3, $4) }, nil, { _ in size(data) }, nil, hint, file)
}

@_cdecl("AudioFileCreateWithURL")
public func createPackets(
    _ url: UnsafeRawPointer?, _ type: UInt32, _ stream: UnsafeRawPointer?, _ flags: UInt32,
    _ file: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    file?.pointee = nil
    guard let url = Object.at(url) as? NSURL, let stream, let file else { return kAudio_ParamError }
    return AudioFileCreateWithURL(
        url, type, stream.assumingMemoryBound(to: AudioStreamBasicDescription.self), AudioFileFlags(rawValue: flags),
        file)
}

@_cdecl("AudioFileClose")
public func closePackets(_ file: OpaquePointer?) -> Int32 { file.map(AudioFileClose) ?? kAudioFileNotOpenError }

@_cdecl("AudioFileOptimize")
public func optimizePackets(_ file: OpaquePointer?) -> Int32 { file.map(AudioFileOptimize) ?? kAudioFileNotOpenError }

@_cdecl("AudioFileReadBytes")
public func readBytes(
    _ file: OpaquePointer?, _ cached: UInt8, _ start: Int64, _ count: UnsafeMutablePointer<UInt32>?,
    _ buffer: UnsafeMutableRawPointer?
) -> Int32 {
    guard let file else { return kAudioFileNotOpenError }
    guard let count, let buffer else { return kAudio_ParamError }
    return AudioFileReadBytes(file, cached != 0, start, count, buffer)
}

@_cdecl("AudioFileWriteBytes")
public func writeBytes(
    _ file: OpaquePointer?, _ cached: UInt8, _ start: Int64, _ count: UnsafeMutablePointer<UInt32>?,
    _ buffer: UnsafeRawPointer?
) -> Int32 {
    guard let file else { return kAudioFileNotOpenError }
    guard let count, let buffer else { return kAudio_ParamError }
    return AudioFileWriteBytes(file, cached != 0, start, count, buffer)
}

@_cdecl("AudioFileReadPacketData")
public func readPacketData(
    _ file: OpaquePointer?, _ cached: UInt8, _ bytes: UnsafeMutablePointer<UInt32>?,
    _ descriptions: UnsafeMutableRawPointer?, _ start: Int64, _ count: UnsafeMutablePointer<UInt32>?,
    _ buffer: UnsafeMutableRawPointer?
) -> Int32 {
    guard let file else { return kAudioFileNotOpenError }
    guard let bytes, let count else { return kAudio_ParamError }
    return AudioFileReadPacketData(file, cached != 0, bytes, packets(descriptions), start, count, buffer)
}

@_cdecl("AudioFileReadPackets")
public func readPackets(
    _ file: OpaquePointer?, _ cached: UInt8, _ bytes: UnsafeMutablePointer<UInt32>?,
    _ descriptions: UnsafeMutableRawPointer?, _ start: Int64, _ count: UnsafeMutablePointer<UInt32>?,
    _ buffer: UnsafeMutableRawPointer?
) -> Int32 {
    guard let file else { return kAudioFileNotOpenError }
    guard let bytes, let count else { return kAudio_ParamError }
    return AudioFileReadPackets(file, cached != 0, bytes, packets(descriptions), start, count, buffer)
}

@_cdecl("AudioFileWritePackets")
public func writePackets(
    _ file: OpaquePointer?, _ cached: UInt8, _ bytes: UInt32, _ descriptions: UnsafeRawPointer?, _ start: Int64,
    _ count: UnsafeMutablePointer<UInt32>?, _ buffer: UnsafeRawPointer?
) -> Int32 {
    guard let file else { return kAudioFileNotOpenError }
    guard let count, let buffer else { return kAudio_ParamError }
    return AudioFileWritePackets(file, cached != 0, bytes, nil, start, count, buffer)
}

@_cdecl("AudioFileGetPropertyInfo")
public func packetsPropertyInfo(
    _ file: OpaquePointer?, _ property: UInt32, _ size: UnsafeMutablePointer<UInt32>?,
    _ writable: UnsafeMutablePointer<UInt32>?
) -> Int32 { file.map { AudioFileGetPropertyInfo($0, property, size, writable) } ?? kAudioFileNotOpenError }

@_cdecl("AudioFileGetProperty")
public func packetsProperty(
    _ file: OpaquePointer?, _ property: UInt32, _ size: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let file else { return kAudioFileNotOpenError }
    guard let size, let data else { return kAudio_ParamError }
    return AudioFileGetProperty(file, property, size, data)
}

@_cdecl("AudioFileSetProperty")
public func setPacketsProperty(
    _ file: OpaquePointer?, _ property: UInt32, _ size: UInt32, _ data: UnsafeRawPointer?
) -> Int32 {
    guard let file else { return kAudioFileNotOpenError }
    guard let data else { return kAudio_ParamError }
    return AudioFileSetProperty(file, property, size, data)
}
