internal import AVFAudio
internal import CoreAudioTypes
public import CoreMedia
public import Foundation
internal import Threads

/// Reads the samples of an asset's sound. One thread at a time.
open class AVAssetReader: NSObject, @unchecked Sendable {
    /// How far it is.
    public enum Status: Int, Sendable {
        /// It has not begun.
        case unknown = 0
        /// It reads.
        case reading = 1
        /// It has read everything.
        case completed = 2
        /// It has failed.
        case failed = 3
        /// Somebody has ended it.
        case cancelled = 4
    }

    /// What is read.
    public let asset: AVAsset
    /// Which part.
    open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// Where it comes out.
    open private(set) var outputs: [AVAssetReaderOutput] = []
    /// How far it is.
    open private(set) var status = Status.unknown
    /// Why it has failed.
    open private(set) var error: (any Error)?

    /// Reads an asset.
    ///
    /// - Throws: An error of `AVFoundationErrorDomain` for one that cannot be read.
    public init(asset: AVAsset) throws {
        guard asset.isReadable else {
            throw Self.error(.fileFormatNotRecognized, "The asset is no sound file that can be read.")
        }
        self.asset = asset
    }

    /// Whether an output can be added: before it begins, and one that has a track of the asset.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
        let tracks =
            (output as? AVAssetReaderTrackOutput).map { [$0.track] }
            ?? (output as? AVAssetReaderAudioMixOutput)?.audioTracks
        return status == .unknown && tracks?.allSatisfy { $0.asset === asset } == true
    }

    /// Adds an output; one that cannot be added makes reading fail.
    open func add(_ output: AVAssetReaderOutput) { outputs.append(output) }

    /// Begins to read; false where that fails, and `error` says why.
    open func startReading() -> Bool {
        guard status == .unknown else { return false }
        do {
            for output in outputs { try output.begin(self) }
            status = .reading
        } catch {
            (status, self.error) = (.failed, error)
        }
        return status == .reading
    }

    /// Ends it.
    open func cancelReading() { if status == .reading { status = .cancelled } }

    func finish() { if status == .reading, outputs.allSatisfy(\.isOver) { status = .completed } }

    func fail(_ failure: any Error) { (status, error) = (.failed, failure) }

    static func error(_ code: AVError.Code, _ sentence: String) -> NSError {
        NSError(
            domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: sentence])
    }
}

/// Where samples come out of a reader.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    override init() { super.init() }
    /// What kind of samples they are.
    open var mediaType: AVMediaType { .audio }
    /// Whether whoever takes samples may write into them; always.
    open var alwaysCopiesSampleData = true
    /// Whether parts may be read again: no.
    open var supportsRandomAccess = false
    /// The next samples; nil where there are no more, or it has failed.
    open func copyNextSampleBuffer() -> CMSampleBuffer? { nil }

    var isOver: Bool { true }
    func begin(_ reader: AVAssetReader) throws {}
}

/// Where the samples of one track come out of a reader.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// Whose samples.
    public let track: AVAssetTrack
    /// How they are to lie, with the keys of a recorder's settings; nil: as in the file, where that is linear PCM.
    public let outputSettings: [String: Any]?
    /// How the pitch is kept; kept itself.
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral

    private weak var reader: AVAssetReader?
    private var source: AVAudioFile?
    private var converter: AVAudioConverter?
    private var rest: AVAudioFramePosition = 0
    private var place: AVAudioFramePosition = 0
    private var ended = false

    /// Reads a track's samples as settings say.
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
        (self.track, self.outputSettings) = (track, outputSettings)
    }

    override var isOver: Bool { ended }

    override func begin(_ reader: AVAssetReader) throws {
        let mixed = track.asset?.mixedFile
        guard let location = mixed?.url ?? track.asset?.location, track.asset === reader.asset else {
            throw AVAssetReader.error(.unknown, "The track is not one of the reader's asset, or that has gone.")
        }
        try withExtendedLifetime(mixed) { try begin(reader, at: location) }
    }

    fileprivate func begin(_ reader: AVAssetReader, at location: URL) throws {
        let file = try AVAudioFile(forReading: location)
        let wanted = try format(of: file)
        guard let made = AVAudioConverter(from: file.processingFormat, to: wanted) else {
            throw AVAssetReader.error(.decoderNotFound, "Samples come out as linear PCM of 16 or 32 bits only.")
        }
        let range = reader.timeRange
        let rate = file.processingFormat.sampleRate
        let first = range.start.isNumeric ? max(0, (range.start.seconds * rate).rounded()) : 0
        file.framePosition = AVAudioFramePosition(min(first, Double(file.length)))
        let count = range.duration.isNumeric ? (range.duration.seconds * rate).rounded() : .infinity
        rest = AVAudioFramePosition(min(count, Double(file.length - file.framePosition)))
        place = AVAudioFramePosition((Double(file.framePosition) * wanted.sampleRate / rate).rounded())
        (self.reader, source, converter) = (reader, file, made)
    }

    /// The wanted format; what the settings do not tell is the file's.
    private func format(of file: AVAudioFile) throws -> AVAudioFormat {
        let own = file.processingFormat
        var settings = outputSettings ?? [:]
        settings[AVFormatIDKey] = settings[AVFormatIDKey] ?? kAudioFormatLinearPCM
        settings[AVSampleRateKey] = settings[AVSampleRateKey] ?? own.sampleRate
        settings[AVNumberOfChannelsKey] = settings[AVNumberOfChannelsKey] ?? own.channelCount
        guard let format = AVAudioFormat(settings: settings), format.commonFormat != .otherFormat else {
            throw AVAssetReader.error(.decoderNotFound, "Samples come out as linear PCM of 16 or 32 bits only.")
        }
        return format
    }

    /// The next samples, a sixth of a second or so; nil where there are no more, or it has failed.
    open override func copyNextSampleBuffer() -> CMSampleBuffer? {
        guard let reader, reader.status == .reading, !ended, let source, let converter,
            let output = AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 8_192)
        else { return nil }
        var failure: NSError?
        converter.convert(to: output, error: &failure) { count, status in
            guard self.rest > 0, let input = self.read(source, min(Int64(count), 8_192)) else {
                status.pointee = .endOfStream
                return nil
            }
            status.pointee = .haveData
            return input
        }
        if let failure { reader.fail(failure) }
        guard failure == nil, output.frameLength > 0 else {
            ended = true
            reader.finish()
            return nil
        }
        defer { place += AVAudioFramePosition(output.frameLength) }
        return sample(output)
    }

    private func read(_ source: AVAudioFile, _ count: Int64) -> AVAudioPCMBuffer? {
        let frames = AVAudioFrameCount(min(count, rest))
        guard let buffer = AVAudioPCMBuffer(pcmFormat: source.processingFormat, frameCapacity: frames),
            (try? source.read(into: buffer, frameCount: frames)) != nil
        else { return nil }
        rest -= AVAudioFramePosition(buffer.frameLength)
        return buffer
    }

    /// A buffer's samples with their place, the channels' one behind the other where each has memory of its own.
    private func sample(_ buffer: AVAudioPCMBuffer) -> CMSampleBuffer {
        var bytes: [UInt8] = []
        let list = UnsafeMutablePointer(mutating: buffer.audioBufferList)
        for part in UnsafeMutableAudioBufferListPointer(list) {
            guard let data = part.mData else { continue }
            bytes += UnsafeRawBufferPointer(start: data, count: Int(part.mDataByteSize))
        }
        let time = CMTime(value: place, timescale: CMTimeScale(buffer.format.sampleRate))
        return bytes.withUnsafeBytes {
            CMSampleBuffer($0, buffer.format.formatDescription, frames: Int(buffer.frameLength), at: time)
        }
    }
}

/// Where the samples of several tracks come out of a reader, mixed.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
    /// Whose samples.
    public let audioTracks: [AVAssetTrack]
    /// How they are to lie; as `AVAssetReaderTrackOutput.outputSettings`.
    public let audioSettings: [String: Any]?
    /// How loud each is; to be set before reading begins.
    open var audioMix: AVAudioMix?
    /// How the pitch is kept; kept itself.
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral

    private var mixed: (file: NamelessFile?, samples: AVAssetReaderTrackOutput)?

    /// Reads the samples of all tracks of an asset as settings say.
    public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
        (self.audioTracks, self.audioSettings) = (audioTracks, audioSettings)
    }

    override var isOver: Bool { mixed?.samples.isOver ?? false }

    override func begin(_ reader: AVAssetReader) throws {
        guard let first = audioTracks.first, reader.canAdd(self) else {
            throw AVAssetReader.error(.unknown, "The tracks are not those of the reader's asset, or that has gone.")
        }
        let file = try TrackMix.file(of: reader.asset, by: audioMix) ?? reader.asset.mixedFile
        guard let location = file?.url ?? reader.asset.location else {
            throw AVAssetReader.error(.invalidSourceMedia, "The asset has no sound.")
        }
        let samples = AVAssetReaderTrackOutput(track: first, outputSettings: audioSettings)
        try samples.begin(reader, at: location)
        mixed = (file, samples)
    }

    /// The next samples, a sixth of a second or so; nil where there are no more, or it has failed.
    open override func copyNextSampleBuffer() -> CMSampleBuffer? { mixed?.samples.copyNextSampleBuffer() }
}
