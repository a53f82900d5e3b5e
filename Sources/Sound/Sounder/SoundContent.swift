import Mixer
import SoundFiles
import Synchronization
import SystemSupport

/// The samples, file or closure of a sound, and the part of it that is in memory.
final class SoundContent: Sendable {
    /// Longer files are streamed: 30 s are 11.5 MB, decoded in some 20 ms.
    private static let longestInMemory = 30.0

    /// Called on the reading thread with each error and remark about the file.
    struct Observer: Sendable {
        var failed: @Sendable (SoundFileError) -> Void = { _ in }
        var remarked: @Sendable (String) -> Void = { _ in }
    }

    private enum Store: Sendable {
        /// A file, kept alive by its owner, with its length in seconds if known.
        case file(String, seconds: Double?, owner: NamelessFile?)
        case samples(ClipStorage)
        case rendered(channels: Int, rate: Int, RenderedFrames)
        case made(@Sendable (Int) -> StreamedVoice.Reader)
    }

    private struct Ready {
        var decoded: DecodedSound?
        /// A long file whose head has been read, for the next voice that starts at the beginning.
        var head: StreamedVoice?
        /// Why reading failed, set by the reading thread; frames read before are played first.
        var failure: String?
    }

    private let store: Store
    private let mixerRate: Int
    private let mayKeepPitch: Bool
    /// The exact length of a file at the mixer's rate, if known.
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

    /// The number of frames of its positions per second.
    var placesPerSecond: Int {
        switch store {
        case .file, .made: mixerRate
        case .samples(let storage): storage.clip.sampleRate
        case .rendered(_, let rate, _): rate
        }
    }

    /// The size of the decoded file in bytes, or nil if it is always streamed.
    var bytesInMemory: Int? {
        guard case .file(_, let seconds?, _) = store, seconds <= Self.longestInMemory else { return nil }
        return Int(seconds * Double(mixerRate)) * 2 * MemoryLayout<Float>.stride
    }

    /// Decodes a short file, or the head of a long one.
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

    /// Returns the source that a new voice plays, or nil if the sound cannot be played.
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

    /// The source of frames in memory, truncated for an early end.
    private func source(
        of clip: Clip, owner: AnyObject, _ manner: SoundPlayer.Manner, _ feeders: Feeders
    ) -> VoiceSource? {
        let frames = min(manner.last ?? clip.frameCount, clip.frameCount)
        let isStretched = frames > 0 && keepsPitch(manner)
        let part = try? Clip(
            samples: clip.samples, frameCount: frames, channelCount: clip.channelCount,
            sampleRate: isStretched ? clip.sampleRate : pace(manner, of: clip.sampleRate))
        return part.map {
            if isStretched { return stretched($0, owner: owner, manner, feeders) }
            return VoiceSource(
                clip: $0, owner: owner, frames: frames, loops: manner.rounds == nil, rounds: manner.rounds ?? 1)
        }
    }

    private func keepsPitch(_ manner: SoundPlayer.Manner) -> Bool {
        manner.keepsPitch && mayKeepPitch && TempoChange.isAvailable
    }

    /// The frames of a sound that pass in a second.
    private func pace(_ manner: SoundPlayer.Manner, of rate: Int) -> Int { max(1_000, rate * manner.percent / 100) }

    /// Returns a source that plays frames in memory at another rate and the same pitch: a stream whose head is rendered
    /// here, so that a change of rate leaves no gap.
    private func stretched(
        _ clip: Clip, owner: AnyObject, _ manner: SoundPlayer.Manner, _ feeders: Feeders
    ) -> VoiceSource {
        let (rate, channels, frames) = (clip.sampleRate, clip.channelCount, clip.frameCount)
        let pace = pace(manner, of: rate)
        let whole = frames.multipliedReportingOverflow(by: manner.rounds ?? .max)
        let total = whole.overflow ? Int.max : whole.partialValue
        return VoiceSource(frames: total, loops: manner.rounds == nil, rate: pace) { first in
            var place = first
            let stream = Self.stream(
                channels: channels, rate: rate, pace: pace, keepsPitch: true,
                aheadInFrames: rate / Self.stretchedInASecond
            ) { block, wanted in
                // The frames live as long as their owner.
                withExtendedLifetime(owner) {
                    let count = min(wanted, frames - place % frames, total - place)
                    guard count > 0 else { return 0 }
                    block.update(from: clip.samples + place % frames * channels, count: count * channels)
                    place += count
                    return count
                }
            }
            stream?.fill()
            return feeders.feeding(stream)
        }
    }

    /// Streams what a reader reads at another pace, with or without its pitch.
    private static func stream(
        channels: Int, rate: Int, pace: Int, keepsPitch: Bool, aheadInFrames: Int = .max,
        _ read: @escaping StreamedVoice.Reader
    ) -> StreamedVoice? {
        let tempo = keepsPitch ? TempoChange(Double(pace) / Double(rate), channels: channels, rate: rate) : nil
        return try? StreamedVoice(
            channelCount: channels, sampleRate: tempo == nil ? pace : rate, aheadInFrames: aheadInFrames
        ) { output, frames in tempo?.read(into: output, frames: frames, from: read) ?? read(output, frames) }
    }

    /// How far frames in memory are stretched ahead, as a fraction of a second.
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

    /// Returns once why it could not be played to its end.
    func takeFailure() -> String? { ready.withLock { $0.failure.take() } }

    /// Streams a file, opened on the reading thread.
    private func stream(
        _ path: String, _ manner: SoundPlayer.Manner, from place: Int, reader: SoundFileReader?
    ) -> StreamedVoice? {
        let file = SoundFileRounds(path, rate: mixerRate, from: place, rounds: manner.rounds, reader: reader)
        var left = manner.last.map { max(0, $0 - place) } ?? .max
        let pace = pace(manner, of: mixerRate)
        return Self.stream(
            channels: 2, rate: mixerRate, pace: pace, keepsPitch: keepsPitch(manner)
        ) { [self] output, frames in
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
    }

    /// How far an app renders ahead, as a fraction of a second.
    static let aheadInASecond = 20

    private static func stream(channels: Int, rate: Int, _ rendered: RenderedFrames) -> StreamedVoice? {
        let voice = rendered.takeOver()
        // Renders 50 ms ahead, the latency of a key press; the feeder refills after each quarter.
        return try? StreamedVoice(channelCount: channels, sampleRate: rate, aheadInFrames: rate / Self.aheadInASecond) {
            output, frames in
            let room = UnsafeMutableBufferPointer(start: output, count: frames * channels)
            return min(frames, max(0, rendered.render(for: voice, into: room, frames)))
        }
    }
}
