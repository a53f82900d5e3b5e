extension Rule {
    /// R-HINT, R-MS, R-PRM and R-ERR: questions, the media server, permission and errors.
    static let questions: [Rule] = [
        Rule(
            .hint1, "Other audio is any other audio",
            "The answer is true while any other app is audible, even one that mixes.",
            evidence: [.appleDocument],
            source:
                "AVAudioSession reference, isOtherAudioPlaying; Audio Session Services Reference, OtherAudioIsPlaying",
            standing: .reducer("when an app asks for otherAudioIsPlaying")),
        Rule(
            .hint2, "Secondary audio yields to audio that does not mix",
            "The hint is true only while another app plays with a session that does not mix.",
            since: .iOS(8), evidence: [.appleDocument],
            source: "WWDC 2014, session 501; AVAudioSession reference, secondaryAudioShouldBeSilencedHint",
            standing: .reducer("when an app asks for secondaryAudioShouldBeSilencedHint")),
        Rule(
            .hint3, "Active foreground apps are notified of the hint",
            "A foreground app with an active session is notified when other apps' primary audio starts and stops.",
            since: .iOS(8), evidence: [.appleDocument, .header],
            source: "iOS SDK 18, AVAudioSession.h, silenceSecondaryAudioHintNotification",
            difference: Difference(iPhoneOS3: "No app is notified.", modern: "As stated.", since: .iOS(8))),
        Rule(
            .hint4, "A game asks again when it comes back",
            "A game should ask whenever it returns to the foreground, not only at launch.",
            since: .iOS(4), evidence: [.appleDocument],
            source: "WWDC 2010, session 412",
            standing: .notEmulated("this is up to the app: the steps say when it asks")),
        Rule(
            .ms1, "A lost media server invalidates everything",
            """
            When the media server dies, all sounds and recordings become invalid and calls fail with \
            mediaServicesFailed. After the reset, an app sets up its session again and creates new ones. Pausing or \
            stopping an invalid one does nothing; every other use of it fails.
            """,
            since: .iOS(6), evidence: [.appleDocument, .header],
            source: """
                iOS SDK 18, AVAudioSession.h, and AVAudioSession reference, mediaServicesWereLost and WereReset (contested: \
                C33)
                """),
        Rule(
            .ms2, "A property listener reported the loss of the server",
            "Before there were notifications, a property of the C interface reported it.",
            until: .iOS(7), evidence: [.appleDocument],
            source: "Audio Session Services Reference, ServerDied",
            standing: .reducer("when the media server is lost or reset"),
            limits: "Every rule book reports it under the later names."),
        Rule(
            .prm1, "Recording needs permission",
            """
            From iOS 7 on, the first use of input asks the person; until permission is granted, input is silence \
            without an error.
            """,
            since: .iOS(7), evidence: [.appleDocument],
            source: "WWDC 2013, session 602; AVAudioSession reference, requestRecordPermission",
            standing: .reducer("when the person answers: until then an app records silence"),
            limits: "Permission counts as granted until a step says otherwise; the first use of input does not ask."),
        Rule(
            .prm2, "Without a usage description the app is terminated",
            "An app that requests the microphone without a usage description is terminated.",
            since: .iOS(10), evidence: [.appleDocument],
            source: "AVAudioSession reference, requestRecordPermission",
            standing: .notEmulated("programs have no property list to hold the description")),
        Rule(
            .prm3, "A muted input records silence",
            "An app may mute its own input; it then records silence, and is notified of each change.",
            since: .iOS(17), evidence: [.header],
            source: "iOS SDK 18, AVAudioApplication.h, setInputMuted and inputMuteStateChangeNotification",
            standing: .reducer("when an app mutes its input")),
        Rule(
            .rc1, "A remote command goes to the Now Playing app",
            """
            A command from the lock screen, an accessory or a car goes to the Now Playing app: of the apps \
            registered for remote commands, the one that last started a sound in a session that does not mix. If \
            there is none, the command is refused.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "Event Handling Guide for iOS, Remote Control Events; MPRemoteCommandCenter reference",
            standing: .reducer("when a person gives a remote command")),
        Rule(
            .rc2, "The headset's button answers, ends, or commands",
            """
            One press plays or pauses, two skip to the next track, three to the previous one. A press answers a \
            ringing call and ends a call that is on.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "iPhone User Guide, Use the headset",
            standing: .reducer("when the button of an accessory is pressed"),
            limits: "Long presses, and swapping calls with them, have no step."),
        Rule(
            .err1, "A refused call changes nothing",
            "An error leaves the session unchanged; the only exception is R-ACT-9, up to iOS 18.",
            evidence: [.header, .inferred],
            source: "iOS SDK 18, AVAudioSession.h",
            standing: .reducer("when a step is refused: the state is unchanged")),
        Rule(
            .err2, "A category that the device lacks is refused",
            "Setting an unavailable category is refused with badParam.",
            since: .iOS(9), evidence: [.inferred],
            source: "Not documented (contested: C27)",
            standing: .tables([.categories]),
            difference: Difference(
                iPhoneOS3: "MultiRoute is refused with badParam.",
                modern: "Every category is available.", since: .iOS(6))),
        Rule(
            .err3, "Playback has no input channels",
            "Asking for input channels in a category without input fails with incompatibleCategory.",
            since: .iOS(7), evidence: [.header],
            source: "iOS SDK 18, AudioSessionTypes.h, incompatibleCategory",
            standing: .notEmulated("preferred channels have no step; recording there is refused by R-CAT-1")),
        Rule(
            .err4, "An option outside its category is refused",
            """
            The options for hands-free, A2DP, AirPlay and the default speaker fail with badParam outside their categories; \
            mixing and ducking are accepted everywhere.
            """,
            evidence: [.secondHand],
            source: "Error logs of several audio packages; code that ships with other combinations (contested: C7)"),
        Rule(
            .err5, "A long-form policy requires Playback",
            """
            longFormAudio and longFormVideo require Playback, one of the modes default, moviePlayback and \
            spokenAudio, and no options; otherwise they fail with badParam. Only the system sets independent.
            """,
            since: .iOS(11), evidence: [.header],
            source: "iOS SDK 18, AVAudioSession.h, setCategory with a route sharing policy"),
    ]

    /// Rules of our own numbering, for what the documents say in passing.
    static let own: [Rule] = [
        Rule(
            .cat1, "A category may lack output or input",
            """
            Playing in Record, recording in Ambient, SoloAmbient or Playback, and both in AudioProcessing are refused with \
            incompatibleCategory.
            """,
            evidence: [.appleDocument, .header],
            source: "Audio Session Programming Guide 2010, Table A-1; AudioSession.h, incompatible category",
            standing: .tables([.directions, .refusals, .silencing])),
        Rule(
            .sys1, "A system sound lasts 30 seconds at most",
            "A longer sound is refused.",
            evidence: [.appleDocument],
            source:
                "System Sound Services Reference; Audio Session Programming Guide 2014; iPhone HIG 2008, Using Sound",
            limits: "The limits on file formats are not emulated."),
        Rule(
            .sys2, "One system sound at a time",
            "A new system or alert sound stops the previous one, whichever app plays it.",
            evidence: [.appleDocument, .inferred],
            source: "System Sound Services Reference, for one at a time; that the new one wins is inferred",
            standing: .reducer("when a system or alert sound starts")),
        Rule(
            .sys3, "System sounds follow the ringer, on the media output",
            """
            System sounds, like alerts and clicks, play at the ringer's volume on the media output and mix with \
            media.
            """,
            evidence: [.appleDocument, .secondHand, .inferred],
            source: """
                iPhone HIG 2008, Using Sound, for mixing; reports on three packages for the level; the output is inferred \
                (contested: C5, C6)
                """),
        Rule(
            .sys4, "An alert sound also vibrates",
            """
            An alert sound vibrates if the setting for the switch's position is on, but never while its app's own \
            category is Record or PlayAndRecord.
            """,
            evidence: [.appleDocument],
            source: "System Sound Services Reference, AudioServicesPlayAlertSound"),
        Rule(
            .set1, "Sounds that are off in Settings are not heard",
            """
            Sound effects, keyboard clicks, the notification sounds of an app, ringtones and the tones of messages, \
            mail and the calendar each have a setting that silences them. A call without a ringtone still interrupts \
            and vibrates.
            """,
            evidence: [.seed, .appleDocument, .inferred],
            source: """
                iPhone HIG 2009, Using Sound, for ringtones and alert sounds that people do not want to hear; System Sound Services \
                Reference, the property of user-interface sounds; the rest is inferred
                """,
            limits: "The setting for sound effects does not affect system sounds that are not part of the interface."),
        Rule(
            .app1, "Only launching restarts an app that has ended",
            """
            After an app quits, crashes or is terminated, none of its state is left, and all its steps but launch \
            are refused.
            """,
            evidence: [.inferred],
            source: "Follows from what a process is",
            standing: .reducer("when an app takes a step")),
        Rule(
            .app2, "One app is in the foreground",
            "Launching an app or bringing it to the foreground sends the previous one to the background.",
            evidence: [.appleDocument, .inferred],
            source: "Audio Session Programming Guide 2010, for one third-party app at a time",
            standing: .reducer("when an app is launched or changes place")),
        Rule(
            .step1, "An impossible step changes nothing",
            """
            Impossible steps, such as unplugging an accessory that is not connected, declining without a call or \
            pausing an unknown sound, are refused and change nothing.
            """,
            evidence: [.inferred],
            source: "A rule of the emulator",
            standing: .reducer("when a step is taken")),
    ]
}
