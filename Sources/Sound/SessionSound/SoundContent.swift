import Mixer
import SessionHost
import SoundFiles
import Synchronization

/// The samples, file or app that a sound is made of, and the part of it that is in memory.
final class SoundContent: Sendable {
    /// The seconds from which on a file is read while it plays: 30 s are 11.5 MB, decoded in some 20 ms.
    private static let longestInMemory = 30.0

    private enum Store: Sendable {
        case file(String)
        case samples(ClipStorage)
        case rendered(channels: Int, rate: Int, RenderedFrames)
    }

    private struct Ready {
        /// A short file, decoded.
        var decoded: DecodedSound?
        /// A long file whose head has been read, for the next voice that begins at its beginning.
        var head: StreamedVoice?
        /// The reason for which it could not be read on, noted by the thread that reads; frames read before it are
        /// played first.
        var failure: String?
    }

    private let store: Store
    private let mixerRate: Int
    private let ready = Mutex(Ready())

    init(_ material: SoundPlayer.Material, rate: Int) throws(ClipError) {
        mixerRate = rate
        switch material {
        case .file(let path): store = .file(path)
        case .samples(let samples, let channels, let rate):
            store = .samples(try ClipStorage(interleaved: samples, channelCount: channels, sampleRate: rate))
        case .rendered(let channels, let rate, let render):
            // Checks the ranges.
            _ = try StreamedVoice(channelCount: channels, sampleRate: rate) { _, _ in 0 }
            store = .rendered(channels: channels, rate: rate, RenderedFrames(render))
        }
    }

    /// The number of its frames, as places count them, in a second.
    var placesPerSecond: Int {
        switch store {
        case .file: mixerRate
        case .samples(let storage): storage.clip.sampleRate
        case .rendered(_, let rate, _): rate
        }
    }

    func prepare() throws(SoundFileError) {
        guard case .file(let path) = store, ready.withLock({ $0.decoded == nil && $0.head == nil }) else { return }
        if let seconds = try probe(path).seconds, seconds <= Self.longestInMemory {
            let decoded = try DecodedSound(path: path, rate: mixerRate)
            ready.withLock { $0.decoded = decoded }
        } else {
            let reader = try SoundFileReader(path: path, rate: mixerRate)
            let stream = stream(path, percent: 100, from: 0, rounds: 1, reader: reader)
            stream?.fill()
            ready.withLock { $0.head = stream }
        }
    }

    /// Returns the source that a new voice plays; nil where the sound cannot be played.
    func source(_ manner: SoundPlayer.Manner, _ feeders: Feeders) -> VoiceSource? {
        ready.withLock { $0.failure = nil }
        switch store {
        case .samples(let storage):
            return source(of: storage.clip, owner: storage, manner)
        case .file(let path): return file(path, manner, feeders)
        case .rendered(let channels, let rate, let rendered):
            return VoiceSource(frames: .max, loops: false, rate: rate) { _ in
                let stream = Self.stream(channels: channels, rate: rate, rendered)
                if let stream { feeders.feedApart(stream) }
                return stream
            }
        }
    }

    /// The source of frames in memory; a sound that ends before its own end has only the frames before that place.
    private func source(of clip: Clip, owner: AnyObject, _ manner: SoundPlayer.Manner) -> VoiceSource? {
        let frames = min(manner.last ?? clip.frameCount, clip.frameCount)
        let part = try? Clip(
            samples: clip.samples, frameCount: frames, channelCount: clip.channelCount, sampleRate: clip.sampleRate)
        return part.map {
            VoiceSource(clip: $0, owner: owner, frames: frames, loops: false)
                .played(manner.rounds, percent: manner.percent)
        }
    }

    private func file(_ path: String, _ manner: SoundPlayer.Manner, _ feeders: Feeders) -> VoiceSource? {
        if let decoded = ready.withLock({ $0.decoded }) {
            let clip = try? Clip(
                samples: decoded.samples, frameCount: decoded.frames, channelCount: 2, sampleRate: decoded.rate)
            return clip.flatMap { source(of: $0, owner: decoded, manner) }
        }
        let rate = max(1_000, mixerRate * manner.percent / 100)
        return VoiceSource(frames: .max, loops: manner.rounds == nil, rate: rate) { [self] place in
            let isPlain = place == 0 && manner.percent == 100 && manner.rounds == 1 && manner.end == nil
            if isPlain, let head = ready.withLock({ ready in ready.head.take() }) {
                feeders.feed(head)
                return head
            }
            let stream = stream(
                path, percent: manner.percent, from: place, to: manner.last, rounds: manner.rounds, reader: nil)
            if let stream { feeders.feed(stream) }
            return stream
        }
    }

    /// Returns the reason for which it could not be played to its end; told once.
    func takeFailure() -> String? { ready.withLock { $0.failure.take() } }

    /// A stream of a file, which is opened on the thread that reads.
    private func stream(
        _ path: String, percent: Int, from place: Int, to end: Int? = nil, rounds: Int?, reader: SoundFileReader?
    ) -> StreamedVoice? {
        let file = SoundFileRounds(path, rate: mixerRate, from: place, rounds: rounds, reader: reader)
        var left = end.map { max(0, $0 - place) } ?? .max
        return try? StreamedVoice(
            channelCount: 2, sampleRate: max(1_000, mixerRate * percent / 100)
        ) { [self] output, frames in
            do throws(SoundFileError) {
                guard left > 0 else { return 0 }
                let count = try file.read(into: output, count: min(frames, left))
                left -= count
                return count
            } catch {
                ready.withLock { $0.failure = "\(error)" }
                return StreamedVoice.brokenOff
            }
        }
    }

    /// An app is asked for its sound ahead of the mixer, by one such part of a second.
    static let aheadInASecond = 20

    private static func stream(channels: Int, rate: Int, _ rendered: RenderedFrames) -> StreamedVoice? {
        let voice = rendered.takeOver()
        // Renders 50 ms ahead, the time that a press of a key takes to be heard; the feeder looks after each quarter of
        // it.
        return try? StreamedVoice(channelCount: channels, sampleRate: rate, aheadInFrames: rate / Self.aheadInASecond) {
            output, frames in
            let room = UnsafeMutableBufferPointer(start: output, count: frames * channels)
            return min(frames, max(0, rendered.render(for: voice, into: room, frames)))
        }
    }
}
