// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioToolbox
import CoreAudioTypes
import Foundation

// Units under their C names; AudioToolbox does the work.

/// A C function that renders or receives captured frames.
public typealias RenderCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>, UnsafeRawPointer, UInt32, UInt32,
        UnsafeMutableRawPointer?
    ) -> Int32
/// A C listener for a property of a unit.
public typealias UnitListener = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer, UInt32, UInt32, UInt32) -> Void

struct CCallback {
    var function: RenderCallback?
    var data: UnsafeMutableRawPointer?
}

extension AURenderCallbackStruct {
    /// Wraps a C function; its data may be NULL.
    init(_ function: RenderCallback?, _ data: UnsafeMutableRawPointer?) {
        guard let function else {
            self.init(inputProc: nil, inputProcRefCon: data)
            return
        }
        nonisolated(unsafe) let data = data
        self.init(
            inputProc: { _, flags, time, bus, frames, list in
                flags.withMemoryRebound(to: UInt32.self, capacity: 1) {
                    function(data, $0, UnsafeRawPointer(time), bus, frames, UnsafeMutableRawPointer(list))
                }
            }, inputProcRefCon: data)
    }
}

private func description(_ pointer: UnsafeRawPointer) -> UnsafePointer<AudioComponentDescription> {
    pointer.assumingMemoryBound(to: AudioComponentDescription.self)
}

@_cdecl("AudioComponentFindNext")
public func findNext(_ component: OpaquePointer?, _ wanted: UnsafeRawPointer?) -> OpaquePointer? {
    wanted.flatMap { AudioComponentFindNext(component, description($0)) }
}

@_cdecl("AudioComponentCount")
public func countComponents(_ wanted: UnsafeRawPointer?) -> UInt32 {
    wanted.map { AudioComponentCount(description($0)) } ?? 0
}

@_cdecl("AudioComponentCopyName")
public func copyComponentName(_ component: OpaquePointer?, _ name: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int32 {
    guard let component, let name else { return kAudio_ParamError }
    var copied: Unmanaged<CFString>?
    let status = AudioComponentCopyName(component, &copied)
    name.pointee = copied.map { UnsafeRawPointer($0.toOpaque()) }
    return status
}

@_cdecl("AudioComponentGetDescription")
public func describeComponent(_ component: OpaquePointer?, _ found: UnsafeMutableRawPointer?) -> Int32 {
    guard let component, let found else { return kAudio_ParamError }
    return AudioComponentGetDescription(component, found.assumingMemoryBound(to: AudioComponentDescription.self))
}

@_cdecl("AudioComponentInstanceNew")
public func newInstance(_ component: OpaquePointer?, _ made: UnsafeMutablePointer<OpaquePointer?>?) -> Int32 {
    guard let made else { return kAudio_ParamError }
    made.pointee = nil
    return component.map { AudioComponentInstanceNew($0, made) } ?? kAudio_ParamError
}

@_cdecl("AudioComponentInstanceDispose")
public func disposeInstance(_ unit: OpaquePointer?) -> Int32 {
    unit.map(AudioComponentInstanceDispose) ?? kAudio_ParamError
}

@_cdecl("AudioUnitInitialize")
public func initializeUnit(_ unit: OpaquePointer?) -> Int32 { unit.map(AudioUnitInitialize) ?? kAudio_ParamError }

@_cdecl("AudioUnitUninitialize")
public func uninitializeUnit(_ unit: OpaquePointer?) -> Int32 { unit.map(AudioUnitUninitialize) ?? kAudio_ParamError }

@_cdecl("AudioOutputUnitStart")
public func startUnit(_ unit: OpaquePointer?) -> Int32 { unit.map(AudioOutputUnitStart) ?? kAudio_ParamError }

@_cdecl("AudioOutputUnitStop")
public func stopUnit(_ unit: OpaquePointer?) -> Int32 { unit.map(AudioOutputUnitStop) ?? kAudio_ParamError }

@_cdecl("AudioUnitReset")
public func resetUnit(_ unit: OpaquePointer?, _ scope: UInt32, _ element: UInt32) -> Int32 {
    unit.map { AudioUnitReset($0, scope, element) } ?? kAudio_ParamError
}

@_cdecl("AudioUnitRender")
public func renderUnit(
    _ unit: OpaquePointer?, _ flags: UnsafeMutablePointer<UInt32>?, _ time: UnsafeRawPointer?, _ bus: UInt32,
    _ frames: UInt32, _ list: UnsafeMutableRawPointer?
) -> Int32 {
    guard let unit, let list else { return kAudio_ParamError }
    var now = AudioTimeStamp()
    if let time { now = time.loadUnaligned(as: AudioTimeStamp.self) }
    let buffers = list.assumingMemoryBound(to: AudioBufferList.self)
    var said = AudioUnitRenderActionFlags(rawValue: flags?.pointee ?? 0)
    defer { flags?.pointee = said.rawValue }
    return AudioUnitRender(unit, &said, &now, bus, frames, buffers)
}

@_cdecl("AudioUnitAddRenderNotify")
public func addNotify(_ unit: OpaquePointer?, _ function: RenderCallback?, _ data: UnsafeMutableRawPointer?) -> Int32 {
    guard let unit, let function, let callback = AURenderCallbackStruct(function, data).inputProc else {
        return kAudio_ParamError
    }
    return AudioUnitAddRenderNotify(unit, callback, data)
}

@_cdecl("AudioUnitRemoveRenderNotify")
public func removeNotify(
    _ unit: OpaquePointer?, _ function: RenderCallback?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let unit, let function, let callback = AURenderCallbackStruct(function, data).inputProc else {
        return kAudio_ParamError
    }
    return AudioUnitRemoveRenderNotify(unit, callback, data)
}

@_cdecl("AudioUnitGetPropertyInfo")
public func unitPropertyInfo(
    _ unit: OpaquePointer?, _ property: UInt32, _ scope: UInt32, _ element: UInt32,
    _ size: UnsafeMutablePointer<UInt32>?, _ writable: UnsafeMutablePointer<UInt8>?
) -> Int32 {
    guard let unit else { return kAudio_ParamError }
    var isWritable: DarwinBoolean = false
    let status = AudioUnitGetPropertyInfo(unit, property, scope, element, size, &isWritable)
    writable?.pointee = isWritable.boolValue ? 1 : 0
    return status
}

@_cdecl("AudioUnitGetProperty")
public func unitProperty(
    _ unit: OpaquePointer?, _ property: UInt32, _ scope: UInt32, _ element: UInt32, _ data: UnsafeMutableRawPointer?,
    _ size: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard let unit, let data, let size else { return kAudio_ParamError }
    return AudioUnitGetProperty(unit, property, scope, element, data, size)
}

@_cdecl("AudioUnitSetProperty")
public func setUnitProperty(
    _ unit: OpaquePointer?, _ property: UInt32, _ scope: UInt32, _ element: UInt32, _ data: UnsafeRawPointer?,
    _ size: UInt32
) -> Int32 {
    guard let unit else { return kAudio_ParamError }
    guard [kAudioUnitProperty_SetRenderCallback, kAudioOutputUnitProperty_SetInputCallback].contains(property) else {
        return AudioUnitSetProperty(unit, property, scope, element, data, size)
    }
    guard let data, size == MemoryLayout<CCallback>.size else { return kAudioUnitErr_InvalidPropertyValue }
    let callback = data.loadUnaligned(as: CCallback.self)
    return setCallback(of: unit, property, element, AURenderCallbackStruct(callback.function, callback.data))
}

@_cdecl("AudioUnitAddPropertyListener")
public func addUnitListener(
    _ unit: OpaquePointer?, _ property: UInt32, _ listener: UnitListener?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let unit, let listener else { return kAudio_ParamError }
    nonisolated(unsafe) let data = data
    return AudioUnitAddPropertyListener(unit, property, { listener(data, $1, $2, $3, $4) }, data)
}

@_cdecl("AudioUnitRemovePropertyListenerWithUserData")
public func removeUnitListener(
    _ unit: OpaquePointer?, _ property: UInt32, _ listener: UnitListener?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let unit, let listener else { return kAudio_ParamError }
    nonisolated(unsafe) let data = data
    return AudioUnitRemovePropertyListenerWithUserData(unit, property, { listener(data, $1, $2, $3, $4) }, data)
}

@_cdecl("AudioUnitGetParameter")
public func unitParameter(
    _ unit: OpaquePointer?, _ parameter: UInt32, _ scope: UInt32, _ element: UInt32,
    _ value: UnsafeMutablePointer<Float>?
) -> Int32 {
    guard let unit, let value else { return kAudio_ParamError }
    return AudioUnitGetParameter(unit, parameter, scope, element, value)
}

@_cdecl("AudioUnitSetParameter")
public func setUnitParameter(
    _ unit: OpaquePointer?, _ parameter: UInt32, _ scope: UInt32, _ element: UInt32, _ value: Float, _ offset: UInt32
) -> Int32 {
    unit.map { AudioUnitSetParameter($0, parameter, scope, element, value, offset) } ?? kAudio_ParamError
}
