@testable import SessionExploration
@testable import SessionPolicy

extension Premise {
    static let ofDevice: [Premise] = switches + vibrations + sounds + settings

    private static let switches: [Premise] = [
        Premise("the switch is at silent already") {
            $0.before.ringSwitch == .silent && $0.after.ringSwitch == .silent
        },
        Premise("the switch is at ring already") { $0.before.ringSwitch == .ring && $0.after.ringSwitch == .ring },
        Premise("the switch does not silence {app}'s category") {
            $0.app.map { !IndependentRules.obeysSwitch($0.session.category) } == true
        },
        Premise("the screen was locked already") { $0.before.isLocked && $0.after.isLocked },
        Premise("the screen was unlocked already") { !$0.before.isLocked && !$0.after.isLocked },
        Premise("locking does not silence {app}'s category") {
            $0.app.map { !IndependentRules.obeysSwitch($0.session.category) } == true
        },
        Premise("{app} may not run while the screen is locked: it ducks nothing meanwhile") { claim in
            claim.isStoppedByLock && claim.app.map { IndependentRules.ducks($0.session) } == true
                && !claim.picture.sounds.contains { $0.duckedBy != nil && $0.originator?.app == claim.id }
        },
        Premise("{app} may not run while the screen is locked: it records silence meanwhile") {
            $0.isStoppedByLock && $0.app?.recording == .running
        },
    ]

    private static let vibrations: [Premise] = [
        Premise("no vibration: {app}'s own category is Record") {
            !$0.transition.step.vibrates && $0.app?.session.category == .record
        },
        Premise("no vibration: {app}'s own category is PlayAndRecord") {
            !$0.transition.step.vibrates && $0.app?.session.category == .playAndRecord
        },
        Premise("no vibration: {other} records and has not allowed it") {
            !$0.transition.step.vibrates && $0.otherApp?.recording == .running
                && $0.otherApp?.allowsHapticsWhileRecording == false
        },
        Premise("no vibration: the switch is at ring, and vibrateOnRing is off") {
            !$0.transition.step.vibrates && $0.after.ringSwitch == .ring && $0.isOff(.vibrateOnRing)
        },
        Premise("no vibration: the switch is at silent, and vibrateOnSilent is off") {
            !$0.transition.step.vibrates && $0.after.ringSwitch == .silent && $0.isOff(.vibrateOnSilent)
        },
        Premise("the device vibrates: the switch is at ring, and vibrateOnRing is on") {
            $0.transition.step.vibrates && $0.after.ringSwitch == .ring && !$0.isOff(.vibrateOnRing)
        },
        Premise("the device vibrates: the switch is at silent, and vibrateOnSilent is on") {
            $0.transition.step.vibrates && $0.after.ringSwitch == .silent && !$0.isOff(.vibrateOnSilent)
        },
        Premise("a call rings if the switch allows it, and vibrates if the setting does") {
            $0.callPhase == .incoming
        },
        Premise("an alarm sounds, and vibrates if the setting allows it") {
            $0.after.alarms.count > $0.before.alarms.count
        },
        Premise("a notification sounds if the switch allows it, and vibrates if the setting does") {
            if case .alertArrived = $0.event { true } else { false }
        },
        Premise("an alert sound is heard if the switch allows it, and vibrates if the setting does") {
            if case .alertSound? = $0.appEvent { true } else { false }
        },
        Premise("an app asks for a vibration") { if case .vibrate? = $0.appEvent { true } else { false } },
    ]

    private static let sounds: [Premise] = [
        Premise("the alert mixes with other sounds") { claim in
            claim.hasHeard(.alert) && claim.hasHeard(.sound) && !claim.picture.sounds.contains { $0.duckedBy == .al4 }
        },
        Premise("an alert lowers nothing") { claim in
            claim.after.alert != nil && !claim.picture.sounds.contains { $0.duckedBy == .al4 }
        },
        Premise("a keyboard click plays at the ringer's level") { claim in
            claim.picture.sounds.contains { $0.reference.kind == .keyClick && $0.volume == claim.after.ringerVolume }
        },
        Premise("one system sound at a time: {app}'s is cut") {
            $0.before.systemSound?.app == $0.id && $0.after.systemSound != $0.before.systemSound
        },
        Premise("System Sound Services play at the ringer's level, outside {app}'s session") { claim in
            claim.after.systemSound?.app == claim.id && claim.app?.session.phase == claim.was?.session.phase
                || claim.was == nil
        },
        Premise("the media server died: every app's sound is gone and every session inactive") { claim in
            claim.after.mediaServicesAreLost
                && claim.after.apps.allSatisfy { $0.sounds.isEmpty && $0.session.phase == .inactive }
        },
        Premise("the media server is back: apps set up their sessions again") {
            $0.before.mediaServicesAreLost && !$0.after.mediaServicesAreLost
        },
        Premise("the sound was lost with the media server: nothing is left to pause or stop") {
            guard let was = $0.was, let event = $0.appEvent else { return false }
            switch event {
            case .pause(let sound?), .stop(let sound?):
                return was.lostSounds.contains(sound) && !was.sounds.contains { $0.id == sound }
            default: return false
            }
        },
        Premise("the recording was lost with the media server: nothing is left to stop") {
            $0.was?.lostRecording == true && $0.before.apps == $0.after.apps
        },
        Premise("the device sleeps: nothing plays, and apps are notified of the route when it wakes") { claim in
            claim.after.isAsleep && !claim.picture.sounds.contains { $0.unheardBy == nil }
        },
    ]

    private static let settings: [Premise] =
        Setting.allCases.flatMap { setting in
            [
                Premise("\(setting) is on from now on") { $0.wasOff(setting) && !$0.isOff(setting) },
                Premise("\(setting) is off from now on") { !$0.wasOff(setting) && $0.isOff(setting) },
                Premise("\(setting) is on already") { !$0.wasOff(setting) && !$0.isOff(setting) },
                Premise("\(setting) is off already") { $0.wasOff(setting) && $0.isOff(setting) },
            ]
        } + [
            Premise("{app}'s notifications may sound") {
                $0.id.map($0.before.appsWithoutAlertSounds.contains) == true
                    && $0.id.map($0.after.appsWithoutAlertSounds.contains) == false
            },
            Premise("{app}'s notifications are silent") {
                $0.id.map($0.before.appsWithoutAlertSounds.contains) == false
                    && $0.id.map($0.after.appsWithoutAlertSounds.contains) == true
            },
            Premise("{app}'s notifications may sound already") {
                $0.id.map($0.before.appsWithoutAlertSounds.contains) == false
            },
            Premise("{app}'s notifications are silent already") {
                $0.id.map($0.before.appsWithoutAlertSounds.contains) == true
            },
            Premise("{app} may hear the microphone") { claim in
                !claim.after.permissionsNotGranted.contains { $0.app == claim.id }
            },
            Premise("{app} may not hear the microphone: what it records is silence") { claim in
                claim.after.permissionsNotGranted.contains { $0.app == claim.id }
            },
        ]

    static let ofLives: [Premise] = [
        Premise("{app} starts with its default category and an inactive session") { claim in
            claim.was == nil
        },
        Premise("{app} is launched in the background") { $0.was == nil && $0.after.foreground != $0.id },
        Premise("{app} is already running and stays where it is") {
            $0.was != nil && $0.after.foreground == $0.before.foreground
        },
        Premise("{app} is registered as Now Playing") { $0.app?.isNowPlaying == true },
        Premise("{app} is no longer registered as Now Playing") { $0.app?.isNowPlaying == false },
        Premise("{app} allows vibration and system sounds while it records") {
            $0.app?.allowsHapticsWhileRecording == true
        },
        Premise("{app} allows neither vibration nor system sounds while it records") {
            $0.app?.allowsHapticsWhileRecording == false
        },
        Premise("{app} is in the foreground already") {
            ($0.before.foreground == $0.id || $0.was == nil) && $0.after.foreground == $0.id
        },
        Premise("{app} comes to the foreground") { claim in
            claim.before.foreground != claim.id
                && (claim.after.foreground == claim.id || claim.appEvent == .enteredBackground || claim.app == nil)
        },
        Premise("{app} is in the background already") {
            $0.before.foreground != $0.id && $0.after.foreground == $0.before.foreground
        },
        Premise("{app} is one of the system's own apps and keeps running") {
            $0.app?.kind == .system && ($0.before.foreground == $0.id || $0.was == nil) && $0.after.foreground != $0.id
        },
        Premise("{app} keeps running for a while before it may be suspended") {
            ($0.before.foreground == $0.id || $0.was == nil) && $0.after.foreground != $0.id
                && $0.app?.suspendsAt != nil
        },
        Premise("{app} is suspended in the background") { claim in
            (claim.before.foreground == claim.id || claim.was == nil) && claim.isSuspended
        },
        Premise("{app} has a call, and is not suspended in the background") { claim in
            (claim.before.foreground == claim.id || claim.was == nil)
                && claim.app.map { IndependentRules.hasCall($0, in: claim.after) } == true
                && !claim.isSuspended
        },
        Premise("{app} may sound in the background") { claim in
            (claim.before.foreground == claim.id || claim.was == nil) && claim.after.foreground != claim.id
                && claim.app?.hasBackgroundAudio == true
        },
        Premise("a third-party app that leaves the foreground is terminated") {
            $0.app == nil && ($0.was == nil || $0.before.foreground == $0.id && $0.was?.kind == .app)
        },
        Premise("{app} has ended and holds nothing any more") { claim in
            claim.id.map { claim.after[$0] == nil && claim.after.endedApps.contains($0) } == true
                && !claim.after.calls.contains { $0.app == claim.id }
        },
        Premise("{app} is suspended: its session becomes inactive and its sounds stop") {
            $0.isSuspended && $0.app?.session.phase == .inactive && $0.app?.hasRunningIO == false
        },
        Premise("{app} runs again") { claim in
            // One without a delay may be suspended again at the same step.
            claim.was?.isSuspended == true && (!claim.isSuspended || claim.app?.suspensionDelay == .zero)
        },
        Premise("{app} is suspended") { $0.isSuspended && $0.app?.session.phase == .inactive },
        Premise("{app} neither plays nor records: after a while it is suspended") {
            $0.app?.hasRunningIO == false && $0.app?.suspendsAt != nil
        },
        Premise("{app} runs again and is only now notified that the route has changed") { claim in
            claim.was?.missedRouteChange != nil && claim.app?.missedRouteChange == nil
                && claim.isTold { if case .routeChange = $0 { true } else { false } }
        },
        Premise("{app} is notified that the system has deactivated its session") { claim in
            claim.isTold { $0 == .becameInactive(.system(because: .default)) }
        },
        Premise("{app} runs again and is only now notified that its session was interrupted") { claim in
            claim.was?.hearsOfSuspension == true && !claim.isSuspended
                && claim.isTold { $0 == .interruptionBegan(because: .appWasSuspended) }
        },
    ]
}

extension Claim {
    var isStoppedByLock: Bool {
        app.map { IndependentRules.isStoppedByLock($0, in: after, isEarly: transition.book.system < .iOS(4)) } == true
    }
    var isSuspended: Bool { app?.isSuspended == true }
    func isOff(_ setting: Setting) -> Bool { after.settingsOff.contains(SettingSet(setting)) }
    func wasOff(_ setting: Setting) -> Bool { before.settingsOff.contains(SettingSet(setting)) }
}
