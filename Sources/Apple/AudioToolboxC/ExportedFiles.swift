// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioToolbox
import CoreAudioTypes
import Foundation

// Extended Audio File Services and audio converters under their C names; AudioToolbox does the work.

@_cdecl("ExtAudioFileOpenURL")
public func openFile(_ url: ConstMemory, _ file: HandleOut) -> Int32 {
    file?.pointee = nil
    return given(Object.at(url) as? NSURL, file) { ExtAudioFileOpenURL($0, $1) }
}

@_cdecl("ExtAudioFileDispose")
public func closeFile(_ file: Handle) -> Int32 { given(file) { ExtAudioFileDispose($0) } }

@_cdecl("ExtAudioFileRead")
public func readFile(_ file: Handle, _ frames: NumberOut, _ list: Memory) -> Int32 {
    given(file, frames, list) { ExtAudioFileRead($0, $1, $2.bound()) }
}

@_cdecl("ExtAudioFileSeek")
public func seekFile(_ file: Handle, _ frame: Int64) -> Int32 { given(file) { ExtAudioFileSeek($0, frame) } }

@_cdecl("ExtAudioFileTell")
public func tellFile(_ file: Handle, _ frame: UnsafeMutablePointer<Int64>?) -> Int32 {
    given(file, frame) { ExtAudioFileTell($0, $1) }
}

@_cdecl("ExtAudioFileGetProperty")
public func fileProperty(_ file: Handle, _ property: UInt32, _ size: NumberOut, _ data: Memory) -> Int32 {
    given(file, size, data) { ExtAudioFileGetProperty($0, property, $1, $2) }
}

@_cdecl("ExtAudioFileSetProperty")
public func setFileProperty(_ file: Handle, _ property: UInt32, _ size: UInt32, _ data: ConstMemory) -> Int32 {
    given(file, data) { ExtAudioFileSetProperty($0, property, size, $1) }
}

@_cdecl("ExtAudioFileCreateWithURL")
public func createFile(
    _ url: ConstMemory, _ type: UInt32, _ stream: ConstMemory, _ layout: ConstMemory, _ flags: UInt32, _ file: HandleOut
) -> Int32 {
    file?.pointee = nil
    return given(Object.at(url) as? NSURL, stream, file) {
        ExtAudioFileCreateWithURL($0, type, $1.bound(), nil, flags, $2)
    }
}

@_cdecl("ExtAudioFileWrapAudioFileID")
public func wrapFile(_ plain: Handle, _ forWriting: UInt8, _ file: HandleOut) -> Int32 {
    given(plain, file) { ExtAudioFileWrapAudioFileID($0, forWriting != 0, $1) }
}

@_cdecl("ExtAudioFileWrite")
public func writeFile(_ file: Handle, _ frames: UInt32, _ list: ConstMemory) -> Int32 {
    given(file, list) { ExtAudioFileWrite($0, frames, $1.bound()) }
}

@_cdecl("ExtAudioFileWriteAsync")
public func writeFileSoon(_ file: Handle, _ frames: UInt32, _ list: ConstMemory) -> Int32 {
    given(file) { ExtAudioFileWriteAsync($0, frames, list?.bound()) }
}

@_cdecl("ExtAudioFileGetPropertyInfo")
public func filePropertyInfo(_ file: Handle, _ property: UInt32, _ size: NumberOut, _ writable: BooleanOut) -> Int32 {
    given(file) { ExtAudioFileGetPropertyInfo($0, property, size, writable.bound) }
}

public typealias ConverterCallback =
    @Sendable @convention(c) (
        OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer?,
        UnsafeMutableRawPointer?
    ) -> Int32

@_cdecl("AudioConverterNew")
public func makeConverter(_ source: ConstMemory, _ target: ConstMemory, _ converter: HandleOut) -> Int32 {
    given(source, target, converter) { AudioConverterNew($0.bound(), $1.bound(), $2) }
}

@_cdecl("AudioConverterDispose")
public func endConverter(_ converter: Handle) -> Int32 { given(converter) { AudioConverterDispose($0) } }

@_cdecl("AudioConverterReset")
public func resetConverter(_ converter: Handle) -> Int32 { given(converter) { AudioConverterReset($0) } }

@_cdecl("AudioConverterFillComplexBuffer")
public func fillByConverter(
    _ converter: Handle, _ callback: ConverterCallback?, _ data: Memory, _ packets: NumberOut, _ list: Memory,
    _ descriptions: Memory
) -> Int32 {
    given(converter, callback, packets, list) { converter, callback, packets, list in
        AudioConverterFillComplexBuffer(
            converter, { callback($0, $1, $2, $3, $4) }, data, packets, list.bound(), descriptions?.bound())
    }
}

@_cdecl("AudioConverterGetProperty")
public func converterProperty(_ converter: Handle, _ property: UInt32, _ size: NumberOut, _ data: Memory) -> Int32 {
    given(converter, size, data) { AudioConverterGetProperty($0, property, $1, $2) }
}

@_cdecl("AudioConverterSetProperty")
public func setConverterProperty(_ converter: Handle, _ property: UInt32, _ size: UInt32, _ data: ConstMemory) -> Int32
{
    given(converter, data) { AudioConverterSetProperty($0, property, size, $1) }
}
