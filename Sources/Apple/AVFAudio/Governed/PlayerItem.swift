internal import AppleSession
internal import CoreAudioTypes

/// A scheduled buffer or segment of a file. Guarded by the player's lock.
final class PlayerItem: @unchecked Sendable {
    /// The source of the item's frames.
    enum Source {
        /// Interleaved stereo frames in memory.
        case frames([Float], loops: Bool)
        /// A file, with the number of frames left to play.
        case file(any BackendReader, left: Int)
    }

    let completion: AVAudioPlayerNodeCompletionHandler?
    let type: AVAudioPlayerNodeCompletionCallbackType
    /// The player's frame at which it begins, or nil to begin after the previous item.
    let begins: AVAudioFramePosition?
    private(set) var hasBegun = false
    /// Whether all of its frames have been read.
    private(set) var isOver = false
    var isReplaced = false
    private var source: Source
    private var place = 0
    private let stream: RateStream

    /// - Parameters:
    ///   - from: The sample rate of the source.
    ///   - to: The sample rate of the frames read.
    init(
        _ source: Source, from: Double, to: Double, begins: AVAudioFramePosition?,
        _ type: AVAudioPlayerNodeCompletionCallbackType, _ completion: AVAudioPlayerNodeCompletionHandler?
    ) {
        (self.source, self.begins, self.type, self.completion) = (source, begins, type, completion)
        stream = RateStream(channels: 2, from: from, to: to)
    }

    /// Reads the next frames; fewer at the end.
    /// - Parameter endsAtLoop: Whether a looping item ends with its current round.
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

    /// Whether the source has no more frames; the stream may still hold some.
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
            // A damaged file ends at the damage.
            source = .file(reader, left: got < count ? 0 : left - got)
            samples.removeLast((count - got) * reader.channels)
            return StereoFrames(samples, channels: reader.channels).samples
        }
    }
}
