// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioToolbox
import CoreAudioTypes

// Converters of linear PCM under their C names. Converters are opaque pointers on both sides, and descriptions and lists are
// laid out in memory alike.

/// What a C program hands over to be asked for frames.
public typealias ConverterInput =
    @convention(c) (
        OpaquePointer, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer, UnsafeMutableRawPointer?,
        UnsafeMutableRawPointer?
    ) -> Int32

@_cdecl("AudioConverterNew")
public func newConverter(
    _ source: UnsafeRawPointer?, _ target: UnsafeRawPointer?, _ made: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let source, let target, let made else { return kAudio_ParamError }
    return AudioConverterNew(
        source.assumingMemoryBound(to: AudioStreamBasicDescription.self),
        target.assumingMemoryBound(to: AudioStreamBasicDescription.self), made)
}

@_cdecl("AudioConverterNewSpecific")
public func newConverter(
    _ source: UnsafeRawPointer?, _ target: UnsafeRawPointer?, _ count: UInt32, _ classes: UnsafeRawPointer?,
    _ made: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 { newConverter(source, target, made) }

@_cdecl("AudioConverterDispose")
public func disposeConverter(_ converter: OpaquePointer?) -> Int32 {
    converter.map(AudioConverterDispose) ?? kAudio_ParamError
}

@_cdecl("AudioConverterReset")
public func resetConverter(_ converter: OpaquePointer?) -> Int32 {
    converter.map(AudioConverterReset) ?? kAudio_ParamError
}

@_cdecl("AudioConverterConvertBuffer")
public func convertBuffer(
    _ converter: OpaquePointer?, _ size: UInt32, _ input: UnsafeRawPointer?, _ room: UnsafeMutablePointer<UInt32>?,
    _ output: UnsafeMutableRawPointer?
) -> Int32 {
    guard let converter, let input, let room, let output else { return kAudio_ParamError }
    return AudioConverterConvertBuffer(converter, size, input, room, output)
}

@_cdecl("AudioConverterConvertComplexBuffer")
public func convertLists(
    _ converter: OpaquePointer?, _ frames: UInt32, _ input: UnsafeRawPointer?, _ output: UnsafeMutableRawPointer?
) -> Int32 {
    guard let converter, let input, let output else { return kAudio_ParamError }
    return AudioConverterConvertComplexBuffer(
        converter, frames, input.assumingMemoryBound(to: AudioBufferList.self),
        output.assumingMemoryBound(to: AudioBufferList.self))
}

@_cdecl("AudioConverterFillComplexBuffer")
public func fillList(
    _ converter: OpaquePointer?, _ ask: ConverterInput?, _ data: UnsafeMutableRawPointer?,
    _ count: UnsafeMutablePointer<UInt32>?, _ output: UnsafeMutableRawPointer?, _ descriptions: UnsafeMutableRawPointer?
) -> Int32 {
    guard let converter, let ask, let count, let output else { return kAudio_ParamError }
    return AudioConverterFillComplexBuffer(
        converter, { ask($0, $1, UnsafeMutableRawPointer($2), UnsafeMutableRawPointer($3), $4) }, data, count,
        output.assumingMemoryBound(to: AudioBufferList.self), nil)
}

@_cdecl("AudioConverterGetPropertyInfo")
public func converterPropertyInfo(
    _ converter: OpaquePointer?, _ property: UInt32, _ size: UnsafeMutablePointer<UInt32>?,
    _ writable: UnsafeMutablePointer<UInt8>?
) -> Int32 {
    guard let converter else { return kAudio_ParamError }
    var isWritable: DarwinBoolean = false
    let status = AudioConverterGetPropertyInfo(converter, property, size, &isWritable)
    writable?.pointee = isWritable.boolValue ? 1 : 0
    return status
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
