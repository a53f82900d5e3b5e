@testable import SessionExploration
@testable import SessionPolicy

extension Premise {
    static let ofLevels: [Premise] =
        buttons + [
            Premise("the ringer goes no lower than one step; only the switch silences it") {
                $0.after.ringerVolume == 0.0625
            },
            Premise("the slider in Settings changes the ringer volume") {
                if case .ringerSliderMoved = $0.event { true } else { false }
            },
            Premise("the output has no volume control: the buttons have no effect") {
                $0.presses && $0.before.hasLevels(like: $0.after)
            },
            Premise("the media volume applies to the sounds of apps") {
                $0.before.ringerVolume == $0.after.ringerVolume && $0.before.callVolume == $0.after.callVolume
            },
            Premise("like the buttons, the slider changes the media volume") {
                if case .volumeSliderMoved(let level) = $0.event { $0.picture.mediaVolume == level } else { false }
            },
        ]

    private static let buttons: [Premise] = [
        Premise("{other} is in a chat, which uses the call volume: the buttons change that") {
            $0.presses && $0.otherChats
        },
        Premise("{other} is in a chat, which uses the call volume: the slider changes that") { $0.otherChats },
        Premise("during a call the buttons change the call volume") {
            $0.presses && IndependentRules.callOn($0.after) != nil
        },
        Premise("the playing sounds are silenced: the buttons change the ringer volume") { claim in
            claim.presses && claim.after.apps.contains { IndependentRules.plays($0, in: claim.after) }
                && claim.movesNoMedia
        },
        Premise("no app's sound plays: the buttons change the ringer volume") { claim in
            claim.presses && !claim.after.apps.contains { IndependentRules.plays($0, in: claim.after) }
                && claim.movesNoMedia
        },
        Premise("an alarm sounds: the buttons change the ringer volume") { claim in
            claim.presses && claim.hasHeard(.alarm) && claim.movesNoMedia
        },
        Premise("the phone rings: the buttons change the ringer volume") { claim in
            claim.presses && IndependentRules.rings(claim.after) && claim.after.ringSwitch == .ring
                && claim.movesNoMedia
        },
        Premise("{other} shows a volume view: the buttons change the media volume") {
            $0.presses && $0.otherApp?.showsVolumeView == true && $0.after.foreground == $0.other && !$0.after.isLocked
        },
        Premise("{other} plays: the buttons change the media volume") { claim in
            claim.presses && claim.otherApp.map { IndependentRules.plays($0, in: claim.after) } == true
        },
        Premise("{other}'s session is active: the buttons change the media volume") { claim in
            claim.presses && claim.otherApp?.session.phase == .active
        },
    ]

    static let ofWishes: [Premise] = [
        Premise("{app} prefers not to be interrupted by system alerts") {
            $0.app?.prefersNoSystemAlerts == true
        },
        Premise("system alerts may interrupt {app}") { $0.app?.prefersNoSystemAlerts == false },
        Premise("{app} prefers to be interrupted when its output is disconnected") {
            $0.app?.prefersDisconnectInterruption == true
        },
        Premise("{app} prefers not to be interrupted when its output is disconnected") {
            $0.app?.prefersDisconnectInterruption == false
        },
        Premise("{app} prefers echo-cancelled input") {
            $0.app?.prefersEchoCancellation == true
        },
        Premise("{app} does not prefer echo-cancelled input") { $0.app?.prefersEchoCancellation == false },
        Premise("{app}'s input is muted already") { $0.was?.inputIsMuted == true && $0.app?.inputIsMuted == true },
        Premise("{app}'s input was not muted") { $0.was?.inputIsMuted != true && $0.app?.inputIsMuted == false },
        Premise("{app} mutes its input: what it records is silence") { $0.app?.inputIsMuted == true },
        Premise("{app} unmutes its input") {
            $0.was?.inputIsMuted == true && $0.app?.inputIsMuted == false
        },
        Premise("{app} shows a volume view: in the foreground, it makes the buttons change the media volume") {
            $0.app?.showsVolumeView == true
        },
        Premise("{app} shows no volume view") { $0.app?.showsVolumeView == false },
        Premise("{app}'s session keeps its mode during voice processing") {
            $0.app?.session.mode == ($0.was?.session.mode ?? .default)
        },
        Premise("{app} starts voice processing, which sets its session's mode to voiceChat") {
            $0.app?.session.mode == .voiceChat && $0.was?.session.mode ?? .default == .default
        },
        Premise("{app}'s output is muted already") {
            $0.was?.session.outputIsMuted == true && $0.app?.session.outputIsMuted == true
        },
        Premise("{app}'s output was not muted") {
            $0.was?.session.outputIsMuted != true && $0.app?.session.outputIsMuted == false
        },
        Premise("{app} has muted its output: it renders silence") { $0.app?.session.outputIsMuted == true },
        Premise("{app}'s output is unmuted") {
            $0.was?.session.outputIsMuted == true && $0.app?.session.outputIsMuted == false
        },
        Premise("the person turns the volume up while {app} is muted: it is notified") { claim in
            claim.was?.session.outputIsMuted == true && claim.before.foreground == claim.id
                && claim.isTold { $0 == .userIntentToUnmuteOutput }
        },
        Premise("{app} plays short-form video: the system unmutes it") {
            $0.was?.session.outputIsMuted == true && $0.app?.session.mode == .shortFormVideo
        },
        Premise("{app} prefers no input: the rules choose") { $0.app != nil && $0.app?.session.preferredInput == nil },
        Premise("{app} uses its preferred microphone while that is available") {
            $0.app?.session.preferredInput != nil
        },
    ]

    static let ofSteps: [Premise] =
        ofSiriAndTheEar + [
            Premise("nothing changed: no rule applies") { $0.before == $0.after },
            Premise("nothing audible changed: no rule applies") {
                $0.picture.sounds == $0.transition.pictureBefore.sounds
            },
        ]
}

extension Premise {
    fileprivate static let ofSiriAndTheEar: [Premise] = [
        Premise("changeWithButtons is off: the buttons do not change the ringer volume") {
            $0.presses && $0.isOff(.changeWithButtons) && $0.before.ringerVolume == $0.after.ringerVolume
        },
        Premise("changeWithButtons is off: the buttons change the media volume") {
            $0.presses && $0.isOff(.changeWithButtons) && $0.before.ringerVolume == $0.after.ringerVolume
        },
        Premise("an accessory is the output: the buttons change its media volume") {
            $0.presses && !$0.picture.route.outputs.isSubset(of: .builtIn)
        },
        Premise("the phone was at the ear already") { $0.before.isAtEar && $0.after.isAtEar },
        Premise("the phone was away from the ear already") { !$0.before.isAtEar && !$0.after.isAtEar },
        Premise("the phone is at the ear: its screen is dark but not locked, which silences and suspends nothing") {
            !$0.before.isAtEar && $0.after.isAtEar && $0.before.isLocked == $0.after.isLocked
        },
        Premise("the phone leaves the ear: its screen is lit again") { $0.before.isAtEar && !$0.after.isAtEar },
        Premise("the screen is locked: {app} is not notified") { $0.after.isLocked && $0.after.foreground == $0.id },
        Premise("{app} is in the foreground and is notified") { claim in
            claim.after.foreground == claim.id && claim.isTold { _ in true }
        },
        Premise("Siri reads a message aloud: prompts should be short") { $0.after.announcementEnds != nil },
        Premise("Siri neither listens nor reads, and no call is on") {
            !$0.after.siriListens && $0.after.announcementEnds == nil && IndependentRules.callOn($0.after) == nil
        },
        Premise("Siri reads a message aloud, and interrupts {app}'s spoken audio") {
            $0.after.announcementEnds != nil && $0.waits(.announcement) && $0.app?.session.mode == .spokenAudio
        },
        Premise("Siri reads a message aloud, and has interrupted {app}'s spoken audio") { $0.waits(.announcement) },
        Premise("Siri listens through AirPods and holds the device without interrupting a session") {
            $0.after.siriListens && $0.after.siriLowers
        },
        Premise("Siri continues with the next message") {
            $0.before.announcementEnds != nil && $0.after.announcementEnds != nil
        },
        Premise("Siri reads a message aloud") { $0.before.announcementEnds == nil && $0.after.announcementEnds != nil },
        Premise("Siri is done with the message") {
            $0.before.announcementEnds != nil && $0.after.announcementEnds == nil
        },
        Premise("{app} is already interrupted and now also waits for the message that Siri reads") {
            $0.waits(.announcement) && $0.after.announcementEnds != nil
        },
        Premise("{app} still waits for the message that Siri reads") { $0.waits(.announcement) },
        Premise("Siri listens through AirPods and ducks media meanwhile") { claim in
            claim.after.siriListens && claim.after.siriLowers && claim.levels.contains { $0.duck < 1 }
        },
        Premise("Siri reads a message aloud and ducks media meanwhile") { claim in
            claim.after.announcementEnds != nil && claim.levels.contains { $0.duck < 1 }
        },
        Premise("the tone of this kind of notification is off in Settings") { claim in
            switch claim.after.alert?.kind {
            case .message?: claim.isOff(.messageTones)
            case .mail?: claim.isOff(.mailTones)
            case .calendar?: claim.isOff(.calendarTones)
            default: false
            }
        },
        Premise("ringtones is off in Settings") { $0.isOff(.ringtones) && IndependentRules.rings($0.after) },
    ]
}

extension Claim {
    fileprivate var presses: Bool { if case .volumeButtonPressed = event { true } else { false } }

    fileprivate var otherChats: Bool {
        guard let session = otherApp?.session else { return false }
        return session.phase == .active && session.category == .playAndRecord
            && [.voiceChat, .videoChat, .gameChat].contains(session.mode)
    }

    fileprivate var movesNoMedia: Bool {
        before.mediaLevels == after.mediaLevels && before.callVolume == after.callVolume
    }
}
