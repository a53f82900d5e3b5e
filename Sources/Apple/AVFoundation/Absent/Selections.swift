// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import CoreMedia
public import Foundation

extension NSNotification.Name {
    public static let AVPlayerItemNewAccessLogEntry = Self("AVPlayerItemNewAccessLogEntry"), AVPlayerItemNewErrorLogEntry = Self("AVPlayerItemNewErrorLogEntry")
}

/// The log of a stream; there is none.
open class AVPlayerItemAccessLog: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var events: [AVPlayerItemAccessLogEvent] { [] }
}

/// The errors of a stream; there is none.
open class AVPlayerItemErrorLog: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var events: [AVPlayerItemErrorLogEvent] { [] }
}
/// An entry of a stream's log. Never made.
public final class AVPlayerItemAccessLogEvent: NSObject, Sendable {
    override init() { super.init() }
    public let uri: String? = nil, serverAddress: String? = nil, playbackSessionID: String? = nil, playbackType: String? = nil, playbackStartDate: Date? = nil
    public let numberOfMediaRequests = 0, numberOfServerAddressChanges = 0, mediaRequestsWWAN = 0, downloadOverdue = 0, numberOfStalls = 0, numberOfDroppedVideoFrames = 0, numberOfBytesTransferred: Int64 = 0
    public let playbackStartOffset = 0.0, segmentsDownloadedDuration = 0.0, durationWatched = 0.0, transferDuration = 0.0, startupTime = 0.0, switchBitrate = 0.0
    public let indicatedBitrate = 0.0, indicatedAverageBitrate = 0.0, observedBitrate = 0.0, observedBitrateStandardDeviation = 0.0, averageAudioBitrate = 0.0, averageVideoBitrate = 0.0
}
/// An error of a stream. Never made.
public final class AVPlayerItemErrorLogEvent: NSObject, Sendable {
    override init() { super.init() }
    public let date: Date? = nil, uri: String? = nil, serverAddress: String? = nil, playbackSessionID: String? = nil, errorComment: String? = nil, errorStatusCode = 0, errorDomain = ""
}

/// A track in another language. Files have none here.
open class AVMediaSelectionOption: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var displayName: String { "" }
    open var extendedLanguageTag: String? { nil }
    @discardableResult open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool { false }
}

/// Tracks of which one applies. Files have none here.
open class AVMediaSelectionGroup: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var options: [AVMediaSelectionOption] { [] }
    open var defaultOption: AVMediaSelectionOption? { nil }
    open var allowsEmptySelection: Bool { true }
}

/// The selected tracks: none.
open class AVMediaSelection: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? { nil }
}

extension AVAsset {
    public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] { [] }
    public var providesPreciseDurationAndTiming: Bool { true }
    public func mediaSelectionGroup(forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> AVMediaSelectionGroup? { nil }
    public func loadMediaSelectionGroup(for mediaCharacteristic: AVMediaCharacteristic) async throws -> AVMediaSelectionGroup? { nil }
}

/// The volume of a track within a mix. Without effect.
open class AVAudioMixInputParameters: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var trackID: CMPersistentTrackID { get { kept["trackID", 0] } set { kept["trackID", 0] = newValue } }
}

/// The volume of a track within a mix. Without effect.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
    public convenience init(track: AVAssetTrack?) { self.init(); trackID = track?.trackID ?? 0 }
    open func setVolume(_ volume: Float, at time: CMTime) {}
    open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {}
}

/// A mix of an asset's tracks. Without effect.
open class AVAudioMix: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var inputParameters: [AVAudioMixInputParameters] { get { kept["inputParameters", []] } set { kept["inputParameters", []] = newValue } }
}

/// A mix of an asset's tracks. Without effect.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
}
