/// A command that a person gives the Now Playing app from elsewhere: the lock screen, a headset's button, a car.
public struct RemoteCommand: Hashable, Sendable {
    /// The kind of a command, with the names of MPRemoteCommandCenter.
    public enum Kind: UInt8, VocabularyWord {
        case play, pause, togglePlayPause, stop, nextTrack, previousTrack, skipForward, skipBackward
        case beginSeekForward, endSeekForward, beginSeekBackward, endSeekBackward
        case changePlaybackPosition, changePlaybackRate, rating, like, dislike, bookmark
        case changeRepeatMode, changeShuffleMode

        public static let names = [
            "play", "pause", "togglePlayPause", "stop", "nextTrack", "previousTrack", "skipForward", "skipBackward",
            "beginSeekForward", "endSeekForward", "beginSeekBackward", "endSeekBackward", "changePlaybackPosition",
            "changePlaybackRate", "rating", "like", "dislike", "bookmark", "changeRepeatMode", "changeShuffleMode",
        ]
    }

    /// The kind of the command.
    public let kind: Kind
    /// The seconds that are skipped, the position in seconds, the speed, the rating or the mode, or nil if the command
    /// has none, and where the app's own is meant.
    public let value: Double?

    /// Describes a command.
    public init(_ kind: Kind, value: Double? = nil) { (self.kind, self.value) = (kind, value) }

    /// The commands that one, two and three quick presses of a headset's button give (R-RC-2).
    static let ofPresses: [Kind] = [.togglePlayPause, .nextTrack, .previousTrack]
}

/// An app's answer to a command, with the names of MPRemoteCommandHandlerStatus.
public enum RemoteCommandStatus: UInt8, VocabularyWord {
    case success, noSuchContent, noActionableNowPlayingItem, deviceNotFound, commandFailed

    public static let names = [
        "success", "noSuchContent", "noActionableNowPlayingItem", "deviceNotFound", "commandFailed",
    ]
}
