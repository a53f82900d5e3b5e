internal import AppleSession
internal import Foundation

/// Calls the app's command handlers on the main queue and reports their status to the device.
enum RemoteDelivery {
    /// Starts when the app first adds a handler, for the rest of the process.
    static let begun: Void = {
        ProcessApp.shared.observe { message in
            guard case .remoteCommand(let command) = message else { return }
            ProcessApp.shared.enqueue { deliver(command) }
        }
    }()

    private static func deliver(_ command: RemoteCommand) {
        let status = MPRemoteCommandCenter.shared().callHandlers(of: command)
        _ = try? ProcessApp.shared.perform(.answeredRemoteCommand(command.kind, status.word))
    }
}

extension MPRemoteCommandCenter {
    fileprivate func callHandlers(of command: RemoteCommand) -> MPRemoteCommandHandlerStatus {
        switch command.kind {
        case .play: playCommand.give()
        case .pause: pauseCommand.give()
        case .togglePlayPause: toggle()
        case .stop: stopCommand.give()
        case .nextTrack: nextTrackCommand.give()
        case .previousTrack: previousTrackCommand.give()
        case .skipForward: skip(skipForwardCommand, command.value)
        case .skipBackward: skip(skipBackwardCommand, command.value)
        case .beginSeekForward: seek(seekForwardCommand, .beginSeeking)
        case .endSeekForward: seek(seekForwardCommand, .endSeeking)
        case .beginSeekBackward: seek(seekBackwardCommand, .beginSeeking)
        case .endSeekBackward: seek(seekBackwardCommand, .endSeeking)
        case .changePlaybackPosition:
            changePlaybackPositionCommand.give(
                MPChangePlaybackPositionCommandEvent(
                    command: changePlaybackPositionCommand, positionTime: command.value ?? 0))
        case .changePlaybackRate:
            changePlaybackRateCommand.give(
                MPChangePlaybackRateCommandEvent(
                    command: changePlaybackRateCommand, playbackRate: Float(command.value ?? 1)))
        case .rating:
            ratingCommand.give(
                MPRatingCommandEvent(command: ratingCommand, rating: Float(command.value ?? 0)))
        case .like: feedback(likeCommand)
        case .dislike: feedback(dislikeCommand)
        case .bookmark: feedback(bookmarkCommand)
        case .changeRepeatMode:
            changeRepeatModeCommand.give(
                MPChangeRepeatModeCommandEvent(
                    command: changeRepeatModeCommand,
                    repeatType: command.value.flatMap { MPRepeatType(rawValue: Int($0)) } ?? .off))
        case .changeShuffleMode:
            changeShuffleModeCommand.give(
                MPChangeShuffleModeCommandEvent(
                    command: changeShuffleModeCommand,
                    shuffleType: command.value.flatMap { MPShuffleType(rawValue: Int($0)) } ?? .off))
        }
    }

    /// Without a handler for the toggle, calls the one for play or pause.
    private func toggle() -> MPRemoteCommandHandlerStatus {
        if togglePlayPauseCommand.targetCount > 0, togglePlayPauseCommand.isEnabled {
            return togglePlayPauseCommand.give()
        }
        return (MPNowPlayingInfoCenter.default().plays ? pauseCommand : playCommand).give()
    }

    private func skip(_ command: MPSkipIntervalCommand, _ seconds: Double?) -> MPRemoteCommandHandlerStatus {
        let interval = seconds ?? command.preferredIntervals.first?.doubleValue ?? 10
        return command.give(MPSkipIntervalCommandEvent(command: command, interval: interval))
    }

    private func seek(_ command: MPRemoteCommand, _ type: MPSeekCommandEventType) -> MPRemoteCommandHandlerStatus {
        command.give(MPSeekCommandEvent(command: command, type: type))
    }

    private func feedback(_ command: MPFeedbackCommand) -> MPRemoteCommandHandlerStatus {
        command.give(MPFeedbackCommandEvent(command: command, isNegative: false))
    }
}

extension MPRemoteCommandHandlerStatus {
    fileprivate var word: RemoteCommandStatus {
        switch self {
        case .success: .success
        case .noSuchContent: .noSuchContent
        case .noActionableNowPlayingItem: .noActionableNowPlayingItem
        case .deviceNotFound: .deviceNotFound
        case .commandFailed: .commandFailed
        }
    }
}
