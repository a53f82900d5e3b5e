package import Mixer
package import SoundFiles

/// The streams that play now. The rendering thread fills them between periods, so that none waits for its reader; or another
/// object does, which `other` names.
///
/// To be used by one thread at a time; what `feed` is given is read on another one.
package final class Streams {
    /// The first error while a file was read; the rest of that file is not heard.
    private(set) var failure: SoundFileError?
    /// The number of frames that each is read ahead.
    let framesAhead: Int
    private var open: [Open] = []
    private let other: Other?

    private struct Open { weak var stream: StreamedVoice? }

    /// The thread that fills them instead, and learns of errors.
    private struct Other {
        let feed: (StreamedVoice) -> Void
        let failed: (SoundFileError) -> Void
        let remarked: (String) -> Void
    }

    /// - Parameter framesAhead: How many frames each is to be read ahead.
    init(framesAhead: Int) { (self.framesAhead, other) = (framesAhead, nil) }

    /// Lets another object fill them.
    ///
    /// - Parameters:
    ///   - feed: Keeps a stream filled from then on.
    ///   - failed: Is told that a file cannot be read on, on the thread that reads.
    ///   - remarked: Is told what a person should know of a file, each time it is read on, likewise.
    package init(
        feed: @escaping (StreamedVoice) -> Void, failed: @escaping (SoundFileError) -> Void,
        remarked: @escaping (String) -> Void
    ) {
        framesAhead = 65_536
        other = Other(feed: feed, failed: failed, remarked: remarked)
    }

    /// Makes a stream with its first frames in it, or soon, and keeps it filled from now on.
    ///
    /// - Parameters:
    ///   - channels: Samples per frame that `read` gives, 1 or 2.
    ///   - read: Decodes or makes what comes next.
    func stream(channels: Int, _ read: @escaping StreamedVoice.Reader) -> StreamedVoice? {
        let stream = try? StreamedVoice(
            channelCount: channels, sampleRate: Replay.sampleRate, capacityInFrames: framesAhead, read: read)
        if let other {
            if let stream { other.feed(stream) }
            return stream
        }
        stream?.fill()
        open.append(Open(stream: stream))
        return stream
    }

    /// Fills all of them. Streams that are over, or that no voice plays any more, are let go.
    func fill() {
        guard !open.isEmpty else { return }
        for entry in open { entry.stream?.fill() }
        open.removeAll { $0.stream?.isComplete ?? true }
    }

    /// Notes that a file cannot be read on.
    func fail(_ error: SoundFileError) {
        if let other { return other.failed(error) }
        failure = failure ?? error
    }

    /// Hands on what a person should know of a file; returns whether there is a receiver.
    func remark(_ sentence: String) -> Bool {
        other?.remarked(sentence)
        return other != nil
    }
}
