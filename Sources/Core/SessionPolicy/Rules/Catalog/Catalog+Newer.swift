extension Rule {
    /// R-SIRI: Siri in headphones.
    static let siri: [Rule] = [
        Rule(
            .siri1, "Siri on AirPods lowers other sounds",
            """
            While Siri listens through AirPods, sounds of apps are lowered; no session is interrupted and no app is \
            notified. Through the phone or a wired headset Siri interrupts (R-INT-16).
            """,
            since: .iOS(10), evidence: [.secondHand],
            source: "signalapp/Signal-iOS 4884 (compared on a device; contested: C46)",
            limits: """
                Siri still holds the device: sessions with input cannot start, and the device's own short sounds are \
                not heard. AirPods need not be connected: the step says how Siri listens.
                """),
        Rule(
            .siri2, "Siri reads a message aloud over other sounds",
            """
            While Siri reads a message aloud in headphones or in a car, sounds of apps are lowered, and spoken audio \
            is interrupted; at the end it should resume.
            """,
            since: .iOS(13), evidence: [.secondHand, .inferred],
            source: """
                omnivore-app/omnivore 3627, podverse/podverse-rn 1345 and Automattic/pocket-casts-ios 418 \
                (reported), for spoken audio; iPhone User Guide, Announce notifications, for the devices; that Siri \
                stops for a call is inferred
                """,
            limits: "Siri's voice is not emulated as a sound, and listening for an answer is a step of its own."),
    ]

    /// R-OM to R-IN: what came with iOS 18 to 27.
    static let newer: [Rule] = muting + devices + lifeCycle

    private static let muting: [Rule] = [
        Rule(
            .om1, "An app may mute its own output",
            """
            A session with a muted output renders silence and otherwise counts as playing. PlayAndRecord may be \
            muted only in the mode default; another mode unmutes it.
            """,
            since: .iOS(26), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, setOutputMuted",
            standing: .tables([.silencing, .refusals]),
            difference: Difference(
                iPhoneOS3: "There is no such call.", modern: "As stated.", since: .iOS(26))),
        Rule(
            .om2, "An app is notified when its output is muted or unmuted",
            "Each change is posted as outputMuteStateChange.",
            since: .iOS(26), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, outputMuteStateChangeNotification",
            standing: .reducer("when an output is muted or unmuted")),
        Rule(
            .om3, "Turning the volume up signals the intent to unmute",
            """
            When the person turns the volume up with the button or the slider while the foreground app is muted, the \
            app is notified with userIntentToUnmuteOutput.
            """,
            since: .iOS(26), evidence: [.header, .inferred],
            source: """
                iOS SDK 27, AVAudioSession.h, userIntentToUnmuteOutputNotification, which says that an app may be \
                notified; when exactly is inferred
                """,
            standing: .reducer("when a button or the slider raises the media volume")),
        Rule(
            .om4, "Muting the output does not affect system sounds and haptics",
            "While an app's output is muted, its system sounds are heard and the device vibrates.",
            since: .iOS(26), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, setOutputMuted",
            standing: .reducer("when the picture is computed: the row of R-OM-1 covers only sounds of sessions")),
        Rule(
            .sfv1, "Short-form video is a mode of Playback",
            "In any other category, and with a long-form policy, the mode shortFormVideo is refused with badParam.",
            since: .iOS(26), evidence: [.appleDocument, .header],
            source: "iOS SDK 27, AVAudioSessionTypes.h; AVAudioSession reference, shortFormVideo"),
        Rule(
            .sfv2, "Muted short-form video interrupts no app",
            "In this mode, a session whose output is muted plays alongside others that it would otherwise interrupt.",
            since: .iOS(26), evidence: [.appleDocument],
            source: "AVAudioSession reference, shortFormVideo, which says that it may be so (contested: C35)"),
        Rule(
            .sfv3, "The system unmutes short-form video",
            """
            In this mode, the intent to unmute also unmutes the output. The app is notified of both, and from then \
            on the session interrupts as Playback does.
            """,
            since: .iOS(26), evidence: [.appleDocument],
            source: "AVAudioSession reference, shortFormVideo",
            standing: .reducer("when a button or the slider raises the media volume")),
    ]

    private static let lifeCycle: [Rule] = [
        Rule(
            .lc1, "An app is notified when its session becomes active",
            "The session becomes active through the app's own call, or when a sound or a recording starts.",
            since: .iOS(27), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, didBecomeActiveNotification",
            difference: Difference(iPhoneOS3: "No app is notified.", modern: "As stated.", since: .iOS(27))),
        Rule(
            .lc2, "An app is notified when its session becomes inactive",
            """
            The notice names the source of the deactivation, the app or the system, and, if it was the system, the \
            reason of the interruption.
            """,
            since: .iOS(27), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, didBecomeInactiveNotification and DeactivationContext",
            limits:
                "The loss of the media server and a suspension have no such notice; their own notices are unchanged.",
            difference: Difference(iPhoneOS3: "No app is notified.", modern: "As stated.", since: .iOS(27))),
        Rule(
            .lc3, "An app is told whether to resume",
            """
            At the end of an interruption, an app receives a recommendation to resume or not to, whether or not the \
            interrupting app notifies others. So does an app whose activation was refused, once nothing holds the \
            device any more; an app may ask for this under every rule book.
            """,
            since: .iOS(27), evidence: [.appleDocument, .header, .inferred],
            source: """
                iOS SDK 27, AVAudioSession.h, resumptionRecommendationNotification; Handling audio interruptions, \
                2026; refused apps are inferred from "some cases" (contested: C37); that an app may ask is a rule of \
                the emulator, for programs without a button
                """,
            difference: Difference(
                iPhoneOS3: "Only an app that asks receives one.", modern: "As stated.", since: .iOS(27))),
    ]

    private static let devices: [Rule] = [
        Rule(
            .dr1, "MultiRoute may use the phone and one device at once",
            """
            The mode dualRoute requires MultiRoute with allowBluetoothHFP. The route is the phone's microphone and \
            speaker, followed by one device with input and output.
            """,
            since: .iOS(26, 2), evidence: [.header],
            source: "iOS SDK 27, AVAudioSessionTypes.h, dualRoute",
            limits:
                """
                Apple does not say which of several devices is used; here it is the latest. The volume is the \
                speaker's.
                """
        ),
        Rule(
            .mr5, "MultiRoute mixes in its default mode only",
            """
            With MultiRoute, the options for mixing, ducking and interrupting spoken audio are refused in other \
            modes.
            """,
            since: .iOS(26), evidence: [.header],
            source: "iOS SDK 27, AVAudioSessionTypes.h, the category options"),
        Rule(
            .bt9, "Recording over Bluetooth in high quality",
            """
            The option bluetoothHighQualityRecording requires the mode default. It falls back to hands-free, and \
            routes that do not support it ignore it.
            """,
            since: .iOS(26), evidence: [.header],
            source: "iOS SDK 27, AVAudioSessionTypes.h, bluetoothHighQualityRecording",
            limits: "No emulated accessory records in high quality: the option is kept, but has no effect."),
        Rule(
            .ff1, "Far-field input needs hands-free",
            "The option farFieldInput without allowBluetoothHFP is refused.",
            since: .iOS(26, 2), evidence: [.header],
            source: "iOS SDK 27, AVAudioSessionTypes.h, farFieldInput",
            limits: "No emulated accessory has a far-field microphone: the option is kept, but has no effect."),
        Rule(
            .ec1, "An app may prefer echo cancellation",
            """
            The preference applies to PlayAndRecord in the mode default and to MultiRoute in the mode dualRoute; \
            sessions that record without it may be interrupted.
            """,
            since: .iOS(18, 2), evidence: [.header],
            source: "iOS SDK 27, AVAudioSession.h, setPrefersEchoCancelledInput (contested: C36)",
            limits: "Samples are unchanged."),
        Rule(
            .ps1, "How much a prompt should say",
            """
            promptStyle is none while Siri listens, short during a call or while Siri reads a message aloud, and \
            normal otherwise.
            """,
            since: .iOS(13), evidence: [.appleDocument, .header],
            source: "iOS SDK 18, AVAudioSession.h, promptStyle; WWDC 2019, session 510",
            standing: .reducer("when an app asks for promptStyle"),
            limits: "Voice mail and anything else that Siri says are not emulated."),
        Rule(
            .in1, "Apps are notified when their list of inputs changes",
            """
            Apps are notified with availableInputsChange when an accessory changes their list of inputs; a newly \
            connected microphone clears preferred inputs.
            """,
            since: .iOS(26), evidence: [.header, .secondHand],
            source:
                "iOS SDK 27, AVAudioSession.h, availableInputsChangeNotification; Apple developer forum 737196, for the second half"
        ),
    ]
}
