import AVFoundation
import AudioToolbox
import Foundation
import MediaPlayer
import SessionDevice
import Testing

extension OnePhone {
    /// Each class that is declared `Sendable`, driven from two threads; `make tsan` watches them.
    @Suite
    struct SendableTests {
        init() throws { try ProcessPhone.reset() }

        /// Does two things at once, again and again.
        private func both(_ one: @escaping SendableDrive.Change, _ other: @escaping @Sendable () -> Void) async {
            await SendableDrive([], one, other).run()
        }

        @Test("Objects are read by one thread while another changes them", arguments: SendableDrive.makers.indices)
        func drives(index: Int) async throws { await (try SendableDrive.makers[index]()).run() }

        /// Classes that the other tests of this suite drive.
        private static let others = [
            "AVAudioEngine", "AVAudioNode", "AVAudioMixerNode", "AVAudioPlayerNode", "AVAudioSourceNode",
            "AVQueuePlayer",
            "AVPlayerItem", "PlayerItem", "AVSpeechSynthesizer", "AVSpeechUtterance", "MPNowPlayingInfoCenter",
            "MPRemoteCommandCenter", "MPVolumeView",
        ]

        /// Classes that no thread can change.
        private static let constants = [
            "AVAudioChannelLayout", "CMFormatDescription", "MPRemoteCommandEvent", "MPSkipIntervalCommandEvent",
            "MPSeekCommandEvent", "MPRatingCommandEvent", "MPChangePlaybackRateCommandEvent", "MPFeedbackCommandEvent",
            "MPChangePlaybackPositionCommandEvent", "MPChangeShuffleModeCommandEvent", "MPChangeRepeatModeCommandEvent",
        ]

        @Test("Every class that is declared Sendable without the compiler's proof is driven from two threads")
        func complete() throws {
            let rooms = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Apple")
            let files = FileManager.default.enumerator(at: rooms, includingPropertiesForKeys: nil)?.compactMap {
                $0 as? URL
            }
            // Those that only keep values are written from a list, with one lock for all.
            var (declared, kept) = (Set<String>(), Set<String>())
            for file in try #require(files) where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                let names = text.matches(of: /class (\w+).*@unchecked Sendable/).map { String($0.1) }
                if file.path.contains("/Absent/") { kept.formUnion(names) } else { declared.formUnion(names) }
            }
            #expect(declared.count > 80)
            let driven = Set(try SendableDrive.makers.flatMap { try $0().classes } + Self.others)
            #expect(declared.subtracting(driven).subtracting(Self.constants).sorted() == [], "drive these")
            #expect(
                driven.union(Self.constants).subtracting(declared.union(kept)).sorted() == [], "there is no such class")
        }

        @Test("An engine is rendered while its graph and the levels of its nodes change")
        func engine() async throws {
            let (engine, player, mixer) = (AVAudioEngine(), AVAudioPlayerNode(), AVAudioMixerNode())
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            let source = AVAudioSourceNode(format: format) { _, _, _, _ in noErr }
            let equalizer = AVAudioUnitEQ(numberOfBands: 1)
            for node in [player, mixer, source, equalizer] as [AVAudioNode] { engine.attach(node) }
            engine.connect(player, to: equalizer, format: format)
            engine.connect(equalizer, to: mixer, format: format)
            engine.connect(source, to: engine.mainMixerNode, format: format)
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
            try engine.start()
            nonisolated(unsafe) let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
            await both(
                { level in
                    (player.volume, player.pan, mixer.outputVolume, source.volume) = (level, level, level, level)
                    (equalizer.globalGain, player.position.x) = (level, level)
                    engine.connect(mixer, to: engine.mainMixerNode, format: format)
                    player.scheduleBuffer(ProcessPhone.buffer(440, 64, format))
                    player.play()
                    mixer.installTap(onBus: 0, bufferSize: 4_800, format: nil) { _, _ in }
                    engine.disconnectNodeOutput(mixer)
                    mixer.removeTap(onBus: 0)
                    player.stop()
                }, { _ = try? engine.renderOffline(512, to: output) })
            await both(
                { _ in
                    engine.detach(source)
                    engine.attach(source)
                },
                {
                    _ = (engine.isRunning, engine.attachedNodes.count, player.isPlaying, player.lastRenderTime)
                    _ = (mixer.numberOfInputs, source.engine, mixer.auAudioUnit, equalizer.globalGain)
                })
            engine.stop()
        }

        @Test("Players, items and what is spoken are read while they are set")
        func players() async throws {
            let item = AVPlayerItem(url: try ProcessPhone.sound(1))
            let player = AVQueuePlayer(items: [item])
            let utterance = AVSpeechUtterance(string: "One")
            let speaker = AVSpeechSynthesizer()
            await both(
                { level in
                    (player.volume, player.isMuted, player.defaultRate) = (level, level > 0.5, level)
                    (player.actionAtItemEnd, player.allowsExternalPlayback) = (.none, false)
                    (item.forwardPlaybackEndTime, item.audioTimePitchAlgorithm) = (.zero, .varispeed)
                    (utterance.rate, utterance.volume, speaker.mixToTelephonyUplink) = (level, level, true)
                },
                {
                    _ = (player.volume, player.isMuted, player.defaultRate, player.actionAtItemEnd, player.rate)
                    _ = (item.forwardPlaybackEndTime, item.audioTimePitchAlgorithm, item.status)
                    _ = (utterance.rate, utterance.volume, speaker.mixToTelephonyUplink, speaker.isSpeaking)
                    _ = (player.currentItem, player.items().count)
                })
        }

        @Test("Commands, views and what is said of Now Playing are read while they are set")
        func screens() async {
            let (center, view) = (MPRemoteCommandCenter.shared(), MPVolumeView(frame: .zero))
            await both(
                { level in
                    center.skipForwardCommand.preferredIntervals = [NSNumber(value: level)]
                    center.likeCommand.isActive = level > 0.5
                    center.ratingCommand.maximumRating = level
                    let token = center.playCommand.addTarget { _ in .success }
                    (view.isHidden, view.alpha) = (level > 0.5, CGFloat(level))
                    MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "\(level)"]
                    center.playCommand.removeTarget(token)
                },
                {
                    _ = (center.skipForwardCommand.preferredIntervals, center.likeCommand.isActive)
                    _ = (center.ratingCommand.maximumRating, center.playCommand.targetCount, view.isHidden, view.alpha)
                    _ = MPNowPlayingInfoCenter.default().nowPlayingInfo
                })
            #expect(center.playCommand.targetCount == 0)
            MPNowPlayingInfoCenter.default().nowPlayingInfo = nil
        }
    }
}
