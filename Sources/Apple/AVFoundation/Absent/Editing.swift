// swift-format-ignore-file
// Written from Docs/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import CoreMedia
public import Foundation

/// A stretch of a track; none is told of.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var isEmpty: Bool { true }
    override init() { super.init() }
}

extension AVAssetTrack {
    public var segments: [AVAssetTrackSegment] { [] }
}

/// Several assets put together; nothing can be put into it, so that it stays empty.
open class AVComposition: AVAsset, @unchecked Sendable {
}

/// A track that is put together; nothing can be put into it.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
}

/// A track that is put together; nothing can be put into it.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws { throw AVError(.operationNotSupportedForAsset) }
    open func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws { throw AVError(.operationNotSupportedForAsset) }
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {}
    open func removeTimeRange(_ timeRange: CMTimeRange) {}
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {}
}

/// Several assets put together; nothing can be put into it, so that it stays empty.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    public convenience init() { self.init(location: nil) }
    open func addMutableTrack(withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID) -> AVMutableCompositionTrack? { AVMutableCompositionTrack(of: self) }
    open func removeTrack(_ track: AVCompositionTrack) {}
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws { throw AVError(.operationNotSupportedForAsset) }
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {}
    open func removeTimeRange(_ timeRange: CMTimeRange) {}
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {}
}

/// How loud a track would be.
open class AVAudioMixInputParameters: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var trackID: CMPersistentTrackID { get { kept["trackID", kCMPersistentTrackID_Invalid] } set { kept["trackID", kCMPersistentTrackID_Invalid] = newValue } }
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { get { kept["audioTimePitchAlgorithm", nil] } set { kept["audioTimePitchAlgorithm", nil] = newValue } }
    @discardableResult open func getVolumeRamp(for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?, timeRange: UnsafeMutablePointer<CMTimeRange>?) -> Bool { false }
}

/// How loud a track would be; not heard.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
    public convenience init(track: AVAssetTrack?) { self.init(); trackID = track?.trackID ?? kCMPersistentTrackID_Invalid }
    open func setVolume(_ volume: Float, at time: CMTime) {}
    open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {}
}

/// How loud the tracks of an asset would be; not heard.
open class AVAudioMix: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var inputParameters: [AVAudioMixInputParameters] { get { kept["inputParameters", []] } set { kept["inputParameters", []] = newValue } }
}

/// How loud the tracks of an asset would be; not heard.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
}

extension AVPlayerItem {
    public var audioMix: AVAudioMix? { get { kept["audioMix", nil] } set { kept["audioMix", nil] = newValue } }
}

extension AVAssetExportSession {
    public var shouldOptimizeForNetworkUse: Bool { get { kept["shouldOptimizeForNetworkUse", false] } set { kept["shouldOptimizeForNetworkUse", false] = newValue } }
    public var metadata: [AVMetadataItem]? { get { kept["metadata", nil] } set { kept["metadata", nil] = newValue } }
    public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm { get { kept["audioTimePitchAlgorithm", .spectral] } set { kept["audioTimePitchAlgorithm", .spectral] = newValue } }
    public var audioMix: AVAudioMix? { get { kept["audioMix", nil] } set { kept["audioMix", nil] = newValue } }
}

/// Would hand out an asset's samples; it never begins.
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

/// Would hand out samples; there are none.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var mediaType: AVMediaType { .audio }
    open var alwaysCopiesSampleData: Bool { get { kept["alwaysCopiesSampleData", true] } set { kept["alwaysCopiesSampleData", true] = newValue } }
    open var supportsRandomAccess: Bool { get { kept["supportsRandomAccess", false] } set { kept["supportsRandomAccess", false] = newValue } }
    open func copyNextSampleBuffer() -> CMSampleBuffer? { nil }
}

/// Would hand out a track's samples; there are none.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
    public let track: AVAssetTrack
    public init(track: AVAssetTrack, outputSettings: [String: Any]?) { self.track = track }
}

/// Would hand out a mix of tracks; there is none.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
    public let audioTracks: [AVAssetTrack]
    public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) { self.audioTracks = audioTracks }
    open var audioMix: AVAudioMix? { get { kept["audioMix", nil] } set { kept["audioMix", nil] = newValue } }
}
