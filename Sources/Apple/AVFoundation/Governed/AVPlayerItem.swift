// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
internal import CoreAudioTypes
public import CoreMedia
public import Foundation
internal import Synchronization

/// An algorithm for playback at other rates.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Creates an algorithm from its string.
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")  // For speech.
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")  // For music.
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")  // Changes the pitch with the rate.
    /// The algorithm of systems before iOS 15.
    public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")
}

/// The playback of an asset, with its state.
open class AVPlayerItem: NSObject, KeyValueObservable, @unchecked Sendable {
    /// Whether it is playable.
    public enum Status: Int, Sendable {
        case unknown = 0  // Not known yet.
        case readyToPlay = 1  // It can be played.
        case failed = 2  // It cannot be played.
    }

    private struct State {
        var status = Status.unknown
        var isAtEnd = false
        var end = CMTime.invalid
        /// The place of the last seek, at which it stands until some time on the device's clock.
        var landing: (place: Double, until: Double)?
    }

    public let asset: AVAsset  // The asset.
    let sound: (any BackendSound)?
    private let failure: NSError?
    let kept = Kept()
    private let state = Mutex(State())
    public let observationHolder = KeyValueObservers()  // The observers of its properties.

    /// Creates an item for a URL.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// Creates an item for an asset.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        self.asset = asset
        (sound, failure) = Self.open(asset)
    }

    /// Creates an item for an asset.
    public init(asset: AVAsset) {
        self.asset = asset
        (sound, failure) = Self.open(asset)
    }

    private static func open(_ asset: AVAsset) -> (sound: (any BackendSound)?, failure: NSError?) {
        do {
            guard let location = asset.location, location.isFileURL else {
                throw DeviceFailure(
                    code: -1_008, sentence: "Only files can be played here; fetch the stream into a file first.")
            }
            let sound = try ProcessApp.shared.backend().sound(file: location.path, named: nil)
            sound.keepsPitch = true
            return (sound, nil)
        } catch {
            let error = DeviceFailure(error)
            let failure = NSError(
                domain: AVFoundationErrorDomain, code: AVError.Code.unknown.rawValue,
                userInfo: [
                    NSLocalizedDescriptionKey: error.sentence,
                    NSUnderlyingErrorKey: NSError(domain: NSOSStatusErrorDomain, code: Int(error.code)),
                ])
            return (nil, failure)
        }
    }

    /// Whether the item is playable. Unknown until a player has the item and the main queue has run.
    open var status: Status { KeyValueObservers.readsAsBefore ? .unknown : state.withLock { $0.status } }
    /// The reason why the item cannot be played, or nil if it can.
    open var error: (any Error)? { status == .failed ? failure : nil }

    /// Finishes loading on the main queue, after a player has received the item: status, duration, ranges and
    /// `isPlaybackLikelyToKeepUp` change and their observers are called. Observers that the calling thread adds next hear of it
    /// even if the main queue was faster.
    func load() {
        observationHolder.beginLoading()
        ProcessApp.shared.enqueue { [self] in
            let status: Status = failure == nil ? .readyToPlay : .failed
            state.withLock { $0.status = status }
            observationHolder.tell()
        }
    }

    private var isReady: Bool { status == .readyToPlay }

    /// Whether it has played to its end and stopped there.
    var isAtEnd: Bool {
        get { state.withLock { $0.isAtEnd } }
        set { state.withLock { $0.isAtEnd = newValue } }
    }
    /// The duration of the item; indefinite until it is ready to play.
    open var duration: CMTime { isReady ? length : .indefinite }

    /// The duration of the sound, known from the start.
    var length: CMTime {
        sound?.duration.map { CMTime(seconds: $0, preferredTimescale: 44_100) } ?? .indefinite
    }
    /// The time at which playback ends. By default invalid, which means the item's end, as do times that are not
    /// numeric or beyond it.
    open var forwardPlaybackEndTime: CMTime {
        get { state.withLock { $0.end } }
        set {
            state.withLock { $0.end = newValue }
            sound?.end = newValue.isNumeric ? newValue.seconds : nil
        }
    }
    /// The algorithm for other rates. All but `varispeed` keep the pitch and are equivalent here.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { kept["audioTimePitchAlgorithm", .timeDomain] }
        set {
            kept["audioTimePitchAlgorithm", .timeDomain] = newValue
            sound?.keepsPitch = newValue != .varispeed
        }
    }
    /// Returns the current time of the item. After a seek it stands at the target for 0.15 s of playback.
    open func currentTime() -> CMTime {
        isAtEnd ? endTime : CMTime(seconds: place, preferredTimescale: 1_000_000_000)
    }

    /// How long the time stands at the target of a seek before it moves, in seconds: as long as a phone needs to fill its
    /// buffers. An own choice: no document says it, and programs poll for it every tenth of a second.
    private static let settling = 0.15

    private var place: Double {
        guard let sound else { return 0 }
        let landing = state.withLock { $0.landing }
        if let landing, sound.isPlaying, Self.now < landing.until { return landing.place }
        return sound.position
    }

    private static var now: Double { (try? ProcessApp.shared.backend())?.now.seconds ?? 0 }

    /// Called before its sound starts. If it starts from where a seek has put it, the time stands there for a while.
    func beginsToPlay() {
        let (place, until) = (sound?.position, Self.now + Self.settling)
        state.withLock { state in
            if state.landing?.place == place { state.landing?.until = until } else { state.landing = nil }
        }
    }

    private var endTime: CMTime {
        let end = forwardPlaybackEndTime
        return end.isNumeric && end < length ? max(end, .zero) : length
    }

    /// Seeks to a time.
    @preconcurrency
    open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        if time.isNumeric {
            isAtEnd = false
            sound?.seek(to: time.seconds)
            let place = min(max(0, time.seconds), sound?.duration ?? .infinity)
            let until = Self.now + Self.settling
            state.withLock { $0.landing = (place, until) }
            ProcessApp.shared.enqueue { [self] in
                NotificationCenter.default.post(name: .AVPlayerItemTimeJumped, object: self)
            }
        }
        if let completionHandler { ProcessApp.shared.enqueue { completionHandler(time.isNumeric) } }
    }

    /// Whether playback is likely to continue without stalling; true once the item is ready to play.
    open var isPlaybackLikelyToKeepUp: Bool { isReady }
    /// Whether the playback buffer is empty: false.
    open var isPlaybackBufferEmpty: Bool { false }
    /// Whether the playback buffer is full: true.
    open var isPlaybackBufferFull: Bool { true }
    /// Does nothing: seeks complete immediately.
    open func cancelPendingSeeks() {}

    /// Seeks to a time and waits until the seek is done.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool {
        await awaited { seek(to: time, completionHandler: $0) }
    }

    /// The loaded ranges: the whole item once it is ready to play, and none before.
    open var loadedTimeRanges: [NSValue] {
        isReady ? [NSValue(timeRange: CMTimeRange(start: .zero, duration: length))] : []
    }
    /// The seekable ranges: the same as the loaded ones.
    open var seekableTimeRanges: [NSValue] { loadedTimeRanges }
    /// Whether the item can play faster than its natural rate.
    open var canPlayFastForward: Bool { failure == nil }
    /// Whether the item can play slower than its natural rate.
    open var canPlaySlowForward: Bool { canPlayFastForward }
    /// Whether the item can play in reverse: false.
    open var canPlayReverse: Bool { false }
    /// Whether the item can step frame by frame: false.
    open var canStepForward: Bool { false }
    /// The size of the picture: zero.
    open var presentationSize: CGSize { .zero }

    /// Posted when the item has been played to its end.
    public static let didPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemDidPlayToEndTime
    /// Posted when the item could not be played to its end.
    public static let failedToPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemFailedToPlayToEndTime
    /// Posted when playback has stalled.
    public static let playbackStalledNotification = NSNotification.Name.AVPlayerItemPlaybackStalled
    /// Posted when the item's time has jumped.
    public static let timeJumpedNotification = NSNotification.Name.AVPlayerItemTimeJumped
}

extension NSNotification.Name {
    /// Posted on the main thread when an item has played to its end.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// Posted on the main thread when an item could not be played to its end.
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// Posted when playback has stalled, which never happens with files.
    public static let AVPlayerItemPlaybackStalled = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
    /// Posted on the main thread when an item's time has jumped.
    public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
}

/// The key for the error of `AVPlayerItemFailedToPlayToEndTime`.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"
/// The key for a precise duration, which assets always have here.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
