internal import AppleSession
internal import CoreAudioTypes
internal import Dispatch
internal import Foundation

/// The common part of input and output queues: buffers, the thread for callbacks, and listeners.
///
/// The policy sees a queue as one sound or one recording of the app. An interruption stops it but keeps its buffers; `start`
/// resumes it. Any thread; the program is called on the queue's own thread or on the chosen run loop, never with the lock held.
class SoundQueue: @unchecked Sendable {
    static let table = HandleTable<SoundQueue>()

    private struct Listener: @unchecked Sendable {
        let property: AudioQueuePropertyID
        let function: AudioQueuePropertyListenerProc
        let data: UnsafeMutableRawPointer?
    }

    let stream: AudioStreamBasicDescription
    let samples: LinearSamples
    let lock = NSRecursiveLock()
    /// The enqueued buffers. Guarded by the lock, like all that follows.
    var waiting: [AudioQueueBufferRef] = []
    var levels: [(peak: Float, mean: Float)]
    var metersLevels = false
    /// The number of frames played or captured since the start.
    var position = 0
    private var isStarted = false
    private var isDisposed = false
    private var owned: Set<AudioQueueBufferRef> = []
    /// The number of pending callbacks of each buffer, and the buffers to free after them.
    private var untold: [AudioQueueBufferRef: Int] = [:]
    private var doomed: Set<AudioQueueBufferRef> = []
    private var listeners: [Listener] = []
    private var kept: [AudioQueuePropertyID: UInt32] = [:]
    private var life: MediaServerLife?
    private let place: CallingPlace?
    private let own = DispatchQueue(label: "audiosession.queue")
    private let mark = DispatchSpecificKey<Bool>()
    private var observation: NewsObservation?
    private(set) var handle: AudioQueueRef?

    /// - Parameter loop: The run loop for callbacks, or nil for the queue's own thread.
    init(_ stream: AudioStreamBasicDescription, _ samples: LinearSamples, loop: CFRunLoop?, mode: CFString?) {
        (self.stream, self.samples) = (stream, samples)
        levels = Array(repeating: (0, 0), count: samples.channels)
        place = loop.map { CallingPlace($0, mode: mode) }
        own.setSpecific(key: mark, value: true)
        handle = Self.table.add(self)
        observation = NewsObservation { [weak self] in self?.handle($0) }
    }

    deinit { for buffer in owned.union(doomed) { Self.free(buffer) } }

    // MARK: What the directions differ in

    func engage(at start: UInt64?) throws {}
    func rest() {}
    func disengage() {}
    var isEngaged: Bool { false }
    func give(_ buffer: AudioQueueBufferRef) {}
    func set(_ parameter: AudioQueueParameterID, to value: Float) throws {
        throw StatusError(kAudioQueueErr_InvalidParameter)
    }
    func parameter(_ parameter: AudioQueueParameterID) -> Float? { nil }

    // MARK: Running

    /// Whether it was started and not stopped since.
    final var isRunning: Bool { lock.withLock { isStarted } && isEngaged }

    final func start(at start: UInt64?) throws {
        let isVoid = lock.withLock {
            if life == nil { life = MediaServerLife() }
            return life?.isOver == true
        }
        guard !isVoid else { throw StatusError(kAudioQueueErr_QueueInvalidated) }
        guard !isRunning else { return }
        try engage(at: start)
        lock.withLock { isStarted = true }
        tell(kAudioQueueProperty_IsRunning)
    }

    final func pause() {
        rest()
        lock.withLock { isStarted = false }
    }

    final func halt() {
        disengage()
        let hasRun = lock.withLock {
            defer { (isStarted, position) = (false, 0) }
            return isStarted
        }
        reset()
        if hasRun { tell(kAudioQueueProperty_IsRunning) }
    }

    final func reset() {
        let buffers = lock.withLock {
            defer { waiting = [] }
            forgetPlace()
            return waiting
        }
        for buffer in buffers { give(buffer) }
    }

    /// Resets the position in the first buffer. The caller holds the lock.
    func forgetPlace() {}

    /// Stops immediately and makes no more callbacks; waits for those in progress.
    final func dispose() {
        lock.withLock {
            isDisposed = true
            listeners = []
        }
        Self.table.remove(handle)
        disengage()
        if DispatchQueue.getSpecific(key: mark) == nil { own.sync {} }
    }

    private func handle(_ message: AppNotice.Message) {
        // If the program has restarted it in the meantime, it keeps running.
        guard message.stopsSounds, !isRunning else { return }
        let hasRun = lock.withLock {
            defer { isStarted = false }
            return isStarted
        }
        guard hasRun else { return }
        rest()
        tell(kAudioQueueProperty_IsRunning)
    }

    // MARK: Telling the program

    /// Calls the program, unless the queue is disposed of by then.
    final func call(_ work: @escaping () -> Void) {
        nonisolated(unsafe) let work = work
        let guarded: @Sendable () -> Void = { [weak self] in
            guard let self, !self.lock.withLock({ self.isDisposed }) else { return }
            work()
        }
        if let place { place.call(guarded) } else { ProcessApp.shared.enqueue(on: own, guarded) }
    }

    final func tell(_ property: AudioQueuePropertyID) {
        let told = lock.withLock { listeners.filter { $0.property == property } }
        guard let handle else { return }
        for listener in told { call { listener.function(listener.data, handle, property) } }
    }

    final func listen(
        to property: AudioQueuePropertyID, _ function: @escaping AudioQueuePropertyListenerProc,
        _ data: UnsafeMutableRawPointer?
    ) {
        lock.withLock { listeners.append(Listener(property: property, function: function, data: data)) }
    }

    /// Removes every function with the same data, because functions cannot be compared.
    final func unlisten(_ property: AudioQueuePropertyID, _ data: UnsafeMutableRawPointer?) {
        lock.withLock { listeners.removeAll { $0.property == property && $0.data == data } }
    }

    // MARK: Buffers

    final func allocate(_ bytes: UInt32, packets: UInt32) -> AudioQueueBufferRef? {
        guard bytes > 0, bytes <= 1 << 30, packets <= 1 << 20 else { return nil }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(bytes), alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: Int(bytes))
        let descriptions =
            packets == 0 ? nil : UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: Int(packets))
        descriptions?.initialize(repeating: AudioStreamPacketDescription(), count: Int(packets))
        let buffer = AudioQueueBufferRef.allocate(capacity: 1)
        buffer.initialize(
            to: AudioQueueBuffer(
                mAudioDataBytesCapacity: bytes, mAudioData: memory, mAudioDataByteSize: 0, mUserData: nil,
                mPacketDescriptionCapacity: packets, mPacketDescriptions: descriptions, mPacketDescriptionCount: 0))
        lock.withLock { _ = owned.insert(buffer) }
        return buffer
    }

    /// Frees a buffer, immediately or after its pending callback.
    final func release(_ buffer: AudioQueueBufferRef) throws {
        let isFree = try lock.withLock {
            guard owned.contains(buffer) else { throw StatusError(kAudioQueueErr_InvalidBuffer) }
            guard !waiting.contains(buffer) else { throw StatusError(kAudioQueueErr_BufferInQueue) }
            owned.remove(buffer)
            let isFree = untold[buffer] == nil
            if !isFree { doomed.insert(buffer) }
            return isFree
        }
        if isFree { Self.free(buffer) }
    }

    /// Calls the program with a buffer, which stays valid during the call.
    final func give(_ buffer: AudioQueueBufferRef, _ work: @escaping () -> Void) {
        lock.withLock { untold[buffer, default: 0] += 1 }
        call { [weak self] in
            work()
            self?.wasTold(buffer)
        }
    }

    private func wasTold(_ buffer: AudioQueueBufferRef) {
        let isFree = lock.withLock {
            untold[buffer] = untold[buffer].flatMap { $0 > 1 ? $0 - 1 : nil }
            return untold[buffer] == nil && doomed.remove(buffer) != nil
        }
        if isFree { Self.free(buffer) }
    }

    private static func free(_ buffer: AudioQueueBufferRef) {
        buffer.pointee.mAudioData.deallocate()
        buffer.pointee.mPacketDescriptions?.deallocate()
        buffer.deallocate()
    }

    final func enqueue(_ buffer: AudioQueueBufferRef, needsBytes: Bool) throws {
        try lock.withLock {
            guard owned.contains(buffer) else { throw StatusError(kAudioQueueErr_InvalidBuffer) }
            let (size, capacity) = (buffer.pointee.mAudioDataByteSize, buffer.pointee.mAudioDataBytesCapacity)
            guard !isEnding else { throw StatusError(kAudioQueueErr_EnqueueDuringReset) }
            guard !waiting.contains(buffer) else { throw StatusError(kAudioQueueErr_BufferEnqueuedTwice) }
            guard size <= capacity else { throw StatusError(kAudioQueueErr_InvalidBuffer) }
            guard !needsBytes || size > 0 else { throw StatusError(kAudioQueueErr_BufferEmpty) }
            waiting.append(buffer)
        }
        hasEnqueued()
    }

    /// Whether it ends after the remaining buffers. The caller holds the lock.
    var isEnding: Bool { false }
    /// Called after a buffer has been enqueued.
    func hasEnqueued() {}

    /// The value of a property without effect.
    final subscript(keeping property: AudioQueuePropertyID) -> UInt32 {
        get { lock.withLock { kept[property] ?? 0 } }
        set { lock.withLock { kept[property] = newValue } }
    }

    /// The current time, in frames and host time.
    final var time: AudioTimeStamp {
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mHostTime) = (lock.withLock { Double(position) }, mach_absolute_time())
        (stamp.mRateScalar, stamp.mFlags) = (1, [.sampleHostTimeValid, .rateScalarValid])
        return stamp
    }
}
