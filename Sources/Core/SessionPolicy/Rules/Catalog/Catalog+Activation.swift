extension Rule {
    /// R-ACT: activation, mixing, and interruption between apps.
    static let activation: [Rule] = [
        Rule(
            .act1, "A category stands from the launch until another is set",
            """
            An app that declares nothing has the category SoloAmbient, with which it may play and may not record; the system's own \
            players have Playback. Setting a category replaces mode and options with it.
            """,
            evidence: [.seed, .appleDocument],
            source: "iPhone HIG 2009, Using Sound, text before Table 4-1; Technical Q&A QA1626",
            standing: .reducer("when an app is launched, and when it sets its category")),
        Rule(
            .act2, "The app or the start of a sound activates a session",
            """
            A session becomes active when its app activates it, or starts to play or to record; launching alone does not activate \
            it. One that is active already stays so, and one that is inactive stays inactive.
            """,
            evidence: [.appleDocument],
            source: """
                Audio Session Programming Guide 2014; AVAudioPlayer reference; the guide of 2010 says at launch \
                (contested: C14)
                """,
            standing: .reducer("when an app activates its session, or plays or records with an inactive one"),
            limits: "Preparing a player, which activates too, has no step of its own."),
        Rule(
            .act3, "A non-mixable newcomer interrupts non-mixable others",
            """
            Activating a session that does not mix interrupts every active session of another app that does not mix \
            either; those are inactive before they are told. On iPhone OS 3 the iPod stops.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014; WWDC 2010, session 412",
            standing: .tables([.coexistence])),
        Rule(
            .act4, "A mixable newcomer interrupts no app",
            "Who mixes neither interrupts a session that does not mix nor is interrupted by one; both are heard.",
            evidence: [.seed, .appleDocument],
            source: """
                iPhone HIG 2009, Using Sound, Table 4-1, third column; Audio Session Programming Guide 2014; WWDC 2010, \
                session 412
                """,
            standing: .tables([.options, .coexistence])),
        Rule(
            .act5, "Two sessions coexist if either mixes",
            """
            Of a newcomer and an incumbent it is enough that one mixes; only where neither does is the incumbent \
            interrupted.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "WWDC 2010, session 412; Audio Session Programming Guide 2014",
            standing: .tables([.coexistence])),
        Rule(
            .act6, "From the background no app may interrupt others",
            """
            An app in the background that activates a session that does not mix is refused with cannotInterruptOthers, \
            unless it is registered as Now Playing, or was told the end of an interruption with leave and no other app has \
            started since; with mixing or ducking it is allowed. Neither lets a recording begin.
            """,
            since: .iOS(7), evidence: [.header, .measured, .secondHand],
            source: """
                iOS SDK 18, AudioSessionTypes.h, cannotInterruptOthers; zmxv/react-native-sound (reported), for leave; \
                llfbandit/record issues 542 and 569 (measured), for recordings (contested: C39, C41)
                """,
            standing: .tables([.refusals, .settings]),
            difference: Difference(
                iPhoneOS3: "No row: a third-party app in the background does not exist (R-BG-1).",
                modern: """
                    Refused; Apple's own apps are exempt, and apps with background audio are registered at first.
                    """)),
        Rule(
            .act7, "While the device is held some sessions are refused",
            """
            While a call holds the device, activating Playback succeeds; activating Record or PlayAndRecord, or changing \
            to them, is refused with insufficientPriority, and with siriIsRecording while Siri listens. While the phone \
            rings, and while another app's call is on, no session starts.
            """,
            since: .iOS(7), evidence: [.header, .secondHand],
            source: """
                iOS SDK 18, AudioSessionTypes.h, insufficientPriority and siriIsRecording; \
                software-mansion/react-native-audio-api issue 891, for the ring (contested: C31, C40, C43)
                """,
            standing: .tables([.refusals, .settings, .numbers]),
            difference: Difference(
                iPhoneOS3: "No row: every activation is refused while the device is held (R-ACT-14).",
                modern: "As stated, for a call, an alarm and Siri.")),
        Rule(
            .act8, "An activation may be refused",
            "The system may refuse an activation, and an app has to look at the result.",
            evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2010",
            standing: .tables([.refusals])),
        Rule(
            .act9, "Deactivating while something runs is refused",
            """
            Deactivating a session whose sounds or recording run is refused with isBusy. Up to iOS 7 it then stays \
            active; from iOS 8 it is deactivated and what ran is stopped all the same.
            """,
            until: .iOS(26), evidence: [.header],
            source: "iOS SDK 18, AVAudioSession.h, setActive",
            standing: .tables([.settings]),
            difference: Difference(
                iPhoneOS3: "Refused; the session stays active.", modern: "Not refused any more (R-ACT-9b).",
                since: .iOS(26),
                between: [.init(since: .iOS(8), words: "Refused, and the session is inactive afterwards.")])),
        Rule(
            .act9b, "Deactivating while something runs succeeds",
            "The session is inactive, and what ran is halted, without an error.",
            since: .iOS(26), evidence: [.header, .inferred],
            source: "iOS SDK 27, AVAudioSession.h, setActive; that players stop is kept from before, and inferred",
            standing: .tables([.settings])),
        Rule(
            .act10, "Who leaves says whether others may resume",
            """
            When a session that interrupted others is deactivated with the wish to notify them, they are told that the \
            interruption has ended and that they should resume; without the wish, that they should not.
            """,
            since: .iOS(4), evidence: [.appleDocument, .header],
            source: "iOS HIG 2011 and 2014; WWDC 2010, session 412; iOS SDK 18, AVAudioSession.h (contested: C2)",
            standing: .tables([.settings]),
            difference: Difference(
                iPhoneOS3: "There is no flag; the end carries no leave to resume.",
                modern: "shouldResume is the value of notifyOthers.")),
        Rule(
            .act11, "Short interrupters notify, media apps do not",
            """
            Calls, alarms, prompts and internet calls leave with the wish that others resume; media apps leave without it.
            """,
            since: .iOS(4), evidence: [.appleDocument],
            source: "iOS HIG 2011",
            standing: .reducer("when a call or an alarm ends: the apps that it interrupted may resume"),
            limits: "Whether an app notifies is the app's choice: the steps say it.",
            difference: Difference(
                iPhoneOS3: "There is no flag; those who may resume do.",
                modern: "A call and an alarm end with shouldResume.")),
        Rule(
            .act12, "Before iOS 4 deactivation let the others come back",
            """
            Without a flag, deactivating lets interrupted sessions return. What the iPod did when a third-party app ended \
            without deactivating is not documented: it stays paused.
            """,
            until: .iOS(4), evidence: [.appleDocument, .inferred],
            source: "Audio Session Services Reference, AudioSessionSetActive (contested: C15)",
            standing: .tables([.settings]),
            difference: Difference(
                iPhoneOS3: """
                    At setActive false the apps that it interrupted resume; at its quit, crash or end they become inactive \
                    untold.
                    """,
                modern: "Quit, crash and suspension count as a deactivation without notice (C2).")),
        Rule(
            .act13, "Changing the category of an active session acts at once",
            """
            A new category, mode or option of an active session takes effect immediately, may change the route, and \
            interrupts others if the session has thereby ceased to mix.
            """,
            evidence: [.appleDocument, .inferred],
            source: "Audio Session Programming Guide 2014, for the immediate effect; the interruption is inferred",
            standing: .reducer("when setCategory meets an active session")),
        Rule(
            .act14, "The phone outranks every app",
            """
            A call takes the device from every session: no category, no mixing and no ducking exempts an app. What later systems \
            exempt are preferences and routes (R-INT-7, R-INT-14), and the app whose call it is (R-INT-17).
            """,
            evidence: [.seed, .appleDocument],
            source: "iPhone HIG 2009, Using Sound, the note on phone calls; iOS HIG 2014",
            standing: .tables([.refusals]),
            difference: Difference(
                iPhoneOS3: "While a call or an alarm holds the device, activating, playing and recording are refused.",
                modern: "Sessions are interrupted by the table of interruptions; what may start meanwhile is R-ACT-7.")),
        Rule(
            .act15, "An idle app should deactivate",
            "Apps that speak, call or record now and then should be inactive in between, so that others can be heard.",
            since: .iOS(4), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014",
            standing: .notEmulated("it is the app's duty: the steps say when an app deactivates")),
    ]

    /// R-DK and R-SP: ducking, and interrupting spoken audio.
    static let ducking: [Rule] = [
        Rule(
            .dk1, "A duck lasts as long as its session is active",
            """
            Others are lowered from the activation of a session that ducks to its deactivation, whether or not it sounds \
            meanwhile.
            """,
            evidence: [.appleDocument, .header],
            source: """
                iOS SDK 18, AVAudioSession.h, duckOthers; AVAudioSession reference, duckOthers, discussion; WWDC 2010, \
                session 412 (contested: C8, C9)
                """,
            standing: .tables([.options])),
        Rule(
            .dk2, "Clearing the property ends the duck",
            "On iPhone OS a session stops ducking when its duck property is cleared or the session is deactivated.",
            until: .iOS(7), evidence: [.appleDocument],
            source: "Audio Session Services Reference, OtherMixableAudioShouldDuck",
            standing: .reducer("when setOption takes duckOthers back, or setCategory leaves it out")),
        Rule(
            .dk3, "All other audio is ducked, except the phone",
            "A session that ducks is louder than everything else but the phone.",
            evidence: [.seed],
            source: "iPhone HIG 2009, Using Sound, Defining the Audio Behavior and scenario 3",
            standing: .tables([.levels])),
        Rule(
            .dk4, "Ducking implies mixing",
            "A session that ducks interrupts no other: the option sets the mix option, and both are shown.",
            evidence: [.appleDocument, .header],
            source: "AVAudioSession reference, duckOthers; iOS SDK 18, AVAudioSession.h",
            standing: .reducer("when setCategory is given the option")),
        Rule(
            .dk5, "A category change clears mixing and ducking",
            """
            Setting a category, even the same, forgets what was added to the one before; the properties have to be set \
            again, category first, then mixing, then ducking.
            """,
            evidence: [.seed, .appleDocument, .inferred],
            source: """
                iPhone HIG 2009, Using Sound, scenario 3, for the two properties; Audio Session Services Reference, \
                OverrideCategoryMixWithOthers, for the clearing; the order is inferred (contested: C34)
                """,
            standing: .reducer("when setCategory replaces category, mode and all options, or setOption changes one"),
            limits: "A property that is set before its category is forgotten; nothing else asks for their order."),
        Rule(
            .dk6, "Media that does not mix is ducked too",
            """
            The music of a session that does not mix is lowered like any other: a navigator over the iPod is the \
            example.
            """,
            evidence: [.appleDocument],
            source: "WWDC 2010, session 412",
            standing: .reducer("when the picture is painted: a duck asks for no category")),
        Rule(
            .dk7, "How deep and how fast a duck is",
            "Apple gives no numbers. Others play at a fifth of their level, 0.3 s down and 0.7 s up.",
            evidence: [.inferred],
            source: "Not documented (contested: C18)",
            standing: .tables([.changes, .ramps, .numbers])),
        Rule(
            .dk8, "Two ducks lower once",
            """
            Where two sessions duck, the others are lowered once, and return when the last of the two is inactive; the two \
            do not lower each other.
            """,
            evidence: [.inferred],
            source: "Not documented",
            standing: .reducer("when the picture is painted")),
        Rule(
            .dk9, "Duck for short periods only",
            "An app should be active as a ducking session no longer than it needs.",
            since: .iOS(7), evidence: [.appleDocument],
            source: "AVAudioSession reference, duckOthers",
            standing: .notEmulated("it is the app's duty: the steps say when an app deactivates")),
        Rule(
            .sp1, "Spoken audio is interrupted, the rest mixes",
            """
            A session that interrupts spoken audio interrupts, at its activation, the sessions of other apps in spoken \
            audio mode and mixes with all others; they return as after any interruption by an app.
            """,
            since: .iOS(9), evidence: [.appleDocument, .header],
            source: """
                iOS SDK 18, AVAudioSession.h, and AVAudioSession reference, \
                interruptSpokenAudioAndMixWithOthers
                """,
            standing: .tables([.options, .interruptions]),
            difference: Difference(
                iPhoneOS3: "The option is accepted and mixes; no app is interrupted by it.",
                modern: "As stated.", since: .iOS(9),
                between: [.init(since: .iOS(4), words: "There is no such option.")])),
    ]
}
