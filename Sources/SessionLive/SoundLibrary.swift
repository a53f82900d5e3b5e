import Glibc
import Mixer
public import SessionHost
public import SessionPolicy
import SessionReplay
public import SessionScenario
import SoundFiles

/// The sounds of a running session: those that a scenario describes, the device's own, and files that steps name by path.
///
/// Short files are decoded when they are first named; long ones are read while they play.
public final class SoundLibrary: SoundProvider {
    /// From how many seconds on a file is read while it plays: 30 s are 11.5 MB, decoded in some 20 ms.
    private static let longestInMemory = 30.0

    private let bank: SoundBank
    private let described: [String: Double?]
    private var files: [Name: SoundFile] = [:]
    private let rate: Int
    private let say: @Sendable (String) -> Void
    /// The thread that reads long files, from the first one on.
    private var feeder: StreamFeeder?

    /// Creates a library; the short sound files of the scenario are decoded here.
    ///
    /// - Parameters:
    ///   - scenario: The scenario whose `sounds` count; nil for none. The world must begin with its names.
    ///   - rate: The mixer's rate in frames per second.
    ///   - say: Gets a sentence about each sound that cannot be heard, also from the thread that reads.
    /// - Throws: `ReplayError.file` for a sound file of the scenario that cannot be read.
    public init(_ scenario: Scenario?, rate: Int, say: @escaping @Sendable (String) -> Void) throws {
        (self.rate, self.say) = (rate, say)
        let sounds = scenario?.sounds ?? []
        var long: [(entry: SoundEntry, file: LongFile)] = []
        for entry in sounds {
            guard case .file(let path, let loops) = entry.sound else { continue }
            do throws(SoundFileError) {
                if let file = try LongFile(path, loops: loops, rate: rate) { long.append((entry, file)) }
            } catch {
                throw ReplayError.file(error)
            }
        }
        let bank = try SoundBank(sounds.filter { entry in !long.contains { $0.entry.id == entry.id } }, seconds: nil)
        self.bank = bank
        for remark in bank.remarks { say(remark) }
        var described = Dictionary(
            sounds.map { ($0.id, $0.sound.seconds(bank.seconds(ofFile:))) }, uniquingKeysWith: { first, _ in first })
        for (entry, file) in long { described[entry.id] = file.loops ? .some(nil) : file.seconds }
        self.described = described
        for (entry, file) in long { files[entry.name] = stream(file) }
    }

    public func prepare(_ id: String, as name: Name) -> Double? {
        if let seconds = described[id] { return seconds }
        if let file = files[name] { return file.seconds }
        let file = open(id)
        files[name] = file
        return file.seconds
    }

    public func source(of sound: SoundReference) -> VoiceSource? {
        if let name = sound.sound?.name, let file = files[name] { return file.source }
        return bank.source(of: sound)
    }

    /// A file that a step names by its path.
    private func open(_ path: String) -> SoundFile {
        guard access(path, R_OK) == 0 else {
            say("No sound is known as \"\(path)\", and no file has that name: it is decided about, but not heard.")
            return SoundFile()
        }
        do throws(SoundFileError) {
            if let file = try LongFile(path, loops: false, rate: rate) { return stream(file) }
            let sound = try DecodedSound(path: path, rate: rate)
            if let remark = sound.remark { say(remark) }
            return SoundFile(sound)
        } catch {
            say("\(error) It is not heard.")
            return SoundFile()
        }
    }

    private func stream(_ file: LongFile) -> SoundFile {
        feeder = feeder ?? StreamFeeder()
        guard let feeder else {
            say("There is no thread to be had that could read \(file.path): it is decided about, but not heard.")
            return SoundFile()
        }
        let say = say
        let source = VoiceSource(frames: file.frames, loops: file.loops) { place in
            do throws(SoundFileError) {
                let stream = try file.open(at: place, say)
                // The head is there before the voice starts.
                stream?.fill()
                if let stream { feeder.feed(stream) }
                return stream
            } catch {
                say("\(error) It is not heard.")
                return nil
            }
        }
        return SoundFile(source: source, seconds: file.loops ? nil : file.seconds)
    }

    private struct SoundFile {
        var source: VoiceSource?
        /// How long it lasts; nil for a sound without an end, and for one that nobody hears.
        var seconds: Double?
        /// What the source plays, where it is in memory.
        var decoded: DecodedSound?

        init(source: VoiceSource? = nil, seconds: Double? = nil) { (self.source, self.seconds) = (source, seconds) }

        init(_ sound: DecodedSound) {
            let clip = try? Clip(
                samples: sound.samples, frameCount: sound.frames, channelCount: 2, sampleRate: sound.rate)
            self.init(
                source: clip.map { VoiceSource(clip: $0, frames: sound.frames, loops: false) }, seconds: sound.seconds)
            decoded = sound
        }
    }

    /// A file that is too long to keep in memory.
    private struct LongFile {
        let path: String
        let loops: Bool
        /// At the mixer's rate.
        let frames: Int
        let rate: Int

        var seconds: Double { Double(frames) / Double(rate) }

        /// Looks at a file; nil for one that is short, or does not tell its length.
        init?(_ path: String, loops: Bool, rate: Int) throws(SoundFileError) {
            guard let seconds = try probe(path).seconds, seconds > SoundLibrary.longestInMemory else { return nil }
            guard let frames = try SoundFileReader(path: path, rate: rate).frames else { return nil }
            (self.path, self.loops, self.frames, self.rate) = (path, loops, frames, rate)
        }

        /// Begins to read; what goes wrong later fades the sound out and is said, on the thread that reads.
        func open(at place: Int, _ say: @escaping @Sendable (String) -> Void) throws(SoundFileError) -> StreamedVoice? {
            let reader = try SoundFileReader(path: path, rate: rate)
            if place > 0 { try reader.seek(to: place) }
            let loops = loops
            var hasRemarked = false
            return try? StreamedVoice(channelCount: 2, sampleRate: rate) { output, frames in
                do throws(SoundFileError) {
                    var count = try reader.read(into: output, count: frames)
                    if count == 0, loops {
                        try reader.seek(to: 0)
                        count = try reader.read(into: output, count: frames)
                    }
                    if !hasRemarked, let remark = reader.remark {
                        hasRemarked = true
                        say(remark)
                    }
                    return count
                } catch {
                    say("\(error) What is left of it is not heard.")
                    return StreamedVoice.brokenOff
                }
            }
        }
    }
}

extension SoundSource {
    /// How long it lasts, in seconds; nil where it has no end.
    fileprivate func seconds(_ length: (String) -> Double?) -> Double? {
        switch self {
        case .file(let path, let loops): loops ? nil : length(path)
        case .tone(_, let seconds, _), .noise(_, let seconds, _): seconds
        case .silence(let seconds): seconds
        }
    }
}
