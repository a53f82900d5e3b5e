/// A message from the device to an app.
///
/// Notices of an app are numbered from 1 without gaps, in the order of decisions.
public struct AppNotice: Hashable, Sendable {
    public let number: UInt64
    /// The time of the decision.
    public let at: MachineTime
    public let message: Message

    /// The content of a notice.
    public enum Message: Hashable, Sendable {
        /// The session is interrupted; its sounds are halted.
        case interruptionBegan(because: InterruptionReason = .default)
        /// `shouldResume`: whether the app should resume. In books without that flag it is true whenever the session
        /// comes back.
        case interruptionEnded(shouldResume: Bool)
        /// `previous`: the route before.
        case routeChanged(RouteChangeReason, previous: RouteFacts)
        /// Another app's primary audio has begun, or has ended.
        case silenceSecondaryAudioHint(begins: Bool)
        /// The media volume in force, 0 to 1.
        case outputVolumeChanged(Double)
        case mediaServicesWereLost
        /// The media server is back. Older sounds and recorders are invalid: create new ones (R-MS-1).
        case mediaServicesWereReset
        /// A sound has reached its end; not posted for a stopped or cut sound.
        case soundFinished(String)
        /// A sound has ended because its samples cannot be read. The reason is a sentence.
        case soundFailed(String, reason: String)
        /// A recording has failed. The reason is a sentence.
        case recordingFailed(reason: String)
        /// The person has answered the request for the microphone.
        case recordPermissionChanged(RecordPermission)
        /// The system has activated the session for the app's call.
        case callActivated
        /// The system has deactivated the session of the app's call: the call is on hold or has ended.
        case callDeactivated
        /// A call of the device has changed; posted to apps that follow calls, before the effects on their sessions.
        /// `action`: the person's act on one of the app's own calls, if any.
        case callChanged(CallFacts, action: CallAction?)
        /// The app's input has been muted or unmuted.
        case inputMuteStateChanged(Bool)
        /// A remote command for the app, which answers with `AppCall.answerRemoteCommand`.
        case remoteCommand(RemoteCommand)
        /// The session has become active, by a call or by the start of a sound.
        case becameActive
        /// The session has become inactive, with the reason.
        case becameInactive(Deactivation)
        /// An interruption, or the reason for a refused activation, has ended. The value says whether to resume.
        case resumptionRecommended(Bool)
        /// The microphones that the app may use have changed.
        case availableInputsChanged
        /// The person has turned the volume up while the app's output is muted.
        case userIntentToUnmuteOutput
        /// The app's output has been muted or unmuted.
        case outputMuteStateChanged(Bool)
        /// The phone has been moved to an ear, or away from it.
        case proximityStateChanged(Proximity)
        /// The device has ended the app; its next call launches it again.
        case terminated
        /// The host no longer answers. Sounds continue at their present levels.
        case deviceLost
        /// The app has joined a new device with its old session.
        case deviceFound
    }

    /// Describes a notice.
    public init(number: UInt64, at: MachineTime, message: Message) {
        (self.number, self.at, self.message) = (number, at, message)
    }
}

extension AppNotice.Message {
    /// Creates what an app hears of a message of the policy.
    /// - Parameters:
    ///   - name: The text of a name.
    ///   - route: A route with the names that the person gave to accessories.
    package init(_ message: Notice.Message, name: (Name) -> String, route: (Route) -> RouteFacts) {
        self =
            switch message {
            case .soundFinished(let sound): .soundFinished(name(sound.name))
            case .terminated: .terminated
            case .mediaServicesWereLost: .mediaServicesWereLost
            case .mediaServicesWereReset: .mediaServicesWereReset
            case .routeChange(let reason, let previous): .routeChanged(reason, previous: route(previous))
            case .interruptionBegan(let reason): .interruptionBegan(because: reason)
            case .callActivated: .callActivated
            case .callDeactivated: .callDeactivated
            case .inputMuteStateChange(let isMuted): .inputMuteStateChanged(isMuted)
            case .remoteCommand(let command): .remoteCommand(command)
            case .availableInputsChange: .availableInputsChanged
            case .userIntentToUnmuteOutput: .userIntentToUnmuteOutput
            case .becameActive: .becameActive
            case .becameInactive(let deactivation): .becameInactive(deactivation)
            case .resumptionRecommended(let should): .resumptionRecommended(should)
            case .outputMuteStateChange(let isMuted): .outputMuteStateChanged(isMuted)
            case .proximityStateChange(let proximity): .proximityStateChanged(proximity)
            case .interruptionEnded(let flag): .interruptionEnded(shouldResume: Notice.letsResume(flag))
            case .silenceSecondaryAudioHint(let begins): .silenceSecondaryAudioHint(begins: begins)
            case .outputVolume(let volume): .outputVolumeChanged(volume)
            }
    }
}
