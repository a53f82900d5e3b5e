@testable import SessionExploration
@testable import SessionPolicy

extension Premise {
    static let ofSessions: [Premise] = setUps + activations

    private static let setUps: [Premise] = [
        Premise("{app}'s category, mode and options are replaced") { claim in
            guard case .setCategory(let category, let mode, _, let policy)? = claim.appEvent else { return false }
            let session = claim.app?.session
            return session?.category == category && session?.mode == mode && session?.policy == policy
        },
        Premise("options are replaced: those that this change does not name are off") { claim in
            guard let was = claim.was?.session.options, let options = claim.app?.session.options else { return false }
            return !was.isSubset(of: options)
        },
        Premise("one option of {app}'s category is set or cleared") {
            if case .setOption? = $0.appEvent { true } else { false }
        },
        Premise("the options imply mixing with others") { claim in
            guard let session = claim.app?.session else { return false }
            return session.options.contains(.mixWithOthers) && !session.mixesByItself
        },
        Premise("the category has no input: {app}'s recording ends") { claim in
            claim.was?.recording != .off && claim.app?.recording == .off
                && claim.app.map { IndependentRules.hasInput($0.session.category) } == false
        },
        Premise(
            """
            {app}'s session is active: the category takes effect immediately
            """
        ) { $0.was?.session.phase == .active },
    ]

    private static let activations: [Premise] = [
        Premise("{app}'s session is active already") { $0.was?.session.phase == .active },
        Premise("{app}'s session is inactive already") { $0.was.map { $0.session.phase == .inactive } ?? true },
        Premise("{app} was still playing or recording: that is halted, and its session deactivated") { claim in
            claim.was?.hasRunningIO == true && claim.app?.hasRunningIO == false
                && claim.app?.session.phase == .inactive && claim.transition.step.refusal == nil
        },
        Premise("{app} deactivates while it is interrupted: no end follows, and nothing resumes") { claim in
            claim.wasInterrupted && claim.app?.session.phase == .inactive
                && !claim.isTold { if case .interruptionEnded = $0 { true } else { false } }
        },
        Premise("{app}'s session is inactive, and no app waits for it") { claim in
            claim.app?.session.phase == .inactive && !claim.isAwaited(in: claim.before)
        },
        Premise("{app}'s session is inactive: no app waits for it any more") { claim in
            claim.app?.session.phase == .inactive && claim.isAwaited(in: claim.before)
                && !claim.isAwaited(in: claim.after)
        },
        Premise(
            """
            {app}'s session is inactive and does not notify others: the apps that it interrupted should not resume
            """
        ) {
            claim in
            guard case .setActive(false, notifyOthers: false)? = claim.appEvent else { return false }
            return claim.app?.session.phase == .inactive && claim.isAwaited(in: claim.before)
                && !claim.isAwaited(in: claim.after)
        },
        Premise("{app}'s session becomes active for this step only: {app} is suspended immediately") {
            $0.was?.session.phase != .active && $0.app?.session.phase == .inactive && $0.app?.isSuspended == true
        },
        Premise("{app}'s session becomes active") { $0.was?.session.phase != .active && $0.isActive },
        Premise("the system ends {app}'s interruption: nothing that was halted resumes") { claim in
            claim.wasInterrupted && claim.isActive && IndependentRules.callOn(claim.after)?.app == claim.id
                && claim.leavesHalted
        },
        Premise("the system ends {app}'s interruption") { claim in
            claim.wasInterrupted && claim.isActive && IndependentRules.callOn(claim.after)?.app == claim.id
        },
        Premise("{app} ends its own interruption: nothing that was halted resumes") { claim in
            claim.wasInterrupted && claim.isActive && claim.leavesHalted && claim.app?.hasRunningIO == false
        },
        Premise("{app} ends its own interruption: nothing else that was halted resumes") { claim in
            claim.wasInterrupted && claim.isActive && claim.leavesHalted
                && (claim.app?.hasRunningIO == true || claim.isCutShort)
        },
        Premise("{app} ends its own interruption") {
            $0.wasInterrupted && $0.isActive && !$0.leavesHalted
        },
        Premise("{app} and {other} both mix: neither interrupts the other") { $0.mixes == (true, true) },
        Premise("{other} mixes, and does not interrupt {app}") { $0.mixes == (false, true) },
        Premise("{app} mixes, and {other} does not interrupt it") { $0.mixes == (true, false) },
        Premise("{other} does not interrupt {app}") { !$0.waitsForOther },
        Premise("{app} and {other} do not affect each other: one plays long-form audio on AirPlay") { claim in
            guard let app = claim.app, let other = claim.otherApp else { return false }
            return IndependentRules.isLongForm(app) != IndependentRules.isLongForm(other) && !claim.waitsForOther
                && claim.after.gestures.contains { $0.output == .airPlay }
        },
    ]

    static let ofSounds: [Premise] =
        [
            Premise("{app}'s own level is relative to the system's volume") {
                if case .setGain? = $0.appEvent { true } else { false }
            },
            Premise("{app} records") { $0.app?.recording == .running },
            Premise("{app} records silence until it has permission") { claim in
                claim.app?.recording == .running && claim.after.permissionsNotGranted.contains { $0.app == claim.id }
            },
            Premise("{app} has muted its input and records silence until it unmutes it") {
                $0.app?.recording == .running && $0.app?.inputIsMuted == true
            },
        ] + pauses + silences + ducks

    /// A sound of the app that is paused by the rule of the sentence.
    private static func pause(
        _ sentence: String, _ holds: @escaping @Sendable (Claim) -> Bool = { _ in true }
    ) -> Premise {
        Premise(sentence) { claim in
            claim.app?.sounds.contains {
                $0.id.name == claim.decision.sentence.other && $0.pausedBy == claim.decision.rule
            }
                == true && holds(claim)
        }
    }

    private static let pauses: [Premise] = [
        pause("{other} is paused: only {app} can resume it"),
        pause("{other} stays paused: its output was disconnected, and nothing resumes by itself"),
        pause("{other} stays paused: its output was disconnected, and no end follows that interruption"),
        pause("{other} stays paused: {app}'s interruption was ended early"),
        pause("{other} stays paused: {app} does not resume by itself") { $0.app?.resumes == false },
        pause("{other} stays paused: the interruption ended without shouldResume") { $0.app?.resumes == true },
        pause("{other} stays paused: {app} deactivated its session while it was playing"),
        pause("{other} stays paused: the app that interrupted {app} never deactivated its session"),
        pause("{other} stays paused: {app} was suspended"),
        pause("{other} stays paused: {app}'s call had ended"),
        pause("{other} stays paused: {app} could not resume it when the interruption ended"),
    ]

    private static let silences: [Premise] = [
        Premise("{app}'s category has no output") {
            $0.app.map { IndependentRules.hasOutput($0.session.category) } == false
        },
        Premise("the phone's call holds the device") { claim in claim.after.calls.contains { $0.app == nil } },
        Premise("{other}'s call holds the device") { claim in claim.after.calls.contains { $0.app == claim.other } },
        Premise("an alarm holds the device") { !$0.after.alarms.isEmpty },
        Premise("Siri holds the device") { $0.after.siriListens },
        Premise("{other} prefers no interruptions by system alerts, and calls appear as banners") {
            $0.otherApp?.prefersNoSystemAlerts == true && !$0.isOff(.callBanners)
        },
        Premise("{app}'s own call is on hold") { claim in
            claim.after.calls.contains { $0.app == claim.id && $0.phase == .held }
        },
        Premise("the phone's call is on: a second call does not ring") {
            IndependentRules.callOn($0.after).map { $0.app == nil } == true && IndependentRules.rings($0.after)
        },
        Premise("{other}'s call is on: a second call does not ring") { claim in
            claim.other != nil && IndependentRules.callOn(claim.after)?.app == claim.other
                && IndependentRules.rings(claim.after)
        },
        Premise("the phone's microphone, which {app} records from, is muted") {
            $0.after.microphoneIsMuted && $0.waits(.microphone)
        },
        Premise("{other}'s session, which does not mix, has interrupted {app}") { claim in
            claim.waitsForOther
        },
        Premise("{other}'s session has interrupted {app}'s spoken audio") { $0.waitsForOther },
        Premise("{other}'s session keeps the device's own sounds out of what it records") { claim in
            claim.otherApp.map {
                IndependentRules.keepsFeedbackOut($0, in: claim.after, isEarly: claim.transition.book.system < .iOS(4))
                    || $0.recording == .running
            } == true && claim.otherApp?.allowsHapticsWhileRecording == false
        },
        Premise("keyboardClicks is off in Settings") { $0.isOff(.keyboardClicks) && $0.after.keyClickEnds != nil },
        Premise("alertSounds is off for {other} in Settings") { claim in
            claim.after.alert?.kind == .push && claim.after.alert?.app == claim.other
                && claim.other.map(claim.after.appsWithoutAlertSounds.contains) == true
        },
        Premise("soundEffects is off in Settings") { $0.isOff(.soundEffects) && $0.after.systemSound != nil },
        Premise("the switch is at silent, and {app}'s category obeys it") {
            $0.after.ringSwitch == .silent && $0.app.map { IndependentRules.obeysSwitch($0.session.category) } == true
        },
        Premise("the switch is at silent, and sound effects obey it") { claim in
            claim.after.ringSwitch == .silent
                && claim.picture.sounds.contains {
                    [.systemSound, .alertSound].contains($0.reference.kind) && $0.unheardBy == .sw2
                }
        },
        Premise("the screen is locked, and {app}'s category obeys that") {
            $0.after.isLocked && $0.app.map { IndependentRules.obeysSwitch($0.session.category) } == true
        },
        Premise("the screen is locked, and {app} has no background audio") {
            $0.after.isLocked && $0.app?.hasBackgroundAudio == false
        },
        Premise("the screen is locked") { $0.after.isLocked },
        Premise("the media volume is at 0") { $0.picture.mediaVolume == 0 },
        Premise("{app}'s own level is at 0") { claim in claim.app?.sounds.contains { $0.gain == 0 } == true },
        Premise("{app} has muted its own output") { $0.app?.session.outputIsMuted == true },
    ]

    private static let ducks: [Premise] =
        [
            Premise("{other}'s session is active and ducks others") { claim in
                claim.other != claim.id
                    && claim.other.flatMap { claim.after[$0] }.map { IndependentRules.ducks($0.session) } == true
                    && claim.levels.contains { $0.unheardBy == nil && $0.duckedBy == .dk1 && $0.duck < 1 }
            },
            Premise("{other}'s alert sound ducks media while it is heard") { claim in
                claim.hasHeard(.alertSound) && claim.after.systemSound?.app == claim.other
                    && claim.levels.contains { $0.unheardBy == nil && $0.duck < 1 }
            },
            Premise("an alert ducks media while it sounds") { claim in
                claim.hasHeard(.alert) && claim.levels.contains { $0.unheardBy == nil && $0.duck < 1 }
            },
            Premise("nothing ducks {app} any more: its level returns") { claim in
                claim.levels.contains { $0.unheardBy == nil && $0.duck == 1 }
                    && claim.transition.pictureBefore.sounds.contains { $0.reference.app == claim.id && $0.duck < 1 }
            },
            Premise("{sound} is no longer silenced and is heard again") { claim in
                claim.isHeardAgain { $0.reference.sound?.name == claim.decision.sentence.sound }
            },
            Premise("several sounds of {app} are no longer silenced and are heard again") { claim in
                claim.isHeardAgain { _ in true }
            },
        ]
        + Claim.nouns.map { noun, kind in
            Premise("\(noun) is no longer silenced and is heard again") { claim in
                claim.isHeardAgain { $0.reference.kind == kind }
            }
        }
        + Claim.nouns.filter { [.ringtone, .alert, .keyClick].contains($0.kind) }.map { noun, kind in
            Premise("the switch is at silent, and \(noun) obeys it") { claim in
                claim.after.ringSwitch == .silent
                    && claim.picture.sounds.contains { $0.reference.kind == kind && $0.unheardBy == .sw2 }
            }
        }
}

extension Claim {
    /// Whether the app and the other one mix with others.
    fileprivate var mixes: (Bool, Bool) {
        (
            app.map { IndependentRules.mixes($0.session) } == true,
            otherApp.map { IndependentRules.mixes($0.session) } == true
        )
    }

    /// Whether another app waits for the app.
    fileprivate func isAwaited(in state: PolicyState) -> Bool {
        state.apps.contains { $0.causes.contains { $0.app == id } }
    }

    /// Whether something that the interruption had halted is paused, or a recording is over.
    fileprivate var leavesHalted: Bool {
        guard let was, let app else { return false }
        return was.recording == .halted && app.recording == .off
            || was.sounds.contains { old in
                old.isHalted && app.sounds.contains { $0.id == old.id && $0.pausedBy == .int3 }
            }
    }

    fileprivate func isHeardAgain(_ fits: (Picture.Level) -> Bool) -> Bool {
        levels.contains { level in
            fits(level) && level.unheardBy == nil
                && transition.pictureBefore.sounds.contains {
                    $0.reference == level.reference && $0.unheardBy == decision.rule
                }
        }
    }
}
