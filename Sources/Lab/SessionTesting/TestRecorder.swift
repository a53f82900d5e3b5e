#if !os(macOS)
    public import Foundation
    internal import SessionOracle
    internal import SessionPolicy

    /// A recorder of the app under test on a `TestPhone`, with the signatures of `AVAudioRecorder`. Any thread.
    ///
    /// An app has one recording at a time: a recorder that starts ends that of another.
    public final class TestRecorder: AudioRecorder, @unchecked Sendable {
        /// Its name, by which the phone's story knows it.
        public let name: String
        private weak var phone: TestPhone?
        /// How often the media server had died when the recorder was created.
        private let losses: Int

        init(of phone: TestPhone, name: String) {
            (self.phone, self.name) = (phone, name)
            losses = phone.current.mediaServerLosses
            phone.noteMaking(of: self)
        }

        /// Whether the recorder was lost with the media server (R-MS-1).
        private var isLost: Bool { phone.map { $0.current.mediaServerLosses != losses } ?? false }

        /// Whether it records: it was started, and was neither paused, stopped, nor halted by an interruption, and the
        /// media server lives in which it was made.
        public var isRecording: Bool {
            guard let phone, !isLost, phone.isRecorder(self) else { return false }
            return phone.current.app(phone.app)?.recording == .running
        }

        /// Seconds recorded so far, in virtual time.
        public var currentTime: TimeInterval {
            phone.map { phone in phone.spans(of: self).reduce(0) { $0 + ($1.end - $1.start).seconds } } ?? 0
        }

        /// The samples recorded so far, one channel at `TestPhone.microphoneRate` frames per second: those of the
        /// microphone's file, and silence while the app may not hear it.
        public var samples: [Float] { phone?.samples(of: self) ?? [] }

        /// Starts, or continues where it paused.
        ///
        /// - Returns: False if the phone refuses, as it does for a recorder that was created before the media server
        ///   was lost: after `mediaServicesWereResetNotification` an app creates new recorders. The phone's story has
        ///   the reason.
        @discardableResult
        public func record() -> Bool {
            guard let phone else { return false }
            if isLost { return phone.act(as: .recordLost) { $0.playLost($1, name) }.refusal == nil }
            return phone.record(by: self)
        }

        /// Pauses; `record()` continues. Does nothing unless it was started.
        public func pause() { end(as: .recordPause) }

        /// Stops. Does nothing unless it was started.
        public func stop() { end(as: .recordStop) }

        private func end(as call: NotedCall) {
            guard let phone, !isLost, phone.isRecorder(self),
                phone.current.app(phone.app).map({ $0.recording != .off }) == true
            else { return }
            _ = phone.act(as: call) { $0.record($1, starts: false) }
        }
    }

    extension Duration {
        /// Seconds with a fraction.
        var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
    }
#endif
