extension Rule {
    /// R-HINT, R-MS, R-PRM and R-ERR: questions, the media server, permission and errors.
    static let questions: [Rule] = [
        Rule(
            .hint1, "Other audio is any other audio",
            "An app that asks is told whether any other app is audible, even one that mixes.",
            evidence: [.appleDocument],
            source: """
                AVAudioSession reference, isOtherAudioPlaying; Audio Session Services Reference, OtherAudioIsPlaying
                """,
            standing: .reducer("when an app asks for otherAudioIsPlaying")),
        Rule(
            .hint2, "Secondary audio yields to audio that does not mix",
            "The hint is true only while another app plays with a session that does not mix.",
            since: .iOS(8), evidence: [.appleDocument],
            source: "WWDC 2014, session 501; AVAudioSession reference, secondaryAudioShouldBeSilencedHint",
            standing: .reducer("when an app asks for secondaryAudioShouldBeSilencedHint")),
        Rule(
            .hint3, "The hint is told to active foreground apps",
            """
            An app in the foreground with an active session is told when the primary audio of others starts and \
            stops.
            """,
            since: .iOS(8), evidence: [.appleDocument, .header],
            source: "iOS SDK 18, AVAudioSession.h, silenceSecondaryAudioHintNotification",
            standing: .tables([.settings]),
            difference: Difference(iPhoneOS3: "No app is told.", modern: "As stated.", since: .iOS(8))),
        Rule(
            .hint4, "A game asks again when it comes back",
            "The question belongs to every return to the foreground, not to the launch alone.",
            since: .iOS(4), evidence: [.appleDocument],
            source: "WWDC 2010, session 412",
            standing: .notEmulated("it is the app's duty: the steps say when an app asks")),
        Rule(
            .ms1, "A lost media server voids everything",
            """
            When the server dies all sounds and recordings are void and calls fail with mediaServicesFailed; after the reset \
            an app sets up its session again and makes new ones. To pause or stop a dead one does nothing, all else fails.
            """,
            since: .iOS(6), evidence: [.appleDocument, .header],
            source: """
                iOS SDK 18, AVAudioSession.h, and AVAudioSession reference, mediaServicesWereLost and WereReset (contested: \
                C33)
                """,
            standing: .tables([.refusals, .settings])),
        Rule(
            .ms2, "A property listener told of the dead server",
            "Before the notifications there was a property of the C interface for it.",
            until: .iOS(7), evidence: [.appleDocument],
            source: "Audio Session Services Reference, ServerDied",
            standing: .reducer("when the media server is lost or reset"),
            limits: "It is told under the later names in every rule book."),
        Rule(
            .prm1, "Recording needs permission",
            "From iOS 7 the first use of input asks the person; until then input is silence without an error.",
            since: .iOS(7), evidence: [.appleDocument],
            source: "WWDC 2013, session 602; AVAudioSession reference, requestRecordPermission",
            standing: .reducer("when the person answers: until then an app records silence"),
            limits: "It counts as granted until a step says otherwise; the first use of input puts no question."),
        Rule(
            .prm2, "Without a reason the app is ended",
            "An app that asks for the microphone without stating its use is ended.",
            since: .iOS(10), evidence: [.appleDocument],
            source: "AVAudioSession reference, requestRecordPermission",
            standing: .notEmulated("there is no property list, where a program would state its use")),
        Rule(
            .prm3, "A muted input records silence",
            "An app may mute its own input; it then records silence, and is told whenever that changes.",
            since: .iOS(17), evidence: [.header],
            source: "iOS SDK 18, AVAudioApplication.h, setInputMuted and inputMuteStateChangeNotification",
            standing: .reducer("when an app mutes its input")),
        Rule(
            .rc1, "A remote command goes to the Now Playing app",
            """
            What a person wants from the lock screen, an accessory or a car goes to the app that is Now Playing: of those \
            registered for remote commands the one that last started a sound in a session that does not mix. Without one the \
            command is refused.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "Event Handling Guide for iOS, Remote Control Events; MPRemoteCommandCenter reference",
            standing: .reducer("when a person gives a remote command")),
        Rule(
            .rc2, "The headset's button answers, ends, or commands",
            """
            One press plays or pauses, two play the next piece, three the one before; a press answers a call that comes in, \
            and ends the one that is on.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "iPhone User Guide, Use the headset",
            standing: .reducer("when the button of an accessory is pressed"),
            limits: "Presses that are held, and calls that are swapped by them, have no step."),
        Rule(
            .err1, "A refused call changes nothing",
            "An error leaves the session as it was; the one exception is R-ACT-9, up to iOS 18.",
            evidence: [.header, .inferred],
            source: "iOS SDK 18, AVAudioSession.h",
            standing: .reducer("when a step is refused: the state stays as it was")),
        Rule(
            .err2, "A category that the device lacks is refused",
            "Setting a category that is not available fails with the code for a wrong parameter.",
            since: .iOS(9), evidence: [.inferred],
            source: "Not documented (contested: C27)",
            standing: .tables([.categories]),
            difference: Difference(
                iPhoneOS3: "MultiRoute is refused with badParam.", modern: "No row is missing.", since: .iOS(6))),
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
            source: "Error logs of several audio packages; code that ships with other combinations (contested: C7)",
            standing: .tables([.options])),
        Rule(
            .err5, "A long-form policy goes with Playback alone",
            """
            longFormAudio and longFormVideo fail with badParam but in Playback, in the modes default, moviePlayback and \
            spokenAudio, and without options; independent is the system's to set.
            """,
            since: .iOS(11), evidence: [.header],
            source: "iOS SDK 18, AVAudioSession.h, setCategory with a route sharing policy",
            standing: .tables([.refusals])),
    ]

    /// Rules of our own numbering, for what the documents say in passing.
    static let own: [Rule] = [
        Rule(
            .cat1, "A category without output or input has none",
            """
            Playing in Record, recording in Ambient, SoloAmbient or Playback, and both in AudioProcessing are refused with \
            incompatibleCategory.
            """,
            evidence: [.appleDocument, .header],
            source: "Audio Session Programming Guide 2010, Table A-1; AudioSession.h, incompatible category",
            standing: .tables([.directions, .refusals, .silencing])),
        Rule(
            .sys1, "A system sound lasts 30 seconds at most",
            "A longer one is refused.",
            evidence: [.appleDocument],
            source: """
                System Sound Services Reference; Audio Session Programming Guide 2014; iPhone HIG 2008, Using Sound
                """,
            standing: .tables([.numbers]),
            limits: "The limits on file formats are not emulated."),
        Rule(
            .sys2, "One system sound at a time",
            "A new system or alert sound cuts the one before, whichever app it is from.",
            evidence: [.appleDocument, .inferred],
            source: "System Sound Services Reference, for one at a time; that the new one wins is inferred",
            standing: .reducer("when a system or alert sound starts")),
        Rule(
            .sys3, "System sounds follow the ringer, on the media output",
            """
            System sounds, like alerts and clicks, have the ringer's level; they are heard where media is, and mix \
            with it.
            """,
            evidence: [.appleDocument, .secondHand, .inferred],
            source: """
                iPhone HIG 2008, Using Sound, for mixing; reports on three packages for the level; the output is inferred \
                (contested: C5, C6)
                """,
            standing: .tables([.levels])),
        Rule(
            .sys4, "An alert sound also vibrates",
            """
            An alert sound vibrates by the setting for the switch's position, but never while its app's own session is \
            Record or PlayAndRecord.
            """,
            evidence: [.appleDocument],
            source: "System Sound Services Reference, AudioServicesPlayAlertSound",
            standing: .tables([.vibration])),
        Rule(
            .set1, "What is off in Settings is not heard",
            """
            Sound effects, keyboard clicks, the notification sounds of an app, ringtones and the tones of messages, mail and the \
            calendar each have a setting; what is switched off is silent. A call without its tone interrupts and vibrates all the \
            same.
            """,
            evidence: [.seed, .appleDocument, .inferred],
            source: """
                iPhone HIG 2009, Using Sound, for ringtones and alert sounds that people do not want to hear; System Sound Services \
                Reference, the property of user-interface sounds; the rest is inferred
                """,
            standing: .tables([.silencing]),
            limits: "The setting for sound effects leaves a system sound alone that does not belong to the interface."),
        Rule(
            .app1, "An app that ended runs again by launch only",
            "After quit, crash or termination every other step of the app is refused, and nothing of it is left.",
            evidence: [.inferred],
            source: "Follows from what a process is",
            standing: .reducer("when an app takes a step")),
        Rule(
            .app2, "One app is in the foreground",
            "Launching an app or bringing it forward sends the one before to the background.",
            evidence: [.appleDocument, .inferred],
            source: "Audio Session Programming Guide 2010, for one third-party app at a time",
            standing: .reducer("when an app is launched or changes place")),
        Rule(
            .step1, "What the world does not allow changes nothing",
            """
            Unplugging what is not plugged in, declining without a call, pausing an unknown sound and their like are \
            refused and leave everything as it was.
            """,
            evidence: [.inferred],
            source: "A rule of the emulator",
            standing: .reducer("when a step is taken")),
    ]
}
