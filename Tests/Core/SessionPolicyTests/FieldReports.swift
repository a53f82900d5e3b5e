import SessionPolicy

/// A report of what a device did, which bears out a rule or speaks against it.
struct FieldReport: Hashable, Sendable {
    /// The behaviour that was seen, in our words, with the system where it is told.
    let what: String
    /// An address of GitHub: owner, repository and number.
    let source: String
    /// The certainty of the report: measured (a log, or a test on a device) or second-hand (told).
    let grade: Rule.Evidence
    let rules: [RuleID]
    /// Whether the emulator does the same.
    let agrees: Bool

    init(_ rules: [RuleID], _ source: String, _ grade: Rule.Evidence, agrees: Bool = true, _ what: String) {
        (self.rules, self.source, self.grade, self.agrees, self.what) = (rules, source, grade, agrees, what)
    }
}

extension FieldReport {
    /// Every report once.
    static let catalog: [FieldReport] = [
        FieldReport(
            [.sw6], "audiolabs/trackswitch.js 13", .secondHand,
            "Web audio, which is ambient, is silent with the switch at silent, but is heard in headphones (2024)."),
        FieldReport(
            [.act6, .int4], "noreasonprojects/ModernAVPlayer 174", .measured,
            """
            After a call a player in the background does not come back, and with mixWithOthers it does; in front it comes \
            back in either case (iOS 13.6).
            """),
        FieldReport(
            [.dk1], "bluefireteam/audioplayers 1496", .measured,
            "Music stays ducked after the sound has ended, until the app leaves the foreground or is killed (2023)."),
        FieldReport(
            [.dk1], "ryanheise/audio_session 66", .measured,
            "A player that ducks and never deactivates leaves the other's music low for good (2022)."),
        FieldReport(
            [.dk1], "expo/expo 33124", .measured,
            "The same with another library: the duck begins with the sound and does not end with it (2024)."),
        FieldReport(
            [.dk1], "doublesymmetry/react-native-track-player 1023", .secondHand,
            "The same again: only killing the app restores the music (2020)."),
        FieldReport(
            [.bg6, .bg9], "ryanheise/audio_session 7", .measured,
            """
            Paused from a locked screen and played again after half a minute, an app is told at that moment that an \
            interruption began, with WasSuspendedKey (iOS 14.0.1).
            """),
        FieldReport(
            [.bg6, .bg9], "doublesymmetry/react-native-track-player 1088", .measured,
            """
            Paused on the lock screen and played again there after some 30 s, an app plays and is told at that moment that an \
            interruption began, with WasSuspendedKey (2020).
            """),
        FieldReport(
            [.bg6, .bg9], "tanguyantoine/react-native-music-control 225", .measured,
            "The same with another library: the app that plays again is told that it was suspended (2019)."),
        FieldReport(
            [.bg9], "TortugaPower/BookPlayer 343", .secondHand,
            """
            Paused in the background, a player hears only when it is back in front that its headphones were unplugged \
            meanwhile (2019).
            """),
        FieldReport(
            [.bg9], "advplyr/audiobookshelf-app 369", .secondHand, agrees: false,
            "A paused player is notified of the end of an interruption, with shouldResume, hours after its pause."),
        FieldReport(
            [.rte5], "doublesymmetry/react-native-track-player 1926", .secondHand,
            "A Bluetooth speaker is switched off and the music is paused, although the app is told nothing (iOS 15.6.1)."
        ),
        FieldReport(
            [.rte5, .int14], "perminder-klair/subwave 992", .measured, agrees: false,
            """
            With the policy longFormAudio the app plays on unheard when its speaker or the car goes: it moves neither to the \
            phone's speaker nor is it paused (2026).
            """),
        FieldReport(
            [.rte5], "react-native-webrtc/react-native-incall-manager 191", .secondHand,
            "AirPods go during a video chat, which goes on in the receiver (2022)."),
        FieldReport(
            [.int16], "lionheart/openradar-mirror 20492", .secondHand,
            """
            Siri starts a podcast by an intent: the app is told a beginning, plays, is told another one, and the end only when \
            Siri's panel goes (2018).
            """),
        FieldReport(
            [.int17], "twilio/twilio-voice-ios 152", .measured, agrees: false,
            """
            A call that resumes from hold after the other side hung up the phone's call stays silent; if the person \
            hangs up, it is heard (2026).
            """),
        FieldReport(
            [.int11], "expo/expo 8509", .secondHand, agrees: false, "A session that mixes continues during Siri (2020)."
        ),
        FieldReport(
            [.rte6], "aws/amazon-chime-sdk-ios 242", .measured, agrees: false,
            "A Bluetooth headset that is switched off by its button brings no route change with oldDeviceUnavailable (2021)."
        ),
        FieldReport(
            [.rte8], "expo/expo 37580", .secondHand,
            """
            One developer finds that defaultToSpeaker keeps a recording out of connected headphones, another that it never \
            overrides a headset (2025).
            """),
        FieldReport(
            [.int3], "tumtumtum/StreamingKit 339", .secondHand,
            "A player is told the beginning of interruptions and never an end (2017)."),
        FieldReport(
            [.int7], "lionheart/openradar-mirror 5609", .measured, agrees: false,
            "A player is told the interruption by a call only when the call is over (iOS 6)."),
        FieldReport(
            [.int5], "jellyfin/Swiftfin 2037", .measured,
            "A timer interrupts with a reason of 0, and the beginning carries no options (2026)."),
        FieldReport(
            [.int17], "livekit/client-sdk-swift 886", .measured, agrees: false,
            """
            An alarm interrupts an app's CallKit call, and after it the app may not activate by itself: the error is \
            missingEntitlement, until the call is held and taken up again (2026).
            """),
        FieldReport(
            [.siri1], "signalapp/Signal-iOS 4884", .secondHand,
            """
            On AirPods, Siri lowers a voice message and the app is not notified; on the speaker or a wired headset, \
            Siri interrupts it (2021).
            """
        ),
        FieldReport(
            [.vol11], "lionheart/openradar-mirror 3026", .secondHand,
            "With headphones in and nothing playing, the buttons move the headphones' volume on iOS 8, and the ringer on iOS 6."
        ),
        FieldReport(
            [.rte6], "Automattic/pocket-casts-ios 4400", .secondHand, agrees: false,
            "CarPlay that connects again may be told with the reason categoryChange (2026; contested: C42)."),
        FieldReport(
            [.act7], "loopandlearn/LoopFollow 555", .secondHand, agrees: false,
            "Right after an alarm of the Clock an activation may still fail (2026; contested: C43)."),
    ]
}
