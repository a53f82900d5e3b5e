import AVFAudio
import Foundation

/// A recorder of voice memos, as such recorders are written for iOS.
public final class VoiceRecorder: @unchecked Sendable {
    /// Faults that are in many apps; a recorder without them is the mended one.
    public struct Faults: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Shows that it records without a look at what the session and the recorder say.
        public static let believesToRecord = Faults(rawValue: 1)
        /// Records into the old recorder after the media server was reset.
        public static let keepsItsRecorder = Faults(rawValue: 2)
        /// Deactivates its session without `notifyOthersOnDeactivation`.
        public static let tellsNobody = Faults(rawValue: 4)
    }

    private let session: any VoiceSession
    private let makeRecorder: () -> any VoiceFile
    private let faults: Faults
    private var recorder: any VoiceFile
    private var goesOn = false
    /// Whether the button shows that it records.
    public private(set) var isRecording = false

    public init(
        session: any VoiceSession, recorder: @autoclosure @escaping () -> any VoiceFile,
        center: NotificationCenter = .default, faults: Faults = []
    ) throws {
        (self.session, self.makeRecorder, self.recorder, self.faults) = (session, recorder, recorder(), faults)
        try session.setCategory(.record, mode: .default, options: [])
        _ = center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: nil) {
            [weak self] in self?.interrupted($0)
        }
        _ = center.addObserver(
            forName: AVAudioSession.mediaServicesWereResetNotification, object: session, queue: nil
        ) { [weak self] _ in self?.mediaServicesWereReset() }
    }

    /// The person presses the button that starts and stops.
    public func pressButton() {
        goesOn = false
        if isRecording { finish() } else { record() }
    }

    private func record() {
        do {
            try session.setActive(true, options: [])
            isRecording = recorder.record()
        } catch {
            isRecording = false
        }
        if faults.contains(.believesToRecord) { isRecording = true }
    }

    private func finish() {
        recorder.stop()
        isRecording = false
        try? session.setActive(false, options: faults.contains(.tellsNobody) ? [] : .notifyOthersOnDeactivation)
    }

    private func interrupted(_ notification: Notification) {
        switch Interruption(notification) {
        case .began:
            goesOn = isRecording
            isRecording = false
        case .ended(let shouldResume):
            if goesOn, shouldResume { record() }
        case nil: break
        }
    }

    private func mediaServicesWereReset() {
        (goesOn, isRecording) = (false, false)
        if !faults.contains(.keepsItsRecorder) { recorder = makeRecorder() }
        try? session.setCategory(.record, mode: .default, options: [])
    }
}
