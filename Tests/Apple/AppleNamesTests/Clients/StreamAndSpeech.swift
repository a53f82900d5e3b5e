import AVFoundation
import MediaPlayer

// Players of items with their observers, remote commands, and a voice: as programs of today write them.
@MainActor
final class StreamPlayer: NSObject {
    private let player = AVQueuePlayer()
    private var looper: AVPlayerLooper?
    private var observations: [NSKeyValueObservation] = []
    private var timeObserver: Any?
    private let voice = AVSpeechSynthesizer()
    private(set) var isReady = false

    func load(_ url: URL) async throws -> Double {
        let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        let (duration, isPlayable) = try await asset.load(.duration, .isPlayable)
        guard isPlayable, !asset.tracks(withMediaType: .audio).isEmpty else { return 0 }
        let item = AVPlayerItem(asset: asset, automaticallyLoadedAssetKeys: ["playable", "duration"])
        item.audioTimePitchAlgorithm = .timeDomain
        item.preferredForwardBufferDuration = 5
        player.replaceCurrentItem(with: item)
        player.automaticallyWaitsToMinimizeStalling = false
        player.audiovisualBackgroundPlaybackPolicy = .continuesIfPossible
        return duration.seconds
    }

    func observe(_ item: AVPlayerItem) {
        observations = [
            item.observe(\.status, options: [.initial, .new]) { item, _ in
                if item.status == .failed { print(item.error?.localizedDescription ?? "failed") }
            },
            player.observe(\.timeControlStatus, options: [.old, .new]) { player, change in
                print(player.timeControlStatus == .waitingToPlayAtSpecifiedRate, change.newValue as Any)
            },
        ]
        timeObserver = player.addPeriodicTimeObserver(
            forInterval: CMTime(seconds: 0.5, preferredTimescale: CMTimeScale(NSEC_PER_SEC)), queue: .main
        ) { time in print(CMTimeGetSeconds(time)) }
        let marks = [NSValue(time: CMTimeMakeWithSeconds(1, preferredTimescale: 600))]
        _ = player.addBoundaryTimeObserver(forTimes: marks, queue: .main) {}
        for name: NSNotification.Name in [
            .AVPlayerItemDidPlayToEndTime, AVPlayerItem.playbackStalledNotification, AVPlayer.rateDidChangeNotification,
        ] {
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { note in
                let reason = note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
                print(note.name, reason == .audioSessionInterrupted)
            }
        }
        let buffered = item.loadedTimeRanges.first?.timeRangeValue
        print(buffered.map { CMTimeRangeGetEnd($0).seconds } ?? 0, item.isPlaybackLikelyToKeepUp)
        looper = AVPlayerLooper(player: player, templateItem: item)
    }

    func commands() {
        let center = MPRemoteCommandCenter.shared()
        center.playCommand.addTarget { [weak self] _ in
            self?.player.play()
            return .success
        }
        center.skipForwardCommand.preferredIntervals = [15]
        center.skipForwardCommand.addTarget { [unowned self] event in
            guard let event = event as? MPSkipIntervalCommandEvent else { return .commandFailed }
            self.player.seek(to: self.player.currentTime() + CMTime(seconds: event.interval, preferredTimescale: 1))
            return .success
        }
        center.changePlaybackPositionCommand.addTarget { event in
            (event as? MPChangePlaybackPositionCommandEvent) == nil ? .commandFailed : .success
        }
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [
            MPMediaItemPropertyTitle: "Song", MPNowPlayingInfoPropertyElapsedPlaybackTime: player.currentTime().seconds,
            MPNowPlayingInfoPropertyPlaybackRate: player.rate,
        ]
        MPNowPlayingInfoCenter.default().playbackState = .playing
    }

    func say(_ text: String) {
        let utterance = AVSpeechUtterance(string: text)
        utterance.voice = AVSpeechSynthesisVoice(language: "en-US") ?? AVSpeechSynthesisVoice.speechVoices().first
        utterance.rate = AVSpeechUtteranceDefaultSpeechRate
        voice.delegate = self
        voice.speak(utterance)
        voice.write(utterance) { buffer in
            guard let pcm = buffer as? AVAudioPCMBuffer, pcm.frameLength > 0 else { return }
        }
    }
}

extension StreamPlayer: @preconcurrency AVSpeechSynthesizerDelegate {
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {
        isReady = true
        try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
    }
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance
    ) { print((utterance.speechString as NSString).substring(with: characterRange)) }
}
