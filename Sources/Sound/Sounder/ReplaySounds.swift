import Mixer
package import SessionPolicy
package import SessionScenario
import SoundFiles

/// The sounds of a scenario and the device's own. Of a replay what is played is looked at first; short files are decoded
/// then, and whatever is long is decoded or made while it plays, as all of a running session is. What is never played is
/// never decoded.
///
/// To be used by one thread at a time.
package final class ReplaySounds {
    /// The seconds from which on a file is decoded while it plays.
    private static let longestInMemory = 30.0
    /// The number of bytes of decoded files that are kept; beyond it, short ones are decoded while they play, too.
    private static let memoryLimit = 64 << 20

    /// The error of the first file that was asked for and cannot be read.
    private(set) var failure: SoundFileError?
    /// The number of requested sounds that are read from their files while they play.
    private(set) var fileStreamCount = 0

    private let sounds: [SoundEntry]
    private let entries: [Name: SoundSource]
    /// Whether files are looked at before they play; else all of them are read while they do.
    private let looksAtFiles: Bool
    /// The number of frames after which noise begins again.
    private let noiseFrames: Int
    private var sources: [SoundReference: Source?] = [:]
    private var files: [FilePath: File] = [:]
    /// The files in the order in which they were asked for first.
    private var filesInOrder: [FilePath] = []
    private var remarksByFile: [FilePath: String] = [:]
    /// A clip that stands in for frames while nothing is heard yet.
    private let nothing = try? ClipStorage(interleaved: [0], channelCount: 1, sampleRate: Replay.sampleRate)

    /// A path as the system sees it.
    private typealias FilePath = [UInt8]

    private struct File {
        let path: String
        let frames: Int
        var decoded: DecodedSound?
    }

    private struct Source {
        let material: Material
        /// The number of frames; the largest number where it has no end.
        let frames: Int
        let loops: Bool
    }

    private enum Material {
        case clip(ClipStorage)
        case file(FilePath)
        case tone(hertz: Double, decibels: Double)
        case noise(Noise)
    }

    /// Knows the sounds that a scenario describes.
    ///
    /// - Parameters:
    ///   - sounds: The entries.
    ///   - seconds: The length of the replay.
    ///   - looksAtFiles: Whether files are looked at before they play, which takes as long as decoding where one does not
    ///     tell its length; else all of them are read while they play.
    package init(_ sounds: [SoundEntry], seconds: Double, looksAtFiles: Bool = true) {
        (self.sounds, self.looksAtFiles) = (sounds, looksAtFiles)
        entries = Dictionary(sounds.map { ($0.name, $0.sound) }, uniquingKeysWith: { first, _ in first })
        noiseFrames = Int(min(seconds + 1, 30) * Double(Replay.sampleRate))
    }

    /// Remarks for a person on the files that were decoded so far, a sentence each.
    var remarks: [String] { remarksByFile.values.sorted() }

    /// The length of a sound that is played, and whether it goes round, without a frame of it; nil where it has none.
    func outline(of reference: SoundReference) -> VoiceSource? {
        guard let source = source(reference), let nothing else { return nil }
        return VoiceSource(clip: nothing.clip, frames: source.frames, loops: source.loops)
    }

    /// Decodes the short files among what was asked for.
    ///
    /// - Throws: `SoundFileError` for one that cannot be read whole.
    func load() throws(SoundFileError) {
        var bytes = 0
        for key in filesInOrder {
            guard var file = files[key] else { continue }
            let size = file.frames.multipliedReportingOverflow(by: 2 * MemoryLayout<Float>.stride)
            let isShort = Double(file.frames) <= Self.longestInMemory * Double(Replay.sampleRate)
            guard isShort, !size.overflow, bytes + size.partialValue <= Self.memoryLimit else {
                fileStreamCount += 1
                continue
            }
            let sound = try DecodedSound(path: file.path, rate: Replay.sampleRate)
            bytes += size.partialValue
            remarksByFile[key] = sound.remark
            file.decoded = sound
            files[key] = file
        }
    }

    /// Returns the source of a sound; nil where it has no sound.
    package func source(of reference: SoundReference, on streams: Streams) -> VoiceSource? {
        guard let source = source(reference) else { return nil }
        switch source.material {
        case .clip(let storage):
            return VoiceSource(clip: storage.clip, owner: storage, frames: source.frames, loops: source.loops)
        case .file(let key):
            guard let file = files[key] else { return nil }
            guard looksAtFiles else { return Self.source(ofFile: file.path, loops: source.loops, on: streams) }
            if let sound = file.decoded, let clip = sound.clip {
                return VoiceSource(clip: clip, owner: sound, frames: sound.frames, loops: source.loops)
            }
            return VoiceSource(frames: file.frames, loops: source.loops) { [unowned self] place in
                Self.open(file.path, at: place, loops: source.loops, on: streams) { self.remarksByFile[key] = $0 }
            }
        case .tone(let hertz, let decibels):
            return VoiceSource(frames: .max, loops: false) { place in
                var tone = Tone(hertz: hertz, decibels: decibels, rate: Replay.sampleRate, from: place)
                return streams.stream(channels: 1) { output, frames in
                    for frame in 0..<frames { output[frame] = tone.next() }
                    return frames
                }
            }
        case .noise(let noise):
            return VoiceSource(frames: .max, loops: false) { place in
                var part = noise.part(from: place)
                return streams.stream(channels: 1) { output, frames in
                    for frame in 0..<frames { output[frame] = part.next() }
                    return frames
                }
            }
        }
    }

    /// Returns the source of a file that is read while it plays, from each start anew.
    package static func source(ofFile path: String, loops: Bool, on streams: Streams) -> VoiceSource {
        VoiceSource(frames: .max, loops: loops) { place in
            open(path, at: place, loops: loops, on: streams) { _ in }
        }
    }

    // MARK: What stands behind a reference

    private func source(_ reference: SoundReference) -> Source? {
        if let known = sources[reference] { return known }
        let source = find(reference)
        sources[reference] = .some(source)
        return source
    }

    private func find(_ reference: SoundReference) -> Source? {
        if let sound = reference.sound { return entries[sound.name].flatMap { find($0, loops: false) } }
        if let own = sounds.first(where: { $0.id == reference.kind.name }) {
            return find(own.sound, loops: reference.kind.lastsUntilStopped)
        }
        guard let sound = DeviceSounds.samples(of: reference.kind, rate: Replay.sampleRate) else { return nil }
        return clip(sound.samples, loops: sound.loops)
    }

    private func find(_ sound: SoundSource, loops: Bool) -> Source? {
        switch sound {
        case .file(let path, let goesRound): return file(path, loops: goesRound || loops)
        case .tone(let hertz, _, let decibels):
            // The policy ends a tone. A whole number of hertz goes round in a second without a seam.
            guard hertz != hertz.rounded() else {
                let second = Waveform.tone(
                    hertz: hertz, decibels: decibels, frames: Replay.sampleRate, rate: Replay.sampleRate)
                return clip(second, loops: true)
            }
            return Source(material: .tone(hertz: hertz, decibels: decibels), frames: .max, loops: false)
        case .noise(let colour, _, let decibels):
            let noise = Noise(pink: colour == .pink, decibels: decibels, frames: noiseFrames)
            return Source(material: .noise(noise), frames: .max, loops: false)
        case .silence: return nil
        }
    }

    private func clip(_ samples: [Float], loops: Bool) -> Source? {
        let storage = try? ClipStorage(interleaved: samples, channelCount: 1, sampleRate: Replay.sampleRate)
        return storage.map { Source(material: .clip($0), frames: samples.count, loops: loops) }
    }

    // MARK: Files

    private func file(_ path: String, loops: Bool) -> Source? {
        let key = Array(path.utf8)
        guard looksAtFiles else {
            files[key] = File(path: path, frames: .max)
            return Source(material: .file(key), frames: .max, loops: loops)
        }
        if let known = files[key] { return Source(material: .file(key), frames: known.frames, loops: loops) }
        do throws(SoundFileError) {
            let frames = try probeLength(path).frames(at: Replay.sampleRate)
            files[key] = File(path: path, frames: frames)
            filesInOrder.append(key)
            return Source(material: .file(key), frames: frames, loops: loops)
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    /// A stream of a file for a voice that begins at a frame; what goes wrong is kept in `streams`.
    private static func open(
        _ path: String, at place: Int, loops: Bool, on streams: Streams, remark: @escaping (String) -> Void
    ) -> StreamedVoice? {
        let file = SoundFileRounds(path, rate: Replay.sampleRate, from: place, rounds: loops ? nil : 1)
        return streams.stream(channels: 2) { output, frames in
            do throws(SoundFileError) {
                let count = try file.read(into: output, count: frames)
                if let sentence = file.remark, !streams.remark(sentence) { remark(sentence) }
                return count
            } catch {
                streams.fail(error)
                return StreamedVoice.brokenOff
            }
        }
    }
}

extension DecodedSound {
    fileprivate var clip: Clip? {
        try? Clip(samples: samples, frameCount: frames, channelCount: 2, sampleRate: rate)
    }
}

extension SoundKind {
    /// Whether the device sounds it until something happens; the others end by themselves.
    fileprivate var lastsUntilStopped: Bool { self == .ringtone || self == .alarm || self == .callAudio }
}
