// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AVFAudio
internal import CoreAudioTypes
public import CoreMedia
public import Foundation

/// Writes the sound of an asset, or a part of it, as another file.
///
/// What comes out is linear PCM in WAVE, whatever the kind and the preset say, because there is no encoder here. Members
/// may be called on any thread; completions come on a thread that is not the main one.
open class AVAssetExportSession: NSObject, KeyValueObservable, @unchecked Sendable {
    /// How far it is.
    public enum Status: Int, Sendable {
        /// It has not begun.
        case unknown = 0
        /// It waits.
        case waiting = 1
        /// It writes.
        case exporting = 2
        /// It is done.
        case completed = 3
        /// It has failed.
        case failed = 4
        /// Somebody has ended it.
        case cancelled = 5
    }

    /// What is written.
    public let asset: AVAsset
    /// How it was to be written.
    public let presetName: String
    /// Who observes its properties.
    public let observationHolder = KeyValueObservers()
    /// Into which file.
    open var outputURL: URL?
    /// As which kind of file; kept.
    open var outputFileType: AVFileType?
    /// Which part.
    open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    /// Whether it is to be read over a network; kept.
    open var shouldOptimizeForNetworkUse = false
    /// What is said of it; kept, and not written.
    open var metadata: [AVMetadataItem]?
    /// How its pitch is kept; kept itself.
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.spectral
    /// How loud its tracks are.
    open var audioMix: AVAudioMix?

    private let lock = NSLock()
    private var state = (status: Status.unknown, progress: Float(0), error: NSError?.none)

    /// Writes an asset by a preset; nil for one that cannot be played.
    public init?(asset: AVAsset, presetName: String) {
        guard asset.isPlayable, Self.allExportPresets().contains(presetName) else { return nil }
        (self.asset, self.presetName) = (asset, presetName)
    }

    /// How far it is.
    open var status: Status { lock.withLock { state.status } }
    /// How much of it is written, 0 to 1.
    open var progress: Float { lock.withLock { state.progress } }
    /// Why it has failed.
    open var error: (any Error)? { lock.withLock { state.error } }
    /// As which kinds of files it can be written.
    open var supportedFileTypes: [AVFileType] { [.wav, .m4a, .caf, .aiff, .mp4, .mov] }

    /// Every preset.
    open class func allExportPresets() -> [String] {
        [
            AVAssetExportPresetAppleM4A, AVAssetExportPresetPassthrough, AVAssetExportPresetLowQuality,
            AVAssetExportPresetMediumQuality, AVAssetExportPresetHighestQuality,
        ]
    }

    /// The presets by which an asset can be written.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        asset.isPlayable ? allExportPresets() : []
    }

    /// Writes it, and says when that is over.
    @preconcurrency
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async { [self] in
            write()
            handler()
        }
    }

    /// Writes it, and waits until that is over; `status` says how it went.
    open func export() async {
        await withCheckedContinuation { continuation in
            exportAsynchronously { continuation.resume() }
        }
    }

    /// Writes it into a file.
    ///
    /// - Throws: Why it has failed, as an `AVError`; `CancellationError` where somebody has ended it.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        (outputURL, outputFileType) = (url, fileType)
        await export()
        if status == .cancelled { throw CancellationError() }
        if let error { throw error }
    }

    /// Ends it; what is written so far goes.
    open func cancelExport() {
        lock.withLock { if [.unknown, .waiting, .exporting].contains(state.status) { state.status = .cancelled } }
        observationHolder.tell()
    }

    private func become(_ status: Status, _ progress: Float, _ error: NSError? = nil) {
        lock.withLock {
            guard state.status != .cancelled else { return }
            state = (status, progress, error)
        }
        observationHolder.tell()
    }

    private func write() {
        guard status == .unknown else { return }
        guard let outputURL, !FileManager.default.fileExists(atPath: outputURL.path) else {
            let code: AVError.Code = outputURL == nil ? .unknown : .fileAlreadyExists
            return become(.failed, 0, Self.error(code, "Name an outputURL where no file is yet."))
        }
        become(.exporting, 0)
        do {
            try copy(to: outputURL)
            if status == .cancelled { try? FileManager.default.removeItem(at: outputURL) }
            become(.completed, 1)
        } catch {
            try? FileManager.default.removeItem(at: outputURL)
            become(.failed, 0, Self.error(.unknown, error.localizedDescription))
        }
    }

    /// Copies frames in pieces of a second, until the part or the file is over, or somebody has ended it.
    private func copy(to url: URL) throws {
        let mixed = try TrackMix.file(of: asset, by: audioMix) ?? asset.mixedFile
        defer { withExtendedLifetime(mixed) {} }
        guard let location = mixed?.url ?? asset.location else {
            throw Self.error(.unknown, "The asset has no file.")
        }
        let source = try AVAudioFile(forReading: location)
        let format = source.processingFormat
        let rate = format.sampleRate
        let first = timeRange.start.isNumeric ? max(0, (timeRange.start.seconds * rate).rounded()) : 0
        let wanted = timeRange.duration.isNumeric ? (timeRange.duration.seconds * rate).rounded() : .infinity
        source.framePosition = AVAudioFramePosition(min(first, Double(source.length)))
        let count = AVAudioFramePosition(min(wanted, Double(source.length - source.framePosition)))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: format.channelCount,
        ]
        let target = try AVAudioFile(forWriting: url, settings: settings)
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(max(1, rate))) else {
            throw Self.error(.unknown, "The file has no channels.")
        }
        var done: AVAudioFramePosition = 0
        while done < count, status == .exporting {
            try source.read(
                into: buffer, frameCount: AVAudioFrameCount(min(count - done, Int64(buffer.frameCapacity))))
            try target.write(from: buffer)
            done += AVAudioFramePosition(buffer.frameLength)
            become(.exporting, Float(done) / Float(count))
        }
        target.close()
    }

    private static func error(_ code: AVError.Code, _ sentence: String) -> NSError {
        NSError(
            domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: sentence])
    }
}

/// Sound only, as iTunes has it.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// As it is.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// Small.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// Middling.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// As good as can be.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
