extension Rule {
    /// R-BG: foreground and background.
    static let background: [Rule] = [
        Rule(
            .bg1, "Leaving a third-party app ends it",
            """
            On iPhone OS 3, a third-party app that leaves the foreground is terminated; only Apple's own apps play \
            in the background.
            """,
            until: .iOS(4), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2010",
            difference: Difference(
                iPhoneOS3: "The app is notified with terminated, and everything that it held is released.",
                modern: "The app stays alive; R-BG-2 says whether it continues to play.")),
        Rule(
            .bg2, "Playing in the background needs a category and permission",
            """
            To play or record in the background, an app needs background audio and the category Playback, \
            PlayAndRecord, Record or MultiRoute; otherwise it is suspended and its sounds stop.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014; WWDC 2010, session 109",
            standing: .tables([.directions, .refusals, .settings]),
            difference: Difference(
                iPhoneOS3: "No row (R-BG-1).",
                modern: "As stated; starting in the background is refused with cannotStartPlaying.")),
        Rule(
            .bg3, "Ambient and SoloAmbient never play in the background",
            "Starting them there is refused with cannotStartPlaying, whatever permission the app has.",
            since: .iOS(4), evidence: [.appleDocument, .header],
            source: "iOS HIG 2011; iOS SDK 18, AudioSessionTypes.h, cannotStartPlaying",
            standing: .tables([.directions, .refusals]),
            difference: Difference(iPhoneOS3: "No row (R-BG-1).", modern: "As stated.")),
        Rule(
            .bg4, "Recording starts in the foreground",
            """
            Starting a recording in the background without background audio, or with a session that mixes, is \
            refused with cannotStartRecording.
            """,
            since: .iOS(7), evidence: [.header],
            source: "iOS SDK 18, AudioSessionTypes.h, cannotStartRecording",
            difference: Difference(iPhoneOS3: "No row (R-BG-1).", modern: "As stated.")),
        Rule(
            .bg5, "AudioProcessing gives no right to the background",
            "Processing continues in the background only within a background task.",
            since: .iOS(4), until: .iOS(10), evidence: [.appleDocument],
            source: "iOS HIG 2011; WWDC 2010, session 412",
            standing: .notEmulated("nothing is processed: the category only refuses to play and to record")),
        Rule(
            .bg6, "A suspended app loses its session",
            """
            The system deactivates the session of an app that it suspends. From iOS 10 to 15 the app is notified of \
            an interruption when it runs again; from iOS 16 on it is not notified.
            """,
            since: .iOS(10), evidence: [.header],
            source: "iOS SDK 18, AVAudioSession.h, appWasSuspended",
            standing: .reducer("when an app is suspended, and when it runs again"),
            difference: Difference(
                iPhoneOS3: "There is no suspension (R-BG-1).",
                modern: "Inactive without notice, as from iOS 16.", since: .iOS(16),
                between: [
                    .init(since: .iOS(4), words: "Inactive without notice."),
                    .init(
                        since: .iOS(10),
                        words: """
                            Inactive; when the app runs again, it is notified that an interruption began, but of no \
                            end.
                            """),
                ])),
        Rule(
            .bg7, "A navigation app may activate in the background",
            "In the background, a session that mixes or ducks may be activated; one that does not mix may not.",
            since: .iOS(4), evidence: [.appleDocument],
            source: "iOS HIG 2014",
            standing: .tables([.refusals]),
            difference: Difference(iPhoneOS3: "No row (R-BG-1).", modern: "As stated, given background audio.")),
        Rule(
            .bg8, "Suspension takes a while",
            """
            An app that leaves the foreground may keep running for a while, for a second or as long as its \
            background task; if it returns before that, it was never suspended.
            """,
            since: .iOS(4), evidence: [.appleDocument, .secondHand],
            source: "UIApplication reference, beginBackgroundTask; react-native-sound issue 173; a test of WebKit's",
            standing: .reducer("when an app launched with a delay leaves the foreground"),
            limits: "The launch sets the delay; without one, suspension is immediate, except by R-BG-9."),
        Rule(
            .bg9, "A paused app is suspended",
            """
            An app with background audio is suspended a while after its last sound or recording, or after it left \
            the foreground or the screen was locked, whichever is later. It runs again after a step of its own, a \
            remote command or a call of its own, or when it becomes visible; it is then notified once of accessories \
            that came or went.
            """,
            since: .iOS(4), evidence: [.appleDocument, .measured, .inferred],
            source: """
                WWDC 2010, session 109; ryanheise/audio_session 7, doublesymmetry/react-native-track-player 1088 and \
                tanguyantoine/react-native-music-control 225, for the suspension; TortugaPower/BookPlayer 343, for the route; \
                the length is inferred (contested: C38)
                """,
            limits: """
                Interrupted apps, apps with a call and desktop programs are not suspended. Other notices that arise \
                during a suspension are lost.
                """,
            difference: Difference(
                iPhoneOS3: "No row (R-BG-1).", modern: "As stated; its session becomes inactive (R-BG-6).")),
    ]

    /// R-RTE: where sound goes and comes from.
    static let routes: [Rule] = [
        Rule(
            .rte1, "The last gesture wins",
            "The route is the accessory or output that was plugged in, connected or picked last.",
            evidence: [.appleDocument],
            source: "WWDC 2010, session 412",
            standing: .reducer("when an accessory comes, goes or is picked")),
        Rule(
            .rte2, "Speaker or receiver if nothing is connected",
            """
            A wired accessory becomes the output of every category that has one. Without an accessory, sound comes \
            from the speaker, or from the receiver in PlayAndRecord.
            """,
            evidence: [.appleDocument],
            source: """
                WWDC 2010, session 412; Audio Session Programming Guide 2014; Audio Session Services Reference, \
                OverrideCategoryDefaultToSpeaker
                """),
        Rule(
            .rte3, "Input follows the accessory",
            """
            A headset's microphone is preferred to the built-in one; a hands-free microphone is used only if the \
            session allows it.
            """,
            evidence: [.appleDocument, .header],
            source: "WWDC 2010, session 412; iOS SDK 18, AVAudioSession.h, allowBluetooth",
            standing: .reducer("when the route is computed")),
        Rule(
            .rte4, "Playback continues when an accessory comes or is picked",
            "Sounds continue on the new output without a pause.",
            evidence: [.seed, .appleDocument],
            source: """
                iPhone HIG 2009, Using Sound, Headsets and Headphones, Wireless Audio; Audio Session Programming Guide \
                2014
                """,
            standing: .reducer("when an accessory comes or is picked"),
            limits: "A recording app should ask first, which is up to the app."),
        Rule(
            .rte5, "Unplugging and disconnecting pause playback",
            """
            When the output in use is unplugged, disconnected, out of range or switched off, playback does not \
            continue through the speaker. The device moves the route; an app that uses AVAudioPlayer has to stop by \
            itself, while AVPlayer stops automatically. A chat continues in the receiver.
            """,
            evidence: [.seed, .appleDocument, .secondHand],
            source: """
                iPhone HIG 2009, Using Sound, Headsets and Headphones, Wireless Audio; Audio Session Programming Guide \
                2014; WWDC 2010, session 412; for chats react-native-webrtc/react-native-incall-manager 191
                """,
            standing: .tables([.settings, .modes]),
            limits: """
                The two kinds of players are not distinguished: the emulator pauses the sounds of every app that is \
                not in a chat.
                """),
        Rule(
            .rte6, "A route change says why",
            """
            Apps are notified of a new route with a reason, such as a new device, a lost device, a category change \
            or an override.
            """,
            since: .iOS(6), evidence: [.header],
            source: "iOS SDK 18, AVAudioSession.h, RouteChangeReason; AudioSession.h (contested: C42)",
            standing: .reducer("when a step changes the route"),
            limits: "noSuitableRouteForCategory does not occur: the phone always has its own speaker and microphone."),
        Rule(
            .rte7, "The override to the speaker is short-lived",
            """
            Overriding the output to the speaker works in PlayAndRecord only. It also moves the input to the \
            built-in microphone, and ends at the next route change, at an interruption or when the app ends it.
            """,
            evidence: [.appleDocument, .secondHand],
            source: """
                Audio Session Services Reference, OverrideAudioRoute; AVAudioSession reference, \
                overrideOutputAudioPort
                """),
        Rule(
            .rte8, "defaultToSpeaker replaces the receiver only",
            """
            With this option PlayAndRecord uses the speaker instead of the receiver; an accessory still wins. The \
            option survives route changes and interruptions; a category change clears it.
            """,
            evidence: [.appleDocument, .header],
            source: """
                iOS SDK 18, AVAudioSession.h, defaultToSpeaker; Audio Session Services Reference, \
                OverrideCategoryDefaultToSpeaker (contested: C1, C10)
                """,
            standing: .tables([.options, .modes, .settings])),
        Rule(
            .rte9, "Hands-free takes output and input",
            "If the option allows it, PlayAndRecord uses a hands-free accessory for both directions.",
            evidence: [.appleDocument],
            source: "Audio Session Services Reference, OverrideCategoryEnableBluetoothInput (contested: C10, C25)",
            standing: .tables([.options, .modes, .accessories])),
        Rule(
            .rte10, "A2DP and AirPlay by category",
            """
            Ambient, SoloAmbient and Playback may always use A2DP and AirPlay, PlayAndRecord only with the option, \
            Record and MultiRoute never. Alerts and clicks are not sent to AirPlay.
            """,
            since: .iOS(7), evidence: [.header, .inferred],
            source: "iOS SDK 18, AVAudioSession.h, allowBluetoothA2DP and allowAirPlay; the last part is inferred",
            standing: .tables([.accessories, .levels])),
        Rule(
            .rte11, "Recording without a microphone is refused",
            "Activating a session with input on a device without a microphone fails.",
            evidence: [.appleDocument, .header],
            source: "AVAudioSession reference; iOS SDK 18, AudioSessionTypes.h, resourceNotAvailable",
            standing: .notEmulated("the emulated phone always has its microphone")),
        Rule(
            .rte12, "MultiRoute plays on several outputs at once",
            """
            USB, line out, headphones and HDMI are used together, the speaker only if none of them is connected. The \
            input is the one that was connected last.
            """,
            since: .iOS(6), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014; AVAudioSession reference, multiRoute",
            standing: .reducer("when the route of a MultiRoute session is computed"),
            difference: Difference(iPhoneOS3: "The category is refused.", modern: "As stated.", since: .iOS(6))),
        // Decision 23 says why this is the default, and which apps it spares.
        Rule(
            .rte13, "A disconnect interrupts the Now Playing app",
            """
            From iOS 17 on, the Now Playing session is interrupted with the reason routeDisconnected when its output \
            is disconnected, unless it prefers otherwise. No end follows.
            """,
            since: .iOS(17), evidence: [.appleDocument, .header, .secondHand],
            source: """
                AVAudioSession reference 2026, setPrefersInterruptionOnRouteDisconnect; iOS SDK 18, AVAudioSession.h, \
                routeDisconnected
                """,
            limits: """
                Chats and apps' calls continue on the next route (R-RTE-5, R-INT-17), and so do apps whose launch \
                says that they do not pause at an unplug, such as real programs.
                """),
        Rule(
            .rte14, "A podcast continues in the headset at the headset's level",
            "The guide's example: with the headset plugged in, playback continues at the level last used there.",
            evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2010",
            standing: .reducer("when an accessory comes: R-RTE-4 and R-VOL-9 together")),
        Rule(
            .rte15, "An app may prefer a microphone",
            """
            setPreferredInput chooses among the microphones that the category and options allow (availableInputs); a \
            hands-free accessory is then used for both directions or for neither. A route that the person picks \
            afterwards outranks it.
            """,
            since: .iOS(7), evidence: [.appleDocument, .header, .secondHand],
            source: """
                AVAudioSession reference, setPreferredInput; iOS SDK 18, AVAudioSession.h; openradar 22416321; \
                SwiftAudioPlayer issue 167
                """,
            standing: .reducer("when an app prefers a microphone, and when a route is computed")),
        Rule(
            .rte16, "An accessory may have one direction",
            """
            If a USB accessory has only an input, the output stays where it was; if it has only an output, the input \
            does.
            """,
            evidence: [.appleDocument],
            source: "Technical Q&A QA1754",
            standing: .reducer("when a route is computed, and when such an accessory is connected")),
        Rule(
            .rte17, "Voice processing is a voice chat",
            """
            When an app in playAndRecord that has set no mode starts voice processing, with its audio unit or its \
            engine, its mode becomes voiceChat, with the routes and the volume of that mode.
            """,
            since: .iOS(5), evidence: [.appleDocument],
            source: "AVAudioSession reference, voiceChat",
            standing: .reducer("when an app starts voice processing"),
            limits: "The mode stays until the app sets another one."),
    ]
}
