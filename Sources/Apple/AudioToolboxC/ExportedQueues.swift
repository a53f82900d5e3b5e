// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioToolbox
import CoreAudioTypes
import Foundation

// Audio Queue Services under their C names. Queues are opaque pointers; buffers, descriptions and time stamps have the same
// layout in C and Swift.

/// A C function that refills a played buffer.
public typealias OutputCallback =
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer, UnsafeMutableRawPointer) -> Void
/// A C function that receives a recorded buffer.
public typealias InputCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer, UnsafeMutableRawPointer, UnsafeRawPointer, UInt32, UnsafeRawPointer?
    ) -> Void
/// A C listener for a property of a queue.
public typealias QueueListener = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer, UInt32) -> Void

private func format(_ pointer: UnsafeRawPointer) -> UnsafePointer<AudioStreamBasicDescription> {
    pointer.assumingMemoryBound(to: AudioStreamBasicDescription.self)
}

@_cdecl("AudioQueueNewOutput")
public func newOutput(
    _ stream: UnsafeRawPointer?, _ callback: OutputCallback?, _ data: UnsafeMutableRawPointer?,
    _ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?, _ flags: UInt32,
    _ queue: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let stream, let callback, let queue else { return kAudio_ParamError }
    return AudioQueueNewOutput(
        format(stream), { callback($0, $1, UnsafeMutableRawPointer($2)) }, data, Object.at(loop) as? RunLoop,
        Object.at(mode) as? NSString, flags, queue)
}

@_cdecl("AudioQueueNewInput")
public func newInput(
    _ stream: UnsafeRawPointer?, _ callback: InputCallback?, _ data: UnsafeMutableRawPointer?,
    _ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?, _ flags: UInt32,
    _ queue: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let stream, let callback, let queue else { return kAudio_ParamError }
    return AudioQueueNewInput(
        format(stream),
        { callback($0, $1, UnsafeMutableRawPointer($2), UnsafeRawPointer($3), $4, UnsafeRawPointer($5)) }, data,
        Object.at(loop) as? RunLoop, Object.at(mode) as? NSString, flags, queue)
}

@_cdecl("AudioQueueDispose")
public func disposeQueue(_ queue: OpaquePointer?, _ immediate: UInt8) -> Int32 {
    queue.map { AudioQueueDispose($0, immediate != 0) } ?? kAudio_ParamError
}

@_cdecl("AudioQueueAllocateBuffer")
public func allocateBuffer(
    _ queue: OpaquePointer?, _ size: UInt32, _ buffer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 { allocateBuffer(queue, size, described: 0, buffer) }

@_cdecl("AudioQueueAllocateBufferWithPacketDescriptions")
public func allocateBuffer(
    _ queue: OpaquePointer?, _ size: UInt32, described count: UInt32,
    _ buffer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
    guard let queue, let buffer else { return kAudio_ParamError }
    var made: AudioQueueBufferRef?
    let status = AudioQueueAllocateBufferWithPacketDescriptions(queue, size, count, &made)
    buffer.pointee = UnsafeMutableRawPointer(made)
    return status
}

private func buffer(_ pointer: UnsafeMutableRawPointer) -> AudioQueueBufferRef {
    pointer.assumingMemoryBound(to: AudioQueueBuffer.self)
}

@_cdecl("AudioQueueFreeBuffer")
public func freeBuffer(_ queue: OpaquePointer?, _ memory: UnsafeMutableRawPointer?) -> Int32 {
    guard let queue, let memory else { return kAudio_ParamError }
    return AudioQueueFreeBuffer(queue, buffer(memory))
}

@_cdecl("AudioQueueEnqueueBuffer")
public func enqueueBuffer(
    _ queue: OpaquePointer?, _ memory: UnsafeMutableRawPointer?, _ count: UInt32, _ descriptions: UnsafeRawPointer?
) -> Int32 {
    guard let queue, let memory else { return kAudio_ParamError }
    return AudioQueueEnqueueBuffer(queue, buffer(memory), 0, nil)
}

@_cdecl("AudioQueueEnqueueBufferWithParameters")
public func enqueueBuffer(
    _ queue: OpaquePointer?, _ memory: UnsafeMutableRawPointer?, _ count: UInt32, _ descriptions: UnsafeRawPointer?,
    _ trimAtStart: UInt32, _ trimAtEnd: UInt32, _ parameterCount: UInt32, _ parameters: UnsafeRawPointer?,
    _ start: UnsafeRawPointer?, _ actualStart: UnsafeMutableRawPointer?
) -> Int32 {
    guard let queue, let memory else { return kAudio_ParamError }
    return AudioQueueEnqueueBufferWithParameters(
        queue, buffer(memory), 0, nil, trimAtStart, trimAtEnd, parameterCount,
        parameters?.assumingMemoryBound(to: AudioQueueParameterEvent.self),
        start?.assumingMemoryBound(to: AudioTimeStamp.self), actualStart?.assumingMemoryBound(to: AudioTimeStamp.self))
}

@_cdecl("AudioQueueStart")
public func startQueue(_ queue: OpaquePointer?, _ start: UnsafeRawPointer?) -> Int32 {
    queue.map { AudioQueueStart($0, start?.assumingMemoryBound(to: AudioTimeStamp.self)) } ?? kAudio_ParamError
}

@_cdecl("AudioQueuePrime")
public func primeQueue(_ queue: OpaquePointer?, _ frames: UInt32, _ prepared: UnsafeMutablePointer<UInt32>?) -> Int32 {
    queue.map { AudioQueuePrime($0, frames, prepared) } ?? kAudio_ParamError
}

@_cdecl("AudioQueueStop")
public func stopQueue(_ queue: OpaquePointer?, _ immediate: UInt8) -> Int32 {
    queue.map { AudioQueueStop($0, immediate != 0) } ?? kAudio_ParamError
}

@_cdecl("AudioQueuePause")
public func pauseQueue(_ queue: OpaquePointer?) -> Int32 { queue.map(AudioQueuePause) ?? kAudio_ParamError }

@_cdecl("AudioQueueFlush")
public func flushQueue(_ queue: OpaquePointer?) -> Int32 { queue.map(AudioQueueFlush) ?? kAudio_ParamError }

@_cdecl("AudioQueueReset")
public func resetQueue(_ queue: OpaquePointer?) -> Int32 { queue.map(AudioQueueReset) ?? kAudio_ParamError }

@_cdecl("AudioQueueGetParameter")
public func queueParameter(
    _ queue: OpaquePointer?, _ parameter: UInt32, _ value: UnsafeMutablePointer<Float>?
) -> Int32 {
    guard let queue, let value else { return kAudio_ParamError }
    return AudioQueueGetParameter(queue, parameter, value)
}

@_cdecl("AudioQueueSetParameter")
public func setQueueParameter(_ queue: OpaquePointer?, _ parameter: UInt32, _ value: Float) -> Int32 {
    queue.map { AudioQueueSetParameter($0, parameter, value) } ?? kAudio_ParamError
}

@_cdecl("AudioQueueGetProperty")
public func queueProperty(
    _ queue: OpaquePointer?, _ property: UInt32, _ data: UnsafeMutableRawPointer?,
    _ size: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard let queue, let data, let size else { return kAudio_ParamError }
    return AudioQueueGetProperty(queue, property, data, size)
}

@_cdecl("AudioQueueSetProperty")
public func setQueueProperty(
    _ queue: OpaquePointer?, _ property: UInt32, _ data: UnsafeRawPointer?, _ size: UInt32
) -> Int32 {
    guard let queue, let data else { return kAudio_ParamError }
    return AudioQueueSetProperty(queue, property, data, size)
}

@_cdecl("AudioQueueGetPropertySize")
public func queuePropertySize(
    _ queue: OpaquePointer?, _ property: UInt32, _ size: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard let queue, let size else { return kAudio_ParamError }
    return AudioQueueGetPropertySize(queue, property, size)
}

@_cdecl("AudioQueueAddPropertyListener")
public func addQueueListener(
    _ queue: OpaquePointer?, _ property: UInt32, _ listener: QueueListener?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let queue, let listener else { return kAudio_ParamError }
    return AudioQueueAddPropertyListener(queue, property, { listener($0, $1, $2) }, data)
}

@_cdecl("AudioQueueRemovePropertyListener")
public func removeQueueListener(
    _ queue: OpaquePointer?, _ property: UInt32, _ listener: QueueListener?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let queue, let listener else { return kAudio_ParamError }
    return AudioQueueRemovePropertyListener(queue, property, { listener($0, $1, $2) }, data)
}

@_cdecl("AudioQueueGetCurrentTime")
public func queueTime(
    _ queue: OpaquePointer?, _ timeline: OpaquePointer?, _ time: UnsafeMutableRawPointer?,
    _ discontinuity: UnsafeMutablePointer<UInt8>?
) -> Int32 {
    guard let queue else { return kAudio_ParamError }
    discontinuity?.pointee = 0
    return AudioQueueGetCurrentTime(queue, timeline, time?.assumingMemoryBound(to: AudioTimeStamp.self), nil)
}

@_cdecl("audiosession_mach_absolute_time")
public func machTime() -> UInt64 { mach_absolute_time() }
