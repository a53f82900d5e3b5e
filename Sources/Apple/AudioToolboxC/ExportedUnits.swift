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

@_cdecl("AudioComponentFindNext")
public func findNext(_ component: Handle, _ wanted: ConstMemory) -> OpaquePointer? {
    wanted.flatMap { AudioComponentFindNext(component, $0.bound()) }
}

@_cdecl("AudioComponentCount")
public func countComponents(_ wanted: ConstMemory) -> UInt32 { wanted.map { AudioComponentCount($0.bound()) } ?? 0 }

@_cdecl("AudioComponentCopyName")
public func copyComponentName(_ component: Handle, _ name: Memory) -> Int32 {
    given(component, name) { AudioComponentCopyName($0, $1.bound()) }
}

@_cdecl("AudioComponentGetDescription")
public func describeComponent(_ component: Handle, _ found: Memory) -> Int32 {
    given(component, found) { AudioComponentGetDescription($0, $1.bound()) }
}

@_cdecl("AudioComponentInstanceNew")
public func newInstance(_ component: Handle, _ made: HandleOut) -> Int32 {
    made?.pointee = nil
    return given(component, made) { AudioComponentInstanceNew($0, $1) }
}

@_cdecl("AudioComponentInstanceDispose")
public func disposeInstance(_ unit: Handle) -> Int32 { given(unit) { AudioComponentInstanceDispose($0) } }

@_cdecl("AudioUnitInitialize")
public func initializeUnit(_ unit: Handle) -> Int32 { given(unit) { AudioUnitInitialize($0) } }

@_cdecl("AudioUnitUninitialize")
public func uninitializeUnit(_ unit: Handle) -> Int32 { given(unit) { AudioUnitUninitialize($0) } }

@_cdecl("AudioOutputUnitStart")
public func startUnit(_ unit: Handle) -> Int32 { given(unit) { AudioOutputUnitStart($0) } }

@_cdecl("AudioOutputUnitStop")
public func stopUnit(_ unit: Handle) -> Int32 { given(unit) { AudioOutputUnitStop($0) } }

@_cdecl("AudioUnitReset")
public func resetUnit(_ unit: Handle, _ scope: UInt32, _ element: UInt32) -> Int32 {
    given(unit) { AudioUnitReset($0, scope, element) }
}

@_cdecl("AudioUnitRender")
public func renderUnit(
    _ unit: Handle, _ flags: NumberOut, _ time: ConstMemory, _ bus: UInt32, _ frames: UInt32, _ list: Memory
) -> Int32 {
    var now = time?.loadUnaligned(as: AudioTimeStamp.self) ?? AudioTimeStamp()
    return given(unit, list) {
        AudioUnitRender($0, UnsafeMutableRawPointer(flags)?.bound(), &now, bus, frames, $1.bound())
    }
}

@_cdecl("AudioUnitAddRenderNotify")
public func addNotify(_ unit: Handle, _ function: RenderCallback?, _ data: Memory) -> Int32 {
    given(unit, AURenderCallbackStruct(function, data).inputProc) { AudioUnitAddRenderNotify($0, $1, data) }
}

@_cdecl("AudioUnitRemoveRenderNotify")
public func removeNotify(_ unit: Handle, _ function: RenderCallback?, _ data: Memory) -> Int32 {
    given(unit, AURenderCallbackStruct(function, data).inputProc) { AudioUnitRemoveRenderNotify($0, $1, data) }
}

@_cdecl("AudioUnitGetPropertyInfo")
public func unitPropertyInfo(
    _ unit: Handle, _ property: UInt32, _ scope: UInt32, _ element: UInt32, _ size: NumberOut, _ writable: BooleanOut
) -> Int32 {
    given(unit) { AudioUnitGetPropertyInfo($0, property, scope, element, size, writable.bound) }
}

@_cdecl("AudioUnitGetProperty")
public func unitProperty(
    _ unit: Handle, _ property: UInt32, _ scope: UInt32, _ element: UInt32, _ data: Memory, _ size: NumberOut
) -> Int32 {
    given(unit, data, size) { AudioUnitGetProperty($0, property, scope, element, $1, $2) }
}

@_cdecl("AudioUnitSetProperty")
public func setUnitProperty(
    _ unit: Handle, _ property: UInt32, _ scope: UInt32, _ element: UInt32, _ data: ConstMemory, _ size: UInt32
) -> Int32 {
    given(unit) { unit in
        guard [kAudioUnitProperty_SetRenderCallback, kAudioOutputUnitProperty_SetInputCallback].contains(property)
        else {
            return AudioUnitSetProperty(unit, property, scope, element, data, size)
        }
        guard let data, size == MemoryLayout<CCallback>.size else { return kAudioUnitErr_InvalidPropertyValue }
        let callback = data.loadUnaligned(as: CCallback.self)
        return setCallback(of: unit, property, element, AURenderCallbackStruct(callback.function, callback.data))
    }
}

@_cdecl("AudioUnitAddPropertyListener")
public func addUnitListener(_ unit: Handle, _ property: UInt32, _ listener: UnitListener?, _ data: Memory) -> Int32 {
    nonisolated(unsafe) let data = data
    return given(unit, listener) { unit, listener in
        AudioUnitAddPropertyListener(unit, property, { listener(data, $1, $2, $3, $4) }, data)
    }
}

@_cdecl("AudioUnitRemovePropertyListenerWithUserData")
public func removeUnitListener(_ unit: Handle, _ property: UInt32, _ listener: UnitListener?, _ data: Memory) -> Int32 {
    nonisolated(unsafe) let data = data
    return given(unit, listener) { unit, listener in
        AudioUnitRemovePropertyListenerWithUserData(unit, property, { listener(data, $1, $2, $3, $4) }, data)
    }
}

@_cdecl("AudioUnitGetParameter")
public func unitParameter(
    _ unit: Handle, _ parameter: UInt32, _ scope: UInt32, _ element: UInt32, _ value: FloatOut
) -> Int32 {
    given(unit, value) { AudioUnitGetParameter($0, parameter, scope, element, $1) }
}

@_cdecl("AudioUnitSetParameter")
public func setUnitParameter(
    _ unit: Handle, _ parameter: UInt32, _ scope: UInt32, _ element: UInt32, _ value: Float, _ offset: UInt32
) -> Int32 {
    given(unit) { AudioUnitSetParameter($0, parameter, scope, element, value, offset) }
}
