// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import Foundation
internal import Synchronization

// The names are Apple's.

/// Whether the app plays, as it says itself.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
    case unknown = 0  // It does not say.
    case playing = 1  // It plays.
    case paused = 2  // It is paused.
    case stopped = 3  // It is stopped.
    case interrupted = 4  // It is interrupted.
}

/// The kind of media that plays.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
    case none = 0  // Nothing.
    case audio = 1  // Sound.
    case video = 2  // A film.
}

/// The facts that the app tells of what it plays; the device's replies have them while the app is Now Playing. Any
/// thread.
public final class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    private static let only = MPNowPlayingInfoCenter()
    private let state = Mutex<(info: Info, playback: MPNowPlayingPlaybackState)>((Info(), .unknown))

    private struct Info: @unchecked Sendable { var values: [String: Any]? }

    override init() { super.init() }

    /// Returns the center of this app.
    public class func `default`() -> MPNowPlayingInfoCenter { only }

    /// The facts about what plays, by the keys below, or nil if nothing does.
    public var nowPlayingInfo: [String: Any]? {
        get { state.withLock { $0.info }.values }
        set {
            // Numbers can be read back as any of Swift's, as on the phone.
            let info = Info(values: newValue?.mapValues { $0 as? NSNumber ?? $0 })
            state.withLock { $0.info = info }
            tellDevice()
        }
    }

    /// Whether it plays.
    public var playbackState: MPNowPlayingPlaybackState {
        get { state.withLock { $0.playback } }
        set {
            state.withLock { $0.playback = newValue }
            tellDevice()
        }
    }

    var plays: Bool {
        let (info, playback) = state.withLock { ($0.info, $0.playback) }
        let rate = (info.values?[MPNowPlayingInfoPropertyPlaybackRate] as? NSNumber)?.doubleValue ?? 0
        return playback == .playing || playback == .unknown && rate > 0
    }

    private func tellDevice() {
        let (info, playback) = state.withLock { ($0.info, $0.playback) }
        guard let values = info.values else { return ProcessApp.shared.setNowPlaying(nil) }
        func number(_ key: String) -> Double? { (values[key] as? NSNumber)?.doubleValue }
        ProcessApp.shared.setNowPlaying(
            NowPlayingInfo(
                title: values[MPMediaItemPropertyTitle] as? String,
                artist: values[MPMediaItemPropertyArtist] as? String,
                album: values[MPMediaItemPropertyAlbumTitle] as? String,
                duration: number(MPMediaItemPropertyPlaybackDuration),
                elapsed: number(MPNowPlayingInfoPropertyElapsedPlaybackTime),
                rate: number(MPNowPlayingInfoPropertyPlaybackRate),
                state: NowPlayingInfo.PlaybackState(rawValue: UInt8(playback.rawValue)) ?? .unknown))
    }
}

/// A picture of what plays; how it is drawn is the program's business.
public final class MPMediaItemArtwork: NSObject, @unchecked Sendable {
    public let bounds: CGRect  // How large it is.
    private let request: (CGSize) -> Any

    /// Keeps a picture, which is asked for in a size.
    public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> Any) {
        bounds = CGRect(origin: CGPoint(x: 0, y: 0), size: boundsSize)
        request = requestHandler
    }

    /// The picture in a size.
    public func image(at size: CGSize) -> Any? { request(size) }
}

/// The position in the piece, in seconds.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// The speed of playing; 1 is the piece's own.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The speed of playing when nothing else is said.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// The place of the piece in the queue, from 0.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// The number of pieces in the queue.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"  // Which chapter it is.
/// The number of chapters.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"  // Whether it is live.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"  // An `MPNowPlayingInfoMediaType`.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"  // Where it comes from.
/// The part of the piece that was played, 0 to 1.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
/// The program's own identifier of the piece.
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"  // Whose collection it is.
/// The identifier of the service that the piece comes from.
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
public let MPMediaItemPropertyTitle = "title"  // Its title.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"  // Its album's title.
public let MPMediaItemPropertyArtist = "artist"  // Its artist.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"  // Its album's artist.
public let MPMediaItemPropertyGenre = "genre"  // Its genre.
public let MPMediaItemPropertyComposer = "composer"  // Its composer.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"  // How long it is, in seconds.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"  // Which piece of the album it is.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"  // How many pieces the album has.
public let MPMediaItemPropertyDiscNumber = "discNumber"  // Which disc it is on.
public let MPMediaItemPropertyDiscCount = "discCount"  // How many discs there are.
public let MPMediaItemPropertyArtwork = "artwork"  // Its picture, an `MPMediaItemArtwork`.
public let MPMediaItemPropertyAssetURL = "assetURL"  // Where it comes from.
public let MPMediaItemPropertyPersistentID = "persistentID"  // Its number.
public let MPMediaItemPropertyMediaType = "mediaType"  // What kind of thing it is.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"  // Its podcast's title.
public let MPMediaItemPropertyIsExplicit = "isExplicit"  // Whether its words are unfit for children.
/// The date of what is played live.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
public let MPMediaItemPropertyRating = "rating"  // How it is rated.
