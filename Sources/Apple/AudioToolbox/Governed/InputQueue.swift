internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// A queue whose buffers are filled by the microphone, while the policy lets the app record.
final class InputQueue: SoundQueue, @unchecked Sendable {
    private let callback: AudioQueueInputCallback
    private let data: UnsafeMutableRawPointer?
    private var capture: (any BackendCapture)?
    private var line: CapturedStream
    /// Captured frames in no buffer yet. At most a second is kept; the oldest are dropped.
    private var pending: [Float] = []
    private var filled = 0
    /// The first frame of each full buffer.
    private var starts: [AudioQueueBufferRef: Int] = [:]

    init(
        _ stream: AudioStreamBasicDescription, _ samples: LinearSamples, loop: CFRunLoop?, mode: CFString?,
        _ callback: @escaping AudioQueueInputCallback, _ data: UnsafeMutableRawPointer?
    ) {
        (self.callback, self.data) = (callback, data)
        line = CapturedStream(channels: samples.channels, rate: samples.rate)
        super.init(stream, samples, loop: loop, mode: mode)
    }

    deinit { try? capture?.stop() }

    override var isEngaged: Bool { lock.withLock { capture }?.isRunning ?? false }

    override func engage(at start: UInt64?) throws {
        rest()
        let backend = try ProcessApp.shared.backend()
        let made = try backend.capture { [weak self] samples, moment in
            self?.receive(samples, UInt64(max(0, moment.nanoseconds)))
        }
        lock.withLock { capture = made }
    }

    override func rest() {
        let old = lock.withLock { capture.take() }
        try? old?.stop()
    }

    override func disengage() {
        rest()
        lock.withLock { (line, pending) = (CapturedStream(channels: samples.channels, rate: samples.rate), []) }
    }

    override func forgetPlace() {
        // The first buffer is returned partially filled, the others empty.
        for (index, buffer) in waiting.enumerated() {
            buffer.pointee.mAudioDataByteSize = index == 0 ? UInt32(filled * samples.frameBytes) : 0
        }
        filled = 0
    }

    override func give(_ buffer: AudioQueueBufferRef) {
        guard let handle else { return }
        let packets = buffer.pointee.mAudioDataByteSize / UInt32(samples.frameBytes)
        var stamp = time
        if let start = lock.withLock({ starts.removeValue(forKey: buffer) }) { stamp.mSampleTime = Double(start) }
        give(buffer) { [callback, data, stamp] in
            withUnsafePointer(to: stamp) { callback(data, handle, buffer, $0, packets, nil) }
        }
    }

    private func receive(_ captured: UnsafeBufferPointer<Float>, _ moment: UInt64) {
        let full = lock.withLock {
            guard capture != nil else { return [AudioQueueBufferRef]() }
            let ready = line.convert(captured)
            if metersLevels { levels = ready.withUnsafeBufferPointer { $0.levels(channels: samples.channels) } }
            pending += ready
            pending.removeFirst(max(0, pending.count - samples.rate * samples.channels))
            return fill()
        }
        for buffer in full { give(buffer) }
    }

    override func hasEnqueued() {
        for buffer in lock.withLock({ fill() }) { give(buffer) }
    }

    /// Fills the waiting buffers and returns the full ones.
    private func fill() -> [AudioQueueBufferRef] {
        var full: [AudioQueueBufferRef] = []
        let frames = pending.count / samples.channels
        var place = 0
        while place < frames, let buffer = waiting.first {
            let room = Int(buffer.pointee.mAudioDataBytesCapacity) / samples.frameBytes
            let count = max(0, min(frames - place, room - filled))
            for index in 0..<count * samples.channels {
                samples.put(
                    pending[place * samples.channels + index], buffer.pointee.mAudioData,
                    filled * samples.channels + index)
            }
            place += count
            filled += count
            guard filled >= room else { continue }
            buffer.pointee.mAudioDataByteSize = UInt32(room * samples.frameBytes)
            starts[buffer] = position + place - room
            full.append(waiting.removeFirst())
            filled = 0
        }
        pending.removeFirst(place * samples.channels)
        position += place
        return full
    }
}
