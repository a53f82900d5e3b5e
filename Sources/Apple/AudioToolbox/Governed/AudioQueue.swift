// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
public import Foundation

// The names are Apple's. Any thread may call them; if the program is called back is said when a queue is made. A
// pointer to no queue is answered by -50.

/// Makes a queue that plays linear PCM.
///
/// - Parameters:
///   - inCallbackRunLoop: Where the program is called; nil is a thread of the queue's own.
///   - inCallbackRunLoopMode: In which mode of it; nil is the default one.
///   - inFlags: 0.
/// - Returns: 0; 'fmt?' for what is no linear PCM of 1 to 8 channels at 1,000 to 768,000 frames per second.
@preconcurrency
@discardableResult
public func AudioQueueNewOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inCallbackProc: @escaping AudioQueueOutputCallback,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?,
    _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    outAQ.pointee = nil
    guard let samples = LinearSamples(inFormat.pointee) else { return kAudioFormatUnsupportedDataFormatError }
    let queue = OutputQueue(
        inFormat.pointee, samples, loop: inCallbackRunLoop, mode: inCallbackRunLoopMode, inCallbackProc, inUserData)
    outAQ.pointee = queue.handle
    return noErr
}

/// Makes a queue that is filled with linear PCM by the microphone; separate channels are refused, as Apple's are interleaved.
///
/// - Parameters: As `AudioQueueNewOutput`.
/// - Returns: 0; 'fmt?' for what is no interleaved linear PCM of 1 to 8 channels at 1,000 to 768,000 frames per second.
@preconcurrency
@discardableResult
public func AudioQueueNewInput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inCallbackProc: @escaping AudioQueueInputCallback,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?,
    _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    outAQ.pointee = nil
    guard let samples = LinearSamples(inFormat.pointee), samples.isInterleaved else {
        return kAudioFormatUnsupportedDataFormatError
    }
    let queue = InputQueue(
        inFormat.pointee, samples, loop: inCallbackRunLoop, mode: inCallbackRunLoopMode, inCallbackProc, inUserData)
    outAQ.pointee = queue.handle
    return noErr
}

/// Does something with a queue; -50 if there is none.
private func with(_ queue: AudioQueueRef, _ work: (SoundQueue) -> OSStatus) -> OSStatus {
    SoundQueue.table.at(queue).map(work) ?? kAudio_ParamError
}

/// Ends a queue, with its buffers: at once, or when what is enqueued has been played.
@discardableResult
public func AudioQueueDispose(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    with(inAQ) { queue in
        guard !inImmediate, let output = queue as? OutputQueue else {
            queue.dispose()
            return noErr
        }
        output.end { output.dispose() }
        return noErr
    }
}

/// Makes a buffer of so many bytes; it lives as long as the queue, or until it is freed.
@discardableResult
public func AudioQueueAllocateBuffer(
    _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus { AudioQueueAllocateBufferWithPacketDescriptions(inAQ, inBufferByteSize, 0, outBuffer) }

/// Makes a buffer with room for descriptions of packets.
@discardableResult
public func AudioQueueAllocateBufferWithPacketDescriptions(
    _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ inNumberPacketDescriptions: UInt32,
    _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
    outBuffer.pointee = nil
    return with(inAQ) { queue in
        guard let buffer = queue.allocate(inBufferByteSize, packets: inNumberPacketDescriptions) else {
            return kAudio_ParamError
        }
        outBuffer.pointee = buffer
        return noErr
    }
}

/// Frees a buffer; -66679 while it is enqueued.
@discardableResult
public func AudioQueueFreeBuffer(_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> OSStatus {
    with(inAQ) { $0.release(inBuffer) }
}

/// Puts a buffer behind those that are to be played or filled.
@discardableResult
public func AudioQueueEnqueueBuffer(
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> OSStatus { with(inAQ) { $0.enqueue(inBuffer, needsBytes: $0 is OutputQueue) } }

/// Puts a buffer behind those that are to be played; parameters take effect at once, and nothing is trimmed.
@discardableResult
public func AudioQueueEnqueueBufferWithParameters(
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?, _ inTrimFramesAtStart: UInt32,
    _ inTrimFramesAtEnd: UInt32, _ inNumParamValues: UInt32, _ inParamValues: UnsafePointer<AudioQueueParameterEvent>?,
    _ inStartTime: UnsafePointer<AudioTimeStamp>?, _ outActualStartTime: UnsafeMutablePointer<AudioTimeStamp>?
) -> OSStatus {
    with(inAQ) { queue in
        guard queue is OutputQueue else { return kAudioQueueErr_InvalidQueueType }
        for index in 0..<Int(inNumParamValues) {
            guard let event = inParamValues?[index] else { return kAudio_ParamError }
            let status = queue.set(event.mID, to: event.mValue)
            guard status == noErr else { return status }
        }
        let status = queue.enqueue(inBuffer, needsBytes: true)
        if status == noErr { outActualStartTime?.pointee = queue.time }
        return status
    }
}

/// Starts a queue, or continues; activates the session.
///
/// - Parameter inStartTime: When, by its host time; nil is as soon as possible.
/// - Returns: 0; what the policy refuses, by the code of the session.
@discardableResult
public func AudioQueueStart(_ inAQ: AudioQueueRef, _ inStartTime: UnsafePointer<AudioTimeStamp>?) -> OSStatus {
    let start = inStartTime.flatMap { $0.pointee.mFlags.contains(.hostTimeValid) ? $0.pointee.mHostTime : nil }
    return with(inAQ) { $0.start(at: start) }
}

/// Gets what is enqueued ready.
@discardableResult
public func AudioQueuePrime(
    _ inAQ: AudioQueueRef, _ inNumberOfFramesToPrepare: UInt32,
    _ outNumberOfFramesPrepared: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    with(inAQ) { queue in
        guard let output = queue as? OutputQueue else { return kAudioQueueErr_InvalidQueueType }
        outNumberOfFramesPrepared?.pointee = inNumberOfFramesToPrepare
        return output.prepare()
    }
}

/// Ends a queue and gives its buffers back: at once, or when what is enqueued has been played.
@discardableResult
public func AudioQueueStop(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    with(inAQ) { queue in
        guard !inImmediate, let output = queue as? OutputQueue else {
            queue.halt()
            return noErr
        }
        output.end { output.halt() }
        return noErr
    }
}

/// Lets a queue wait where it is.
@discardableResult
public func AudioQueuePause(_ inAQ: AudioQueueRef) -> OSStatus { with(inAQ) { $0.pause() } }

/// Ends the state of decoders; linear PCM has none.
@discardableResult
public func AudioQueueFlush(_ inAQ: AudioQueueRef) -> OSStatus { with(inAQ) { _ in noErr } }

/// Gives back what is enqueued.
@discardableResult
public func AudioQueueReset(_ inAQ: AudioQueueRef) -> OSStatus {
    with(inAQ) { queue in
        queue.reset()
        return noErr
    }
}

/// Reads a parameter of a queue that plays.
@discardableResult
public func AudioQueueGetParameter(
    _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID,
    _ outValue: UnsafeMutablePointer<AudioQueueParameterValue>
) -> OSStatus {
    with(inAQ) { queue in
        guard let value = queue.parameter(inParamID) else { return kAudioQueueErr_InvalidParameter }
        outValue.pointee = value
        return noErr
    }
}

/// Sets a parameter of a queue that plays.
@discardableResult
public func AudioQueueSetParameter(
    _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ inValue: AudioQueueParameterValue
) -> OSStatus { with(inAQ) { $0.set(inParamID, to: inValue) } }

/// Has a function called whenever a property has changed: `kAudioQueueProperty_IsRunning`.
@preconcurrency
@discardableResult
public func AudioQueueAddPropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: @escaping AudioQueuePropertyListenerProc,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    with(inAQ) { queue in
        queue.listen(to: inID, inProc, inUserData)
        return noErr
    }
}

/// Takes back the function that was added with this data.
@preconcurrency
@discardableResult
public func AudioQueueRemovePropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: @escaping AudioQueuePropertyListenerProc,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    with(inAQ) { queue in
        queue.unlisten(inID, inUserData)
        return noErr
    }
}

/// Tells the number of frames that have been played or captured, and the time; -66678 while the queue does not run.
@discardableResult
public func AudioQueueGetCurrentTime(
    _ inAQ: AudioQueueRef, _ inTimeline: OpaquePointer?, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
    _ outTimelineDiscontinuity: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    with(inAQ) { queue in
        outTimelineDiscontinuity?.pointee = false
        guard queue.isRunning else { return kAudioQueueErr_InvalidRunState }
        outTimeStamp?.pointee = queue.time
        return noErr
    }
}

/// Tells the time of the device, which is that of `AudioQueueGetCurrentTime`: one clock drives all here.
@discardableResult
public func AudioQueueDeviceGetCurrentTime(
    _ inAQ: AudioQueueRef, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus { AudioQueueGetCurrentTime(inAQ, nil, outTimeStamp, nil) }

// MARK: Properties

/// Tells the size of a property.
@discardableResult
public func AudioQueueGetPropertySize(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    with(inAQ) { queue in
        guard let value = QueueProperty.read(inID, of: queue) else { return kAudioQueueErr_InvalidProperty }
        outDataSize.pointee = UInt32(value.count)
        return noErr
    }
}

/// Reads a property.
@discardableResult
public func AudioQueueGetProperty(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outData: UnsafeMutableRawPointer,
    _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    with(inAQ) { queue in
        PropertyBytes.copy(
            QueueProperty.read(inID, of: queue), to: outData, ioDataSize, none: kAudioQueueErr_InvalidProperty,
            small: kAudioQueueErr_InvalidPropertySize)
    }
}

/// Sets a property.
@discardableResult
public func AudioQueueSetProperty(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inData: UnsafeRawPointer, _ inDataSize: UInt32
) -> OSStatus {
    with(inAQ) { queue in
        // Channels go where their number says, whatever the program calls them.
        if inID == kAudioQueueProperty_ChannelLayout { return noErr }
        guard QueueProperty.isKept(inID) else { return kAudioQueueErr_InvalidProperty }
        guard inDataSize == 4 else { return kAudioQueueErr_InvalidPropertySize }
        let value = inData.loadUnaligned(as: UInt32.self)
        queue[keeping: inID] = value
        if inID == kAudioQueueProperty_EnableLevelMetering { queue.locked { queue.metersLevels = value != 0 } }
        return noErr
    }
}
