import AVFoundation
import Foundation
import MediaPlayer
import SessionPhone
import SessionPolicy
import SessionWorld
import Synchronization
import Testing

@testable import SessionDevice

extension OnePhone {
    /// Acts of a person on the lock screen come to the program's handlers, and their answers come back.
    @Suite
    struct RemoteTests {
        private let center = MPRemoteCommandCenter.shared()
        private let info = MPNowPlayingInfoCenter.default()
        private let told = Told()
        private let player: AVAudioPlayer

        init() throws {
            try ProcessPhone.reset()
            try ProcessPhone.session.setCategory(.playback)
            player = try AVAudioPlayer(contentsOf: try ProcessPhone.sound(60))
        }

        /// The replies to what programs do, as a watcher of the device sees them.
        private func replies() -> AsyncStream<String> {
            let (stream, continuation) = AsyncStream.makeStream(of: String.self)
            ProcessPhone.device.arbiter.watch { news in
                var buffer = ByteBuffer()
                buffer.append(news.reply, from: news.author == .program ? "program" : nil)
                continuation.yield(String(decoding: buffer.bytes, as: UTF8.self))
            }
            return stream
        }

        private func answer(in replies: AsyncStream<String>) async -> String? {
            for await reply in replies where reply.contains("\"from\": \"program\"") {
                if reply.contains("\"do\": \"remoteCommand\"") { return reply }
            }
            return nil
        }

        private func listen(
            to command: MPRemoteCommand, _ name: String, _ status: MPRemoteCommandHandlerStatus = .success
        ) {
            let told = told
            command.addTarget { event in
                var text = name
                switch event {
                case let event as MPSkipIntervalCommandEvent: text += " \(event.interval)"
                case let event as MPChangePlaybackPositionCommandEvent: text += " \(event.positionTime)"
                case let event as MPChangePlaybackRateCommandEvent: text += " \(event.playbackRate)"
                case let event as MPSeekCommandEvent: text += " \(event.type.rawValue)"
                case let event as MPFeedbackCommandEvent: text += " \(event.isNegative)"
                case let event as MPChangeRepeatModeCommandEvent: text += " \(event.repeatType.rawValue)"
                case let event as MPRatingCommandEvent: text += " \(event.rating)"
                default: break
                }
                told.say(text)
                return status
            }
        }

        private func forget(_ commands: MPRemoteCommand...) { for command in commands { command.removeTarget(nil) } }

        @Test("A command is given to the handler with its value, and the handler's status is a reply")
        func handled() async throws {
            let replies = replies()
            listen(to: center.pauseCommand, "pause")
            listen(to: center.changePlaybackPositionCommand, "position", .noSuchContent)
            defer { forget(center.pauseCommand, center.changePlaybackPositionCommand) }
            #expect(player.play())
            try ProcessPhone.controls.give(RemoteCommand(.pause))
            #expect(await told.next() == "pause")
            #expect(await answer(in: replies)?.contains("\"status\": \"success\"") == true)
            try ProcessPhone.controls.give(RemoteCommand(.changePlaybackPosition, value: 12.5))
            #expect(await told.next() == "position 12.5")
            #expect(await answer(in: replies)?.contains("\"status\": \"noSuchContent\"") == true)
            try ProcessPhone.controls.give(RemoteCommand(.like))
            #expect(await answer(in: replies)?.contains("\"status\": \"noActionableNowPlayingItem\"") == true)
            player.stop()
        }

        @Test("Each command comes as the event that Apple gives it")
        func events() async throws {
            let commands: [(MPRemoteCommand, RemoteCommand, String)] = [
                (center.skipForwardCommand, RemoteCommand(.skipForward), "30.0"),
                (center.skipBackwardCommand, RemoteCommand(.skipBackward, value: 5), "5.0"),
                (center.changePlaybackRateCommand, RemoteCommand(.changePlaybackRate, value: 1.5), "1.5"),
                (center.seekForwardCommand, RemoteCommand(.beginSeekForward), "0"),
                (center.seekBackwardCommand, RemoteCommand(.endSeekBackward), "1"),
                (center.dislikeCommand, RemoteCommand(.dislike), "false"),
                (center.changeRepeatModeCommand, RemoteCommand(.changeRepeatMode, value: 2), "2"),
                (center.ratingCommand, RemoteCommand(.rating, value: 4), "4.0"),
            ]
            center.skipForwardCommand.preferredIntervals = [30]
            for (command, _, _) in commands { listen(to: command, "it") }
            #expect(player.play())
            for (_, command, text) in commands {
                try ProcessPhone.controls.give(command)
                #expect(await told.next() == "it \(text)", "\(command.kind)")
            }
            for (command, _, _) in commands { command.removeTarget(nil) }
            player.stop()
        }

        @Test(
            "A headset's button toggles: the program's one handler, or that of its two which Now Playing info calls for"
        )
        func button() async throws {
            try ProcessPhone.controls.connect(.headset)
            defer { _ = try? ProcessPhone.controls.disconnect(.headset) }
            listen(to: center.playCommand, "play")
            listen(to: center.pauseCommand, "pause")
            #expect(player.play())
            info.nowPlayingInfo = [MPNowPlayingInfoPropertyPlaybackRate: 1.0]
            try ProcessPhone.controls.pressHeadsetButton()
            #expect(await told.next() == "pause")
            info.nowPlayingInfo = [MPNowPlayingInfoPropertyPlaybackRate: 0.0]
            try ProcessPhone.controls.pressHeadsetButton()
            #expect(await told.next() == "play")
            listen(to: center.togglePlayPauseCommand, "toggle")
            try ProcessPhone.controls.pressHeadsetButton()
            #expect(await told.next() == "toggle")
            forget(center.playCommand, center.pauseCommand, center.togglePlayPauseCommand)
            info.nowPlayingInfo = nil
            player.stop()
        }

        @Test("What the program says of what it plays is told by the device, as long as it is Now Playing")
        func nowPlaying() throws {
            listen(to: center.playCommand, "play")
            defer { info.nowPlayingInfo = nil }
            #expect(player.play())
            info.nowPlayingInfo = [
                MPMediaItemPropertyTitle: "Aria", MPMediaItemPropertyArtist: "Glenn",
                MPMediaItemPropertyAlbumTitle: "Bach",
                MPMediaItemPropertyPlaybackDuration: 180, MPNowPlayingInfoPropertyElapsedPlaybackTime: 2.5,
                MPNowPlayingInfoPropertyPlaybackRate: Float(1),
            ]
            info.playbackState = .playing
            func device() throws -> String {
                var buffer = ByteBuffer()
                let step = PositionedValue(
                    .object([
                        PositionedValue.Member(
                            key: "do", keyPosition: .nowhere,
                            value: PositionedValue(.string("wait"), at: .nowhere))
                    ]), at: .nowhere)
                buffer.append(ProcessPhone.device.arbiter.perform(.success(step)))
                return String(decoding: buffer.bytes, as: UTF8.self)
            }
            let wanted = """
                "nowPlaying": {"app": "app", "title": "Aria", "artist": "Glenn", "album": "Bach", "duration": 180.0, \
                "elapsed": 2.5, "rate": 1.0, "state": "playing"}
                """
            #expect(try device().contains(wanted))
            forget(center.playCommand)
            #expect(try !device().contains("nowPlaying"))
            let refusal = #expect(throws: DeviceError.self) { try ProcessPhone.controls.give(RemoteCommand(.play)) }
            #expect(refusal?.description.contains("R-RC-1") == true)
            player.stop()
        }
    }
}
