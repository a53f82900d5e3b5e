// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioToolbox
import CoreAudioTypes
import Foundation

// Audio Queue Services under their C names; AudioToolbox does the work.

public typealias OutputCallback =
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer, UnsafeMutableRawPointer) -> Void
public typealias InputCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer, UnsafeMutableRawPointer, UnsafeRawPointer, UInt32, UnsafeRawPointer?
    ) -> Void
public typealias QueueListener = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer, UInt32) -> Void

@_cdecl("AudioQueueNewOutput")
public func newOutput(
    _ stream: ConstMemory, _ callback: OutputCallback?, _ data: Memory, _ loop: ConstMemory, _ mode: ConstMemory,
    _ flags: UInt32, _ queue: HandleOut
) -> Int32 {
    given(stream, callback, queue) { stream, callback, queue in
        AudioQueueNewOutput(
            stream.bound(), { callback($0, $1, UnsafeMutableRawPointer($2)) }, data, Object.at(loop) as? RunLoop,
            Object.at(mode) as? NSString, flags, queue)
    }
}

@_cdecl("AudioQueueNewInput")
public func newInput(
    _ stream: ConstMemory, _ callback: InputCallback?, _ data: Memory, _ loop: ConstMemory, _ mode: ConstMemory,
    _ flags: UInt32, _ queue: HandleOut
) -> Int32 {
    given(stream, callback, queue) { stream, callback, queue in
        AudioQueueNewInput(
            stream.bound(),
            { callback($0, $1, UnsafeMutableRawPointer($2), UnsafeRawPointer($3), $4, UnsafeRawPointer($5)) }, data,
            Object.at(loop) as? RunLoop, Object.at(mode) as? NSString, flags, queue)
    }
}

@_cdecl("AudioQueueDispose")
public func disposeQueue(_ queue: Handle, _ immediate: UInt8) -> Int32 {
    given(queue) { AudioQueueDispose($0, immediate != 0) }
}

@_cdecl("AudioQueueAllocateBuffer")
public func allocateBuffer(_ queue: Handle, _ size: UInt32, _ buffer: Memory) -> Int32 {
    given(queue, buffer) { AudioQueueAllocateBuffer($0, size, $1.bound()) }
}

@_cdecl("AudioQueueAllocateBufferWithPacketDescriptions")
public func allocateBuffer(_ queue: Handle, _ size: UInt32, described count: UInt32, _ buffer: Memory) -> Int32 {
    given(queue, buffer) { AudioQueueAllocateBufferWithPacketDescriptions($0, size, count, $1.bound()) }
}

@_cdecl("AudioQueueFreeBuffer")
public func freeBuffer(_ queue: Handle, _ buffer: Memory) -> Int32 {
    given(queue, buffer) { AudioQueueFreeBuffer($0, $1.bound()) }
}

@_cdecl("AudioQueueEnqueueBuffer")
public func enqueueBuffer(_ queue: Handle, _ buffer: Memory, _ count: UInt32, _ descriptions: ConstMemory) -> Int32 {
    given(queue, buffer) { AudioQueueEnqueueBuffer($0, $1.bound(), 0, nil) }
}

@_cdecl("AudioQueueEnqueueBufferWithParameters")
public func enqueueBuffer(
    _ queue: Handle, _ buffer: Memory, _ count: UInt32, _ descriptions: ConstMemory, _ trimAtStart: UInt32,
    _ trimAtEnd: UInt32, _ parameterCount: UInt32, _ parameters: ConstMemory, _ start: ConstMemory,
    _ actualStart: Memory
) -> Int32 {
    given(queue, buffer) {
        AudioQueueEnqueueBufferWithParameters(
            $0, $1.bound(), 0, nil, trimAtStart, trimAtEnd, parameterCount, parameters?.bound(), start?.bound(),
            actualStart?.bound())
    }
}

@_cdecl("AudioQueueStart")
public func startQueue(_ queue: Handle, _ start: ConstMemory) -> Int32 {
    given(queue) { AudioQueueStart($0, start?.bound()) }
}

@_cdecl("AudioQueuePrime")
public func primeQueue(_ queue: Handle, _ frames: UInt32, _ prepared: NumberOut) -> Int32 {
    given(queue) { AudioQueuePrime($0, frames, prepared) }
}

@_cdecl("AudioQueueStop")
public func stopQueue(_ queue: Handle, _ immediate: UInt8) -> Int32 {
    given(queue) { AudioQueueStop($0, immediate != 0) }
}

@_cdecl("AudioQueuePause")
public func pauseQueue(_ queue: Handle) -> Int32 { given(queue) { AudioQueuePause($0) } }

@_cdecl("AudioQueueFlush")
public func flushQueue(_ queue: Handle) -> Int32 { given(queue) { AudioQueueFlush($0) } }

@_cdecl("AudioQueueReset")
public func resetQueue(_ queue: Handle) -> Int32 { given(queue) { AudioQueueReset($0) } }

@_cdecl("AudioQueueGetParameter")
public func queueParameter(_ queue: Handle, _ parameter: UInt32, _ value: FloatOut) -> Int32 {
    given(queue, value) { AudioQueueGetParameter($0, parameter, $1) }
}

@_cdecl("AudioQueueSetParameter")
public func setQueueParameter(_ queue: Handle, _ parameter: UInt32, _ value: Float) -> Int32 {
    given(queue) { AudioQueueSetParameter($0, parameter, value) }
}

@_cdecl("AudioQueueGetProperty")
public func queueProperty(_ queue: Handle, _ property: UInt32, _ data: Memory, _ size: NumberOut) -> Int32 {
    given(queue, data, size) { AudioQueueGetProperty($0, property, $1, $2) }
}

@_cdecl("AudioQueueSetProperty")
public func setQueueProperty(_ queue: Handle, _ property: UInt32, _ data: ConstMemory, _ size: UInt32) -> Int32 {
    given(queue, data) { AudioQueueSetProperty($0, property, $1, size) }
}

@_cdecl("AudioQueueGetPropertySize")
public func queuePropertySize(_ queue: Handle, _ property: UInt32, _ size: NumberOut) -> Int32 {
    given(queue, size) { AudioQueueGetPropertySize($0, property, $1) }
}

@_cdecl("AudioQueueAddPropertyListener")
public func addQueueListener(
    _ queue: Handle, _ property: UInt32, _ listener: QueueListener?, _ data: Memory
) -> Int32 {
    given(queue, listener) { queue, listener in
        AudioQueueAddPropertyListener(queue, property, { listener($0, $1, $2) }, data)
    }
}

@_cdecl("AudioQueueRemovePropertyListener")
public func removeQueueListener(
    _ queue: Handle, _ property: UInt32, _ listener: QueueListener?, _ data: Memory
) -> Int32 {
    given(queue, listener) { queue, listener in
        AudioQueueRemovePropertyListener(queue, property, { listener($0, $1, $2) }, data)
    }
}

@_cdecl("AudioQueueGetCurrentTime")
public func queueTime(_ queue: Handle, _ timeline: Handle, _ time: Memory, _ discontinuity: BooleanOut) -> Int32 {
    given(queue) { AudioQueueGetCurrentTime($0, timeline, time?.bound(), discontinuity.bound) }
}

@_cdecl("audiosession_mach_absolute_time")
public func machTime() -> UInt64 { mach_absolute_time() }
