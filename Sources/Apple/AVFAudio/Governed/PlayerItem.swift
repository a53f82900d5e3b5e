internal import AppleSession
internal import CoreAudioTypes

/// A buffer or a part of a file that a player node is to play. Guarded by the player's lock.
final class PlayerItem {
    /// The source of the item's frames.
    enum Source {
        /// Interleaved stereo frames in memory.
        case frames([Float], loops: Bool)
        /// A file, of which so many frames are left.
        case file(any BackendReader, left: Int)
    }

    let completion: AVAudioPlayerNodeCompletionHandler?
    let type: AVAudioPlayerNodeCompletionCallbackType
    /// The player's frame from which on it is played; nil: as soon as it is its turn.
    let begins: AVAudioFramePosition?
    private(set) var hasBegun = false
    /// Whether all of its frames have been taken.
    private(set) var isOver = false
    var isReplaced = false
    private var source: Source
    private var place = 0
    private let stream: RateStream

    /// - Parameters:
    ///   - from: Frames per second of the source.
    ///   - to: Frames per second that are taken.
    init(
        _ source: Source, from: Double, to: Double, begins: AVAudioFramePosition?,
        _ type: AVAudioPlayerNodeCompletionCallbackType, _ completion: AVAudioPlayerNodeCompletionHandler?
    ) {
        (self.source, self.begins, self.type, self.completion) = (source, begins, type, completion)
        stream = RateStream(channels: 2, from: from, to: to)
    }

    /// The next frames; fewer at its end.
    /// - Parameter endsAtLoop: Whether a loop is over with its present round.
    func read(_ frames: Int, endsAtLoop: Bool) -> [Float] {
        hasBegun = true
        let made = stream.read(frames) { missing in
            let read = read(missing, endsAtLoop)
            if read.isEmpty { stream.end() }
            return read
        }
        if made.count < 2 * frames || isExhausted(endsAtLoop) && stream.isEmpty { isOver = true }
        return made
    }

    /// Whether the source has no more frames; the stream may hold some.
    private func isExhausted(_ endsAtLoop: Bool) -> Bool {
        switch source {
        case .frames(let samples, let loops): place >= samples.count && (!loops || endsAtLoop || samples.isEmpty)
        case .file(_, let left): left == 0
        }
    }

    private func read(_ frames: Int, _ endsAtLoop: Bool) -> [Float] {
        switch source {
        case .frames(let samples, let loops):
            if place >= samples.count, loops, !endsAtLoop { place = 0 }
            let end = min(samples.count, place + 2 * min(frames, samples.count))
            defer { place = end }
            return Array(samples[place..<end])
        case .file(let reader, let left):
            let count = min(frames, left, 8_192)
            var samples = [Float](repeating: 0, count: count * reader.channels)
            let got = samples.withUnsafeMutableBufferPointer { room in
                room.baseAddress.flatMap { try? reader.read(into: $0, frames: count) } ?? 0
            }
            // A file that is damaged ends where it is.
            source = .file(reader, left: got < count ? 0 : left - got)
            samples.removeLast((count - got) * reader.channels)
            return StereoFrames(samples, channels: reader.channels).samples
        }
    }
}
