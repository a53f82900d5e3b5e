import AVFoundation

// Idioms 1, 2, 3 and 12: an observer of everything that can happen to a session.
final class PlaybackGuard: @unchecked Sendable {
    private let session = AVAudioSession.sharedInstance()
    private var tokens: [NSObjectProtocol] = []
    private(set) var wasPlaying = false
    var player: AVAudioPlayer?

    func begin() {
        let center = NotificationCenter.default
        tokens.append(
            center.addObserver(
                forName: AVAudioSession.interruptionNotification, object: session, queue: .main
            ) { [weak self] in self?.interrupted($0) })
        tokens.append(
            center.addObserver(forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil) {
                [weak self] note in self?.routeChanged(note)
            })
        tokens.append(
            center.addObserver(
                forName: AVAudioSession.mediaServicesWereResetNotification, object: nil, queue: .main
            ) { [weak self] _ in try? self?.configure() })
    }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver(_:)) }

    func configure() throws {
        try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio)
        try session.setActive(true)
    }

    private func interrupted(_ note: Notification) {
        guard let info = note.userInfo,
            let raw = info[AVAudioSessionInterruptionTypeKey] as? UInt,
            let type = AVAudioSession.InterruptionType(rawValue: raw)
        else { return }
        switch type {
        case .began:
            wasPlaying = player?.isPlaying ?? false
            if let reason = (info[AVAudioSessionInterruptionReasonKey] as? UInt)
                .flatMap(AVAudioSession.InterruptionReason.init(rawValue:))
            {
                if case .routeDisconnected = reason { wasPlaying = false }
            }
            player?.pause()
        case .ended:
            guard let option = info[AVAudioSessionInterruptionOptionKey] as? NSNumber else { return }
            let options = AVAudioSession.InterruptionOptions(rawValue: option.uintValue)
            if options.contains(.shouldResume), wasPlaying {
                try? session.setActive(true)
                player?.play()
            }
        @unknown default:
            break
        }
    }

    private func routeChanged(_ note: Notification) {
        guard let info = note.userInfo, let raw = info[AVAudioSessionRouteChangeReasonKey] as? UInt,
            let reason = AVAudioSession.RouteChangeReason(rawValue: raw)
        else { return }
        switch reason {
        case .newDeviceAvailable, .override, .categoryChange: break
        case .oldDeviceUnavailable:
            let previous = info[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            let hadHeadphones = previous?.outputs.contains { $0.portType == .headphones } ?? false
            if hadHeadphones { DispatchQueue.main.async { self.player?.pause() } }
        case .unknown, .wakeFromSleep, .noSuitableRouteForCategory, .routeConfigurationChange: break
        @unknown default: break
        }
    }
}
