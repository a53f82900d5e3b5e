internal import AppleSession
internal import CoreAudioTypes
public import Foundation
internal import Synchronization

/// What came of a remote command.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    /// It was done.
    case success = 0
    /// There is no such thing to play.
    case noSuchContent = 100
    /// Nothing plays that it could be done to.
    case noActionableNowPlayingItem = 110
    /// The device is not there.
    case deviceNotFound = 120
    /// It failed.
    case commandFailed = 200
}

/// A command that a person gives from elsewhere: the lock screen, a headset's button, a car.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
    private struct Handler: @unchecked Sendable {
        let token: NSObject
        let call: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
    }

    private let handlers = Mutex<[Handler]>([])
    let kept = Kept()

    /// Whether it is offered.
    open var isEnabled: Bool {
        get { kept["isEnabled", true] }
        set { kept["isEnabled", true] = newValue }
    }

    /// Has a closure called when the command is given.
    ///
    /// - Returns: What `removeTarget(_:)` takes.
    @discardableResult
    open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
        let made = Handler(token: NSObject(), call: handler)
        handlers.withLock { $0.append(made) }
        Claim.nowPlaying.add(1)
        return made.token
    }

    /// Calls closures no more.
    ///
    /// - Parameter target: What `addTarget(handler:)` returned for one; nil is all of them. Any other object has no closure
    ///   here: those of `addTarget(_:action:)` are Objective-C's.
    open func removeTarget(_ target: Any?) {
        let removed = handlers.withLock { handlers in
            let before = handlers.count
            handlers.removeAll { target == nil || $0.token === target as AnyObject }
            return before - handlers.count
        }
        Claim.nowPlaying.add(-removed)
    }

    /// How many closures it calls.
    public var targetCount: Int { handlers.withLock { $0.count } }

    /// Gives the command, as a person would; not Apple's, for there the system does it.
    ///
    /// - Returns: What the last closure says; `noActionableNowPlayingItem` where there is none, or it is not enabled.
    @discardableResult
    public func give(_ event: MPRemoteCommandEvent? = nil) -> MPRemoteCommandHandlerStatus {
        guard isEnabled else { return .noActionableNowPlayingItem }
        let event = event ?? MPRemoteCommandEvent(command: self)
        return handlers.withLock { $0 }.map { $0.call(event) }.last ?? .noActionableNowPlayingItem
    }
}

extension Claim {
    /// The app is registered as Now Playing as long as it takes any command.
    fileprivate static let nowPlaying = Claim { _ = try? ProcessApp.shared.wish(.nowPlaying($0)) }
}
/// Skips by some seconds.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
    /// By how many seconds.
    open var preferredIntervals: [NSNumber] {
        get { kept["preferredIntervals", [15]] }
        set { kept["preferredIntervals", [15]] = newValue }
    }
}

/// Is shown as switched on or off.
open class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
    /// Whether it is switched on.
    open var isActive: Bool {
        get { kept["isActive", false] }
        set { kept["isActive", false] = newValue }
    }
    /// What people read.
    open var localizedTitle: String {
        get { kept["localizedTitle", ""] }
        set { kept["localizedTitle", ""] = newValue }
    }
    /// What people read in little room.
    open var localizedShortTitle: String {
        get { kept["localizedShortTitle", ""] }
        set { kept["localizedShortTitle", ""] = newValue }
    }
}

/// Rates what plays.
open class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
    /// The lowest rating.
    open var minimumRating: Float {
        get { kept["minimumRating", 0] }
        set { kept["minimumRating", 0] = newValue }
    }
    /// The highest rating.
    open var maximumRating: Float {
        get { kept["maximumRating", 5] }
        set { kept["maximumRating", 5] = newValue }
    }
}

/// Changes how fast it plays.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
    /// How fast it can.
    open var supportedPlaybackRates: [NSNumber] {
        get { kept["supportedPlaybackRates", []] }
        set { kept["supportedPlaybackRates", []] = newValue }
    }
}

/// Changes where it plays.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// How much is played in disorder.
public enum MPShuffleType: Int, Sendable {
    /// Nothing.
    case off = 0
    /// Single pieces.
    case items = 1
    /// Whole collections.
    case collections = 2
}

/// How much is played again.
public enum MPRepeatType: Int, Sendable {
    /// Nothing.
    case off = 0
    /// One piece.
    case one = 1
    /// All of them.
    case all = 2
}

/// Changes how much is played in disorder.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
    /// What is in force.
    open var currentShuffleType: MPShuffleType {
        get { kept["currentShuffleType", .off] }
        set { kept["currentShuffleType", .off] = newValue }
    }
}

/// Changes how much is played again.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
    /// What is in force.
    open var currentRepeatType: MPRepeatType {
        get { kept["currentRepeatType", .off] }
        set { kept["currentRepeatType", .off] = newValue }
    }
}

/// A command that was given.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
    /// Which.
    public let command: MPRemoteCommand
    /// When, in seconds since the machine began.
    public let timestamp: TimeInterval

    /// Describes a command that is given now.
    public init(command: MPRemoteCommand) {
        self.command = command
        timestamp = ProcessInfo.processInfo.systemUptime
    }
}

/// A command to skip.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// By how many seconds.
    public let interval: TimeInterval
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, interval: TimeInterval) {
        self.interval = interval
        super.init(command: command)
    }
}

/// Whether a search begins or ends.
public enum MPSeekCommandEventType: UInt, Sendable {
    /// It begins.
    case beginSeeking = 0
    /// It ends.
    case endSeeking = 1
}

/// A command to search.
open class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Whether it begins or ends.
    public let type: MPSeekCommandEventType
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, type: MPSeekCommandEventType) {
        self.type = type
        super.init(command: command)
    }
}

/// A command to rate.
open class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// How it is rated.
    public let rating: Float
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, rating: Float) {
        self.rating = rating
        super.init(command: command)
    }
}

/// A command to change how fast it plays.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// How fast.
    public let playbackRate: Float
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, playbackRate: Float) {
        self.playbackRate = playbackRate
        super.init(command: command)
    }
}

/// A command that is switched on or off.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Whether it is taken back.
    public let isNegative: Bool
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, isNegative: Bool) {
        self.isNegative = isNegative
        super.init(command: command)
    }
}

/// A command to change where it plays.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Where, in seconds.
    public let positionTime: TimeInterval
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, positionTime: TimeInterval) {
        self.positionTime = positionTime
        super.init(command: command)
    }
}

/// A command to change how much is played in disorder.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// How much.
    public let shuffleType: MPShuffleType
    /// Whether it is to be remembered.
    public let preservesShuffleMode = false
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, shuffleType: MPShuffleType) {
        self.shuffleType = shuffleType
        super.init(command: command)
    }
}

/// A command to change how much is played again.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// How much.
    public let repeatType: MPRepeatType
    /// Whether it is to be remembered.
    public let preservesRepeatMode = false
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, repeatType: MPRepeatType) {
        self.repeatType = repeatType
        super.init(command: command)
    }
}

/// The commands that a person can give from elsewhere. Any thread.
public final class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
    private static let only = MPRemoteCommandCenter()
    override init() { super.init() }

    /// The commands of this app.
    public class func shared() -> MPRemoteCommandCenter { only }

    /// Pauses.
    public let pauseCommand = MPRemoteCommand()
    /// Plays.
    public let playCommand = MPRemoteCommand()
    /// Stops.
    public let stopCommand = MPRemoteCommand()
    /// Plays, or pauses.
    public let togglePlayPauseCommand = MPRemoteCommand()
    /// Switches a language on.
    public let enableLanguageOptionCommand = MPRemoteCommand()
    /// Switches a language off.
    public let disableLanguageOptionCommand = MPRemoteCommand()
    /// Changes how fast it plays.
    public let changePlaybackRateCommand = MPChangePlaybackRateCommand()
    /// Changes how much is played again.
    public let changeRepeatModeCommand = MPChangeRepeatModeCommand()
    /// Changes how much is played in disorder.
    public let changeShuffleModeCommand = MPChangeShuffleModeCommand()
    /// Goes to the next piece.
    public let nextTrackCommand = MPRemoteCommand()
    /// Goes to the previous piece.
    public let previousTrackCommand = MPRemoteCommand()
    /// Skips forward.
    public let skipForwardCommand = MPSkipIntervalCommand()
    /// Skips backward.
    public let skipBackwardCommand = MPSkipIntervalCommand()
    /// Searches forward.
    public let seekForwardCommand = MPRemoteCommand()
    /// Searches backward.
    public let seekBackwardCommand = MPRemoteCommand()
    /// Changes where it plays.
    public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand()
    /// Rates what plays.
    public let ratingCommand = MPRatingCommand()
    /// Likes what plays.
    public let likeCommand = MPFeedbackCommand()
    /// Dislikes what plays.
    public let dislikeCommand = MPFeedbackCommand()
    /// Marks where it plays.
    public let bookmarkCommand = MPFeedbackCommand()
}
