internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

final class OutputQueue: SoundQueue, @unchecked Sendable {
    private let callback: AudioQueueOutputCallback
    private let data: UnsafeMutableRawPointer?
    private var sound: (any BackendSound)?
    /// The number of frames played of the first buffer.
    private var place = 0
    /// The closure to call after the last buffer, or nil unless the queue is ending.
    private var ends: (() -> Void)?
    private var parameters: [AudioQueueParameterID: Float] = [
        kAudioQueueParam_Volume: 1, kAudioQueueParam_PlayRate: 1, kAudioQueueParam_Pitch: 0,
        kAudioQueueParam_VolumeRampTime: 0, kAudioQueueParam_Pan: 0,
    ]

    init(
        _ stream: AudioStreamBasicDescription, _ samples: LinearSamples, loop: CFRunLoop?, mode: CFString?,
        _ callback: @escaping AudioQueueOutputCallback, _ data: UnsafeMutableRawPointer?
    ) {
        (self.callback, self.data) = (callback, data)
        super.init(stream, samples, loop: loop, mode: mode)
    }

    deinit { try? sound?.stop() }

    override var isEngaged: Bool { lock.withLock { sound }?.isPlaying ?? false }

    override func engage(at start: UInt64?) throws {
        let playing = try made()
        lock.withLock { ends = nil }
        try playing.play(at: start.map { MachineTime(nanoseconds: Int64(clamping: $0)) })
    }

    private func made() throws -> any BackendSound {
        if let sound = lock.withLock({ sound }) { return sound }
        let backend = try ProcessApp.shared.backend()
        let made = try backend.sound(channels: samples.channels, rate: samples.rate) { [weak self] room, frames in
            self?.render(room, frames) ?? 0
        }
        lock.withLock { sound = made }
        for (parameter, value) in lock.withLock({ parameters }) { apply(parameter, value, to: made) }
        return made
    }

    override func rest() { try? lock.withLock { sound }?.pause() }

    override func disengage() {
        lock.withLock { ends = nil }
        try? lock.withLock { sound }?.stop()
    }

    /// Calls a closure after the enqueued buffers have been played; immediately if the queue is not running.
    func end(then finish: @escaping () -> Void) {
        guard isRunning else { return finish() }
        let isOver = lock.withLock {
            ends = finish
            return waiting.isEmpty
        }
        if isOver { endSoon() }
    }

    private func endSoon() {
        guard let ending = lock.withLock({ ends.take() }), let backend = try? ProcessApp.shared.backend() else {
            return
        }
        nonisolated(unsafe) let finish = ending
        backend.after(backend.latencies.output) { finish() }
    }

    func prepare() throws { try made().prepare() }

    override var isEnding: Bool { ends != nil }

    override func forgetPlace() { place = 0 }

    override func give(_ buffer: AudioQueueBufferRef) {
        guard let handle else { return }
        give(buffer) { [callback, data] in callback(data, handle, buffer) }
    }

    // MARK: Rendering

    /// Fills interleaved samples from the buffers; silence if none is enqueued.
    private func render(_ room: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int {
        let (done, isOver) = lock.withLock {
            var done: [AudioQueueBufferRef] = []
            var made = 0
            while made < frames, let first = waiting.first {
                made += copy(first, to: room, from: made, at: frames)
                guard place >= Self.frames(first, samples) else { continue }
                done.append(waiting.removeFirst())
                place = 0
            }
            for index in made * samples.channels..<frames * samples.channels { room[index] = 0 }
            position += made
            if metersLevels {
                levels = UnsafeBufferPointer(rebasing: room[..<(frames * samples.channels)])
                    .levels(channels: samples.channels)
            }
            return (done, ends != nil && waiting.isEmpty)
        }
        for buffer in done { give(buffer) }
        if isOver { endSoon() }
        return frames
    }

    private static func frames(_ buffer: AudioQueueBufferRef, _ samples: LinearSamples) -> Int {
        // The program may change the size concurrently.
        let bytes = min(buffer.pointee.mAudioDataByteSize, buffer.pointee.mAudioDataBytesCapacity)
        let plane = Int(bytes) / samples.frameBytes
        return samples.isInterleaved ? plane : plane / samples.channels
    }

    /// Copies as many frames as are available and fit. A non-interleaved buffer holds one channel after the other.
    private func copy(
        _ buffer: AudioQueueBufferRef, to room: UnsafeMutableBufferPointer<Float>, from made: Int, at frames: Int
    ) -> Int {
        let total = Self.frames(buffer, samples)
        let count = max(0, min(frames - made, total - place))
        let memory = UnsafeRawPointer(buffer.pointee.mAudioData)
        for frame in 0..<count {
            for channel in 0..<samples.channels {
                let index =
                    samples.isInterleaved
                    ? (place + frame) * samples.channels + channel : channel * total + place + frame
                room[(made + frame) * samples.channels + channel] = samples.sample(memory, index)
            }
        }
        place += count
        return count
    }

    // MARK: Parameters

    override func parameter(_ parameter: AudioQueueParameterID) -> Float? { lock.withLock { parameters[parameter] } }

    override func set(_ parameter: AudioQueueParameterID, to value: Float) throws {
        guard parameters[parameter] != nil, value.isFinite else { throw StatusError(kAudioQueueErr_InvalidParameter) }
        lock.withLock { parameters[parameter] = value }
        if let sound = lock.withLock({ sound }) { apply(parameter, value, to: sound) }
    }

    private func apply(_ parameter: AudioQueueParameterID, _ value: Float, to sound: any BackendSound) {
        switch parameter {
        case kAudioQueueParam_Volume:
            let ramp = lock.withLock { parameters[kAudioQueueParam_VolumeRampTime] ?? 0 }
            sound.setGain(Double(max(0, min(1, value))), over: Double(max(0, ramp)))
        case kAudioQueueParam_Pan: sound.pan = Double(max(-1, min(1, value)))
        case kAudioQueueParam_PlayRate:
            if value != 1 || sound.rate != 1 { sound.rate = Double(max(0.5, min(2, value))) }
        default: break
        }
    }
}
