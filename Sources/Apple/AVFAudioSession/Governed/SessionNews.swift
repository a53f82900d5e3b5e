internal import AppleSession
internal import Foundation

/// Posts the device's messages to the app as notifications, on the threads that Apple documents.
/// || The device delivers messages in order, on its own queue. Notifications for a background thread are posted there; those
/// for the main thread go to the main queue. A route change is therefore delivered before the interruption that the same
/// disconnection causes. Nothing here waits for the main thread or holds a lock while code of the program runs, so a program
/// may call anything from a notification.
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
            interrupt(session, userInfo)
        case .interruptionEnded(let shouldResume):
            let options: AVAudioSession.InterruptionOptions = shouldResume ? .shouldResume : []
            interrupt(
                session,
                [
                    AVAudioSessionInterruptionTypeKey: number(AVAudioSession.InterruptionType.ended),
                    AVAudioSessionInterruptionOptionKey: NSNumber(value: options.rawValue),
                ])
        case .routeChanged(let reason, let previous):
            ProcessApp.shared.handle(ProcessApp.shared.notice) {
                post(
                    AVAudioSession.routeChangeNotification, session,
                    [
                        AVAudioSessionRouteChangeReasonKey: NSNumber(value: UInt(reason.rawValue)),
                        AVAudioSessionRouteChangePreviousRouteKey: Translation.route(previous),
                    ])
            }
            session.observationHolder.tell()
        case .silenceSecondaryAudioHint(let begins):
            let type: AVAudioSession.SilenceSecondaryAudioHintType = begins ? .begin : .end
            postOnMain(
                AVAudioSession.silenceSecondaryAudioHintNotification, session,
                [AVAudioSessionSilenceSecondaryAudioHintTypeKey: number(type)])
        case .outputVolumeChanged: session.observationHolder.tell()
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

    private static func interrupt(_ session: AVAudioSession, _ userInfo: [String: NSNumber]) {
        onMain {
            post(AVAudioSession.interruptionNotification, session, userInfo)
            session.observationHolder.tell()
        }
    }

    private static func postOnMain(
        _ name: NSNotification.Name, _ session: AVAudioSession, _ userInfo: [String: any Sendable]?
    ) {
        onMain { post(name, session, userInfo) }
    }

    /// Runs a closure on the main queue, as the program's code for the current notice.
    private static func onMain(_ work: @escaping @Sendable () -> Void) {
        let notice = ProcessApp.shared.notice
        ProcessApp.shared.enqueue { ProcessApp.shared.handle(notice, work) }
    }

    private static func post(_ name: NSNotification.Name, _ session: AVAudioSession, _ userInfo: [AnyHashable: Any]?) {
        NotificationCenter.default.post(name: name, object: session, userInfo: userInfo)
    }
}

/// Returns the observer that posts the session's notifications, retained. CAppleDevice calls this by name when the process
/// joins.
@_cdecl("audiosession_apple_linked_session")
public func linkedSession() -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(SessionObserver { SessionNews.tell($0, to: AVAudioSession.sharedInstance()) }).toOpaque()
}
