extension Rule {
    /// R-ACT: activation, mixing, and interruption between apps.
    static let activation: [Rule] = [
        Rule(
            .act1, "A category applies from launch until another is set",
            """
            An app that sets no category has SoloAmbient, which allows playback but not recording; the system's own \
            players have Playback. Setting a category also replaces the mode and the options.
            """,
            evidence: [.seed, .appleDocument],
            source: "iPhone HIG 2009, Using Sound, text before Table 4-1; Technical Q&A QA1626",
            standing: .reducer("when an app is launched, and when it sets its category")),
        Rule(
            .act2, "The app or the start of a sound activates a session",
            """
            A session becomes active when its app activates it or starts to play or record; launching the app does \
            not activate it. Activating an active session, or deactivating an inactive one, changes nothing.
            """,
            evidence: [.appleDocument],
            source: """
                Audio Session Programming Guide 2014; AVAudioPlayer reference; the guide of 2010 says at launch \
                (contested: C14)
                """,
            standing: .reducer("when an app activates its session, or plays or records with an inactive one"),
            limits: "Preparing a player, which also activates the session, has no step of its own."),
        Rule(
            .act3, "A non-mixable newcomer interrupts non-mixable others",
            """
            Activating a session that does not mix interrupts every active session of another app that does not mix \
            either. The interrupted sessions are already inactive when their apps are notified. On iPhone OS 3 the \
            iPod stops.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014; WWDC 2010, session 412"),
        Rule(
            .act4, "A mixable newcomer interrupts no app",
            """
            A session that mixes neither interrupts a session that does not mix, nor is interrupted by it; both are \
            heard.
            """,
            evidence: [.seed, .appleDocument],
            source: """
                iPhone HIG 2009, Using Sound, Table 4-1, third column; Audio Session Programming Guide 2014; WWDC 2010, \
                session 412
                """),
        Rule(
            .act5, "Two sessions coexist if either mixes",
            """
            A newcomer and an incumbent are both heard if either of them mixes; the incumbent is interrupted only if \
            neither does.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "WWDC 2010, session 412; Audio Session Programming Guide 2014"),
        Rule(
            .act6, "From the background no app may interrupt others",
            """
            An app in the background may activate a session that mixes or ducks; activating one that does not mix is \
            refused with cannotInterruptOthers. Two kinds of apps are exempt: those registered as Now Playing, and \
            those whose interruption ended with shouldResume if no other app has started since. Neither exemption \
            lets a recording begin.
            """,
            since: .iOS(7), evidence: [.header, .measured, .secondHand],
            source: """
                iOS SDK 18, AudioSessionTypes.h, cannotInterruptOthers; zmxv/react-native-sound (reported), for \
                shouldResume; llfbandit/record issues 542 and 569 (measured), for recordings (contested: C39, C41)
                """,
            difference: Difference(
                iPhoneOS3: "No row: a third-party app in the background does not exist (R-BG-1).",
                modern:
                    "Refused; Apple's own apps are exempt, and apps with background audio are registered from launch.")),
        Rule(
            .act7, "During a call, an alarm or Siri some sessions are refused",
            """
            During a call, activating Playback succeeds; activating Record or PlayAndRecord, or changing to them, is \
            refused with insufficientPriority, or with siriIsRecording while Siri listens. While the phone rings, \
            and during another app's call, no session can start.
            """,
            since: .iOS(7), evidence: [.header, .secondHand],
            source: """
                iOS SDK 18, AudioSessionTypes.h, insufficientPriority and siriIsRecording; \
                software-mansion/react-native-audio-api issue 891, for the ring (contested: C31, C40, C43)
                """,
            difference: Difference(
                iPhoneOS3: "No row: every activation is refused while the device is held (R-ACT-14).",
                modern: "As stated, for a call, an alarm and Siri.")),
        Rule(
            .act8, "An activation may be refused",
            "The system may refuse an activation; an app has to check the result.",
            evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2010",
            standing: .tables([.refusals])),
        Rule(
            .act9, "Deactivating a busy session is refused",
            """
            Deactivating a session that is playing or recording is refused with isBusy. Up to iOS 7 the session \
            stays active; from iOS 8 on it is deactivated and its sounds and recording stop despite the error.
            """,
            until: .iOS(26), evidence: [.header],
            source: "iOS SDK 18, AVAudioSession.h, setActive",
            difference: Difference(
                iPhoneOS3: "Refused; the session stays active.", modern: "No longer refused (R-ACT-9b).",
                since: .iOS(26),
                between: [.init(since: .iOS(8), words: "Refused, and the session is inactive afterwards.")])),
        Rule(
            .act9b, "Deactivating a busy session succeeds",
            "The session becomes inactive, and its sounds and recording stop, without an error.",
            since: .iOS(26), evidence: [.header, .inferred],
            source: "iOS SDK 27, AVAudioSession.h, setActive; that players stop is inferred from earlier systems"),
        Rule(
            .act10, "Deactivating says whether others should resume",
            """
            When a session that interrupted others is deactivated with notifyOthers, they are notified that the \
            interruption has ended and that they should resume; without notifyOthers, that they should not.
            """,
            since: .iOS(4), evidence: [.appleDocument, .header],
            source: "iOS HIG 2011 and 2014; WWDC 2010, session 412; iOS SDK 18, AVAudioSession.h (contested: C2)",
            difference: Difference(
                iPhoneOS3: "There is no flag; the end does not say whether to resume.",
                modern: "shouldResume is the value of notifyOthers.")),
        Rule(
            .act11, "Short interrupters notify, media apps do not",
            """
            When a call, an alarm, a prompt or an internet call ends, others should resume; when a media app stops, \
            they should not.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "iOS HIG 2011",
            standing: .reducer("when a call or an alarm ends: the apps that it interrupted may resume"),
            limits: "Whether an app notifies others is up to the app: the steps say so.",
            difference: Difference(
                iPhoneOS3: "There is no flag; apps that may resume do.",
                modern: "A call and an alarm end with shouldResume.")),
        Rule(
            .act12, "Before iOS 4, deactivation let the others resume",
            """
            There is no flag: deactivating lets the interrupted sessions resume. What the iPod did when a \
            third-party app ended without deactivating is not documented; here it stays paused.
            """,
            until: .iOS(4), evidence: [.appleDocument, .inferred],
            source: "Audio Session Services Reference, AudioSessionSetActive (contested: C15)",
            difference: Difference(
                iPhoneOS3: """
                    When the session is deactivated, the apps that it interrupted resume; when its app quits, \
                    crashes or is terminated, they become inactive without notice.
                    """,
                modern: "Quit, crash and suspension count as a deactivation without notice (C2).")),
        Rule(
            .act13, "A category change of an active session is immediate",
            """
            A new category, mode or option of an active session takes effect immediately, may change the route, and \
            interrupts others if the session no longer mixes.
            """,
            evidence: [.appleDocument, .inferred],
            source: "Audio Session Programming Guide 2014, for the immediate effect; the interruption is inferred",
            standing: .reducer("when setCategory meets an active session")),
        Rule(
            .act14, "The phone outranks every app",
            """
            A call interrupts every session: no category, mixing or ducking exempts an app. Later systems exempt \
            apps by preference or route (R-INT-7, R-INT-14), and the app whose call it is (R-INT-17).
            """,
            evidence: [.seed, .appleDocument],
            source: "iPhone HIG 2009, Using Sound, the note on phone calls; iOS HIG 2014",
            difference: Difference(
                iPhoneOS3: "While a call or an alarm holds the device, activating, playing and recording are refused.",
                modern: """
                    The table of interruptions says which sessions are interrupted, R-ACT-7 what may start \
                    meanwhile.
                    """)),
        Rule(
            .act15, "An idle app should deactivate",
            """
            An app that only occasionally speaks, calls or records should deactivate its session in between, so that \
            others can be heard.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014",
            standing: .notEmulated("this is up to the app: the steps say when it deactivates")),
    ]

    /// R-DK and R-SP: ducking, and interrupting spoken audio.
    static let ducking: [Rule] = [
        Rule(
            .dk1, "A duck lasts as long as its session is active",
            "A session that ducks lowers others from its activation to its deactivation, whether or not it is playing.",
            evidence: [.appleDocument, .header],
            source: """
                iOS SDK 18, AVAudioSession.h, duckOthers; AVAudioSession reference, duckOthers, discussion; WWDC 2010, \
                session 412 (contested: C8, C9)
                """),
        Rule(
            .dk2, "Clearing the property ends the duck",
            "On iPhone OS a session stops ducking when its duck property is cleared or the session is deactivated.",
            until: .iOS(7), evidence: [.appleDocument],
            source: "Audio Session Services Reference, OtherMixableAudioShouldDuck",
            standing: .reducer("when setOption clears duckOthers, or setCategory omits it")),
        Rule(
            .dk3, "All other audio is ducked, except the phone",
            "A session that ducks is heard above everything but the phone.",
            evidence: [.seed],
            source: "iPhone HIG 2009, Using Sound, Defining the Audio Behavior and scenario 3"),
        Rule(
            .dk4, "Ducking implies mixing",
            "A session that ducks interrupts no other: the option also sets mixWithOthers, and both are reported.",
            evidence: [.appleDocument, .header],
            source: "AVAudioSession reference, duckOthers; iOS SDK 18, AVAudioSession.h",
            standing: .reducer("when setCategory is given the option")),
        Rule(
            .dk5, "A category change clears mixing and ducking",
            """
            Setting a category, even the same one, clears the properties that were set before. They have to be set \
            again: first the category, then mixing, then ducking.
            """,
            evidence: [.seed, .appleDocument, .inferred],
            source: """
                iPhone HIG 2009, Using Sound, scenario 3, for the two properties; Audio Session Services Reference, \
                OverrideCategoryMixWithOthers, for the clearing; the order is inferred (contested: C34)
                """,
            standing: .reducer("when setCategory replaces category, mode and all options, or setOption changes one"),
            limits: "A property that is set before its category is lost; otherwise the order does not matter."),
        Rule(
            .dk6, "Media that does not mix is ducked too",
            """
            Music of a session that does not mix is lowered like any other sound, such as the iPod under a \
            navigation app.
            """,
            evidence: [.appleDocument],
            source: "WWDC 2010, session 412",
            standing: .reducer("when the picture is computed: ducking ignores categories")),
        Rule(
            .dk7, "Depth and speed of a duck",
            """
            Apple gives no numbers. Here other sounds drop to a fifth of their level within 0.3 s and return within \
            0.7 s.
            """,
            evidence: [.inferred],
            source: "Not documented (contested: C18)",
            standing: .tables([.changes, .ramps, .numbers])),
        Rule(
            .dk8, "Two ducks lower once",
            """
            If two sessions duck, other sounds are lowered once and return when both sessions are inactive. The two \
            do not lower each other.
            """,
            evidence: [.inferred],
            source: "Not documented",
            standing: .reducer("when the picture is computed")),
        Rule(
            .dk9, "Duck for short periods only",
            "An app should not keep a ducking session active longer than necessary.",
            since: .iOS(7), evidence: [.appleDocument],
            source: "AVAudioSession reference, duckOthers",
            standing: .notEmulated("this is up to the app: the steps say when it deactivates")),
        Rule(
            .sp1, "Spoken audio is interrupted, the rest mixes",
            """
            Activating a session with interruptSpokenAudioAndMixWithOthers interrupts other apps' sessions in the \
            mode spokenAudio; it mixes with all others. The interrupted apps resume as after any interruption by an \
            app.
            """,
            since: .iOS(9), evidence: [.appleDocument, .header],
            source: "iOS SDK 18, AVAudioSession.h, and AVAudioSession reference, interruptSpokenAudioAndMixWithOthers",
            difference: Difference(
                iPhoneOS3: "The option is accepted and mixes; no app is interrupted by it.",
                modern: "As stated.", since: .iOS(9),
                between: [.init(since: .iOS(4), words: "There is no such option.")])),
    ]
}
