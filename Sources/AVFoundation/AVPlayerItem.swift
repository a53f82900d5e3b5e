// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import CoreMedia
public import Foundation
internal import Synchronization

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

    /// What the file says of itself; nothing is read of it here.
    open var commonMetadata: [AVMetadataItem] { [] }
    /// What the file says of itself; nothing is read of it here.
    open var metadata: [AVMetadataItem] { [] }

    /// Reads a property.
    ///
    /// - Throws: Nothing here; what cannot be read has the value of nothing.
    open func load<Value: Sendable>(_ property: AVAsyncProperty<Value>) async throws -> Value { property.read(self) }
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

/// How speech is kept at its pitch while it is played faster.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// For speech.
    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
    /// For music.
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
    /// Not kept.
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
    /// As before iOS 15.
    public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")
}

/// One play of an asset.
open class AVPlayerItem: NSObject, KeyValueObservable, @unchecked Sendable {
    /// Whether it can be played.
    public enum Status: Int, Sendable {
        /// Nobody has tried.
        case unknown = 0
        /// Yes.
        case readyToPlay = 1
        /// No.
        case failed = 2
    }

    /// What it plays.
    public let asset: AVAsset
    let sound: (any BackendSound)?
    private let failure: NSError?
    /// Who observes its properties.
    public let observationHolder = KeyValueObservers()

    /// An item at an address.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// An item of an asset.
    public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) { self.init(asset: asset) }

    /// An item of an asset.
    public init(asset: AVAsset) {
        self.asset = asset
        do throws(DeviceFailure) {
            guard let location = asset.location, location.isFileURL else {
                throw DeviceFailure(
                    code: -1_008, sentence: "Only files can be played here; fetch the stream into a file first.")
            }
            sound = try ProcessApp.shared.backend().sound(file: location.path)
            failure = nil
        } catch {
            sound = nil
            failure = NSError(
                domain: "AVFoundationErrorDomain", code: -11_800,
                userInfo: [
                    NSLocalizedDescriptionKey: error.sentence,
                    NSUnderlyingErrorKey: NSError(domain: NSOSStatusErrorDomain, code: Int(error.code)),
                ])
        }
    }

    /// Whether it can be played.
    open var status: Status { failure == nil ? .readyToPlay : .failed }
    /// Why it cannot.
    open var error: (any Error)? { failure }
    /// How long it is.
    open var duration: CMTime {
        sound?.duration.map { CMTime(seconds: $0, preferredTimescale: 44_100) } ?? .indefinite
    }
    /// Where it is.
    open func currentTime() -> CMTime { CMTime(seconds: sound?.position ?? 0, preferredTimescale: 1_000_000_000) }

    /// Places it.
    open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        if time.isNumeric { sound?.seek(to: time.seconds) }
        if let completionHandler { DispatchQueue.main.async { completionHandler(time.isNumeric) } }
    }

    /// Whether enough of it is there to play it without a stop.
    open var isPlaybackLikelyToKeepUp: Bool { failure == nil }
    /// Whether what is there has been played.
    open var isPlaybackBufferEmpty: Bool { false }
    /// Whether no more of it is taken.
    open var isPlaybackBufferFull: Bool { true }
    /// What of it is there: all.
    open var loadedTimeRanges: [NSValue] { [] }
    /// How its pitch is kept; kept itself, and not heard.
    open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
    /// Where it ends before its end; kept.
    open var forwardPlaybackEndTime = CMTime.invalid
    /// How much is read ahead, in seconds; kept.
    open var preferredForwardBufferDuration: TimeInterval = 0

    /// It has been played to its end.
    public static let didPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemDidPlayToEndTime
    /// It could not be played to its end.
    public static let failedToPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemFailedToPlayToEndTime
}

extension NSNotification.Name {
    /// An item has been played to its end; comes on the main thread.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// An item could not be played to its end; comes on the main thread.
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// An item waits for more of itself; a file never does.
    public static let AVPlayerItemPlaybackStalled = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
    /// An item has jumped; comes on the main thread.
    public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
    /// An item wrote an access log; there is none here.
    public static let AVPlayerItemNewAccessLogEntry = NSNotification.Name("AVPlayerItemNewAccessLogEntry")
    /// An item wrote an error log; there is none here.
    public static let AVPlayerItemNewErrorLogEntry = NSNotification.Name("AVPlayerItemNewErrorLogEntry")
}

/// Why an item could not be played to its end: an error.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"
/// How exactly an asset's length is told; it is always exact here.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
