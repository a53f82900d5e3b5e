import Mixer
import SoundFiles
import Synchronization
import SystemSupport

/// The samples, file or app that a sound is made of, and the part of it that is in memory.
final class SoundContent: Sendable {
    /// The seconds from which on a file is read while it plays: 30 s are 11.5 MB, decoded in some 20 ms.
    private static let longestInMemory = 30.0

    /// Called on the thread that reads, with each error and each remark on the file.
    struct Observer: Sendable {
        var failed: @Sendable (SoundFileError) -> Void = { _ in }
        var remarked: @Sendable (String) -> Void = { _ in }
    }

    private enum Store: Sendable {
        /// A file, which lives as long as its owner; its length in seconds, where it is known.
        case file(String, seconds: Double?, owner: NamelessFile?)
        case samples(ClipStorage)
        case rendered(channels: Int, rate: Int, RenderedFrames)
        case made(@Sendable (Int) -> StreamedVoice.Reader)
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
    /// Whether SoundTouch is asked to keep a pitch.
    private let mayKeepPitch: Bool
    /// The length of a file at the mixer's rate, where it is known to the frame.
    private let fileFrames: Int?
    private let observer: Observer
    private let ready = Mutex(Ready())

    init(
        _ material: SoundMaterial, rate: Int, mayKeepPitch: Bool = false, fileFrames: Int? = nil,
        _ observer: Observer = Observer()
    ) throws(ClipError) {
        (mixerRate, self.mayKeepPitch, self.fileFrames, self.observer) = (rate, mayKeepPitch, fileFrames, observer)
        switch material {
        case .file(let path, let seconds): store = .file(path, seconds: seconds, owner: nil)
        case .bytes(let file, let seconds): store = .file(file.path, seconds: seconds, owner: file)
        case .samples(let samples, let channels, let rate):
            store = .samples(try ClipStorage(interleaved: samples, channelCount: channels, sampleRate: rate))
        case .rendered(let channels, let rate, let render):
            // Checks the ranges.
            _ = try StreamedVoice(channelCount: channels, sampleRate: rate) { _, _ in 0 }
            store = .rendered(channels: channels, rate: rate, RenderedFrames(render))
        case .made(let reader): store = .made(reader)
        }
    }

    /// The number of its frames, as places count them, in a second.
    var placesPerSecond: Int {
        switch store {
        case .file, .made: mixerRate
        case .samples(let storage): storage.clip.sampleRate
        case .rendered(_, let rate, _): rate
        }
    }

    /// The bytes that the file would take in memory; nil if it is always read while it plays.
    var bytesInMemory: Int? {
        guard case .file(_, let seconds?, _) = store, seconds <= Self.longestInMemory else { return nil }
        return Int(seconds * Double(mixerRate)) * 2 * MemoryLayout<Float>.stride
    }

    /// Reads a short file into memory, and the beginning of any other.
    func prepare() throws(SoundFileError) {
        guard case .file(let path, _, _) = store, ready.withLock({ $0.decoded == nil && $0.head == nil })
        else { return }
        if bytesInMemory != nil {
            let decoded = try DecodedSound(path: path, rate: mixerRate)
            if let remark = decoded.remark { observer.remarked(remark) }
            ready.withLock { $0.decoded = decoded }
        } else {
            let reader = try SoundFileReader(path: path, rate: mixerRate)
            let stream = stream(path, SoundPlayer.Manner(), from: 0, reader: reader)
            stream?.fill()
            ready.withLock { $0.head = stream }
        }
    }

    /// Returns the source that a new voice plays; nil where the sound cannot be played.
    func source(_ manner: SoundPlayer.Manner, _ feeders: Feeders) -> VoiceSource? {
        ready.withLock { $0.failure = nil }
        switch store {
        case .samples(let storage):
            return source(of: storage.clip, owner: storage, manner, feeders)
        case .file(let path, _, _): return file(path, manner, feeders)
        case .rendered(let channels, let rate, let rendered):
            return VoiceSource(frames: .max, loops: false, rate: rate) { _ in
                let stream = Self.stream(channels: channels, rate: rate, rendered)
                if let stream { feeders.feedApart(stream) }
                return stream
            }
        case .made(let reader):
            return VoiceSource(frames: .max, loops: false) { [mixerRate] place in
                feeders.feeding(try? StreamedVoice(channelCount: 1, sampleRate: mixerRate, read: reader(place)))
            }
        }
    }

    /// The source of frames in memory; a sound that ends before its own end has only the frames before that place.
    private func source(
        of clip: Clip, owner: AnyObject, _ manner: SoundPlayer.Manner, _ feeders: Feeders
    ) -> VoiceSource? {
        let frames = min(manner.last ?? clip.frameCount, clip.frameCount)
        let part = try? Clip(
            samples: clip.samples, frameCount: frames, channelCount: clip.channelCount, sampleRate: clip.sampleRate)
        return part.map {
            if frames > 0, keepsPitch(manner) { return stretched($0, owner: owner, manner, feeders) }
            return VoiceSource(clip: $0, owner: owner, frames: frames, loops: false)
                .played(manner.rounds, percent: manner.percent)
        }
    }

    /// Whether a sound is made faster or slower without moving its pitch.
    private func keepsPitch(_ manner: SoundPlayer.Manner) -> Bool {
        manner.keepsPitch && mayKeepPitch && TempoChange.isAvailable
    }

    /// The frames of a sound that pass in a second.
    private func pace(_ manner: SoundPlayer.Manner, of rate: Int) -> Int { max(1_000, rate * manner.percent / 100) }

    /// The source of frames in memory that keep their pitch. They become a stream, whose head is made here, so that a change
    /// of the rate leaves no gap.
    private func stretched(
        _ clip: Clip, owner: AnyObject, _ manner: SoundPlayer.Manner, _ feeders: Feeders
    ) -> VoiceSource {
        let (rate, channels, frames) = (clip.sampleRate, clip.channelCount, clip.frameCount)
        let pace = pace(manner, of: rate)
        let whole = frames.multipliedReportingOverflow(by: manner.rounds ?? .max)
        let total = whole.overflow ? Int.max : whole.partialValue
        return VoiceSource(frames: total, loops: manner.rounds == nil, rate: pace) { first in
            let tempo = TempoChange(Double(pace) / Double(rate), channels: channels, rate: rate)
            var place = first
            let stream = try? StreamedVoice(
                channelCount: channels, sampleRate: rate, aheadInFrames: rate / Self.stretchedInASecond
            ) { output, wanted in
                // The frames live as long as their owner.
                withExtendedLifetime(owner) {
                    tempo?.read(into: output, frames: wanted) { block, wanted in
                        let count = min(wanted, frames - place % frames, total - place)
                        guard count > 0 else { return 0 }
                        block.update(from: clip.samples + place % frames * channels, count: count * channels)
                        place += count
                        return count
                    } ?? 0
                }
            }
            stream?.fill()
            return feeders.feeding(stream)
        }
    }

    /// Frames in memory are stretched ahead of the mixer, by one such part of a second.
    private static let stretchedInASecond = 5

    private func file(_ path: String, _ manner: SoundPlayer.Manner, _ feeders: Feeders) -> VoiceSource? {
        if let decoded = ready.withLock({ $0.decoded }) {
            let clip = try? Clip(
                samples: decoded.samples, frameCount: decoded.frames, channelCount: 2, sampleRate: decoded.rate)
            return clip.flatMap { source(of: $0, owner: decoded, manner, feeders) }
        }
        let rate = pace(manner, of: mixerRate)
        return VoiceSource(frames: fileFrames ?? .max, loops: manner.rounds == nil, rate: rate) { [self] place in
            let isPlain = place == 0 && manner.percent == 100 && manner.rounds == 1 && manner.end == nil
            let head = isPlain ? ready.withLock { ready in ready.head.take() } : nil
            return feeders.feeding(head ?? stream(path, manner, from: place, reader: nil))
        }
    }

    /// Returns the reason for which it could not be played to its end; told once.
    func takeFailure() -> String? { ready.withLock { $0.failure.take() } }

    /// A stream of a file, which is opened on the thread that reads.
    private func stream(
        _ path: String, _ manner: SoundPlayer.Manner, from place: Int, reader: SoundFileReader?
    ) -> StreamedVoice? {
        let file = SoundFileRounds(path, rate: mixerRate, from: place, rounds: manner.rounds, reader: reader)
        var left = manner.last.map { max(0, $0 - place) } ?? .max
        let pace = pace(manner, of: mixerRate)
        let tempo =
            keepsPitch(manner)
            ? TempoChange(Double(pace) / Double(mixerRate), channels: 2, rate: mixerRate) : nil
        let read: StreamedVoice.Reader = { [self] output, frames in
            do throws(SoundFileError) {
                guard left > 0 else { return 0 }
                let count = try file.read(into: output, count: min(frames, left))
                left -= count
                if let remark = file.remark { observer.remarked(remark) }
                return count
            } catch {
                ready.withLock { $0.failure = "\(error)" }
                observer.failed(error)
                return StreamedVoice.brokenOff
            }
        }
        return try? StreamedVoice(channelCount: 2, sampleRate: tempo == nil ? pace : mixerRate) { output, frames in
            tempo?.read(into: output, frames: frames, from: read) ?? read(output, frames)
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
