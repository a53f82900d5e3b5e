extension Rule {
    /// R-SIRI: Siri in headphones.
    static let siri: [Rule] = [
        Rule(
            .siri1, "Siri by AirPods lowers other sounds",
            """
            While Siri listens by AirPods, what apps play is lowered; no session is interrupted and no app is told. By the phone \
            itself and by a wired headset Siri interrupts, as R-INT-16 has it.
            """,
            since: .iOS(10), evidence: [.secondHand],
            source: "signalapp/Signal-iOS 4884 (compared on a device; contested: C46)",
            standing: .tables([.settings]),
            limits: """
                Siri holds the device as ever: sessions with input do not start, and the device's own short sounds are not heard. \
                AirPods need not be connected: the step says how Siri listens.
                """),
        Rule(
            .siri2, "Siri reads a message aloud over other sounds",
            """
            While Siri reads a message aloud in headphones or in a car, what apps play is lowered, and spoken audio is interrupted, \
            with leave to resume at the end.
            """,
            since: .iOS(13), evidence: [.secondHand, .inferred],
            source: """
                omnivore-app/omnivore 3627, podverse/podverse-rn 1345 and Automattic/pocket-casts-ios 418 (reported), for spoken \
                audio; iPhone User Guide, Announce notifications, for the devices; that she ends for a call is inferred
                """,
            standing: .tables([.interruptions, .causes]),
            limits: "Siri's own voice is no sound here, and whether she listens for an answer is a step of its own."),
    ]

    /// R-OM to R-IN: what came with iOS 18 to 27.
    static let newer: [Rule] = muting + devices + lifeCycle

    private static let muting: [Rule] = [
        Rule(
            .om1, "An app may mute its own output",
            """
            A session with a muted output has samples of zero, and counts as playing otherwise. PlayAndRecord may be muted in \
            the mode default only, and another mode takes the mute back.
            """,
            since: .iOS(26), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, setOutputMuted",
            standing: .tables([.silencing, .refusals]),
            difference: Difference(
                iPhoneOS3: "There is no such call.", modern: "As stated.", since: .iOS(26))),
        Rule(
            .om2, "An app is told that its output is muted, or not",
            "Each change comes as outputMuteStateChange.",
            since: .iOS(26), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, outputMuteStateChangeNotification",
            standing: .reducer("when an output is muted or is not muted any more")),
        Rule(
            .om3, "Turning the volume up shows a wish to hear",
            """
            While the app in front is muted and the person presses the button up, or moves the slider upward, the app is told \
            userIntentToUnmuteOutput.
            """,
            since: .iOS(26), evidence: [.header, .inferred],
            source: """
                iOS SDK 27, AVAudioSession.h, userIntentToUnmuteOutputNotification, which says that an app may be told; when \
                exactly is inferred
                """,
            standing: .reducer("when a button or the slider moves media upward")),
        Rule(
            .om4, "A muted output leaves system sounds and haptics alone",
            "System sounds of the app are heard, and the device vibrates, while its output is muted.",
            since: .iOS(26), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, setOutputMuted",
            standing: .reducer("when the picture is painted: the row of R-OM-1 is about sounds of sessions alone")),
        Rule(
            .sfv1, "Short-form video is a mode of Playback",
            "The mode shortFormVideo is refused with badParam elsewhere, and with a long-form policy.",
            since: .iOS(26), evidence: [.appleDocument, .header],
            source: "iOS SDK 27, AVAudioSessionTypes.h; AVAudioSession reference, shortFormVideo",
            standing: .tables([.refusals])),
        Rule(
            .sfv2, "Muted short-form video interrupts no app",
            "In this mode a session whose output is muted is heard beside others, which it would else interrupt.",
            since: .iOS(26), evidence: [.appleDocument],
            source: "AVAudioSession reference, shortFormVideo, which says that it may be so (contested: C35)",
            standing: .tables([.settings])),
        Rule(
            .sfv3, "The system unmutes short-form video",
            """
            In this mode the wish to hear takes the mute back by itself; both notices come, and from then on the session \
            interrupts as Playback does.
            """,
            since: .iOS(26), evidence: [.appleDocument],
            source: "AVAudioSession reference, shortFormVideo",
            standing: .reducer("when a button or the slider moves media upward")),
    ]

    private static let lifeCycle: [Rule] = [
        Rule(
            .lc1, "An app is told that its session became active",
            "The session becomes active by the app's own call, or by the start of a sound or a recording.",
            since: .iOS(27), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, didBecomeActiveNotification",
            standing: .tables([.settings]),
            difference: Difference(iPhoneOS3: "No app is told.", modern: "As stated.", since: .iOS(27))),
        Rule(
            .lc2, "An app is told that its session became inactive",
            """
            Each deactivation is told with its source, the app itself or the system, and with the reason of the interruption \
            where it was the system.
            """,
            since: .iOS(27), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, didBecomeInactiveNotification and DeactivationContext",
            standing: .tables([.settings]),
            limits: "Neither the loss of the media server nor a suspension is told so; what is told then is as before.",
            difference: Difference(iPhoneOS3: "No app is told.", modern: "As stated.", since: .iOS(27))),
        Rule(
            .lc3, "An app is told whether to go on",
            """
            At the end of an interruption an app is recommended to resume or not to, whether or not the app that interrupted it \
            says anything; so is one whose activation was refused, once the refuser is gone. An app may ask for the latter \
            under every rule book.
            """,
            since: .iOS(27), evidence: [.appleDocument, .header, .inferred],
            source: """
                iOS SDK 27, AVAudioSession.h, resumptionRecommendationNotification; Handling audio interruptions, 2026; the \
                refused are inferred from "some cases" (contested: C37); that an app may ask is a rule of the emulator, for \
                programs without a button
                """,
            standing: .tables([.settings]),
            difference: Difference(
                iPhoneOS3: "Only an app that asks is told.", modern: "As stated.", since: .iOS(27))),
    ]

    private static let devices: [Rule] = [
        Rule(
            .dr1, "MultiRoute may use the phone and one device at once",
            """
            The mode dualRoute is for MultiRoute with allowBluetoothHFP: the phone's microphone and speaker come first, and one \
            device with input and output beside them.
            """,
            since: .iOS(26, 2), evidence: [.header],
            source: "iOS SDK 27, AVAudioSessionTypes.h, dualRoute",
            standing: .tables([.refusals]),
            limits:
                "Which of several devices is the second is not said: it is the latest. The level is that of the speaker."
        ),
        Rule(
            .mr5, "MultiRoute mixes in its default mode only",
            "With MultiRoute the options to mix, to duck and to interrupt spoken audio are refused in other modes.",
            since: .iOS(26), evidence: [.header],
            source: "iOS SDK 27, AVAudioSessionTypes.h, the category options",
            standing: .tables([.refusals])),
        Rule(
            .bt9, "Recording over Bluetooth in high quality",
            """
            The option bluetoothHighQualityRecording goes with the mode default; hands-free is what it falls back to, and a route \
            without it ignores it.
            """,
            since: .iOS(26), evidence: [.header],
            source: "iOS SDK 27, AVAudioSessionTypes.h, bluetoothHighQualityRecording",
            standing: .tables([.options, .refusals]),
            limits: "No accessory here records in high quality: the option is kept, and ignored."),
        Rule(
            .ff1, "Far-field input needs hands-free",
            "The option farFieldInput without allowBluetoothHFP is refused.",
            since: .iOS(26, 2), evidence: [.header],
            source: "iOS SDK 27, AVAudioSessionTypes.h, farFieldInput",
            standing: .tables([.options, .refusals]),
            limits: "No accessory here has a far-field microphone: the option is kept, and ignored."),
        Rule(
            .ec1, "An app may prefer echo cancellation",
            """
            The preference is for PlayAndRecord in the mode default, and for MultiRoute in the mode dualRoute; sessions that \
            record without it may be interrupted.
            """,
            since: .iOS(18, 2), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, setPrefersEchoCancelledInput (contested: C36)",
            standing: .tables([.refusals, .settings]),
            limits: "Samples are left as they are."),
        Rule(
            .ps1, "How much a prompt should say",
            """
            An app that asks for promptStyle is told none while Siri listens, short while a call is on or Siri reads a message \
            aloud, else normal.
            """,
            since: .iOS(13), evidence: [.appleDocument, .header],
            source: "iOS SDK 18, AVAudioSession.h, promptStyle; WWDC 2019, session 510",
            standing: .reducer("when an app asks for promptStyle"),
            limits: "There is no voice mail, and Siri says nothing else aloud."),
        Rule(
            .in1, "A list of inputs that changes is told",
            """
            Apps are told availableInputsChange when an accessory changes the list of their inputs; a microphone that comes \
            takes preferred inputs back.
            """,
            since: .iOS(26), evidence: [.header, .secondHand],
            source: """
                iOS SDK 27, AVAudioSession.h, availableInputsChangeNotification; Apple developer forum 737196, for the second half
                """,
            standing: .tables([.settings])),
    ]
}
