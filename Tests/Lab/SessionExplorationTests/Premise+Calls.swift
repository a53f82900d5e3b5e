@testable import SessionExploration
@testable import SessionPolicy

extension Premise {
    static let ofCalls: [Premise] = [
        Premise("muting a call silences it for the other side only: nothing changes here") {
            $0.callPhase == .muted && $0.picture.sounds == $0.transition.pictureBefore.sounds
        },
        Premise("the call is not muted: the other side hears the microphone") { $0.callPhase == .unmuted },
        Premise("no call is on any more: the waiting call rings") {
            IndependentRules.callOn($0.before) != nil && IndependentRules.ringsAloud($0.after)
        },
        Premise("a call is on: the second call waits and does not ring") {
            $0.callPhase == .incoming && IndependentRules.callOn($0.before) != nil && !$0.hasHeard(.ringtone)
        },
        Premise("a call holds the device from its first ring on") {
            $0.callPhase == .incoming && IndependentRules.ringsAloud($0.after) && $0.book.isHeld($0.after)
        },
        Premise("a call holds the device once it is answered") {
            $0.callPhase == .incoming && IndependentRules.ringsAloud($0.after)
        },
        Premise("the switch is at silent: the call has no tone") {
            $0.callPhase == .incoming && $0.after.ringSwitch == .silent && !$0.hasHeard(.ringtone)
        },
        Premise("the phone makes a call, which holds the device") {
            $0.callPhase == .outgoing && $0.callOwner == nil && IndependentRules.callOn($0.after)?.app == nil
                && $0.after.isHeld
        },
        Premise("{other} makes a call, which holds the device") {
            $0.callPhase == .outgoing && $0.callOwner == $0.other && IndependentRules.callOn($0.after)?.app == $0.other
        },
        Premise("the other side has answered the call") { claim in
            claim.before.calls.contains { $0.phase == .outgoing }
                && !claim.after.calls.contains { $0.phase == .outgoing }
        },
        Premise("the call is heard at its own level, and nothing lowers it") { claim in
            claim.picture.sounds.contains {
                $0.reference.kind == .callAudio && $0.unheardBy == nil && $0.duck == 1
                    && $0.volume == claim.after.callVolume
            }
        },
        Premise("the voice of {other}'s call is {other}'s own sound") {
            IndependentRules.callOn($0.after)?.app == $0.other && !$0.hasHeard(.callAudio)
        },
        Premise("{app}'s call is on, and its session is active") { claim in
            claim.isActive && claim.id != nil && IndependentRules.callOn(claim.after)?.app == claim.id
        },
        Premise("{app}'s call is on: the system activates its session") { claim in
            claim.isActive && claim.was?.session.phase != .active
                && IndependentRules.callOn(claim.after)?.app == claim.id
        },
        Premise("the phone's call is put on hold") {
            let held = $0.calls(of: nil, .held)
            return held.after > held.before || IndependentRules.callOn($0.before)?.app == nil && held.after > 0
        },
        Premise("{other}'s call is put on hold") {
            let held = $0.calls(of: $0.other, .held)
            return $0.other != nil
                && (held.after > held.before || IndependentRules.callOn($0.before)?.app == $0.other && held.after > 0)
        },
        Premise("{app}'s other call is on now: its session need not wait") { claim in
            claim.id != nil && IndependentRules.callOn(claim.after)?.app == claim.id && !claim.waits(.hold)
        },
        Premise("the phone's call resumes from hold") {
            $0.calls(of: nil, .held).before > 0 && IndependentRules.callOn($0.after).map { $0.app == nil } == true
        },
        Premise("{other}'s call resumes from hold") { claim in
            claim.other != nil && claim.calls(of: claim.other, .held).before > 0
                && IndependentRules.callOn(claim.after)?.app == claim.other
        },
        Premise("the other side has hung up the phone's call: {app}'s session stays as it is (C44)") { claim in
            claim.calls(of: nil, .answered, .outgoing).before > claim.calls(of: nil, .answered, .outgoing).after
                || IndependentRules.callOn(claim.after)?.app == claim.id
        },
        Premise("the phone's call is over and no longer holds the device") {
            let all = $0.calls(of: nil, .incoming, .outgoing, .answered, .held)
            return all.before > all.after
        },
        Premise("{other}'s call is over and no longer holds the device") {
            let all = $0.calls(of: $0.other, .incoming, .outgoing, .answered, .held)
            return $0.other != nil && all.before > all.after
        },
        Premise("another call still holds the device") { $0.after.calls.contains { $0.phase != .incoming } },
        Premise("another call still rings") { claim in
            !claim.after.calls.isEmpty && claim.after.calls.allSatisfy { $0.phase == .incoming }
        },
        Premise("{app}'s call is over: the system deactivates its session") { claim in
            claim.was.map { IndependentRules.hasAcceptedCall($0, in: claim.before) } == true
                && claim.app?.session.phase == .inactive
        },
        Premise("{app}'s calls are over") { claim in
            claim.was.map { IndependentRules.hasCall($0, in: claim.before) } == true
                && !claim.after.calls.contains { $0.app == claim.id }
        },
        Premise("a call is ringing: the button answers it") {
            IndependentRules.rings($0.before) && IndependentRules.callOn($0.after) != nil && $0.event.isHeadsetButton
        },
        Premise("a call is on: the button ends it") {
            IndependentRules.callOn($0.before) != nil && $0.after.calls.count < $0.before.calls.count
                && $0.event.isHeadsetButton
        },
        Premise("the button sends a command") { claim in
            claim.event.isHeadsetButton
                && claim.transition.step.notices.contains {
                    if case .remoteCommand = $0.message { true } else { false }
                }
        },
        Premise("{app} is Now Playing and receives the command") { claim in
            claim.app?.isNowPlaying == true && claim.after.nowPlaying == claim.id
                && claim.isTold { if case .remoteCommand = $0 { true } else { false } }
        },
    ]

    static let ofInterruptions: [Premise] = interruptions + waiting + ends

    private static let interruptions: [Premise] = [
        Premise("the phone's call interrupts {app}") { $0.hasCall(of: nil) && ($0.waits(.call) || $0.app == nil) },
        Premise("{other}'s call interrupts {app}") {
            $0.other != nil && $0.hasCall(of: $0.other) && ($0.waits(.call) || $0.app == nil)
        },
        Premise("the alarm interrupts {app}") { !$0.after.alarms.isEmpty && $0.waits(.alarm) },
        Premise("Siri interrupts {app}") { $0.after.siriListens && $0.waits(.siri) },
        Premise("{app}'s call is on hold: its session is interrupted") { claim in
            claim.waits(.hold) && claim.after.calls.contains { $0.app == claim.id && $0.phase == .held }
        },
        Premise("the phone's microphone, which {app} records from, is muted: {app} is interrupted") {
            $0.after.microphoneIsMuted && $0.waits(.microphone)
        },
        Premise("{other}'s session does not mix: {app} is interrupted") { claim in
            claim.otherApp.map { !IndependentRules.mixes($0.session) } == true && claim.wasActiveOrBecame
        },
        Premise("{other} prefers echo-cancelled input: {app} is interrupted") { claim in
            claim.otherApp?.prefersEchoCancellation == true && claim.wasActiveOrBecame
        },
        Premise("{other} interrupts spoken audio: {app} pauses") { claim in
            claim.otherApp.map { IndependentRules.interruptsSpokenAudio($0.session) } == true
                && claim.app?.session.mode == .spokenAudio
        },
        Premise("{app} mixes, but is interrupted anyway") { claim in
            // An app that ends at the step mixed until then.
            (claim.app ?? claim.was).map { IndependentRules.mixes($0.session) } == true && claim.isCutShort
        },
        Premise("a call is on: a second call does not interrupt {app}") {
            IndependentRules.callOn($0.before) != nil && $0.callPhase == .incoming && $0.app?.session.phase == .active
        },
        Premise("{app} has a call and continues") { claim in
            claim.app.map { IndependentRules.hasAcceptedCall($0, in: claim.after) } == true
                && claim.app?.session.phase == .active
        },
        Premise("{app} prefers not to be interrupted before a call is answered") {
            $0.app?.prefersNoSystemAlerts == true && $0.app?.session.phase == .active
                && IndependentRules.rings($0.after)
        },
        Premise("{app}'s session is long-form on AirPlay and continues during the call") { claim in
            claim.app.map { IndependentRules.isLongForm($0) } == true && claim.app?.session.phase == .active
                && claim.after.gestures.contains { $0.output == .airPlay } && !claim.after.calls.isEmpty
        },
        Premise("{app} mixes and continues during the call") { claim in
            claim.app.map { IndependentRules.mixes($0.session) } == true && claim.app?.session.phase == .active
                && !claim.after.calls.isEmpty
        },
        Premise("{app} mixes and continues") { claim in
            claim.app.map { IndependentRules.mixes($0.session) } == true && claim.app?.session.phase == .active
        },
        Premise("{app} continues") { $0.app?.session.phase == .active },
        Premise("the system sound, alert or click that was sounding is cut and not replayed") { claim in
            func sounds(_ state: PolicyState) -> Bool {
                state.systemSound != nil || state.alert != nil || state.keyClickEnds != nil
            }
            return sounds(claim.before) && !sounds(claim.after)
        },
        Premise("Siri listens and holds the device") { !$0.before.siriListens && $0.after.siriListens },
        Premise("Siri is already listening and interrupts again") { $0.before.siriListens && $0.after.siriListens },
        Premise("Siri is done and releases the device") { $0.before.siriListens && !$0.after.siriListens },
        Premise("an alarm sounds at the ringer's level, regardless of the switch and the lock") {
            $0.hasHeard(.alarm) && $0.after.alarms.count > $0.before.alarms.count
        },
        Premise("another alarm still fires") {
            !$0.after.alarms.isEmpty && $0.after.alarms.count < $0.before.alarms.count
        },
        Premise("the alarm releases the device") { $0.after.alarms.isEmpty && !$0.before.alarms.isEmpty },
        Premise("the phone's microphone is muted already") {
            $0.before.microphoneIsMuted && $0.after.microphoneIsMuted
        },
        Premise("the phone's microphone was not muted") { !$0.before.microphoneIsMuted && !$0.after.microphoneIsMuted },
        Premise("the phone's microphone is muted") { !$0.before.microphoneIsMuted && $0.after.microphoneIsMuted },
        Premise("the phone's microphone is unmuted") {
            $0.before.microphoneIsMuted && !$0.after.microphoneIsMuted
        },
    ]

    private static func also(_ cause: String) -> String {
        "{app} is already interrupted and now also waits for \(cause)"
    }

    private static let waiting: [Premise] = [
        Premise(also("the phone's call")) { $0.waits(.call) && $0.waitsForSeveral && $0.hasCall(of: nil) },
        Premise(also("{other}'s call")) { $0.waits(.call) && $0.waitsForSeveral && $0.hasCall(of: $0.other) },
        Premise(also("the alarm")) { $0.waits(.alarm) && $0.waitsForSeveral && !$0.after.alarms.isEmpty },
        Premise(also("Siri")) { $0.waits(.siri) && $0.waitsForSeveral && $0.after.siriListens },
        Premise(also("its own call on hold")) { $0.waits(.hold) && $0.waitsForSeveral },
        Premise(also("the phone's microphone")) {
            $0.waits(.microphone) && $0.waitsForSeveral && $0.after.microphoneIsMuted
        },
        Premise(also("{other}")) { $0.waitsForOther && $0.waitsForSeveral },
        Premise("{app} still waits for the phone's call") { $0.waits(.call) && $0.hasCall(of: nil) && $0.waitsForLess },
        Premise("{app} still waits for {other}'s call") {
            $0.waits(.call) && $0.hasCall(of: $0.other) && $0.waitsForLess
        },
        Premise("{app} still waits for the alarm") { $0.waits(.alarm) && $0.waitsForLess },
        Premise("{app} still waits for Siri") { $0.waits(.siri) && $0.waitsForLess },
        Premise("{app} still waits for its own call on hold") { $0.waits(.hold) && $0.waitsForLess },
        Premise("{app} still waits for the phone's microphone") { $0.waits(.microphone) && $0.waitsForLess },
        Premise("{app} still waits for {other}") { $0.waitsForOther && $0.waitsForLess },
    ]

    private static let ends: [Premise] = [
        Premise("the interruption ended without shouldResume: {app} does not resume") {
            $0.wasInterrupted && $0.app?.resumes == true
                && ($0.app?.session.phase == .inactive || IndependentRules.callOn($0.after)?.app == $0.id)
        },
        Premise("the interruption is over, and {app} does not resume by itself") {
            // The session of an app whose call comes on is activated by the system all the same.
            $0.wasInterrupted && $0.app?.resumes == false
                && ($0.app?.session.phase == .inactive || IndependentRules.callOn($0.after)?.app == $0.id)
        },
        Premise("the interruption lasted for this step only: {app} continues") {
            $0.isMomentarilyInterrupted && $0.app?.session.phase == .active
        },
        Premise("the interruption lasted for this step only, and {app} does not resume by itself") {
            $0.isMomentarilyInterrupted && $0.app?.resumes == false && $0.app?.session.phase == .inactive
        },
        Premise("the interruption lasted for this step only: {app} should not resume") {
            $0.isMomentarilyInterrupted && $0.app?.resumes == true && $0.app?.session.phase == .inactive
        },
        Premise("{app} keeps waiting: {other} has not deactivated its session itself") {
            $0.waitsForOther && $0.otherApp?.session.phase != .active
        },
        Premise("the interruption is over: {app} resumes") { claim in
            claim.wasInterrupted && claim.isLeftHalted && claim.isActive
        },
        Premise("the interruption is over: {app} may resume, and its session is active again") { claim in
            claim.wasInterrupted && !claim.isLeftHalted && claim.isActive
        },
        Premise("{app} may not start now what it would resume") { claim in
            claim.wasInterrupted && !(claim.app?.causes.isEmpty == false)
        },
        Premise("nothing holds the device any more: {app}, which was refused, may start") {
            $0.was?.waitsForDevice == true && !$0.after.isHeld
        },
        Premise("{other} ended without deactivating its session: {app} is not notified and does not resume") { claim in
            claim.other.map { claim.after[$0] == nil } == true && claim.app?.session.phase == .inactive
                && !claim.isTold { if case .interruptionEnded = $0 { true } else { false } }
        },
        Premise(
            """
            {other} falls silent without deactivating its session: {app} is not notified and does not resume
            """
        ) { claim in
            claim.otherApp?.session.phase == .inactive && claim.app?.session.phase == .inactive
                && !claim.isTold { if case .interruptionEnded = $0 { true } else { false } }
        },
        Premise("the phone makes a call: {app} is terminated") {
            $0.app == nil && IndependentRules.callOn($0.after)?.phase == .outgoing
                && IndependentRules.callOn($0.after)?.app == nil
        },
        Premise("the phone's call is answered: {app} is terminated") {
            $0.app == nil && IndependentRules.callOn($0.after)?.phase == .answered
                && IndependentRules.callOn($0.after)?.app == nil
        },
    ]
}

extension Claim {
    /// Whether the app's session was active before the step, or became so at it, and is interrupted after.
    fileprivate var wasActiveOrBecame: Bool { app.map { $0.session.isInterrupted } ?? true || isCutShort }

    /// Whether the app waits for several causes, or the step has ended the one that it waited for.
    fileprivate var waitsForSeveral: Bool {
        guard let app, app.session.isInterrupted else { return false }
        return app.causes.count > 1 || was?.causes.contains { !app.causes.contains($0) } == true
    }

    /// Whether the app waits, and one cause that it waited for is gone.
    fileprivate var waitsForLess: Bool {
        guard let app, app.session.isInterrupted else { return false }
        return was?.causes.contains { !app.causes.contains($0) } == true
    }
}

extension Event {
    fileprivate var isHeadsetButton: Bool { if case .headsetButtonPressed = self { true } else { false } }
}
