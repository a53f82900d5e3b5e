internal import AppleSession
internal import Foundation

/// The messages of the device to the app, posted as notifications on the threads that Apple documents. The device tells
/// in order, on a queue of its own. What belongs to a background thread is posted there and then; what belongs to the
/// main thread is handed to the main queue. A notification of a changed route is therefore over before the interruption
/// that the same loss causes is posted. Nothing here waits for the main thread or holds a lock while a program's code
/// runs, so a program may call whatever it likes from inside a notification.
enum SessionNews {
    static func tell(_ message: AppNotice.Message, to session: AVAudioSession) {
        switch message {
        case .interruptionBegan(let reason):
            var userInfo = [
                AVAudioSessionInterruptionTypeKey: number(AVAudioSession.InterruptionType.began),
                AVAudioSessionInterruptionReasonKey: NSNumber(value: UInt(reason.rawValue)),
            ]
            if reason == .appWasSuspended {
                userInfo[AVAudioSessionInterruptionWasSuspendedKey] = NSNumber(value: true)
            }
            interrupt(session, userInfo, tellingDelegate: { $0.beginInterruption() })
        case .interruptionEnded(let shouldResume):
            let options: AVAudioSession.InterruptionOptions = shouldResume ? .shouldResume : []
            interrupt(
                session,
                [
                    AVAudioSessionInterruptionTypeKey: number(AVAudioSession.InterruptionType.ended),
                    AVAudioSessionInterruptionOptionKey: NSNumber(value: options.rawValue),
                ], tellingDelegate: { $0.endInterruption(withFlags: Int(options.rawValue)) })
        case .routeChanged(let reason, let previous):
            post(
                AVAudioSession.routeChangeNotification, session,
                [
                    AVAudioSessionRouteChangeReasonKey: NSNumber(value: UInt(reason.rawValue)),
                    AVAudioSessionRouteChangePreviousRouteKey: Translation.route(previous),
                ])
            session.observations.checkAll()
        case .silenceSecondaryAudioHint(let begins):
            let type: AVAudioSession.SilenceSecondaryAudioHintType = begins ? .begin : .end
            postOnMain(
                AVAudioSession.silenceSecondaryAudioHintNotification, session,
                [AVAudioSessionSilenceSecondaryAudioHintTypeKey: number(type)])
        case .outputVolumeChanged: session.observations.checkAll()
        case .inputMuteStateChanged(let isMuted): AVAudioApplication.shared.tellMuted(isMuted)
        case .mediaServicesWereLost: postOnMain(AVAudioSession.mediaServicesWereLostNotification, session, nil)
        case .mediaServicesWereReset:
            SessionWishes.shared.forget()
            postOnMain(AVAudioSession.mediaServicesWereResetNotification, session, nil)
        case .availableInputsChanged: post(AVAudioSession.availableInputsChangeNotification, session, nil)
        case .outputMuteStateChanged(let isMuted):
            postOnMain(
                AVAudioSession.outputMuteStateChangeNotification, session,
                [AVAudioSession.muteStateKey: NSNumber(value: isMuted ? 1 : 0)])
        case .userIntentToUnmuteOutput:
            postOnMain(AVAudioSession.userIntentToUnmuteOutputNotification, session, nil)
        case .becameActive: postOnMain(AVAudioSession.didBecomeActiveNotification, session, nil)
        case .becameInactive(let deactivation):
            let reason = deactivation.reason.flatMap { AVAudioSession.InterruptionReason(rawValue: UInt($0.rawValue)) }
            postOnMain(
                AVAudioSession.didBecomeInactiveNotification, session,
                [AVAudioSession.deactivationContextKey: AVAudioSession.DeactivationContext(reason: reason)])
        case .resumptionRecommended(let should):
            let context = AVAudioSession.ResumptionContext(recommendation: should ? .shouldResume : .shouldNotResume)
            postOnMain(
                AVAudioSession.resumptionRecommendationNotification, session,
                [AVAudioSession.resumptionContextKey: context])
        default: break
        }
    }

    private static func number<Value: RawRepresentable<UInt>>(_ value: Value) -> NSNumber {
        NSNumber(value: value.rawValue)
    }

    private static func interrupt(
        _ session: AVAudioSession, _ userInfo: [String: NSNumber],
        tellingDelegate: @escaping @Sendable (any AVAudioSessionDelegate) -> Void
    ) {
        onMain {
            post(AVAudioSession.interruptionNotification, session, userInfo)
            session.observations.checkAll()
            session.tellDelegate(tellingDelegate)
        }
    }

    private static func postOnMain(
        _ name: NSNotification.Name, _ session: AVAudioSession, _ userInfo: [String: any Sendable]?
    ) {
        onMain { post(name, session, userInfo) }
    }

    /// Runs a closure as an operation of the main queue: observers on that queue are then called immediately. In a
    /// program with an asynchronous `main` the main queue has no main thread, and Foundation would wait for itself.
    private static func onMain(_ work: @escaping @Sendable () -> Void) { OperationQueue.main.addOperation(work) }

    private static func post(_ name: NSNotification.Name, _ session: AVAudioSession, _ userInfo: [AnyHashable: Any]?) {
        NotificationCenter.default.post(name: name, object: session, userInfo: userInfo)
    }
}

/// Returns what posts the session's notifications, retained; CAppleDevice asks for it by this name when the process joins.
@_cdecl("audiosession_apple_linked_session")
public func linkedSession() -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(SessionObserver { SessionNews.tell($0, to: AVAudioSession.sharedInstance()) }).toOpaque()
}
