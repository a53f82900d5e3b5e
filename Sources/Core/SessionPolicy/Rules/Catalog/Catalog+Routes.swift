extension Rule {
    /// R-BG: foreground and background.
    static let background: [Rule] = [
        Rule(
            .bg1, "Leaving a third-party app ends it",
            "On iPhone OS 3 an app that leaves the foreground ends; only Apple's own apps sound in the background.",
            until: .iOS(4), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2010",
            standing: .tables([.settings]),
            difference: Difference(
                iPhoneOS3: "The app is told terminated, and everything that it held is released.",
                modern: "The app stays alive; whether it sounds on is R-BG-2.")),
        Rule(
            .bg2, "Background sound needs category and permission",
            """
            To sound in the background an app needs Playback, PlayAndRecord, Record or MultiRoute and background audio; \
            without them it is suspended and its sound stops.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014; WWDC 2010, session 109",
            standing: .tables([.directions, .refusals, .settings]),
            difference: Difference(
                iPhoneOS3: "No row (R-BG-1).",
                modern: "As stated; starting from there is refused with cannotStartPlaying.")),
        Rule(
            .bg3, "Ambient and SoloAmbient never sound in the background",
            "Starting them there is refused with cannotStartPlaying, whatever permission the app has.",
            since: .iOS(4), evidence: [.appleDocument, .header],
            source: "iOS HIG 2011; iOS SDK 18, AudioSessionTypes.h, cannotStartPlaying",
            standing: .tables([.directions, .refusals]),
            difference: Difference(iPhoneOS3: "No row (R-BG-1).", modern: "As stated.")),
        Rule(
            .bg4, "Recording starts in the foreground",
            """
            Starting to record in the background without background audio, or with a session that mixes, is refused with \
            cannotStartRecording.
            """,
            since: .iOS(7), evidence: [.header],
            source: "iOS SDK 18, AudioSessionTypes.h, cannotStartRecording",
            standing: .tables([.refusals]),
            difference: Difference(iPhoneOS3: "No row (R-BG-1).", modern: "As stated.")),
        Rule(
            .bg5, "AudioProcessing gives no right to the background",
            "Processing goes on in the background only within a background task.",
            since: .iOS(4), until: .iOS(10), evidence: [.appleDocument],
            source: "iOS HIG 2011; WWDC 2010, session 412",
            standing: .notEmulated("nothing is processed: the category only refuses to play and to record")),
        Rule(
            .bg6, "A suspended app loses its session",
            """
            The system deactivates the session of an app that it suspends. From iOS 10 to 15 the app hears of it later, as \
            a belated interruption; from iOS 16 it hears nothing.
            """,
            since: .iOS(10), evidence: [.header],
            source: "iOS SDK 18, AVAudioSession.h, appWasSuspended",
            standing: .reducer("when an app is suspended, and when it runs again"),
            difference: Difference(
                iPhoneOS3: "There is no suspension (R-BG-1).",
                modern: "Inactive and untold, as from iOS 16.", since: .iOS(16),
                between: [
                    .init(since: .iOS(4), words: "Inactive and untold."),
                    .init(
                        since: .iOS(10),
                        words: "Inactive; when it runs again it is told that an interruption began, and of no end."),
                ])),
        Rule(
            .bg7, "A navigator may activate from the background",
            "A session that mixes or ducks may be activated in the background, where one that does not mix may not.",
            since: .iOS(4), evidence: [.appleDocument],
            source: "iOS HIG 2014",
            standing: .tables([.refusals]),
            difference: Difference(iPhoneOS3: "No row (R-BG-1).", modern: "As stated, given background audio.")),
        Rule(
            .bg8, "Suspension takes a while",
            """
            An app that leaves the foreground may go on for a while, a second or as long as its background task, and one that \
            is back before that never stopped.
            """,
            since: .iOS(4), evidence: [.appleDocument, .secondHand],
            source: "UIApplication reference, beginBackgroundTask; react-native-sound issue 173; a test of WebKit's",
            standing: .reducer("when an app launched with a delay leaves the foreground"),
            limits: "The delay is what the launch says; without it suspension comes at once, but for R-BG-9."),
        Rule(
            .bg9, "A paused app is suspended",
            """
            An app with background audio is suspended a while after its last sound or recording, or after it has left the \
            foreground or been locked, whichever is later. It runs again by a step of its own, a remote command, its call, or \
            when the person sees it; then it hears once of accessories that came or went.
            """,
            since: .iOS(4), evidence: [.appleDocument, .measured, .inferred],
            source: """
                WWDC 2010, session 109; ryanheise/audio_session 7, doublesymmetry/react-native-track-player 1088 and \
                tanguyantoine/react-native-music-control 225, for the suspension; TortugaPower/BookPlayer 343, for the route; \
                the length is inferred (contested: C38)
                """,
            standing: .tables([.settings, .numbers]),
            limits: """
                An interrupted app is not suspended, nor one with a call; programs of a desktop never are. Of other notices \
                an app hears nothing that came while it was suspended.
                """,
            difference: Difference(
                iPhoneOS3: "No row (R-BG-1).", modern: "As stated; its session becomes inactive by R-BG-6.")),
    ]

    /// R-RTE: where sound goes and comes from.
    static let routes: [Rule] = [
        Rule(
            .rte1, "The last gesture wins",
            "What was plugged in, connected or picked last is the route.",
            evidence: [.appleDocument],
            source: "WWDC 2010, session 412",
            standing: .reducer("when an accessory comes, goes or is picked")),
        Rule(
            .rte2, "Speaker or receiver where nothing is connected",
            """
            Wired accessories take the output of every category that has one. Without an accessory sound comes from the \
            speaker, of PlayAndRecord from the receiver.
            """,
            evidence: [.appleDocument],
            source: """
                WWDC 2010, session 412; Audio Session Programming Guide 2014; Audio Session Services Reference, \
                OverrideCategoryDefaultToSpeaker
                """,
            standing: .tables([.accessories])),
        Rule(
            .rte3, "Input follows the accessory",
            "A headset's microphone comes before the built-in one; a hands-free microphone is used only where allowed.",
            evidence: [.appleDocument, .header],
            source: "WWDC 2010, session 412; iOS SDK 18, AVAudioSession.h, allowBluetooth",
            standing: .reducer("when the route is worked out")),
        Rule(
            .rte4, "Plugging in, connecting and picking continue",
            "What plays goes on at the new output without a pause.",
            evidence: [.seed, .appleDocument],
            source: """
                iPhone HIG 2009, Using Sound, Headsets and Headphones, Wireless Audio; Audio Session Programming Guide \
                2014
                """,
            standing: .reducer("when an accessory comes or is picked"),
            limits: "That a recording app should ask first is the app's duty."),
        Rule(
            .rte5, "Unplugging and disconnecting pause",
            """
            When the output in use goes away, be it pulled out, disconnected, out of range or switched off, what plays does \
            not go on through the speaker. The device moves the route; stopping is the duty of an app that uses AVAudioPlayer, while AVPlayer stops itself. A chat goes on in the receiver.
            """,
            evidence: [.seed, .appleDocument, .secondHand],
            source: """
                iPhone HIG 2009, Using Sound, Headsets and Headphones, Wireless Audio; Audio Session Programming Guide \
                2014; WWDC 2010, session 412; for chats react-native-webrtc/react-native-incall-manager 191
                """,
            standing: .tables([.settings, .modes]),
            limits: """
                The two kinds of player are not told apart: the emulator pauses in the stead of every app whose session is in no \
                chat.
                """),
        Rule(
            .rte6, "A route change says why",
            """
            Apps are told of a new route with a reason: a device came, a device went, the category changed, an override, \
            and others.
            """,
            since: .iOS(6), evidence: [.header],
            source: "iOS SDK 18, AVAudioSession.h, RouteChangeReason; AudioSession.h (contested: C42)",
            standing: .reducer("when the route after a step is not the one before"),
            limits: "noSuitableRouteForCategory does not occur: the phone has its own speaker and microphone always."),
        Rule(
            .rte7, "The override to the speaker is short-lived",
            """
            Overriding the output to the speaker is for PlayAndRecord only, takes the input to the built-in microphone, \
            and ends at the next route change, at an interruption or when it is taken back.
            """,
            evidence: [.appleDocument, .secondHand],
            source: """
                Audio Session Services Reference, OverrideAudioRoute; AVAudioSession reference, \
                overrideOutputAudioPort
                """,
            standing: .tables([.refusals])),
        Rule(
            .rte8, "defaultToSpeaker replaces the receiver only",
            """
            With the option PlayAndRecord sounds from the speaker where it would use the receiver; an accessory still \
            wins. It survives route changes and interruptions, and a category change clears it.
            """,
            evidence: [.appleDocument, .header],
            source: """
                iOS SDK 18, AVAudioSession.h, defaultToSpeaker; Audio Session Services Reference, \
                OverrideCategoryDefaultToSpeaker (contested: C1, C10)
                """,
            standing: .tables([.options, .modes, .settings])),
        Rule(
            .rte9, "Hands-free takes output and input",
            "Where the option allows it, PlayAndRecord uses a hands-free accessory for both directions.",
            evidence: [.appleDocument],
            source: "Audio Session Services Reference, OverrideCategoryEnableBluetoothInput (contested: C10, C25)",
            standing: .tables([.options, .modes, .accessories])),
        Rule(
            .rte10, "A2DP and AirPlay by category",
            """
            Ambient, SoloAmbient and Playback may always use A2DP and AirPlay, PlayAndRecord with the option only, Record \
            and MultiRoute never. Alerts and clicks do not go to AirPlay.
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
            USB, line out, headphones and HDMI sound together, the speaker only where there is none; of the inputs the \
            last to come is used.
            """,
            since: .iOS(6), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014; AVAudioSession reference, multiRoute",
            standing: .reducer("when the route is worked out for a MultiRoute session"),
            difference: Difference(iPhoneOS3: "The category is refused.", modern: "As stated.", since: .iOS(6))),
        // Decision 23 says why this is the default, and which apps it spares.
        Rule(
            .rte13, "A disconnect interrupts the Now Playing app",
            """
            From iOS 17 the Now Playing session is interrupted with the reason routeDisconnected when its output goes, and no \
            end follows, unless it prefers otherwise.
            """,
            since: .iOS(17), evidence: [.appleDocument, .header, .secondHand],
            source: """
                AVAudioSession reference 2026, setPrefersInterruptionOnRouteDisconnect; iOS SDK 18, AVAudioSession.h, \
                routeDisconnected
                """,
            standing: .tables([.settings]),
            limits: """
                A chat and an app's call outlast their route and go on (R-RTE-5, R-INT-17), and so does an app whose launch says \
                that it does not pause at an unplug, as a real program's does.
                """),
        Rule(
            .rte14, "A podcast goes on in the headset at its own level",
            "The guide's example: with the headset plugged in, playback continues at the level last used there.",
            evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2010",
            standing: .reducer("when an accessory comes: R-RTE-4 and R-VOL-9 together")),
        Rule(
            .rte15, "An app may prefer a microphone",
            """
            setPreferredInput chooses among the microphones that category and options allow (availableInputs); a hands-free \
            accessory is then used for both directions or for none. What the person picks afterwards outranks it.
            """,
            since: .iOS(7), evidence: [.appleDocument, .header, .secondHand],
            source: """
                AVAudioSession reference, setPreferredInput; iOS SDK 18, AVAudioSession.h; openradar 22416321; \
                SwiftAudioPlayer issue 167
                """,
            standing: .reducer("when an app prefers a microphone, and when a route is worked out")),
        Rule(
            .rte16, "An accessory may have one direction",
            "Where a USB accessory has an input only, the output stays where it was; where it has an output only, the input.",
            evidence: [.appleDocument],
            source: "Technical Q&A QA1754",
            standing: .reducer("when a route is worked out, and when such an accessory comes")),
        Rule(
            .rte17, "Voice processing is a voice chat",
            """
            An app in playAndRecord that has set no mode is in the mode voiceChat once it starts to process voice, by its \
            audio unit or its engine, with the routes and the volume of that mode.
            """,
            since: .iOS(5), evidence: [.appleDocument],
            source: "AVAudioSession reference, voiceChat",
            standing: .reducer("when an app starts to process voice"),
            limits: "The mode stays until the app sets another one."),
    ]
}
