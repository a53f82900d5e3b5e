import AVFAudio
import Foundation

/// The music player `Player` as most are written: it uses `AVAudioSession.sharedInstance()`, makes its own
/// `AVAudioPlayer`, and observes `NotificationCenter.default`. Nothing in it is there for a test.
public final class PlainPlayer: @unchecked Sendable {
    /// Faults that are in many apps; a player without them is the mended one.
    public struct Faults: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Resumes after every interruption that allows it, also what the person had paused.
        public static let resumesWhatWasPaused = Faults(rawValue: 1)
        /// Plays on aloud though the headphones were pulled out during the interruption.
        public static let forgetsTheHeadphones = Faults(rawValue: 2)
        /// Puts its category back and plays as soon as its call ends; CallKit then deactivates the session under it.
        public static let isQuickerThanCallKit = Faults(rawValue: 4)
        /// Waits for the person after each interruption.
        public static let forgetsToResume = Faults(rawValue: 8)
    }

    private let song: URL
    private let faults: Faults
    private var player: AVAudioPlayer
    private var goesOn = false
    private var observers: [any NSObjectProtocol] = []
    /// Whether the button shows that it plays.
    public private(set) var isPlaying = false

    public init(song: URL, faults: Faults = []) throws {
        (self.song, self.faults) = (song, faults)
        player = try AVAudioPlayer(contentsOf: song)
        try AVAudioSession.sharedInstance().setCategory(.playback)
        observe(AVAudioSession.interruptionNotification) { $0.interrupted($1) }
        observe(AVAudioSession.routeChangeNotification) { $0.routeChanged($1) }
        observe(AVAudioSession.mediaServicesWereResetNotification) { player, _ in player.mediaServicesWereReset() }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    private func observe(_ name: Notification.Name, _ work: @escaping @Sendable (PlainPlayer, Notification) -> Void) {
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { [weak self] in
                if let self { work(self, $0) }
            })
    }

    /// The person presses the one button that there is.
    public func pressButton() {
        goesOn = false
        if isPlaying { pause() } else { play() }
    }

    /// The person makes a call from within the app.
    public func callBegins() throws {
        goesOn = isPlaying
        pause()
        try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
    }

    /// The call has ended; CallKit is about to deactivate the session.
    public func callEnds() throws {
        if faults.contains(.isQuickerThanCallKit) { try returnToMusic() }
    }

    /// `provider(_:didDeactivate:)`: the session is the player's again.
    public func callKitDeactivated() throws {
        if !faults.contains(.isQuickerThanCallKit) { try returnToMusic() }
    }

    private func returnToMusic() throws {
        try AVAudioSession.sharedInstance().setCategory(.playback, mode: .default)
        if goesOn { play() }
    }

    private func play() {
        do {
            try AVAudioSession.sharedInstance().setActive(true)
            isPlaying = player.play()
        } catch {
            isPlaying = false
        }
    }

    private func pause() {
        player.pause()
        isPlaying = false
    }

    private func interrupted(_ notification: Notification) {
        let info = notification.userInfo ?? [:]
        switch (info[AVAudioSessionInterruptionTypeKey] as? UInt).flatMap(AVAudioSession.InterruptionType.init) {
        case .began:
            goesOn = isPlaying || faults.contains(.resumesWhatWasPaused)
            isPlaying = false
        case .ended:
            if faults.contains(.forgetsToResume) { return }
            let options = AVAudioSession.InterruptionOptions(
                rawValue: info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0)
            if goesOn, options.contains(.shouldResume) { play() }
        case nil: break
        @unknown default: break
        }
    }

    private func routeChanged(_ notification: Notification) {
        let reason = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
        guard reason.flatMap(AVAudioSession.RouteChangeReason.init) == .oldDeviceUnavailable else { return }
        if !faults.contains(.forgetsTheHeadphones) { goesOn = false }
        if isPlaying { pause() }
    }

    /// The player that there was is dead, and the session as at the beginning. The person presses the button again.
    private func mediaServicesWereReset() {
        (goesOn, isPlaying) = (false, false)
        if let new = try? AVAudioPlayer(contentsOf: song) { player = new }
        try? AVAudioSession.sharedInstance().setCategory(.playback)
    }
}
