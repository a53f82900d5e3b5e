// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
internal import Synchronization

// The names are Apple's.

/// Whether the app plays, as it says itself.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
    /// It does not say.
    case unknown = 0
    /// It plays.
    case playing = 1
    /// It is paused.
    case paused = 2
    /// It is stopped.
    case stopped = 3
    /// It is interrupted.
    case interrupted = 4
}

/// What kind of thing plays.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
    /// Nothing.
    case none = 0
    /// Sound.
    case audio = 1
    /// A film.
    case video = 2
}

/// What the app says of what it plays. Any thread.
public final class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    private static let only = MPNowPlayingInfoCenter()
    private let state = Mutex<(info: Info, playback: MPNowPlayingPlaybackState)>((Info(), .unknown))

    private struct Info: @unchecked Sendable { var values: [String: Any]? }

    override init() { super.init() }

    /// That of this app.
    public class func `default`() -> MPNowPlayingInfoCenter { only }

    /// What plays, by the keys below; nil where nothing does.
    public var nowPlayingInfo: [String: Any]? {
        get { state.withLock { $0.info }.values }
        set {
            // Numbers can be read back as any of Swift's, as on the phone.
            let info = Info(values: newValue?.mapValues { $0 as? NSNumber ?? $0 })
            state.withLock { $0.info = info }
        }
    }

    /// Whether it plays.
    public var playbackState: MPNowPlayingPlaybackState {
        get { state.withLock { $0.playback } }
        set { state.withLock { $0.playback = newValue } }
    }
}

/// A picture of what plays; how it is drawn is the program's business.
public final class MPMediaItemArtwork: NSObject, @unchecked Sendable {
    /// How large it is.
    public let bounds: CGRect
    private let request: (CGSize) -> Any

    /// Keeps a picture, which is asked for in a size.
    public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> Any) {
        bounds = CGRect(origin: CGPoint(x: 0, y: 0), size: boundsSize)
        request = requestHandler
    }

    /// The picture in a size.
    public func image(at size: CGSize) -> Any? { request(size) }
}

/// Where it plays, in seconds.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// How fast it plays; 1 is as usual.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// How fast it plays when nothing else is said.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// Which piece of the queue it is.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// How many pieces the queue has.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
/// Which chapter it is.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
/// How many chapters there are.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
/// Whether it is live.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// An `MPNowPlayingInfoMediaType`.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// Where it comes from.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// How much of it was played, 0 to 1.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
/// What the program calls it.
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// Whose collection it is.
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"
/// Which service it is of.
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
/// Its title.
public let MPMediaItemPropertyTitle = "title"
/// Its album's title.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// Its artist.
public let MPMediaItemPropertyArtist = "artist"
/// Its album's artist.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// Its genre.
public let MPMediaItemPropertyGenre = "genre"
/// Its composer.
public let MPMediaItemPropertyComposer = "composer"
/// How long it is, in seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// Which piece of the album it is.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// How many pieces the album has.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// Which disc it is on.
public let MPMediaItemPropertyDiscNumber = "discNumber"
/// How many discs there are.
public let MPMediaItemPropertyDiscCount = "discCount"
/// Its picture, an `MPMediaItemArtwork`.
public let MPMediaItemPropertyArtwork = "artwork"
/// Where it comes from.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// Its number.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// What kind of thing it is.
public let MPMediaItemPropertyMediaType = "mediaType"
/// Its podcast's title.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// How it is rated.
public let MPMediaItemPropertyRating = "rating"
