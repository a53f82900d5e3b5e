internal import AppleSession
internal import CoreAudioTypes
public import Foundation
internal import Synchronization

/// The result of a remote command.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    case success = 0  // The command succeeded.
    case noSuchContent = 100  // The requested content does not exist.
    case noActionableNowPlayingItem = 110  // No Now Playing item can perform the command.
    case deviceNotFound = 120  // The device was not found.
    case commandFailed = 200  // It failed.
}

/// A remote command, given on the lock screen, a headset or in a car.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
    private struct Handler: @unchecked Sendable {
        let token: NSObject
        let call: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
    }

    private let handlers = Mutex<[Handler]>([])
    let kept = Kept()

    /// Whether the command is enabled.
    open var isEnabled: Bool {
        get { kept["isEnabled", true] }
        set { kept["isEnabled", true] = newValue }
    }

    /// Adds a handler for the command.
    ///
    /// - Returns: The target, for `removeTarget(_:)`.
    @discardableResult
    open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
        RemoteDelivery.begun
        let made = Handler(token: NSObject(), call: handler)
        handlers.withLock { $0.append(made) }
        Claim.nowPlaying.add(1)
        return made.token
    }

    /// Removes handlers.
    ///
    /// - Parameter target: The target returned by `addTarget(handler:)`, or nil for all. Other objects have no handler:
    ///   `addTarget(_:action:)` needs Objective-C.
    open func removeTarget(_ target: Any?) {
        let removed = handlers.withLock { handlers in
            let before = handlers.count
            handlers.removeAll { target == nil || $0.token === target as AnyObject }
            return before - handlers.count
        }
        Claim.nowPlaying.add(-removed)
    }

    /// The number of handlers.
    public var targetCount: Int { handlers.withLock { $0.count } }

    /// Gives the command, as a user does. Not part of Apple's interface.
    ///
    /// - Returns: The status of the last handler; `noActionableNowPlayingItem` if there is none or the command is disabled.
    @discardableResult
    public func give(_ event: MPRemoteCommandEvent? = nil) -> MPRemoteCommandHandlerStatus {
        guard isEnabled else { return .noActionableNowPlayingItem }
        let event = event ?? MPRemoteCommandEvent(command: self)
        return handlers.withLock { $0 }.map { $0.call(event) }.last ?? .noActionableNowPlayingItem
    }
}

extension Claim {
    /// The app is registered as Now Playing while any command has a handler.
    fileprivate static let nowPlaying = Claim { _ = try? ProcessApp.shared.wish(.registeredNowPlaying($0)) }
}
/// A command that skips by an interval.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command with an on/off state.
open class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that rates the current item.
open class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that changes the playback rate.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that changes the playback position.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// The scope of shuffling.
public enum MPShuffleType: Int, Sendable {
    case off = 0  // Off.
    case items = 1  // Individual items.
    case collections = 2  // Whole collections.
}

/// The scope of repeating.
public enum MPRepeatType: Int, Sendable {
    case off = 0  // Off.
    case one = 1  // The current item.
    case all = 2  // All items.
}

/// A command that changes the shuffle mode.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that changes the repeat mode.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {}

/// An event: a command that was given.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
    public let command: MPRemoteCommand  // The command.
    public let timestamp: TimeInterval  // The time of the event, in seconds since the machine started.

    /// Creates an event at the current time.
    public init(command: MPRemoteCommand) {
        self.command = command
        timestamp = ProcessInfo.processInfo.systemUptime
    }
}

/// An event that skips by an interval.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let interval: TimeInterval  // The interval in seconds.
    /// Creates an event at the current time.
    public init(command: MPRemoteCommand, interval: TimeInterval) {
        self.interval = interval
        super.init(command: command)
    }
}

/// Whether a seek begins or ends.
public enum MPSeekCommandEventType: UInt, Sendable {
    case beginSeeking = 0  // The seek begins.
    case endSeeking = 1  // The seek ends.
}

/// An event that begins or ends a seek.
open class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let type: MPSeekCommandEventType  // Whether the seek begins or ends.
    /// Creates an event at the current time.
    public init(command: MPRemoteCommand, type: MPSeekCommandEventType) {
        self.type = type
        super.init(command: command)
    }
}

/// An event that rates the current item.
open class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let rating: Float  // The rating.
    /// Creates an event at the current time.
    public init(command: MPRemoteCommand, rating: Float) {
        self.rating = rating
        super.init(command: command)
    }
}

/// An event that changes the playback rate.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let playbackRate: Float  // The playback rate.
    /// Creates an event at the current time.
    public init(command: MPRemoteCommand, playbackRate: Float) {
        self.playbackRate = playbackRate
        super.init(command: command)
    }
}

/// An event of a command with an on/off state.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let isNegative: Bool  // Whether the feedback is withdrawn.
    /// Creates an event at the current time.
    public init(command: MPRemoteCommand, isNegative: Bool) {
        self.isNegative = isNegative
        super.init(command: command)
    }
}

/// An event that changes the playback position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let positionTime: TimeInterval  // The position in seconds.
    /// Creates an event at the current time.
    public init(command: MPRemoteCommand, positionTime: TimeInterval) {
        self.positionTime = positionTime
        super.init(command: command)
    }
}

/// An event that changes the shuffle mode.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let shuffleType: MPShuffleType  // The new mode.
    /// Creates an event at the current time.
    public init(command: MPRemoteCommand, shuffleType: MPShuffleType) {
        self.shuffleType = shuffleType
        super.init(command: command)
    }
}

/// An event that changes the repeat mode.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let repeatType: MPRepeatType  // The new mode.
    /// Creates an event at the current time.
    public init(command: MPRemoteCommand, repeatType: MPRepeatType) {
        self.repeatType = repeatType
        super.init(command: command)
    }
}

/// The remote commands of this app. Any thread.
public final class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
    private static let only: Mutex<MPRemoteCommandCenter> = {
        ProcessApp.shared.whenItBegins {
            Claim.nowPlaying.forget()
            only.withLock { $0 = MPRemoteCommandCenter() }
        }
        return Mutex(MPRemoteCommandCenter())
    }()
    override init() { super.init() }

    /// Returns the commands of this app.
    public class func shared() -> MPRemoteCommandCenter { only.withLock { $0 } }

    public let pauseCommand = MPRemoteCommand()  // Pauses.
    public let playCommand = MPRemoteCommand()  // Plays.
    public let stopCommand = MPRemoteCommand()  // Stops.
    public let togglePlayPauseCommand = MPRemoteCommand()  // Toggles between playing and pausing.
    public let changePlaybackRateCommand = MPChangePlaybackRateCommand()  // A command that changes the playback rate.
    public let changeRepeatModeCommand = MPChangeRepeatModeCommand()  // A command that changes the repeat mode.
    public let changeShuffleModeCommand = MPChangeShuffleModeCommand()  // A command that changes the shuffle mode.
    public let nextTrackCommand = MPRemoteCommand()  // Skips to the next item.
    public let previousTrackCommand = MPRemoteCommand()  // Skips to the previous item.
    public let skipForwardCommand = MPSkipIntervalCommand()  // Skips forward.
    public let skipBackwardCommand = MPSkipIntervalCommand()  // Skips backward.
    public let seekForwardCommand = MPRemoteCommand()  // Seeks forward.
    public let seekBackwardCommand = MPRemoteCommand()  // Seeks backward.
    /// A command that changes the playback position.
    public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand()
    public let ratingCommand = MPRatingCommand()  // Rates the current item.
    public let likeCommand = MPFeedbackCommand()  // Likes the current item.
    public let dislikeCommand = MPFeedbackCommand()  // Dislikes the current item.
    public let bookmarkCommand = MPFeedbackCommand()  // Bookmarks the current position.
    public let enableLanguageOptionCommand = MPRemoteCommand()  // Enables a language option; never given here.
    public let disableLanguageOptionCommand = MPRemoteCommand()  // Disables a language option; never given here.
}
