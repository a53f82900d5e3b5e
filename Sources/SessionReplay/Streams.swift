import Mixer
import SoundFiles

/// The streams that play now: whoever renders fills them, so that none of them waits for its reader.
///
/// To be used by one thread at a time.
final class Streams {
    /// What went wrong first while a file was read, and what is left of which is not heard.
    private(set) var failure: SoundFileError?
    /// How many frames each is read ahead.
    let framesAhead: Int
    private var open: [Open] = []

    private struct Open { weak var stream: StreamedVoice? }

    /// - Parameter framesAhead: How many frames each is to be read ahead.
    init(framesAhead: Int) { self.framesAhead = framesAhead }

    /// Makes a stream with its first frames in it, and keeps it filled from now on.
    ///
    /// - Parameters:
    ///   - channels: Samples per frame that `read` gives, 1 or 2.
    ///   - read: Decodes or makes what comes next.
    func stream(channels: Int, _ read: @escaping StreamedVoice.Reader) -> StreamedVoice? {
        let stream = try? StreamedVoice(
            channelCount: channels, sampleRate: Replay.sampleRate, capacityInFrames: framesAhead, read: read)
        stream?.fill()
        open.append(Open(stream: stream))
        return stream
    }

    /// Fills all of them; those that are over or that nobody plays any more are forgotten.
    func fill() {
        guard !open.isEmpty else { return }
        for entry in open { entry.stream?.fill() }
        open.removeAll { $0.stream?.isComplete ?? true }
    }

    /// Notes that a file cannot be read on.
    func fail(_ error: SoundFileError) { failure = failure ?? error }
}
