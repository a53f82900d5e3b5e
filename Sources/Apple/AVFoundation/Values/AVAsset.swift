// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import CoreMedia
public import Foundation

/// A media file or stream. Only sound files are playable here.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    private let address: URL?
    /// The URL of the asset's sound, or nil if there is none.
    var location: URL? { address }

    /// Creates an asset for a URL.
    public convenience init(url URL: URL) { self.init(location: URL) }

    init(location: URL?) { address = location }

    /// The duration of the asset; indefinite if unknown.
    open var duration: CMTime {
        guard let location, location.isFileURL,
            let seconds = try? ProcessApp.shared.backend().sound(file: location.path, named: nil).duration
        else { return .indefinite }
        return CMTime(seconds: seconds, preferredTimescale: 44_100)
    }

    /// Whether it is playable.
    open var isPlayable: Bool {
        guard let location, location.isFileURL else { return false }
        return (try? ProcessApp.shared.backend().reader(location.path)) != nil
    }

    /// Whether the asset has protected content: false.
    open var hasProtectedContent: Bool { false }
    /// The tracks: one audio track if the asset is playable.
    open var tracks: [AVAssetTrack] { isPlayable ? [AVAssetTrack(of: self)] : [] }

    /// Returns the tracks of a media type.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// Returns the tracks of a media type.
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        tracks(withMediaType: mediaType)
    }

    /// Loads properties and calls a closure on a background thread when done.
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil)
    {
        if let handler { DispatchQueue.global().async { handler() } }
    }

    /// Returns the loading status of a property: loaded if the file is readable.
    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        isPlayable ? .loaded : .failed
    }

    /// Does nothing: loading completes immediately.
    open func cancelLoading() {}
}

/// The loading status of a property.
public enum AVKeyValueStatus: Int, Sendable {
    case unknown = 0  // Not requested yet.
    case loading = 1  // Loading.
    case loaded = 2  // Loaded.
    case failed = 3  // Loading failed.
    case cancelled = 4  // Loading was cancelled.
}

/// A track of an asset.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The asset to which the track belongs.
    public private(set) weak var asset: AVAsset?
    public let mediaType = AVMediaType.audio  // The media type: audio.
    public let trackID: CMPersistentTrackID  // The identifier of the track in the asset.
    public let isEnabled = true  // Whether the track is enabled.
    /// The time range of the track in the asset: all of it.
    open var timeRange: CMTimeRange { whole }

    init(of asset: AVAsset) {
        self.asset = asset
        trackID = 1
        whole = CMTimeRange(start: .zero, duration: asset.duration)
        format = asset.location.flatMap { try? AVAudioFile(forReading: $0).fileFormat }
    }

    private let whole: CMTimeRange
    private let format: AVAudioFormat?

    /// The format descriptions of the track.
    open var formatDescriptions: [Any] { descriptions }
    /// The estimated data rate in bits per second; 0 for compressed sound.
    open var estimatedDataRate: Float {
        format.map { Float($0.streamDescription.pointee.mBytesPerFrame) * 8 * Float($0.sampleRate) } ?? 0
    }
    /// The natural time scale of the track.
    open var naturalTimeScale: CMTimeScale { CMTimeScale(format?.sampleRate ?? 600) }

    fileprivate var descriptions: [CMFormatDescription] { format.map { [$0.formatDescription] } ?? [] }
}

/// Creates an asset for a URL.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    public let url: URL  // The URL.

    /// Creates an asset for a URL; options apply to streams, which are not supported.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(location: URL)
    }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == [CMFormatDescription] {
    /// The format descriptions of a track.
    public static var formatDescriptions: AVAsyncProperty { AVAsyncProperty { $0.descriptions } }
}
