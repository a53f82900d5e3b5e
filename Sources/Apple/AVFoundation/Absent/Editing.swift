// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import CoreMedia
public import Foundation

/// A composition of assets. Inserting fails, so it stays empty.
open class AVComposition: AVAsset, @unchecked Sendable {
}

/// A track of a composition. Inserting fails.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
}

/// A track of a composition. Inserting fails.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws { throw AVError(.operationNotSupportedForAsset) }
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {}
    open func removeTimeRange(_ timeRange: CMTimeRange) {}
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {}
}

/// A composition of assets. Inserting fails, so it stays empty.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    public convenience init() { self.init(location: nil) }
    open func addMutableTrack(withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID) -> AVMutableCompositionTrack? { AVMutableCompositionTrack(of: self) }
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws { throw AVError(.operationNotSupportedForAsset) }
    open func removeTimeRange(_ timeRange: CMTimeRange) {}
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {}
}

extension AVAssetExportSession {
    public var shouldOptimizeForNetworkUse: Bool { get { kept["shouldOptimizeForNetworkUse", false] } set { kept["shouldOptimizeForNetworkUse", false] = newValue } }
    public var metadata: [AVMetadataItem]? { get { kept["metadata", nil] } set { kept["metadata", nil] = newValue } }
    public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm { get { kept["audioTimePitchAlgorithm", .spectral] } set { kept["audioTimePitchAlgorithm", .spectral] = newValue } }
    public var audioMix: AVAudioMix? { get { kept["audioMix", nil] } set { kept["audioMix", nil] = newValue } }
    @preconcurrency public func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) { handler(supportedFileTypes) }
}

/// A reader of an asset's samples. It cannot start.
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

/// An output of a reader. It provides no samples.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var mediaType: AVMediaType { .audio }
    open var alwaysCopiesSampleData: Bool { get { kept["alwaysCopiesSampleData", true] } set { kept["alwaysCopiesSampleData", true] = newValue } }
    open func copyNextSampleBuffer() -> CMSampleBuffer? { nil }
}

/// A reader's output of a track. It provides no samples.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    public let track: AVAssetTrack
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) { self.track = track }
}

/// A player of sample buffers. There are none; it has failed.
open class AVSampleBufferAudioRenderer: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var status: AVQueuedSampleBufferRenderingStatus { .failed }
    open var error: (any Error)? { AVError(.operationNotSupportedForAsset) }
    open var isReadyForMoreMediaData: Bool { false }
    open var volume: Float { get { kept["volume", 1] } set { kept["volume", 1] = newValue } }
    open var isMuted: Bool { get { kept["isMuted", false] } set { kept["isMuted", false] = newValue } }
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm { get { kept["audioTimePitchAlgorithm", .timeDomain] } set { kept["audioTimePitchAlgorithm", .timeDomain] = newValue } }
    open var allowedAudioSpatializationFormats: AVAudioSpatializationFormats { get { kept["allowedAudioSpatializationFormats", []] } set { kept["allowedAudioSpatializationFormats", []] = newValue } }
    open var hasSufficientMediaDataForReliablePlaybackStart: Bool { false }
    open func enqueue(_ sampleBuffer: CMSampleBuffer) {}
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void) {}
    open func stopRequestingMediaData() {}
    open func flush() {}
}
/// The kinds of sound that may be spread in space.
public struct AVAudioSpatializationFormats: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let monoAndStereo = Self(rawValue: 3), multichannel = Self(rawValue: 4), monoStereoAndMultichannel = Self(rawValue: 7)
}

/// The state of a player of sample buffers.
public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable { case unknown = 0, rendering = 1, failed = 2 }

/// A clock for players of sample buffers. It stands.
open class AVSampleBufferRenderSynchronizer: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var rate: Float { get { kept["rate", 0] } set { kept["rate", 0] = newValue } }
    open var delaysRateChangeUntilHasSufficientMediaData: Bool { get { kept["delaysRateChangeUntilHasSufficientMediaData", true] } set { kept["delaysRateChangeUntilHasSufficientMediaData", true] = newValue } }
    open var renderers: [AVSampleBufferAudioRenderer] { [] }
    open func addRenderer(_ renderer: AVSampleBufferAudioRenderer) {}
    open func removeRenderer(_ renderer: AVSampleBufferAudioRenderer, at time: CMTime, completionHandler: ((Bool) -> Void)? = nil) {}
    open func currentTime() -> CMTime { .invalid }
    open func setRate(_ rate: Float, time: CMTime) { self.rate = rate }
    open func addPeriodicTimeObserver(forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void) -> Any { NSObject() }
    open func removeTimeObserver(_ observer: Any) {}
}

/// An input of a writer. It accepts no samples.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
    let kept = Kept()
    public let mediaType: AVMediaType
    public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil) { self.mediaType = mediaType }
    open var expectsMediaDataInRealTime: Bool { get { kept["expectsMediaDataInRealTime", false] } set { kept["expectsMediaDataInRealTime", false] = newValue } }
    open var metadata: [AVMetadataItem] { get { kept["metadata", []] } set { kept["metadata", []] = newValue } }
    open var isReadyForMoreMediaData: Bool { false }
    @discardableResult open func append(_ sampleBuffer: CMSampleBuffer) -> Bool { false }
    open func markAsFinished() {}
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void) {}
}

/// A writer of media files. Its initializer throws.
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
// The user agent of a network stream; streams are not played here.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey", AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey", AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey", AVURLAssetAllowsConstrainedNetworkAccessKey = "AVURLAssetAllowsConstrainedNetworkAccessKey", AVURLAssetAllowsExpensiveNetworkAccessKey = "AVURLAssetAllowsExpensiveNetworkAccessKey", AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey", AVErrorTimeKey = "AVErrorTimeKey", AVErrorMediaTypeKey = "AVErrorMediaType", AVErrorFileTypeKey = "AVErrorFileType"

/// A request for the type and length of a stream. Never made.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var contentType: String? { get { kept["contentType", nil] } set { kept["contentType", nil] = newValue } }
    open var contentLength: Int64 { get { kept["contentLength", 0] } set { kept["contentLength", 0] = newValue } }
    open var isByteRangeAccessSupported: Bool { get { kept["isByteRangeAccessSupported", false] } set { kept["isByteRangeAccessSupported", false] = newValue } }
}

/// A request for bytes of a stream. Never made.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
    open var requestedOffset: Int64 { 0 }
    open var requestedLength: Int { 0 }
    open var currentOffset: Int64 { 0 }
    open var requestsAllDataToEndOfResource: Bool { false }
    open func respond(with data: Data) {}
}

/// A request for a stream's data. Never made.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
    /// The address and headers of a request. On a phone it is a URLRequest, which here would bring along the network library.
    public struct Request: Sendable { public let url: URL?, allHTTPHeaderFields: [String: String]? }
    open var request: Request { Request(url: nil, allHTTPHeaderFields: nil) }
    open var contentInformationRequest: AVAssetResourceLoadingContentInformationRequest? { nil }
    open var dataRequest: AVAssetResourceLoadingDataRequest? { nil }
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

/// A loader of an asset's bytes by a delegate. It makes no requests.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var delegate: (any AVAssetResourceLoaderDelegate)? { nil }
    open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {}
}

extension AVURLAsset {
    public var resourceLoader: AVAssetResourceLoader { AVAssetResourceLoader() }
}
