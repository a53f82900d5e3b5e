internal import AppleSession
internal import CoreAudioTypes

/// The memory for one slice, as a buffer list in the program's format. For one thread at a time.
final class SampleList: @unchecked Sendable {
    let list: UnsafeMutablePointer<AudioBufferList>
    private let samples: LinearSamples
    private let memory: [UnsafeMutableRawPointer]
    let frames: Int

    init(_ samples: LinearSamples, frames: Int) {
        (self.samples, self.frames) = (samples, frames)
        let buffers = samples.isInterleaved ? 1 : samples.channels
        memory = (0..<buffers).map { _ in
            UnsafeMutableRawPointer.allocate(byteCount: frames * samples.frameBytes, alignment: 16)
        }
        list = AudioBufferList.allocate(maximumBuffers: buffers).unsafeMutablePointer
        clear(frames: frames)
    }

    deinit {
        for piece in memory { piece.deallocate() }
        UnsafeMutableRawPointer(list).deallocate()
    }

    func clear(frames: Int) {
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        buffers.count = memory.count
        for (index, piece) in memory.enumerated() {
            piece.initializeMemory(as: UInt8.self, repeating: 0, count: frames * samples.frameBytes)
            buffers[index] = AudioBuffer(
                mNumberChannels: UInt32(samples.isInterleaved ? samples.channels : 1),
                mDataByteSize: UInt32(frames * samples.frameBytes), mData: piece)
        }
    }

    /// Lends this list's memory to the empty buffers of another list.
    /// - Returns: False if that list has another number of buffers, too little memory, or needs more than a slice.
    func provide(_ frames: Int, to list: UnsafeMutableAudioBufferListPointer) -> Bool {
        guard list.count == memory.count else { return false }
        for (index, piece) in memory.enumerated() {
            if list[index].mData == nil {
                guard frames <= self.frames else { return false }
                list[index].mData = piece
            } else if Int(list[index].mDataByteSize) < frames * samples.frameBytes {
                return false
            }
        }
        return true
    }

    /// Returns the first rendered frames, interleaved.
    func frames(_ count: Int) -> [Float] { samples.gather(count, of: UnsafeMutableAudioBufferListPointer(list)) }
}

/// Captured frames in the program's format, at most a second. Guarded by its owner.
final class HeardFrames {
    private let samples: LinearSamples
    private let line: CapturedStream
    private var held: [Float] = []
    private var own: SampleList

    init(_ samples: LinearSamples) {
        self.samples = samples
        line = CapturedStream(channels: samples.channels, rate: samples.rate)
        own = SampleList(samples, frames: SoundUnit.slice)
    }

    var rate: Int { samples.rate }
    /// The number of frames.
    var count: Int { held.count / samples.channels }

    func put(_ captured: UnsafeBufferPointer<Float>, isMuted: Bool) {
        held += line.convert(captured, isMuted: isMuted)
        drop(count - samples.rate)
    }

    func drop(_ frames: Int) {
        if frames > 0 { held.removeFirst(min(held.count, frames * samples.channels)) }
    }

    /// Writes the next frames into a list; returns false if the list does not match the format.
    func read(_ frames: Int, into list: UnsafeMutableAudioBufferListPointer) -> Bool {
        if own.frames < frames { own = SampleList(samples, frames: frames) }
        guard own.provide(frames, to: list) else { return false }
        samples.scatter(held, frames: frames, into: list)
        drop(min(frames, count))
        return true
    }
}
