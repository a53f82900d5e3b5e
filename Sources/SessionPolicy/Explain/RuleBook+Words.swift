// The words in which the tables are printed.

extension Category {
    /// The name in Table 4-1.
    var title: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// The column "Meaning" of Table 4-1, in our words.
    var meaning: String {
        switch self {
        case .soloAmbient: "Sound adds to the app, and other audio should be silent meanwhile"
        case .ambient: "Sound adds to the app, and other audio may go on"
        case .playback: "Sound is what the app is for; it may mix with other audio"
        case .record: "The person records"
        case .playAndRecord: "Sound goes out and in, by turns or at once"
        case .audioProcessing: "Hardware encodes audio; nothing is played or recorded"
        case .multiRoute: "Sound goes to several outputs at once (a row of iOS 6)"
        }
    }
}

extension CategoryRule.Mixing {
    var cell: PrintedTable.Cell {
        switch self {
        case .no: .name("no", shown: "No")
        case .yes: .name("yes", shown: "Yes")
        case .whenAdded: .name("whenAdded", shown: "No (default); Yes (when the MixWithOthers property is added)")
        }
    }
}

extension InterruptionRule.Interrupter {
    var words: String {
        switch self {
        case .ring: "a call comes in"
        case .call: "a call is answered or made"
        case .alarm: "an alarm fires"
        case .siri: "Siri listens"
        case .hold: "the app's own call is put on hold"
        case .microphone: "the phone's own microphone is muted by its hardware"
        case .prompt: "another session that interrupts spoken audio becomes active"
        }
    }
}

extension InterruptionRule.Condition {
    var words: String {
        switch self {
        case .callIsOn: "any, while a call is on already"
        case .ownsTheCall: "that of an app whose call is on, or on hold"
        case .prefersNoAlerts: "its app prefers no interruptions by alerts of the system, and calls come in as banners"
        case .longFormOnAirPlay: "its policy is long-form, and its output AirPlay"
        case .recordsFromPhone: "it records from that microphone, without overrideMutedMicrophoneInterruption"
        case .mixes: "it mixes"
        case .speaks: "its mode is spokenAudio"
        case .any: "any"
        }
    }
}

extension RefusalRule.Condition {
    var words: String {
        switch self {
        case .mediaServicesAreLost: "the media server is lost"
        case .categoryHasNoOutput: "the category has no output"
        case .categoryHasNoInput: "the category has no input"
        case .categoryIsNotPlayAndRecord: "the category is not PlayAndRecord"
        case .deviceIsHeld: "a call or an alarm holds the device"
        case .phoneRings: "the phone rings (C31)"
        case .appCallIsOn: "another app's call is on (C31)"
        case .microphoneIsMuted: "the phone's own microphone, which it would record from, is muted by its hardware"
        case .policyIsTheSystems: "the policy is one that the system sets"
        case .longFormDoesNotFit:
            "the policy is long-form, without Playback in the mode default, moviePlayback or spokenAudio and without options"
        case .categoryIsNotSetSinceReset: "no category was set since the media server's reset (C33)"
        case .launchedInBackground: "a third-party app that was launched in the background and never was in front"
        case .deviceIsHeldAndCategoryHasInput: "a call or an alarm holds the device, and the category has input"
        case .siriListensAndCategoryHasInput: "Siri listens, and the category has input"
        case .backgroundWithoutAudio: "a third-party app in the background, without background audio"
        case .backgroundWithForegroundCategory:
            "a third-party app in the background, with background audio but a category that never sounds there"
        case .backgroundAndMixes: "a third-party app in the background whose session mixes"
        case .backgroundAndNonMixable:
            """
            a third-party app in the background, neither registered as Now Playing nor told that it may resume, whose session is \
            inactive and does not mix; a recording all the same
            """
        }
    }
}

extension SilencingRule.Condition {
    var words: String {
        switch self {
        case .categoryHasNoOutput: "the category has no output"
        case .deviceIsHeld: "a call or an alarm holds the device"
        case .recordIsActive: "a Record session is active that allows no such sound"
        case .inputRuns: "any session records that allows no such sound"
        case .settingIsOff: "its setting is off"
        case .callIsOn: "a call is on already"
        case .sessionPrefersNoAlerts:
            "a session is active that prefers no interruptions by alerts of the system, and calls come in as banners"
        case .silentForCategory:
            "the switch is at silent, the category obeys it, and the output is the phone's own (C3)"
        case .lockedForCategory: "the screen is locked, and the category obeys it"
        case .lockedWithoutBackgroundAudio:
            "the screen is locked, and the third-party app has no background audio and no call that is on"
        case .silent: "the switch is at silent"
        case .locked: "the screen is locked"
        case .volumeIsZero: "the volume in force is 0"
        case .gainIsZero: "the app's own level is 0"
        }
    }
}

extension LevelRule.Outputs {
    var words: String {
        switch self {
        case .media: "the media route"
        case .mediaButAirPlay: "the media route, the speaker in place of AirPlay"
        case .speakerAndHeadphones: "the speaker, and headphones or headset besides"
        case .call: "headphones, headset or hands-free, else the receiver"
        }
    }
}

extension ButtonRule.Condition {
    var words: String {
        switch self {
        case .callIsAnswered: "a call is answered"
        case .ringtoneOrAlarmSounds: "a ringtone or an alarm sounds"
        case .chatIsActive: "the session of a chat is active"
        case .volumeViewIsShown: "the app in front shows a volume view, and the screen is unlocked"
        case .appSoundRuns: "an app's sound runs and is not silenced by switch or lock"
        case .sessionIsActive: "a session is active and not silenced (C28)"
        case .otherwise: "otherwise"
        }
    }
}

extension Feature {
    var words: String {
        switch self {
        case .backgroundLaunch: "launch with inBackground"
        case .nowPlaying: "nowPlaying"
        case .siri: "siri"
        case .hapticsDuringRecording: "allowHapticsAndSystemSoundsDuringRecording"
        case .suspensionDelay: "launch with suspensionDelay"
        case .preferredInput: "setPreferredInput"
        case .routeConfiguration: "routeConfigurationChange"
        case .callsOfApps: "call with app"
        case .routeSharingPolicy: "setCategory with policy"
        case .systemAlertPreference: "prefersNoInterruptionsFromSystemAlerts"
        case .mutedMicrophone: "builtInMicMuted"
        case .disconnectPreference: "prefersInterruptionOnRouteDisconnect"
        case .inputMute: "setInputMuted"
        }
    }
}

extension VibrationRule.Occasion {
    var words: String {
        switch self {
        case .callComesIn: "a call comes in"
        case .alarmFires: "an alarm fires"
        case .alertArrives: "a notification arrives"
        case .alertSound: "an app plays an alert sound"
        case .vibrate: "an app asks for vibration"
        }
    }
}

extension ChangeRule.Part {
    var words: String {
        switch self {
        case .goesOn: "a paused sound goes on"
        case .ends: "a sound is paused or stopped"
        case .haltedByCall: "a call interrupts it"
        case .haltedByAlarm: "an alarm interrupts it"
        case .haltedByApp: "another app interrupts it"
        case .resumes: "its interruption is over"
        case .ownLevel: "its app changes its level"
        case .duckBegins: "others duck it"
        case .duckEnds: "nobody ducks it any more"
        case .silence: "a rule silences it, or no longer does"
        case .volume: "the volume in force moves"
        case .outputs: "its output changes"
        }
    }
}

extension RampRule.Change {
    var words: String {
        switch self {
        case .duckDown: "others are ducked"
        case .duckUp: "the duck ends"
        case .interruptionOut: "another app interrupts"
        case .interruptionIn: "an interrupted app comes back"
        case .phone: "a ring, a call or an alarm takes the device"
        case .cut: "switch, lock, route change, pause, stop"
        case .volume: "a volume moves"
        }
    }
}
