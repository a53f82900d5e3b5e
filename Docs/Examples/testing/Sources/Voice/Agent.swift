import AVFAudio
import Foundation

/// An agent that listens and speaks.
public final class Agent: @unchecked Sendable {
    /// Faults that are in many apps; an agent without them is the mended one.
    public struct Faults: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Starts again at each notification of an interruption, also when one begins.
        public static let startsWhenInterrupted = Faults(rawValue: 1)
        /// Stays deaf and mute after an interruption.
        public static let staysDeaf = Faults(rawValue: 2)
        /// Still shows that it listens or speaks while it is interrupted.
        public static let showsWhatWas = Faults(rawValue: 4)
    }

    /// The activity that its symbol shows.
    public enum State: Sendable { case idle, listening, speaking }

    private let session: any VoiceSession
    private let makeRecorder: () -> any VoiceFile
    private let makeVoice: () -> any Voice
    private let faults: Faults
    private var recorder: any VoiceFile
    private var voice: any Voice
    private var goesOnWith = State.idle
    public private(set) var state = State.idle

    public init(
        session: any VoiceSession, recorder: @escaping () -> any VoiceFile, voice: @escaping () -> any Voice,
        center: NotificationCenter = .default, faults: Faults = []
    ) throws {
        (self.session, self.faults) = (session, faults)
        (makeRecorder, makeVoice, self.recorder, self.voice) = (recorder, voice, recorder(), voice())
        try declare()
        _ = center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: nil) {
            [weak self] in self?.interrupted($0)
        }
        _ = center.addObserver(
            forName: AVAudioSession.mediaServicesWereResetNotification, object: session, queue: nil
        ) { [weak self] _ in self?.mediaServicesWereReset() }
    }

    /// The person asks it to listen.
    public func listen() { begin(.listening) }

    /// It has understood, and speaks the answer.
    public func answer() {
        recorder.stop()
        begin(.speaking)
    }

    /// The answer has been spoken: it listens again.
    public func hasSpoken() { if state == .speaking { begin(.listening) } }

    /// The person has had enough.
    public func dismiss() {
        recorder.stop()
        voice.stop()
        (state, goesOnWith) = (.idle, .idle)
        try? session.setActive(false, options: .notifyOthersOnDeactivation)
    }

    private func declare() throws {
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: .defaultToSpeaker)
    }

    private func begin(_ next: State) {
        goesOnWith = .idle
        do {
            try session.setActive(true, options: [])
            state = (next == .listening ? recorder.record() : voice.play()) ? next : .idle
        } catch {
            state = .idle
        }
    }

    private func interrupted(_ notification: Notification) {
        guard let interruption = Interruption(notification) else { return }
        switch interruption {
        case .began:
            goesOnWith = state
            if faults.contains(.startsWhenInterrupted), state != .idle { return begin(state) }
            if !faults.contains(.showsWhatWas) { state = .idle }
        case .ended(let shouldResume):
            if shouldResume, goesOnWith != .idle, !faults.contains(.staysDeaf) { begin(goesOnWith) }
        }
    }

    private func mediaServicesWereReset() {
        (state, goesOnWith) = (.idle, .idle)
        (recorder, voice) = (makeRecorder(), makeVoice())
        try? declare()
    }
}
