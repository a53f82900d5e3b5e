internal import AppleSession
internal import CoreAudioTypes
public import Foundation
internal import Synchronization

/// The result of a remote command.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    case success = 0  // It was done.
    case noSuchContent = 100  // There is no such thing to play.
    case noActionableNowPlayingItem = 110  // Nothing plays that it could be done to.
    case deviceNotFound = 120  // The device is not there.
    case commandFailed = 200  // It failed.
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
        RemoteDelivery.begun
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

    /// The number of closures that the command calls.
    public var targetCount: Int { handlers.withLock { $0.count } }

    /// Gives the command, as a person would; not Apple's, for there the system does it.
    ///
    /// - Returns: What the last closure says; `noActionableNowPlayingItem` if there is none, or it is not enabled.
    @discardableResult
    public func give(_ event: MPRemoteCommandEvent? = nil) -> MPRemoteCommandHandlerStatus {
        guard isEnabled else { return .noActionableNowPlayingItem }
        let event = event ?? MPRemoteCommandEvent(command: self)
        return handlers.withLock { $0 }.map { $0.call(event) }.last ?? .noActionableNowPlayingItem
    }
}

extension Claim {
    /// The app is registered as Now Playing as long as it takes any command.
    fileprivate static let nowPlaying = Claim { _ = try? ProcessApp.shared.wish(.registeredNowPlaying($0)) }
}
/// A command that skips by some seconds.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that is shown as switched on or off.
open class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that rates the piece that plays.
open class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {}

/// Changes how fast it plays.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {}

/// Changes where it plays.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// The extent to which pieces are played in disorder.
public enum MPShuffleType: Int, Sendable {
    case off = 0  // Nothing.
    case items = 1  // Single pieces.
    case collections = 2  // Whole collections.
}

/// The extent to which pieces are played again.
public enum MPRepeatType: Int, Sendable {
    case off = 0  // Nothing.
    case one = 1  // One piece.
    case all = 2  // All of them.
}

/// Changes how much is played in disorder.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {}

/// Changes how much is played again.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that was given.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
    public let command: MPRemoteCommand  // Which.
    public let timestamp: TimeInterval  // When, in seconds since the machine began.

    /// Describes a command that is given now.
    public init(command: MPRemoteCommand) {
        self.command = command
        timestamp = ProcessInfo.processInfo.systemUptime
    }
}

/// A command to skip.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let interval: TimeInterval  // By how many seconds.
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, interval: TimeInterval) {
        self.interval = interval
        super.init(command: command)
    }
}

/// Whether a search begins or ends.
public enum MPSeekCommandEventType: UInt, Sendable {
    case beginSeeking = 0  // It begins.
    case endSeeking = 1  // It ends.
}

/// A command to search.
open class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let type: MPSeekCommandEventType  // Whether it begins or ends.
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, type: MPSeekCommandEventType) {
        self.type = type
        super.init(command: command)
    }
}

/// A command to rate.
open class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let rating: Float  // How it is rated.
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, rating: Float) {
        self.rating = rating
        super.init(command: command)
    }
}

/// A command to change how fast it plays.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let playbackRate: Float  // How fast.
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, playbackRate: Float) {
        self.playbackRate = playbackRate
        super.init(command: command)
    }
}

/// A command that is switched on or off.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let isNegative: Bool  // Whether it is taken back.
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, isNegative: Bool) {
        self.isNegative = isNegative
        super.init(command: command)
    }
}

/// A command to change where it plays.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let positionTime: TimeInterval  // Where, in seconds.
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, positionTime: TimeInterval) {
        self.positionTime = positionTime
        super.init(command: command)
    }
}

/// A command to change how much is played in disorder.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let shuffleType: MPShuffleType  // How much.
    public let preservesShuffleMode = false  // Whether it is to be remembered.
    /// Describes a command that is given now.
    public init(command: MPRemoteCommand, shuffleType: MPShuffleType) {
        self.shuffleType = shuffleType
        super.init(command: command)
    }
}

/// A command to change how much is played again.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let repeatType: MPRepeatType  // How much.
    public let preservesRepeatMode = false  // Whether it is to be remembered.
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

    public let pauseCommand = MPRemoteCommand()  // Pauses.
    public let playCommand = MPRemoteCommand()  // Plays.
    public let stopCommand = MPRemoteCommand()  // Stops.
    public let togglePlayPauseCommand = MPRemoteCommand()  // Plays, or pauses.
    public let changePlaybackRateCommand = MPChangePlaybackRateCommand()  // Changes how fast it plays.
    public let changeRepeatModeCommand = MPChangeRepeatModeCommand()  // Changes how much is played again.
    public let changeShuffleModeCommand = MPChangeShuffleModeCommand()  // Changes how much is played in disorder.
    public let nextTrackCommand = MPRemoteCommand()  // Goes to the next piece.
    public let previousTrackCommand = MPRemoteCommand()  // Goes to the previous piece.
    public let skipForwardCommand = MPSkipIntervalCommand()  // Skips forward.
    public let skipBackwardCommand = MPSkipIntervalCommand()  // Skips backward.
    public let seekForwardCommand = MPRemoteCommand()  // Searches forward.
    public let seekBackwardCommand = MPRemoteCommand()  // Searches backward.
    public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand()  // Changes where it plays.
    public let ratingCommand = MPRatingCommand()  // Rates what plays.
    public let likeCommand = MPFeedbackCommand()  // Likes what plays.
    public let dislikeCommand = MPFeedbackCommand()  // Dislikes what plays.
    public let bookmarkCommand = MPFeedbackCommand()  // Marks where it plays.
}
