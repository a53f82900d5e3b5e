// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import CoreMedia
public import Foundation
internal import Synchronization

/// The algorithm that plays an item faster or slower.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")  // For speech.
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")  // For music.
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")  // The pitch moves.
    /// The algorithm of systems before iOS 15.
    public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")
}

/// One play of an asset.
open class AVPlayerItem: NSObject, KeyValueObservable, @unchecked Sendable {
    /// Whether it can be played.
    public enum Status: Int, Sendable {
        case unknown = 0  // It was not tried.
        case readyToPlay = 1  // Yes.
        case failed = 2  // No.
    }

    public let asset: AVAsset  // What it plays.
    let sound: (any BackendSound)?
    private let failure: NSError?
    let kept = Kept()
    private let state = Mutex((status: Status.unknown, isAtEnd: false, end: CMTime.invalid))
    public let observationHolder = KeyValueObservers()  // Who observes its properties.

    /// An item at an address.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// An item of an asset.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        self.asset = asset
        (sound, failure) = Self.open(asset)
    }

    /// An item of an asset.
    public init(asset: AVAsset) {
        self.asset = asset
        (sound, failure) = Self.open(asset)
    }

    /// Opens the asset's file.
    private static func open(_ asset: AVAsset) -> (sound: (any BackendSound)?, failure: NSError?) {
        do throws(DeviceFailure) {
            guard let location = asset.location, location.isFileURL else {
                throw DeviceFailure(
                    code: -1_008, sentence: "Only files can be played here; fetch the stream into a file first.")
            }
            let sound = try ProcessApp.shared.backend().sound(file: location.path, named: nil)
            sound.keepsPitch = true
            return (sound, nil)
        } catch {
            let failure = NSError(
                domain: AVFoundationErrorDomain, code: AVError.Code.unknown.rawValue,
                userInfo: [
                    NSLocalizedDescriptionKey: error.sentence,
                    NSUnderlyingErrorKey: NSError(domain: NSOSStatusErrorDomain, code: Int(error.code)),
                ])
            return (nil, failure)
        }
    }

    /// Whether it can be played; not known before a player has it, and the main queue has gone on.
    open var status: Status { state.withLock { $0.status } }
    /// The reason for which the item cannot be played, or nil if it can.
    open var error: (any Error)? { status == .failed ? failure : nil }

    /// Finishes loading on the main queue, because a player has the item now: its status, length, ranges and
    /// `isPlaybackLikelyToKeepUp` change then, and their observers are called.
    func load() {
        DispatchQueue.main.async { [self] in
            let status: Status = failure == nil ? .readyToPlay : .failed
            state.withLock { $0.status = status }
            observationHolder.tell()
        }
    }

    private var isReady: Bool { status == .readyToPlay }

    /// Whether it has been played to its end, and stands there.
    var isAtEnd: Bool {
        get { state.withLock { $0.isAtEnd } }
        set { state.withLock { $0.isAtEnd = newValue } }
    }
    /// The length of the item; indefinite until it is ready to play.
    open var duration: CMTime { isReady ? length : .indefinite }

    /// The length of the sound, known from the start.
    var length: CMTime {
        sound?.duration.map { CMTime(seconds: $0, preferredTimescale: 44_100) } ?? .indefinite
    }
    /// The place at which the item ends before its own end, as `AVPlayerItemDidPlayToEndTime` says; invalid at first. No
    /// number, and a place behind the item's own end, are that end.
    open var forwardPlaybackEndTime: CMTime {
        get { state.withLock { $0.end } }
        set {
            state.withLock { $0.end = newValue }
            sound?.end = newValue.isNumeric ? newValue.seconds : nil
        }
    }
    /// The algorithm of another speed. All but `varispeed` are one here, and keep the pitch.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { kept["audioTimePitchAlgorithm", .timeDomain] }
        set {
            kept["audioTimePitchAlgorithm", .timeDomain] = newValue
            sound?.keepsPitch = newValue != .varispeed
        }
    }
    /// Returns the position in the item.
    open func currentTime() -> CMTime {
        isAtEnd ? endTime : CMTime(seconds: sound?.position ?? 0, preferredTimescale: 1_000_000_000)
    }

    private var endTime: CMTime {
        let end = forwardPlaybackEndTime
        return end.isNumeric && end < length ? max(end, .zero) : length
    }

    /// Seeks in the item.
    @preconcurrency
    open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        if time.isNumeric {
            isAtEnd = false
            sound?.seek(to: time.seconds)
            DispatchQueue.main.async { [self] in
                NotificationCenter.default.post(name: .AVPlayerItemTimeJumped, object: self)
            }
        }
        if let completionHandler { DispatchQueue.main.async { completionHandler(time.isNumeric) } }
    }

    /// Whether enough of it is loaded to play it without a stop; true once it is ready to play.
    open var isPlaybackLikelyToKeepUp: Bool { isReady }
    /// Whether what is there has been played.
    open var isPlaybackBufferEmpty: Bool { false }
    /// Whether no more of it is taken.
    open var isPlaybackBufferFull: Bool { true }
    /// Forgets seeks that are not done yet; there are none.
    open func cancelPendingSeeks() {}

    /// Seeks in the item, and waits until that is done.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, completionHandler: { continuation.resume(returning: $0) })
        }
    }

    /// The parts of the item that have been loaded: all of it once it is ready to play, and none before.
    open var loadedTimeRanges: [NSValue] {
        isReady ? [NSValue(timeRange: CMTimeRange(start: .zero, duration: length))] : []
    }
    /// The parts of the item to which the player can seek: all of it.
    open var seekableTimeRanges: [NSValue] { loadedTimeRanges }
    /// Whether it can be played faster than it was recorded.
    open var canPlayFastForward: Bool { failure == nil }
    /// The size of the item's picture; it has none.
    open var presentationSize: CGSize { .zero }

    /// Posted when the item has been played to its end.
    public static let didPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemDidPlayToEndTime
    /// Posted when the item could not be played to its end.
    public static let failedToPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemFailedToPlayToEndTime
    /// Posted when the item waits for more of itself.
    public static let playbackStalledNotification = NSNotification.Name.AVPlayerItemPlaybackStalled
    public static let timeJumpedNotification = NSNotification.Name.AVPlayerItemTimeJumped  // It has jumped.
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
}

/// The error for which an item could not be played to its end.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"
/// Whether the length of an asset is to be exact; it always is here.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
