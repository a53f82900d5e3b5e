import AVFAudio
import Foundation

/// A music player that also makes calls, as such players are written for iOS.
public final class Player: @unchecked Sendable {
    /// Faults that are in many apps; a player without them is the mended one.
    public struct Faults: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Goes on after every interruption with leave, also where the person had paused.
        public static let resumesWhatWasPaused = Faults(rawValue: 1)
        /// Looks at the flag alone, and goes on aloud though the headphones were pulled out during the interruption.
        public static let forgetsTheHeadphones = Faults(rawValue: 2)
        /// Puts its category back and plays as soon as its call ends; CallKit then deactivates the session under it.
        public static let isQuickerThanCallKit = Faults(rawValue: 4)
        /// Waits for the person after each interruption.
        public static let forgetsToResume = Faults(rawValue: 8)
    }

    private let session: any PlayerSession
    private let makeSound: () -> any PlayerSound
    private var sound: any PlayerSound
    private let faults: Faults
    private var goesOn = false
    /// Whether the button shows that it plays.
    public private(set) var isPlaying = false

    public init(
        session: any PlayerSession, sound: @autoclosure @escaping () -> any PlayerSound,
        center: NotificationCenter = .default, faults: Faults = []
    ) throws {
        (self.session, self.makeSound, self.sound, self.faults) = (session, sound, sound(), faults)
        try session.setCategory(.playback, mode: .default, options: [])
        _ = center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: nil) {
            [weak self] in self?.interrupted($0)
        }
        _ = center.addObserver(forName: AVAudioSession.routeChangeNotification, object: session, queue: nil) {
            [weak self] in self?.routeChanged($0)
        }
        _ = center.addObserver(
            forName: AVAudioSession.mediaServicesWereResetNotification, object: session, queue: nil
        ) { [weak self] _ in self?.mediaServicesWereReset() }
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
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: [])
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
        try session.setCategory(.playback, mode: .default, options: [])
        if goesOn { play() }
    }

    private func play() {
        do {
            try session.setActive(true, options: [])
            isPlaying = sound.play()
        } catch {
            isPlaying = false
        }
    }

    private func pause() {
        sound.pause()
        isPlaying = false
    }

    private func interrupted(_ notification: Notification) {
        let info = notification.userInfo ?? [:]
        switch (info[AVAudioSessionInterruptionTypeKey] as? NSNumber).map(\.uintValue)
            .flatMap(AVAudioSession.InterruptionType.init)
        {
        case .began:
            goesOn = isPlaying || faults.contains(.resumesWhatWasPaused)
            isPlaying = false
        case .ended:
            if faults.contains(.forgetsToResume) { return }
            let bits = (info[AVAudioSessionInterruptionOptionKey] as? NSNumber)?.uintValue ?? 0
            if goesOn, AVAudioSession.InterruptionOptions(rawValue: bits).contains(.shouldResume) { play() }
        case nil: break
        @unknown default: break
        }
    }

    /// The player that there was is dead, and the session as at the beginning. The person presses the button again.
    private func mediaServicesWereReset() {
        (goesOn, isPlaying) = (false, false)
        sound = makeSound()
        try? session.setCategory(.playback, mode: .default, options: [])
    }

    private func routeChanged(_ notification: Notification) {
        let reason = (notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? NSNumber)?.uintValue
        guard reason.flatMap(AVAudioSession.RouteChangeReason.init) == .oldDeviceUnavailable else { return }
        // The song must not go on aloud in the train.
        if !faults.contains(.forgetsTheHeadphones) { goesOn = false }
        if isPlaying { pause() }
    }
}
