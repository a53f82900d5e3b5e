// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import CoreMedia
public import Foundation

/// A file or a stream of sound or film; only files can be played here.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    private let address: URL?
    /// The place where the asset's sound can be read, or nil if there is none.
    var location: URL? { address }

    /// An asset at an address.
    public convenience init(url URL: URL) { self.init(location: URL) }

    init(location: URL?) { address = location }

    /// The length of the asset; indefinite if it is not known.
    open var duration: CMTime {
        guard let location, location.isFileURL,
            let seconds = try? ProcessApp.shared.backend().sound(file: location.path, named: nil).duration
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
    /// The tracks of the asset: one of sound, if it can be played.
    open var tracks: [AVAssetTrack] { isPlayable ? [AVAssetTrack(of: self)] : [] }

    /// Returns the tracks of a kind.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// Returns the tracks of a kind.
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
}

/// Whether a property of an asset is known.
public enum AVKeyValueStatus: Int, Sendable {
    case unknown = 0  // It was not asked for.
    case loading = 1  // It is being read.
    case loaded = 2  // It is.
    case failed = 3  // It cannot be read.
    case cancelled = 4  // The program has cancelled it.
}

/// The sound of an asset.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The asset to which the track belongs.
    public private(set) weak var asset: AVAsset?
    public let mediaType = AVMediaType.audio  // What kind it is of: sound.
    public let trackID: CMPersistentTrackID  // Its number in the asset.
    public let isEnabled = true  // Whether it is to be heard.
    /// The part of the asset that the track takes: all of it.
    open var timeRange: CMTimeRange { whole }

    init(of asset: AVAsset) {
        self.asset = asset
        trackID = 1
        whole = CMTimeRange(start: .zero, duration: asset.duration)
        format = asset.location.flatMap { try? AVAudioFile(forReading: $0).fileFormat }
    }

    private let whole: CMTimeRange
    private let format: AVAudioFormat?

    /// The encoding of the sound: a `CMFormatDescription`.
    open var formatDescriptions: [Any] { descriptions }
    /// The number of bits for each second; 0 where a codec decides.
    open var estimatedDataRate: Float {
        format.map { Float($0.streamDescription.pointee.mBytesPerFrame) * 8 * Float($0.sampleRate) } ?? 0
    }
    /// The number of parts of a second by which the track's times are told.
    open var naturalTimeScale: CMTimeScale { CMTimeScale(format?.sampleRate ?? 600) }

    fileprivate var descriptions: [CMFormatDescription] { format.map { [$0.formatDescription] } ?? [] }
}

/// An asset at an address.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    public let url: URL  // The address.

    /// An asset at an address; options are for streams, which are not played here.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        super.init(location: URL)
    }
}

extension AVAsyncProperty where Root: AVAssetTrack, Value == [CMFormatDescription] {
    /// The encoding of the sound.
    public static var formatDescriptions: AVAsyncProperty { AVAsyncProperty { $0.descriptions } }
}
