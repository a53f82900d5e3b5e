internal import AVFAudio
internal import CoreAudioTypes
internal import CoreMedia
internal import Foundation
internal import Threads

/// Tracks mixed into files that have no name.
enum TrackMix {
    /// Mixes tracks, each as loud as is said of it.
    ///
    /// - Throws: What reading them or writing the file fails of.
    static func file(of lanes: [(parts: [CompositionPart], levels: MixLevels?)]) throws -> NamelessFile {
        let file: NamelessFile
        do throws(NamelessFile.Failure) { file = try NamelessFile() } catch {
            throw AVAssetReader.error(.unknown, "There is no room for the mixed tracks: \(error.reason).")
        }
        try mix(lanes, into: file.url)
        return file
    }

    /// An asset as it sounds by a mix; nil where the mix says nothing of it.
    static func file(of asset: AVAsset, by mix: AVAudioMix?) throws -> NamelessFile? {
        guard let mix, asset.tracks.contains(where: { mix.levels(of: $0) != nil }) else { return nil }
        return try file(
            of: asset.tracks.map { track in
                let parts =
                    (track as? AVCompositionTrack)?.parts ?? [
                        CompositionPart(
                            source: track.source, taken: track.timeRange.duration, lasts: track.timeRange.duration)
                    ]
                return (parts: parts, levels: mix.levels(of: track))
            })
    }

    private static func mix(_ lanes: [(parts: [CompositionPart], levels: MixLevels?)], into url: URL) throws {
        let files = try lanes.flatMap(\.parts).compactMap(\.source).map { try AVAudioFile(forReading: $0) }
        let rate = files.map(\.processingFormat.sampleRate).max() ?? 44_100
        let channels = min(2, files.map(\.processingFormat.channelCount).max() ?? 1)
        let piece = AVAudioFrameCount(max(1, rate / 4))
        guard let format = AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels),
            let sum = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: piece)
        else { throw AVAssetReader.error(.invalidSourceMedia, "The tracks have no rate.") }
        let target = try AVAudioFile(
            forWriting: url,
            settings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
                AVLinearPCMBitDepthKey: 16,
            ])
        let readers = lanes.map { LaneReader($0.parts, $0.levels, format) }
        let length = readers.map(\.length).max() ?? 0
        var place = 0
        while place < length {
            let frames = min(Int(piece), length - place)
            sum.frameLength = AVAudioFrameCount(frames)
            sum.clear()
            for reader in readers { try reader.add(to: sum, frames) }
            try target.write(from: sum)
            place += frames
        }
        target.close()
    }
}

extension NamelessFile {
    /// Where it is.
    var url: URL { URL(fileURLWithPath: path) }
}

extension AVAudioPCMBuffer {
    fileprivate func clear() {
        guard let floatChannelData else { return }
        for channel in 0..<Int(format.channelCount) {
            floatChannelData[channel].update(repeating: 0, count: Int(frameLength))
        }
    }
}

/// Reads the parts of one track one behind the other, in the format of a mix.
private final class LaneReader {
    private let format: AVAudioFormat
    private let levels: MixLevels?
    /// Each with the frame at which it ends.
    private var parts: ArraySlice<(part: CompositionPart, end: Int)>
    private var place = 0
    private var stream: PartStream?
    /// How many frames there are.
    let length: Int

    init(_ parts: [CompositionPart], _ levels: MixLevels?, _ format: AVAudioFormat) {
        (self.format, self.levels) = (format, levels)
        var end = CMTime.zero
        self.parts =
            parts.map { part in
                end = end + part.lasts
                return (part, Int(nearest: end.seconds * format.sampleRate))
            }[...]
        length = self.parts.last?.end ?? 0
    }

    /// Adds the next frames to those of a buffer.
    func add(to sum: AVAudioPCMBuffer, _ frames: Int) throws {
        var done = 0
        while done < frames, let (part, end) = parts.first {
            let count = min(frames - done, end - place)
            if count > 0, let source = part.source {
                let stream = try self.stream ?? PartStream(part, source, format)
                self.stream = stream
                try add(try stream.next(count), to: sum, at: done)
            }
            done += count
            place += count
            if place >= end {
                parts.removeFirst()
                stream = nil
            }
        }
    }

    private func add(_ made: AVAudioPCMBuffer, to sum: AVAudioPCMBuffer, at offset: Int) throws {
        guard let from = made.floatChannelData, let into = sum.floatChannelData else { return }
        for frame in 0..<Int(made.frameLength) {
            let level = levels?.level(at: Double(place + frame) / format.sampleRate) ?? 1
            for channel in 0..<Int(format.channelCount) {
                into[channel][offset + frame] += level * from[channel][frame]
            }
        }
    }
}

/// Reads one part of a file at the rate and in the channels of a mix.
private final class PartStream {
    private let file: AVAudioFile
    private let converter: AVAudioConverter
    /// Frames of the file that are still to be read.
    private var rest: AVAudioFramePosition

    init(_ part: CompositionPart, _ source: URL, _ format: AVAudioFormat) throws {
        file = try AVAudioFile(forReading: source)
        let own = file.processingFormat
        // What is to last longer or shorter is read as if its rate were another one.
        let speed = part.taken == part.lasts ? 1 : part.taken.seconds / part.lasts.seconds
        guard
            let wanted = AVAudioFormat(
                standardFormatWithSampleRate: own.sampleRate * speed, channels: own.channelCount),
            let made = AVAudioConverter(from: wanted, to: format)
        else { throw AVAssetReader.error(.decoderNotFound, "\(source.lastPathComponent) cannot be mixed.") }
        converter = made
        let first = AVAudioFramePosition(nearest: part.from.seconds * own.sampleRate)
        file.framePosition = min(first, file.length)
        let count = AVAudioFramePosition(nearest: part.taken.seconds * own.sampleRate)
        rest = min(count, file.length - file.framePosition)
    }

    /// The next frames; fewer where the part is over.
    func next(_ frames: Int) throws -> AVAudioPCMBuffer {
        guard let output = AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: AVAudioFrameCount(frames))
        else { throw AVAssetReader.error(.outOfMemory, "There is no memory for \(frames) frames.") }
        var failure: NSError?
        converter.convert(to: output, error: &failure) { count, status in
            guard self.rest > 0, let input = self.read(count) else {
                status.pointee = .endOfStream
                return nil
            }
            status.pointee = .haveData
            return input
        }
        if let failure { throw failure }
        return output
    }

    private func read(_ count: AVAudioPacketCount) -> AVAudioPCMBuffer? {
        let frames = AVAudioFrameCount(min(AVAudioFramePosition(count), rest, 8_192))
        guard let own = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frames),
            (try? file.read(into: own, frameCount: frames)) != nil, own.frameLength > 0
        else { return nil }
        rest -= AVAudioFramePosition(own.frameLength)
        guard own.format != converter.inputFormat else { return own }
        guard let named = AVAudioPCMBuffer(pcmFormat: converter.inputFormat, frameCapacity: frames),
            let from = own.floatChannelData, let into = named.floatChannelData
        else { return nil }
        named.frameLength = own.frameLength
        for channel in 0..<Int(own.format.channelCount) {
            into[channel].update(from: from[channel], count: Int(own.frameLength))
        }
        return named
    }
}
