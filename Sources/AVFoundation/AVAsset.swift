// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import CoreMedia
public import Foundation

/// A file or a stream of sound or film; only files can be played here.
open class AVAsset: NSObject, @unchecked Sendable {
    let location: URL?

    /// An asset at an address.
    public convenience init(url URL: URL) { self.init(location: URL) }

    init(location: URL?) { self.location = location }

    /// How long it is; indefinite where that is not known.
    open var duration: CMTime {
        guard let location, location.isFileURL,
            let seconds = try? ProcessApp.shared.backend().sound(file: location.path).duration
        else { return .indefinite }
        return CMTime(seconds: seconds, preferredTimescale: 44_100)
    }

    /// Whether it can be played.
    open var isPlayable: Bool {
        guard let location, location.isFileURL else { return false }
        return (try? ProcessApp.shared.backend().reader(location.path)) != nil
    }

    /// Whether it may be played only where its seller allows it: no file here.
    open var hasProtectedContent: Bool { false }
    /// Its tracks: one of sound, where it can be played.
    open var tracks: [AVAssetTrack] { isPlayable ? [AVAssetTrack(of: self)] : [] }

    /// Its tracks of a kind.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// Its tracks of a kind.
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        tracks(withMediaType: mediaType)
    }

    /// Reads properties, and says when that is done, on a thread that is not the main one.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
    {
        if let handler { DispatchQueue.global().async { handler() } }
    }

    /// Whether a property is known: all are, where the file can be read.
    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        isPlayable ? .loaded : .failed
    }

    /// Reads nothing more; nothing takes so long.
    open func cancelLoading() {}

    /// What the file says of itself; nothing is read of it here.
    open var commonMetadata: [AVMetadataItem] { [] }
    /// What the file says of itself; nothing is read of it here.
    open var metadata: [AVMetadataItem] { [] }

    /// Reads a property.
    ///
    /// - Throws: Nothing here; what cannot be read has the value of nothing.
    open func load<Value: Sendable>(_ property: AVAsyncProperty<Value>) async throws -> Value { property.read(self) }
}

extension AVAsset {
    /// Reads two properties.
    ///
    /// - Throws: As `load(_:)`.
    public func load<One: Sendable, Two: Sendable>(
        _ one: AVAsyncProperty<One>, _ two: AVAsyncProperty<Two>
    ) async throws -> (One, Two) {
        (one.read(self), two.read(self))
    }

    /// Reads three properties.
    ///
    /// - Throws: As `load(_:)`.
    public func load<One: Sendable, Two: Sendable, Three: Sendable>(
        _ one: AVAsyncProperty<One>, _ two: AVAsyncProperty<Two>, _ three: AVAsyncProperty<Three>
    ) async throws -> (One, Two, Three) {
        (one.read(self), two.read(self), three.read(self))
    }
}

/// Whether a property of an asset is known.
public enum AVKeyValueStatus: Int, Sendable {
    /// Nobody has asked.
    case unknown = 0
    /// It is being read.
    case loading = 1
    /// It is.
    case loaded = 2
    /// It cannot be read.
    case failed = 3
    /// Nobody wants to know any more.
    case cancelled = 4
}

/// The sound of an asset.
open class AVAssetTrack: NSObject, @unchecked Sendable {
    /// Whose track it is.
    public private(set) weak var asset: AVAsset?
    /// What kind it is of: sound.
    public let mediaType = AVMediaType.audio
    /// Its number in the asset.
    public let trackID: Int32 = 1
    /// Whether it is to be heard.
    public let isEnabled = true
    /// Where in the asset it lies.
    public let timeRange: CMTimeRange

    init(of asset: AVAsset) {
        self.asset = asset
        timeRange = CMTimeRange(start: .zero, duration: asset.duration)
    }
}

/// A property of an asset that is read when it is asked for.
public struct AVAsyncProperty<Value: Sendable>: Sendable {
    let read: @Sendable (AVAsset) -> Value
}

extension AVAsyncProperty where Value == CMTime {
    /// How long it is.
    public static var duration: AVAsyncProperty<CMTime> { AVAsyncProperty { $0.duration } }
}

extension AVAsyncProperty where Value == Bool {
    /// Whether it can be played.
    public static var isPlayable: AVAsyncProperty<Bool> { AVAsyncProperty { $0.isPlayable } }
    /// Whether it may be played only where its seller allows it.
    public static var hasProtectedContent: AVAsyncProperty<Bool> { AVAsyncProperty { $0.hasProtectedContent } }
}

extension AVAsyncProperty where Value == [AVAssetTrack] {
    /// Its tracks.
    public static var tracks: AVAsyncProperty<[AVAssetTrack]> { AVAsyncProperty { $0.tracks } }
}

extension AVAsyncProperty where Value == [AVMetadataItem] {
    /// What the file says of itself.
    public static var metadata: AVAsyncProperty<[AVMetadataItem]> { AVAsyncProperty { $0.metadata } }
    /// What the file says of itself, by the names that are common to all formats.
    public static var commonMetadata: AVAsyncProperty<[AVMetadataItem]> { AVAsyncProperty { $0.commonMetadata } }
}

/// One thing that a file says of itself.
open class AVMetadataItem: NSObject, @unchecked Sendable {
    /// What it is called in every format.
    open var commonKey: AVMetadataKey? { nil }
    /// As text.
    open var stringValue: String? { nil }
    /// As bytes.
    open var dataValue: Data? { nil }
    /// As a number.
    open var numberValue: NSNumber? { nil }
    /// As what it is.
    open var value: (any NSCopying & NSObjectProtocol)? { nil }
    /// Its name with that of its format.
    open var identifier: AVMetadataIdentifier? { nil }

    /// Those of a name.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { $0.identifier == identifier }
    }
}

/// What a file can say of itself.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Its title.
    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    /// Its artist.
    public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
    /// Its album.
    public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
    /// Its picture.
    public static let commonKeyArtwork = AVMetadataKey(rawValue: "artwork")
}

/// What a file can say of itself, by its name and that of its format.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Its title.
    public static let commonIdentifierTitle = AVMetadataIdentifier(rawValue: "comn/title")
    /// Its artist.
    public static let commonIdentifierArtist = AVMetadataIdentifier(rawValue: "comn/artist")
    /// Its album.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(rawValue: "comn/albumName")
    /// Its picture.
    public static let commonIdentifierArtwork = AVMetadataIdentifier(rawValue: "comn/artwork")
}

/// An asset at an address.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// The address.
    public let url: URL

    /// An asset at an address; options are for streams, which are not played here.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(location: URL)
    }
}
