// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import Foundation
internal import Synchronization

// The names are Apple's.

/// The playback state that the app reports.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
    case unknown = 0  // Not reported.
    case playing = 1  // Playing.
    case paused = 2  // Paused.
    case stopped = 3  // Stopped.
    case interrupted = 4  // Interrupted.
}

/// The media type of the current item.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
    case none = 0  // None.
    case audio = 1  // Sound.
    case video = 2  // Video.
}

/// The app's Now Playing info, which the device's replies contain while the app is Now Playing. Any thread.
public final class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    private static let only = MPNowPlayingInfoCenter()
    private let state = Mutex<(info: Info, playback: MPNowPlayingPlaybackState)>((Info(), .unknown))

    private struct Info: @unchecked Sendable { var values: [String: Any]? }

    override init() {
        super.init()
        ProcessApp.shared.whenItBegins { [unowned self] in state.withLock { $0 = (Info(), .unknown) } }
    }

    /// Returns the info center of this app.
    public class func `default`() -> MPNowPlayingInfoCenter { only }

    /// The info about the current item, by the keys below, or nil.
    public var nowPlayingInfo: [String: Any]? {
        get { state.withLock { $0.info }.values }
        set {
            // NSNumbers, which can be read as any Swift number.
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

/// The artwork of an item. Drawing it is up to the program.
public final class MPMediaItemArtwork: NSObject, @unchecked Sendable {
    public let bounds: CGRect  // The size of the artwork.
    private let request: (CGSize) -> Any

    /// Creates an artwork whose image a closure provides.
    public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> Any) {
        bounds = CGRect(origin: CGPoint(x: 0, y: 0), size: boundsSize)
        request = requestHandler
    }

    /// Returns the image in a size.
    public func image(at size: CGSize) -> Any? { request(size) }
}

/// The key for the elapsed playback time, in seconds.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// The key for the playback rate.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
public let MPMediaItemPropertyTitle = "title"  // The title.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"  // The title of the album.
public let MPMediaItemPropertyArtist = "artist"  // The artist.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"  // The duration in seconds.
