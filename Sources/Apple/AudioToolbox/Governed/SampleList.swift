internal import AppleSession
internal import CoreAudioTypes

/// The memory for one slice, as a buffer list in the program's format. For one thread at a time.
final class SampleList: @unchecked Sendable {
    let list: UnsafeMutablePointer<AudioBufferList>
    private let samples: LinearSamples
    private let memory: [UnsafeMutableRawPointer]
    private let frames: Int

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

    var channels: Int { samples.channels }

    /// Returns the first rendered frames, interleaved.
    func frames(_ count: Int) -> [Float] {
        var made = [Float](repeating: 0, count: count * samples.channels)
        made.withUnsafeMutableBufferPointer { read(frames: count, into: $0, from: 0) }
        return made
    }

    /// Reads the rendered frames, even if the program replaced the list's memory.
    func read(frames: Int, into room: UnsafeMutableBufferPointer<Float>, from place: Int) {
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        for (index, piece) in memory.enumerated() {
            let wide = samples.isInterleaved ? samples.channels : 1
            let valid = index < buffers.count ? Int(buffers[index].mDataByteSize) / samples.frameBytes : 0
            let source = UnsafeRawPointer(index < buffers.count ? buffers[index].mData ?? piece : piece)
            for frame in 0..<frames {
                for channel in 0..<wide {
                    let value = frame < valid ? samples.sample(source, frame * wide + channel) : 0
                    room[(place + frame) * samples.channels + index + channel] = value
                }
            }
        }
    }
}

/// Captured frames in the program's format, at most a second. Guarded by its owner.
final class HeardFrames {
    private let samples: LinearSamples
    private var line: (rate: Int, stream: RateStream)?
    private var held: [Float] = []
    private var own: [UnsafeMutableRawPointer] = []
    private var ownFrames = 0

    init(_ samples: LinearSamples) {
        self.samples = samples
    }

    deinit { for piece in own { piece.deallocate() } }

    var rate: Int { samples.rate }
    /// The number of frames.
    var count: Int { held.count / samples.channels }

    func put(_ captured: UnsafeBufferPointer<Float>, channels: Int, rate: Int, isMuted: Bool) {
        var spread = samples.spread(captured, of: channels)
        if isMuted { spread = [Float](repeating: 0, count: spread.count) }
        if line?.rate != rate {
            let stream = RateStream(channels: samples.channels, from: Double(rate), to: Double(samples.rate))
            line = (rate, stream)
        }
        line?.stream.put(spread)
        held += line?.stream.read() ?? []
        drop(count - samples.rate)
    }

    func drop(_ frames: Int) {
        if frames > 0 { held.removeFirst(min(held.count, frames * samples.channels)) }
    }

    /// Writes the next frames into a list; returns false if the list does not match the format.
    func read(_ frames: Int, into list: UnsafeMutableAudioBufferListPointer) -> Bool {
        let buffers = samples.isInterleaved ? 1 : samples.channels
        guard list.count == buffers else { return false }
        let bytes = frames * samples.frameBytes
        makeRoom(frames, buffers)
        for index in 0..<buffers {
            if list[index].mData == nil {
                list[index].mData = own[index]
            } else if Int(list[index].mDataByteSize) < bytes {
                return false
            }
        }
        samples.scatter(held, frames: frames, into: list)
        drop(min(frames, count))
        return true
    }

    private func makeRoom(_ frames: Int, _ buffers: Int) {
        guard frames > ownFrames || own.count != buffers else { return }
        for piece in own { piece.deallocate() }
        own = (0..<buffers).map { _ in
            UnsafeMutableRawPointer.allocate(byteCount: max(1, frames * samples.frameBytes), alignment: 16)
        }
        ownFrames = frames
    }
}
