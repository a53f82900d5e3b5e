// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AVFAudio
internal import AppleSession
internal import CoreAudioTypes
public import CoreMedia
public import Foundation
internal import Synchronization

/// Exports an asset, or a range of it, as linear PCM in WAVE, AIFF, AIFF-C or CAF, or, if libavcodec is installed, as AAC in
/// M4A.
///
/// Other file types fail with `AVError.encoderNotFound`. Members may be called on any thread; completions run on a background
/// thread.
open class AVAssetExportSession: NSObject, KeyValueObservable, @unchecked Sendable {
    /// The status of an export.
    public enum Status: Int, Sendable {
        case unknown = 0
        case waiting = 1
        case exporting = 2
        case completed = 3
        case failed = 4
        case cancelled = 5
    }

    private struct State {
        var status = Status.unknown
        var progress: Float = 0
        var error: AVError?
    }

    public let asset: AVAsset  // The asset to export.
    public let presetName: String  // The preset.
    public let observationHolder = KeyValueObservers()  // The observers of its properties.
    let kept = Kept()
    private let state = Mutex(State())

    /// Creates an export with a preset, or nil if the asset is not playable.
    public init?(asset: AVAsset, presetName: String) {
        guard asset.isPlayable, Self.allExportPresets().contains(presetName) else { return nil }
        (self.asset, self.presetName) = (asset, presetName)
    }

    /// The location of the exported file.
    open var outputURL: URL? {
        get { kept["outputURL", nil] }
        set { kept["outputURL", nil] = newValue }
    }
    /// The type of the exported file.
    open var outputFileType: AVFileType? {
        get { kept["outputFileType", nil] }
        set { kept["outputFileType", nil] = newValue }
    }
    /// The range of the asset to export.
    open var timeRange: CMTimeRange {
        get { kept["timeRange", CMTimeRange(start: .zero, duration: .positiveInfinity)] }
        set { kept["timeRange", CMTimeRange(start: .zero, duration: .positiveInfinity)] = newValue }
    }
    /// The status of the export.
    open var status: Status { state.withLock { $0.status } }
    /// The progress, from 0 to 1.
    open var progress: Float { state.withLock { $0.progress } }
    /// The reason why the export has failed, an `AVError`.
    open var error: (any Error)? { state.withLock { $0.error } }

    private static let kinds: [AVFileType: AudioFileTypeID] = [
        .wav: kAudioFileWAVEType, .aiff: kAudioFileAIFFType, .aifc: kAudioFileAIFCType, .caf: kAudioFileCAFType,
        .m4a: kAudioFileM4AType,
    ]
    /// The supported file types; M4A needs libavcodec.
    open var supportedFileTypes: [AVFileType] {
        let hasCodecs = (try? ProcessApp.shared.backend().hasCodecs) ?? false
        return [.wav, .aiff, .aifc, .caf] + (hasCodecs ? [.m4a] : [])
    }

    /// Returns the names of all presets.
    open class func allExportPresets() -> [String] {
        [
            AVAssetExportPresetAppleM4A, AVAssetExportPresetPassthrough, AVAssetExportPresetLowQuality,
            AVAssetExportPresetMediumQuality, AVAssetExportPresetHighestQuality,
        ]
    }

    /// Returns the presets that support an asset.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        asset.isPlayable ? allExportPresets() : []
    }

    /// Exports the asset and calls a closure when done.
    @preconcurrency
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async { [self] in
            write()
            handler()
        }
    }

    /// Exports the asset and waits until done; `status` has the result.
    open func export() async {
        await completed { exportAsynchronously(completionHandler: $0) }
    }

    /// Exports the asset to a file.
    ///
    /// - Throws: `AVError` if the export fails; `CancellationError` after `cancelExport()`.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        (outputURL, outputFileType) = (url, fileType)
        await export()
        if status == .cancelled { throw CancellationError() }
        if let error { throw error }
    }

    /// Cancels the export and deletes the partial file.
    open func cancelExport() {
        state.withLock { if [.unknown, .waiting, .exporting].contains($0.status) { $0.status = .cancelled } }
        observationHolder.tell()
    }

    private func become(_ status: Status, _ progress: Float = 0, _ error: AVError? = nil) {
        state.withLock { state in
            if state.status != .cancelled { state = State(status: status, progress: progress, error: error) }
        }
        observationHolder.tell()
    }

    private func write() {
        guard status == .unknown else { return }
        guard let outputURL, !FileManager.default.fileExists(atPath: outputURL.path) else {
            return become(.failed, 0, AVError(outputURL == nil ? .unknown : .fileAlreadyExists))
        }
        guard let type = outputFileType, supportedFileTypes.contains(type), let kind = Self.kinds[type] else {
            return become(.failed, 0, AVError(.encoderNotFound))
        }
        become(.exporting)
        do {
            try copy(to: outputURL, kind)
            if status == .cancelled { try? FileManager.default.removeItem(at: outputURL) }
            become(.completed, 1)
        } catch {
            try? FileManager.default.removeItem(at: outputURL)
            become(.failed, 0, AVError(.unknown))
        }
    }

    /// Copies the frames of the range in pieces of a second until the end or a cancellation.
    private func copy(to url: URL, _ kind: AudioFileTypeID) throws {
        guard let location = asset.location else { throw AVError(.operationNotSupportedForAsset) }
        let source = try AVAudioFile(forReading: location)
        let format = source.processingFormat
        let (rate, range) = (format.sampleRate, timeRange)
        let first = range.start.isNumeric ? Double(max(0, (range.start.seconds * rate).rounded())) : 0
        let wanted = range.duration.isNumeric ? (range.duration.seconds * rate).rounded() : .infinity
        source.framePosition = AVAudioFramePosition(nearest: min(first, Double(source.length)))
        let count = AVAudioFramePosition(nearest: min(wanted, Double(source.length - source.framePosition)))
        let target = try AVAudioFile(
            forWriting: url,
            settings: [
                AVFormatIDKey: kind == kAudioFileM4AType ? kAudioFormatMPEG4AAC : kAudioFormatLinearPCM,
                AVSampleRateKey: rate,
                AVNumberOfChannelsKey: format.channelCount, AVAudioFileTypeKey: kind,
            ])
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(max(1, rate))) else {
            throw AVError(.unknown)
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
}

public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"  // Audio only, in M4A.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"  // Without reencoding.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"  // Low quality.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"  // Medium quality.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"  // The highest quality.
