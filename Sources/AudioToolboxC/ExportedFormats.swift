// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioToolbox
import CoreAudioTypes

// Audio Format Services under their C names.

@_cdecl("AudioFormatGetPropertyInfo")
public func formatPropertyInfo(
    _ property: UInt32, _ specifierSize: UInt32, _ specifier: UnsafeRawPointer?, _ size: UnsafeMutablePointer<UInt32>?
) -> Int32 { size.map { AudioFormatGetPropertyInfo(property, specifierSize, specifier, $0) } ?? kAudio_ParamError }

@_cdecl("AudioFormatGetProperty")
public func formatProperty(
    _ property: UInt32, _ specifierSize: UInt32, _ specifier: UnsafeRawPointer?, _ size: UnsafeMutablePointer<UInt32>?,
    _ data: UnsafeMutableRawPointer?
) -> Int32 { AudioFormatGetProperty(property, specifierSize, specifier, size, data) }
