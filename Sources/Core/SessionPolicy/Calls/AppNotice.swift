/// A message of the device to one app.
///
/// Notices of an app are numbered from 1 without a gap, in the order in which the policy decided them.
public struct AppNotice: Hashable, Sendable {
    public let number: UInt64
    /// The time of the decision.
    public let at: MachineTime
    public let message: Message

    /// The content of a notice.
    public enum Message: Hashable, Sendable {
        /// The session is interrupted; its sounds are halted.
        case interruptionBegan(because: InterruptionReason = .default)
        /// `shouldResume`: whether the app should continue where it was. In a book without that flag it is set wherever
        /// the book lets the session come back.
        case interruptionEnded(shouldResume: Bool)
        /// `previous`: the route before.
        case routeChanged(RouteChangeReason, previous: RouteFacts)
        /// Another app's primary audio has begun, or has ended.
        case silenceSecondaryAudioHint(begins: Bool)
        /// The media volume in force, 0 to 1.
        case outputVolumeChanged(Double)
        case mediaServicesWereLost
        /// The media server is there again. Sounds and recorders made before it died are dead: make new ones (R-MS-1).
        case mediaServicesWereReset
        /// A sound ran to its end; a sound that was stopped or cut says nothing.
        case soundFinished(String)
        /// A sound cannot continue, because its samples cannot be read; it has ended. The reason is a sentence.
        case soundFailed(String, reason: String)
        /// A recording cannot continue; it has ended. The reason is a sentence.
        case recordingFailed(reason: String)
        /// The person has answered the question for the microphone.
        case recordPermissionChanged(RecordPermission)
        /// The system has activated the session for the app's call.
        case callActivated
        /// The system has taken the session of the app's call back: the call is on hold, or over.
        case callDeactivated
        /// A call of the device is another than before; told only to apps that follow calls, and before what the change
        /// does to their sessions. `action`: what the person did to one of the app's own calls, if it was the person.
        case callChanged(CallFacts, action: CallAction?)
        /// The app's input is muted, or is not any more.
        case inputMuteStateChanged(Bool)
        /// A person gives the app a remote command; the app says what came of it by `AppCall.answerRemoteCommand`.
        case remoteCommand(RemoteCommand)
        /// The session is active, by the app's own call or by the start of a sound.
        case becameActive
        /// The session is not active any more, by the app or the system, and with the reason.
        case becameInactive(Deactivation)
        /// An interruption is over, or what had refused the app's activation is: whether the app should continue.
        case resumptionRecommended(Bool)
        /// The list of microphones that the app may use is another one.
        case availableInputsChanged
        /// The person has turned the volume up while the app's output is muted.
        case userIntentToUnmuteOutput
        /// The app's output is muted, or is not any more.
        case outputMuteStateChanged(Bool)
        /// The phone has come to an ear, or has left it.
        case proximityStateChanged(Proximity)
        /// The device has ended the app; its next call launches it again.
        case terminated
        /// The process that held the policy does not answer any more. Sounds continue at the levels they had.
        case deviceLost
        /// There is a device again, and the app is on it what it was.
        case deviceFound
    }

    /// Describes a notice.
    public init(number: UInt64, at: MachineTime, message: Message) {
        (self.number, self.at, self.message) = (number, at, message)
    }
}
