// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import CoreMedia
public import Foundation

/// Several assets put together; nothing can be put into it, so that it stays empty.
open class AVComposition: AVAsset, @unchecked Sendable {
}

/// A track that is put together; nothing can be put into it.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
}

/// A track that is put together; nothing can be put into it.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws { throw AVError(.operationNotSupportedForAsset) }
    open func removeTimeRange(_ timeRange: CMTimeRange) {}
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {}
}

/// Several assets put together; nothing can be put into it, so that it stays empty.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    public convenience init() { self.init(location: nil) }
    open func addMutableTrack(withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID) -> AVMutableCompositionTrack? { AVMutableCompositionTrack(of: self) }
    open func removeTrack(_ track: AVCompositionTrack) {}
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws { throw AVError(.operationNotSupportedForAsset) }
    open func removeTimeRange(_ timeRange: CMTimeRange) {}
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {}
}

extension AVAssetExportSession {
    public var shouldOptimizeForNetworkUse: Bool { get { kept["shouldOptimizeForNetworkUse", false] } set { kept["shouldOptimizeForNetworkUse", false] = newValue } }
    public var metadata: [AVMetadataItem]? { get { kept["metadata", nil] } set { kept["metadata", nil] = newValue } }
    public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm { get { kept["audioTimePitchAlgorithm", .spectral] } set { kept["audioTimePitchAlgorithm", .spectral] = newValue } }
}

/// A reader of an asset's samples; it never begins.
open class AVAssetReader: NSObject, @unchecked Sendable {
    let kept = Kept()
    public enum Status: Int, Sendable { case unknown = 0, reading = 1, completed = 2, failed = 3, cancelled = 4 }
    public let asset: AVAsset
    public init(asset: AVAsset) throws { self.asset = asset }
    open var timeRange: CMTimeRange { get { kept["timeRange", CMTimeRange(start: .zero, duration: .positiveInfinity)] } set { kept["timeRange", CMTimeRange(start: .zero, duration: .positiveInfinity)] = newValue } }
    open var outputs: [AVAssetReaderOutput] { [] }
    open var status: Status { .failed }
    open var error: (any Error)? { AVError(.operationNotSupportedForAsset) }
    @discardableResult open func canAdd(_ output: AVAssetReaderOutput) -> Bool { false }
    open func add(_ output: AVAssetReaderOutput) {}
    @discardableResult open func startReading() -> Bool { false }
    open func cancelReading() {}
}

/// An output of a reader of samples; there are none.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var mediaType: AVMediaType { .audio }
    open func copyNextSampleBuffer() -> CMSampleBuffer? { nil }
}

/// An output of a track's samples; there are none.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    public let track: AVAssetTrack
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) { self.track = track }
}

/// An input of samples for a file; it takes none.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
    let kept = Kept()
    public let mediaType: AVMediaType
    public init(mediaType: AVMediaType, outputSettings: [String: Any]?) { self.mediaType = mediaType }
    open var expectsMediaDataInRealTime: Bool { get { kept["expectsMediaDataInRealTime", false] } set { kept["expectsMediaDataInRealTime", false] = newValue } }
    open var metadata: [AVMetadataItem] { get { kept["metadata", []] } set { kept["metadata", []] = newValue } }
    open var isReadyForMoreMediaData: Bool { false }
    @discardableResult open func append(_ sampleBuffer: CMSampleBuffer) -> Bool { false }
    open func markAsFinished() {}
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void) {}
}

/// A writer of a file of samples; making one fails.
open class AVAssetWriter: NSObject, @unchecked Sendable {
    let kept = Kept()
    public enum Status: Int, Sendable { case unknown = 0, writing = 1, completed = 2, failed = 3, cancelled = 4 }
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws { throw AVError(.operationNotSupportedForAsset) }
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws { try self.init(outputURL: outputURL, fileType: outputFileType) }
    open var status: Status { .failed }
    open var error: (any Error)? { AVError(.operationNotSupportedForAsset) }
    open var inputs: [AVAssetWriterInput] { [] }
    open var shouldOptimizeForNetworkUse: Bool { get { kept["shouldOptimizeForNetworkUse", false] } set { kept["shouldOptimizeForNetworkUse", false] = newValue } }
    open var metadata: [AVMetadataItem] { get { kept["metadata", []] } set { kept["metadata", []] = newValue } }
    @discardableResult open func canAdd(_ input: AVAssetWriterInput) -> Bool { false }
    open func add(_ input: AVAssetWriterInput) {}
    @discardableResult open func startWriting() -> Bool { false }
    open func startSession(atSourceTime startTime: CMTime) {}
    open func endSession(atSourceTime endTime: CMTime) {}
    open func cancelWriting() {}
    open func finishWriting() async {}
    @preconcurrency open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: handler) }
}
// What a stream is asked for, if one were played.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey", AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey", AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey", AVErrorTimeKey = "AVErrorTimeKey", AVErrorMediaTypeKey = "AVErrorMediaType", AVErrorFileTypeKey = "AVErrorFileType"

/// A question to a delegate for a stream; never asked.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var isFinished: Bool { true }
    open var isCancelled: Bool { false }
    open func finishLoading() {}
    open func finishLoading(with error: (any Error)?) {}
}
/// The delegate of a loader of an asset's bytes; never called.
public protocol AVAssetResourceLoaderDelegate: AnyObject {
    func resourceLoader(_ resourceLoader: AVAssetResourceLoader, shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest) -> Bool
    func resourceLoader(_ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}
extension AVAssetResourceLoaderDelegate {
    public func resourceLoader(_ resourceLoader: AVAssetResourceLoader, shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest) -> Bool { false }
    public func resourceLoader(_ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest) {}
}

/// A loader that would ask a delegate for the bytes of an asset; it asks for none.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
    let kept = Kept()
    override init() { super.init() }
    open var delegate: (any AVAssetResourceLoaderDelegate)? { nil }
    open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {}
}

extension AVURLAsset {
    public var resourceLoader: AVAssetResourceLoader { AVAssetResourceLoader() }
}
