// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
public import Foundation

// The names are Apple's. Any thread; the run loop for callbacks is chosen when a queue is created. An invalid queue is answered
// with -50.

/// Creates a queue that plays linear PCM.
///
/// - Parameters:
///   - inCallbackRunLoop: The run loop for callbacks, or nil for the queue's own thread.
///   - inCallbackRunLoopMode: The mode of the run loop, or nil for the default mode.
///   - inFlags: 0.
/// - Returns: 0; 'fmt?' unless the format is linear PCM with 1 to 8 channels at 1,000 to 768,000 Hz.
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

/// Creates a queue that records linear PCM. Non-interleaved formats are refused, as on the phone.
///
/// - Parameters: As `AudioQueueNewOutput`.
/// - Returns: 0; 'fmt?' unless the format is interleaved linear PCM with 1 to 8 channels at 1,000 to 768,000 Hz.
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

private let queues = SoundQueue.table

/// Disposes of a queue and its buffers, immediately or after the enqueued buffers have been played.
@discardableResult
public func AudioQueueDispose(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    queues.with(inAQ) { queue in
        guard !inImmediate, let output = queue as? OutputQueue else { return queue.dispose() }
        output.end { output.dispose() }
    }
}

/// Allocates a buffer with a capacity in bytes, valid until it is freed or the queue is disposed of.
@discardableResult
public func AudioQueueAllocateBuffer(
    _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus { AudioQueueAllocateBufferWithPacketDescriptions(inAQ, inBufferByteSize, 0, outBuffer) }

/// Allocates a buffer with room for packet descriptions.
@discardableResult
public func AudioQueueAllocateBufferWithPacketDescriptions(
    _ inAQ: AudioQueueRef, _ inBufferByteSize: UInt32, _ inNumberPacketDescriptions: UInt32,
    _ outBuffer: UnsafeMutablePointer<AudioQueueBufferRef?>
) -> OSStatus {
    outBuffer.pointee = nil
    return queues.with(inAQ) { queue in
        let buffer = queue.allocate(inBufferByteSize, packets: inNumberPacketDescriptions)
        outBuffer.pointee = try buffer.or(kAudio_ParamError)
    }
}

/// Frees a buffer; -66679 while it is enqueued.
@discardableResult
public func AudioQueueFreeBuffer(_ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef) -> OSStatus {
    queues.with(inAQ) { try $0.release(inBuffer) }
}

/// Enqueues a buffer.
@discardableResult
public func AudioQueueEnqueueBuffer(
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?
) -> OSStatus { queues.with(inAQ) { try $0.enqueue(inBuffer, needsBytes: $0 is OutputQueue) } }

/// Enqueues a buffer. Parameters take effect immediately, and trimming is ignored.
@discardableResult
public func AudioQueueEnqueueBufferWithParameters(
    _ inAQ: AudioQueueRef, _ inBuffer: AudioQueueBufferRef, _ inNumPacketDescs: UInt32,
    _ inPacketDescs: UnsafePointer<AudioStreamPacketDescription>?, _ inTrimFramesAtStart: UInt32,
    _ inTrimFramesAtEnd: UInt32, _ inNumParamValues: UInt32, _ inParamValues: UnsafePointer<AudioQueueParameterEvent>?,
    _ inStartTime: UnsafePointer<AudioTimeStamp>?, _ outActualStartTime: UnsafeMutablePointer<AudioTimeStamp>?
) -> OSStatus {
    queues.with(inAQ) { queue in
        guard queue is OutputQueue else { throw StatusError(kAudioQueueErr_InvalidQueueType) }
        for index in 0..<Int(inNumParamValues) {
            let event = try (inParamValues?[index]).or(kAudio_ParamError)
            try queue.set(event.mID, to: event.mValue)
        }
        try queue.enqueue(inBuffer, needsBytes: true)
        outActualStartTime?.pointee = queue.time
    }
}

/// Activates the session and starts or resumes a queue.
///
/// - Parameter inStartTime: The host time at which to start, or nil for as soon as possible.
/// - Returns: 0; for a refusal of the policy, the session's code.
@discardableResult
public func AudioQueueStart(_ inAQ: AudioQueueRef, _ inStartTime: UnsafePointer<AudioTimeStamp>?) -> OSStatus {
    let start = inStartTime.flatMap { $0.pointee.mFlags.contains(.hostTimeValid) ? $0.pointee.mHostTime : nil }
    return queues.with(inAQ) { try $0.start(at: start) }
}

/// Prepares the enqueued buffers.
@discardableResult
public func AudioQueuePrime(
    _ inAQ: AudioQueueRef, _ inNumberOfFramesToPrepare: UInt32,
    _ outNumberOfFramesPrepared: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    queues.with(inAQ) { queue in
        let output = try (queue as? OutputQueue).or(kAudioQueueErr_InvalidQueueType)
        outNumberOfFramesPrepared?.pointee = inNumberOfFramesToPrepare
        try output.prepare()
    }
}

/// Stops a queue and returns its buffers, immediately or after the enqueued buffers have been played.
@discardableResult
public func AudioQueueStop(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
    queues.with(inAQ) { queue in
        guard !inImmediate, let output = queue as? OutputQueue else { return queue.halt() }
        output.end { output.halt() }
    }
}

/// Pauses a queue.
@discardableResult
public func AudioQueuePause(_ inAQ: AudioQueueRef) -> OSStatus { queues.with(inAQ) { $0.pause() } }

/// Flushes decoders. Without effect: linear PCM has none.
@discardableResult
public func AudioQueueFlush(_ inAQ: AudioQueueRef) -> OSStatus { queues.with(inAQ) { _ in } }

/// Returns the enqueued buffers.
@discardableResult
public func AudioQueueReset(_ inAQ: AudioQueueRef) -> OSStatus { queues.with(inAQ) { $0.reset() } }

/// Returns a parameter of an output queue.
@discardableResult
public func AudioQueueGetParameter(
    _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID,
    _ outValue: UnsafeMutablePointer<AudioQueueParameterValue>
) -> OSStatus {
    queues.with(inAQ) { outValue.pointee = try $0.parameter(inParamID).or(kAudioQueueErr_InvalidParameter) }
}

/// Sets a parameter of an output queue.
@discardableResult
public func AudioQueueSetParameter(
    _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ inValue: AudioQueueParameterValue
) -> OSStatus { queues.with(inAQ) { try $0.set(inParamID, to: inValue) } }

/// Adds a listener for changes of a property; only `kAudioQueueProperty_IsRunning` changes.
@preconcurrency
@discardableResult
public func AudioQueueAddPropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: @escaping AudioQueuePropertyListenerProc,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus { queues.with(inAQ) { $0.listen(to: inID, inProc, inUserData) } }

/// Removes the listener that was added with the same data.
@preconcurrency
@discardableResult
public func AudioQueueRemovePropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: @escaping AudioQueuePropertyListenerProc,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus { queues.with(inAQ) { $0.unlisten(inID, inUserData) } }

/// Returns the number of frames played or captured, and the time; -66678 while the queue is not running.
@discardableResult
public func AudioQueueGetCurrentTime(
    _ inAQ: AudioQueueRef, _ inTimeline: OpaquePointer?, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
    _ outTimelineDiscontinuity: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    queues.with(inAQ) { queue in
        outTimelineDiscontinuity?.pointee = false
        guard queue.isRunning else { throw StatusError(kAudioQueueErr_InvalidRunState) }
        outTimeStamp?.pointee = queue.time
    }
}

// MARK: Properties

/// Returns the size of a property.
@discardableResult
public func AudioQueueGetPropertySize(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    queues.with(inAQ) { queue in
        let value = try QueueProperty.read(inID, of: queue).or(kAudioQueueErr_InvalidProperty)
        outDataSize.pointee = UInt32(value.count)
    }
}

/// Loads a property.
@discardableResult
public func AudioQueueGetProperty(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outData: UnsafeMutableRawPointer,
    _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    queues.with(inAQ) { queue in
        try PropertyBytes.copy(
            QueueProperty.read(inID, of: queue), to: outData, ioDataSize, none: kAudioQueueErr_InvalidProperty,
            small: kAudioQueueErr_InvalidPropertySize)
    }
}

/// Sets a property.
@discardableResult
public func AudioQueueSetProperty(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inData: UnsafeRawPointer, _ inDataSize: UInt32
) -> OSStatus {
    queues.with(inAQ) { queue in
        // Channels are routed by their number; labels are ignored.
        if inID == kAudioQueueProperty_ChannelLayout { return }
        guard QueueProperty.isKept(inID) else { throw StatusError(kAudioQueueErr_InvalidProperty) }
        guard inDataSize == 4 else { throw StatusError(kAudioQueueErr_InvalidPropertySize) }
        let value = inData.loadUnaligned(as: UInt32.self)
        queue[keeping: inID] = value
        if inID == kAudioQueueProperty_EnableLevelMetering { queue.lock.withLock { queue.metersLevels = value != 0 } }
    }
}
