// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import CoreMedia
public import Foundation
public typealias AVMetadataValue = any NSCopying & NSObjectProtocol

/// A metadata item. No metadata is read from files.
open class AVMetadataItem: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    let kept = Kept()
    open var commonKey: AVMetadataKey? { nil }
    open var keySpace: AVMetadataKeySpace? { nil }
    open var key: AVMetadataValue? { nil }
    open var stringValue: String? { nil }
    open var dataValue: Data? { nil }
    open var numberValue: NSNumber? { nil }
    open var dateValue: Date? { nil }
    open var value: AVMetadataValue? { nil }
    open var identifier: AVMetadataIdentifier? { nil }
    open var time: CMTime { .invalid }
    open var duration: CMTime { .invalid }
    open class func metadataItems(from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier) -> [AVMetadataItem] { metadataItems.filter { $0.identifier == identifier } }
    open class func metadataItems(from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?) -> [AVMetadataItem] { metadataItems.filter { (key == nil || $0.commonKey == key as? AVMetadataKey) && (keySpace == nil || $0.keySpace == keySpace) } }
}

/// A key of the metadata of a file.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }; public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let commonKeyTitle = Self("title"), commonKeyArtist = Self("artist"), commonKeyCreator = Self("creator")
    public static let commonKeyAlbumName = Self("albumName"), commonKeyArtwork = Self("artwork")
    public static let commonKeyDescription = Self("description"), commonKeyType = Self("type")
    public static let commonKeyPublisher = Self("publisher"), commonKeyCreationDate = Self("creationDate")
    public static let commonKeyFormat = Self("format"), commonKeySource = Self("source")
    public static let commonKeyRelation = Self("relation"), commonKeyCopyrights = Self("copyrights")
    public static let commonKeyAuthor = Self("author"), commonKeyModel = Self("model")
    public static let id3MetadataKeyTitleDescription = Self("TIT2"), id3MetadataKeyLeadPerformer = Self("TPE1")
    public static let id3MetadataKeyAttachedPicture = Self("APIC"), id3MetadataKeyUnsynchronizedLyric = Self("USLT")
    public static let id3MetadataKeyTrackNumber = Self("TRCK"), id3MetadataKeyYear = Self("TYER")
    public static let iTunesMetadataKeySongName = Self("@nam"), iTunesMetadataKeyArtist = Self("@ART")
    public static let iTunesMetadataKeyAlbum = Self("@alb"), iTunesMetadataKeyLyrics = Self("@lyr")
}

/// The set of names to which a key of metadata belongs.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }; public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let common = Self("comn"), id3 = Self("org.id3"), iTunes = Self("itsk"), quickTimeMetadata = Self("mdta")
    public static let quickTimeUserData = Self("udta"), icy = Self("icy\u{20}")
}

/// A kind of metadata.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }; public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let id3Metadata = Self("org.id3"), iTunesMetadata = Self("com.apple.itunes")
}

/// A key of the metadata of a file, with the name of its format.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }; public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let commonIdentifierTitle = Self("comn/title"), commonIdentifierArtist = Self("comn/artist")
    public static let commonIdentifierAlbumName = Self("comn/albumName"), commonIdentifierArtwork = Self("comn/artwork")
    public static let commonIdentifierDescription = Self("comn/description"), commonIdentifierCreator = Self("comn/creator")
    public static let commonIdentifierPublisher = Self("comn/publisher"), commonIdentifierAuthor = Self("comn/author")
    public static let icyMetadataStreamTitle = Self("icy/StreamTitle"), icyMetadataStreamURL = Self("icy/StreamUrl")
    public static let id3MetadataLeadPerformer = Self("id3/TPE1"), id3MetadataAttachedPicture = Self("id3/APIC")
    public static let iTunesMetadataSongName = Self("itsk/%A9nam"), iTunesMetadataArtist = Self("itsk/%A9ART")
    public static let iTunesMetadataAlbum = Self("itsk/%A9alb"), iTunesMetadataCoverArt = Self("itsk/covr")
    public static let iTunesMetadataUserComment = Self("itsk/%A9cmt"), iTunesMetadataComposer = Self("itsk/%A9wrt")
    public static let iTunesMetadataLyrics = Self("itsk/%A9lyr"), iTunesMetadataTrackNumber = Self("itsk/trkn")
    public static let iTunesMetadataReleaseDate = Self("itsk/%A9day"), iTunesMetadataAlbumArtist = Self("itsk/aART")
    public static let iTunesMetadataDescription = Self("itsk/desc"), id3MetadataAlbumTitle = Self("id3/TALB")
    public static let id3MetadataComments = Self("id3/COMM"), id3MetadataUserText = Self("id3/TXXX")
    public static let id3MetadataYear = Self("id3/TYER"), id3MetadataTrackNumber = Self("id3/TRCK")
    public static let id3MetadataContentType = Self("id3/TCON"), id3MetadataComposer = Self("id3/TCOM")
    public static let id3MetadataUnsynchronizedLyric = Self("id3/USLT"), id3MetadataCopyright = Self("id3/TCOP")
    public static let quickTimeMetadataTitle = Self("mdta/com.apple.quicktime.title")
    public static let quickTimeMetadataArtist = Self("mdta/com.apple.quicktime.artist")
    public static let quickTimeMetadataArtwork = Self("mdta/com.apple.quicktime.artwork")
    public static let quickTimeMetadataCreationDate = Self("mdta/com.apple.quicktime.creationdate")
}

/// A metadata item to write. No metadata is written.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    open override var identifier: AVMetadataIdentifier? { get { kept["identifier", AVMetadataIdentifier?.none] } set { kept["identifier", AVMetadataIdentifier?.none] = newValue } }
    open override var keySpace: AVMetadataKeySpace? { get { kept["keySpace", AVMetadataKeySpace?.none] } set { kept["keySpace", AVMetadataKeySpace?.none] = newValue } }
    open override var key: AVMetadataValue? { get { kept["key", AVMetadataValue?.none] } set { kept["key", AVMetadataValue?.none] = newValue } }
    open override var value: AVMetadataValue? { get { kept["value", AVMetadataValue?.none] } set { kept["value", AVMetadataValue?.none] = newValue } }
    open var extendedLanguageTag: String? { get { kept["extendedLanguageTag", nil] } set { kept["extendedLanguageTag", nil] = newValue } }
    open var locale: Locale? { get { kept["locale", nil] } set { kept["locale", nil] = newValue } }
    open var dataType: String? { get { kept["dataType", nil] } set { kept["dataType", nil] = newValue } }
}

/// A group of metadata; there are none.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
    open var items: [AVMetadataItem] { [] }
    override init() { super.init() }
}

/// A group of metadata for a part of an asset.
open class AVTimedMetadataGroup: AVMetadataGroup, @unchecked Sendable {
    private let list: [AVMetadataItem]
    public let timeRange: CMTimeRange
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) { (list, self.timeRange) = (items, timeRange) }
    open override var items: [AVMetadataItem] { list }
}

extension AVAsset {
    public var commonMetadata: [AVMetadataItem] { [] }
    public var metadata: [AVMetadataItem] { [] }
    public var availableMetadataFormats: [AVMetadataFormat] { [] }
    public var lyrics: String? { nil }
    public var creationDate: AVMetadataItem? { nil }
    public var availableChapterLocales: [Locale] { [] }
    public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] { [] }
    public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] { [] }
    public func chapterMetadataGroups(withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]?) -> [AVTimedMetadataGroup] { [] }
    public func chapterMetadataGroups(bestMatchingPreferredLanguages languages: [String]) -> [AVTimedMetadataGroup] { [] }
    public func loadChapterMetadataGroups(bestMatchingPreferredLanguages languages: [String]) async throws -> [AVTimedMetadataGroup] { [] }
}

extension AVAssetTrack {
    public var languageCode: String? { nil }
    public var extendedLanguageTag: String? { nil }
    public var metadata: [AVMetadataItem] { [] }
    public var commonMetadata: [AVMetadataItem] { [] }
}

extension AVPlayer {
    public var usesExternalPlaybackWhileExternalScreenIsActive: Bool { get { kept["usesExternalPlaybackWhileExternalScreenIsActive", false] } set { kept["usesExternalPlaybackWhileExternalScreenIsActive", false] = newValue } }
    public var preventsDisplaySleepDuringVideoPlayback: Bool { get { kept["preventsDisplaySleepDuringVideoPlayback", true] } set { kept["preventsDisplaySleepDuringVideoPlayback", true] = newValue } }
    public var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy { get { kept["audiovisualBackgroundPlaybackPolicy", .automatic] } set { kept["audiovisualBackgroundPlaybackPolicy", .automatic] = newValue } }
}

extension AVPlayerItem {
    public var preferredPeakBitRate: Double { get { kept["preferredPeakBitRate", 0] } set { kept["preferredPeakBitRate", 0] = newValue } }
    public var preferredForwardBufferDuration: TimeInterval { get { kept["preferredForwardBufferDuration", 0] } set { kept["preferredForwardBufferDuration", 0] = newValue } }
    public var automaticallyPreservesTimeOffsetFromLive: Bool { get { kept["automaticallyPreservesTimeOffsetFromLive", false] } set { kept["automaticallyPreservesTimeOffsetFromLive", false] = newValue } }
    public var configuredTimeOffsetFromLive: CMTime { get { kept["configuredTimeOffsetFromLive", .invalid] } set { kept["configuredTimeOffsetFromLive", .invalid] = newValue } }
    public var reversePlaybackEndTime: CMTime { get { kept["reversePlaybackEndTime", .invalid] } set { kept["reversePlaybackEndTime", .invalid] = newValue } }
    public var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool { get { kept["canUseNetworkResourcesForLiveStreamingWhilePaused", false] } set { kept["canUseNetworkResourcesForLiveStreamingWhilePaused", false] = newValue } }
    public var audioMix: AVAudioMix? { get { kept["audioMix", nil] } set { kept["audioMix", nil] = newValue } }
    public var timebase: CMTimebase? { nil }
    public var currentMediaSelection: AVMediaSelection { AVMediaSelection() }
    public func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {}
    public func accessLog() -> AVPlayerItemAccessLog? { nil }
    public func errorLog() -> AVPlayerItemErrorLog? { nil }
    public static let newAccessLogEntryNotification = NSNotification.Name.AVPlayerItemNewAccessLogEntry, newErrorLogEntryNotification = NSNotification.Name.AVPlayerItemNewErrorLogEntry
    public var timedMetadata: [AVMetadataItem]? { nil }
    public var externalMetadata: [AVMetadataItem] { get { kept["externalMetadata", []] } set { kept["externalMetadata", []] = newValue } }
    public func currentDate() -> Date? { nil }
    /// The outputs of the item; kept, and never asked for anything.
    public var outputs: [AVPlayerItemOutput] { kept["outputs", []] }
    public func add(_ output: AVPlayerItemOutput) { kept.change("outputs", []) { (list: inout [AVPlayerItemOutput]) in list.append(output) } }
    public func remove(_ output: AVPlayerItemOutput) { kept.change("outputs", []) { (list: inout [AVPlayerItemOutput]) in list.removeAll { $0 === output } } }
}

/// An output of an item. It provides nothing.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    let kept = Kept()
    override init() { super.init() }
}
/// The delegate of an item's output; never called.
public protocol AVPlayerItemOutputPushDelegate: AnyObject { func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) }
extension AVPlayerItemOutputPushDelegate { public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {} }
/// The delegate of an item's metadata output; never called.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    func metadataOutput(_ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?)
}
extension AVPlayerItemMetadataOutputPushDelegate {
    public func metadataOutput(_ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?) {}
}

/// An output of an item's timed metadata. It provides nothing.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
    public init(identifiers: [String]? = nil) { super.init() }
    open var advanceIntervalForDelegateInvocation: TimeInterval { get { kept["advanceIntervalForDelegateInvocation", 0] } set { kept["advanceIntervalForDelegateInvocation", 0] = newValue } }
    open func setDelegate(_ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?) {}
}
extension AVAsyncProperty where Root: AVAsset, Value == [AVMetadataItem] { public static var metadata: AVAsyncProperty { .init { _ in [] } }; public static var commonMetadata: AVAsyncProperty { .init { _ in [] } } }
extension AVAsyncProperty where Root: AVAsset, Value == [AVMetadataFormat] { public static var availableMetadataFormats: AVAsyncProperty { .init { _ in [] } } }
extension AVAsyncProperty where Root: AVAsset, Value == String? { public static var lyrics: AVAsyncProperty { .init { _ in nil } } }
extension AVAsyncProperty where Root: AVAsset, Value == AVMetadataItem? { public static var creationDate: AVAsyncProperty { .init { _ in nil } } }
extension AVAsyncProperty where Root: AVAsset, Value == [Locale] { public static var availableChapterLocales: AVAsyncProperty { .init { _ in [] } } }
extension AVAsyncProperty where Root: AVMetadataItem, Value == String? { public static var stringValue: AVAsyncProperty { .init { $0.stringValue } } }
extension AVAsyncProperty where Root: AVMetadataItem, Value == Data? { public static var dataValue: AVAsyncProperty { .init { $0.dataValue } } }
extension AVAsyncProperty where Root: AVMetadataItem, Value == NSNumber? { public static var numberValue: AVAsyncProperty { .init { $0.numberValue } } }
extension AVAsyncProperty where Root: AVMetadataItem, Value == AVMetadataValue? { public static var value: AVAsyncProperty { .init { $0.value } } }
