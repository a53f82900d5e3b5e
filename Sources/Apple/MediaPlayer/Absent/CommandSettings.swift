// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import AVFoundation
internal import CoreAudioTypes
public import Foundation

/// A session of Now Playing with players of its own. Its centres are the app's; it publishes nothing itself.
open class MPNowPlayingSession: NSObject, @unchecked Sendable {
    let kept = Kept()
    public let players: [AVPlayer]
    public init(players: [AVPlayer]) { self.players = players }
    open var automaticallyPublishesNowPlayingInfo: Bool { get { kept["automaticallyPublishesNowPlayingInfo", false] } set { kept["automaticallyPublishesNowPlayingInfo", false] = newValue } }
    open var nowPlayingInfoCenter: MPNowPlayingInfoCenter { .default() }
    open var remoteCommandCenter: MPRemoteCommandCenter { .shared() }
    open var isActive: Bool { true }
    open var canBecomeActive: Bool { true }
    @preconcurrency open func becomeActiveIfPossible(completion: (@Sendable (Bool) -> Void)? = nil) { DispatchQueue.main.async { completion?(true) } }
}

extension MPVolumeView {
    public var isWirelessRouteActive: Bool { false }
    public var areWirelessRoutesAvailable: Bool { false }
    public var frame: CGRect { get { kept["frame", .zero] } set { kept["frame", .zero] = newValue } }
    public var showsVolumeSlider: Bool { get { kept["showsVolumeSlider", true] } set { kept["showsVolumeSlider", true] = newValue } }
    public var showsRouteButton: Bool { get { kept["showsRouteButton", true] } set { kept["showsRouteButton", true] = newValue } }
    public var alpha: CGFloat { get { kept["alpha", 1] } set { kept["alpha", 1] = newValue } }
    public var isUserInteractionEnabled: Bool { get { kept["isUserInteractionEnabled", true] } set { kept["isUserInteractionEnabled", true] = newValue } }
}

extension MPSkipIntervalCommand {
    public var preferredIntervals: [NSNumber] { get { kept["preferredIntervals", [10]] } set { kept["preferredIntervals", [10]] = newValue } }
}

extension MPFeedbackCommand {
    public var isActive: Bool { get { kept["isActive", false] } set { kept["isActive", false] = newValue } }
    public var localizedTitle: String { get { kept["localizedTitle", ""] } set { kept["localizedTitle", ""] = newValue } }
    public var localizedShortTitle: String { get { kept["localizedShortTitle", ""] } set { kept["localizedShortTitle", ""] = newValue } }
}

extension MPRatingCommand {
    public var minimumRating: Float { get { kept["minimumRating", 0] } set { kept["minimumRating", 0] = newValue } }
    public var maximumRating: Float { get { kept["maximumRating", 5] } set { kept["maximumRating", 5] = newValue } }
}

extension MPChangePlaybackRateCommand {
    public var supportedPlaybackRates: [NSNumber] { get { kept["supportedPlaybackRates", []] } set { kept["supportedPlaybackRates", []] = newValue } }
}

extension MPChangeShuffleModeCommand {
    public var currentShuffleType: MPShuffleType { get { kept["currentShuffleType", .off] } set { kept["currentShuffleType", .off] = newValue } }
}

extension MPChangeRepeatModeCommand {
    public var currentRepeatType: MPRepeatType { get { kept["currentRepeatType", .off] } set { kept["currentRepeatType", .off] = newValue } }
}
