import ALSADevice
import Glibc
import Mixer
public import SessionHost
public import SessionPolicy
import SessionReplay
public import SessionScenario
import SessionSound
import SoundFiles

/// The sounds of a running session: those that a scenario describes, the device's own, and files that steps name by path.
///
/// Short files are decoded when they are named and kept while there is room; long ones are read while they play. A file
/// that has changed since it was named last is read anew; what plays of it goes on as it was.
public final class SoundLibrary: SoundProvider {
    /// From how many seconds on a file is read while it plays: 30 s are 11.5 MB, decoded in some 20 ms.
    private static let longestInMemory = 30.0

    private let bank: SoundBank
    private let described: [String: Double?]
    private var files: [Name: SoundFile] = [:]
    private let rate: Int
    /// How many bytes of decoded files are kept; the last one is, however long.
    private let memoryLimit: Int
    /// The decoded files, the one that was named longest ago first.
    private var decoded: [Name] = []
    private let say: @Sendable (String) -> Void
    /// The thread that reads long files, from the first one on.
    private var feeder: StreamFeeder?

    /// Creates a library; the short sound files of the scenario are decoded here.
    ///
    /// - Parameters:
    ///   - scenario: The scenario whose `sounds` count; nil for none. The world must begin with its names.
    ///   - rate: The mixer's rate in frames per second.
    ///   - memoryLimit: How many bytes of decoded files are kept that only steps name.
    ///   - say: Gets a sentence about each sound that cannot be heard, also from the thread that reads.
    /// - Throws: `ReplayError.file` for a sound file of the scenario that cannot be read.
    public init(
        _ scenario: Scenario?, rate: Int, memoryLimit: Int = 128 << 20, say: @escaping @Sendable (String) -> Void
    ) throws {
        (self.rate, self.memoryLimit, self.say) = (rate, memoryLimit, say)
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
        let bank = try SoundBank(sounds.filter { entry in !long.contains { $0.entry.id == entry.id } })
        self.bank = bank
        for remark in bank.remarks { say(remark) }
        var described = Dictionary(
            sounds.map { ($0.id, $0.sound.seconds(bank.seconds(ofFile:))) }, uniquingKeysWith: { first, _ in first })
        for (entry, file) in long { described[entry.id] = .some(file.loops ? nil : file.seconds) }
        self.described = described
        for (entry, file) in long { files[entry.name] = stream(file, version: nil) }
    }

    public func prepare(_ id: String, as name: Name) -> Double? {
        if let seconds = described[id] { return seconds }
        let version = FileVersion(id)
        if let known = files[name], known.version == version {
            if known.decoded != nil { keep(known, as: name) }
            return known.seconds
        }
        let file = open(id, version)
        keep(file, as: name)
        return file.seconds
    }

    public func source(of sound: SoundReference) -> VoiceSource? {
        guard let name = sound.sound?.name, let file = files[name] else { return bank.source(of: sound) }
        guard let path = file.pathToReadAgain else { return file.source }
        let again = open(path, FileVersion(path))
        keep(again, as: name)
        return again.source
    }

    /// Keeps a file, and lets go of decoded ones for which there is no room any more.
    private func keep(_ file: SoundFile, as name: Name) {
        files[name] = file
        decoded.removeAll { $0 == name }
        guard file.decoded != nil else { return }
        decoded.append(name)
        var bytes = decoded.reduce(0) { $0 + (files[$1]?.bytes ?? 0) }
        while bytes > memoryLimit, decoded.count > 1 {
            let oldest = decoded.removeFirst()
            bytes -= files[oldest]?.bytes ?? 0
            files[oldest]?.letGo()
        }
    }

    /// A file that a step names by its path.
    private func open(_ path: String, _ version: FileVersion?) -> SoundFile {
        guard access(path, R_OK) == 0 else {
            say("No sound is known as \"\(path)\", and no file has that name: it is decided about, but not heard.")
            return SoundFile(version: version)
        }
        do throws(SoundFileError) {
            if let file = try LongFile(path, loops: false, rate: rate) { return stream(file, version: version) }
            let sound = try DecodedSound(path: path, rate: rate)
            if let remark = sound.remark { say(remark) }
            return SoundFile(sound, version: version)
        } catch {
            say("\(error) It is not heard.")
            return SoundFile(version: version)
        }
    }

    private func stream(_ file: LongFile, version: FileVersion?) -> SoundFile {
        let feeder: StreamFeeder
        do throws(Shortage) { feeder = try startedFeeder() } catch {
            say("\(file.path): \(error) It is decided about, but not heard.")
            return SoundFile(version: version)
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
        return SoundFile(version: version, source: source, seconds: file.loops ? nil : file.seconds)
    }

    private func startedFeeder() throws(Shortage) -> StreamFeeder {
        if let feeder { return feeder }
        let started = try StreamFeeder()
        feeder = started
        return started
    }

    private struct SoundFile {
        /// The file when it was opened; nil where there is none, and for one that is looked at but once.
        let version: FileVersion?
        private(set) var source: VoiceSource?
        /// How long it lasts; nil for a sound without an end, and for one that nobody hears.
        let seconds: Double?
        /// What the source plays, where it is in memory.
        private(set) var decoded: DecodedSound?
        /// Where to find again what is not in memory any more.
        private(set) var pathToReadAgain: String?

        init(version: FileVersion?, source: VoiceSource? = nil, seconds: Double? = nil) {
            (self.version, self.source, self.seconds) = (version, source, seconds)
        }

        init(_ sound: DecodedSound, version: FileVersion?) {
            let clip = try? Clip(
                samples: sound.samples, frameCount: sound.frames, channelCount: 2, sampleRate: sound.rate)
            self.init(
                version: version,
                source: clip.map { VoiceSource(clip: $0, owner: sound, frames: sound.frames, loops: false) },
                seconds: sound.seconds)
            decoded = sound
        }

        /// How much memory is its own.
        var bytes: Int { decoded.map { 2 * $0.frames * MemoryLayout<Float>.stride } ?? 0 }

        /// Frees the memory as soon as no voice plays it.
        mutating func letGo() {
            pathToReadAgain = decoded?.path
            (source, decoded) = (nil, nil)
        }
    }

    /// A file that is too long to keep in memory.
    private struct LongFile {
        let path: String
        let loops: Bool
        /// At the mixer's rate; the largest number where the file does not tell.
        let frames: Int
        let rate: Int

        /// Nil where the file does not tell: who plays it learns its end when that comes.
        var seconds: Double? { frames == .max ? nil : Double(frames) / Double(rate) }

        /// Looks at a file; nil for one that is short. One that does not tell its length may be of any.
        init?(_ path: String, loops: Bool, rate: Int) throws(SoundFileError) {
            if let seconds = try probe(path).seconds, seconds <= SoundLibrary.longestInMemory { return nil }
            let frames = try SoundFileReader(path: path, rate: rate).frames ?? .max
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
