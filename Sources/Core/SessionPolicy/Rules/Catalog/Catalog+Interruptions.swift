extension Rule {
    /// R-INT: interruptions.
    static let interruptions: [Rule] = [
        Rule(
            .int1, "Who interrupts",
            """
            A call, an alarm, another app's session that does not mix, a prompt over spoken audio; on later systems also \
            Siri, suspension, a muted microphone and others.
            """,
            evidence: [.appleDocument, .header],
            source: "WWDC 2010, session 412; iOS SDK 18, AVAudioSession.h, InterruptionReason",
            standing: .tables([.interruptions]),
            limits: """
                Timers and locked scenes are not emulated.
                """,
            difference: Difference(
                iPhoneOS3: "Calls, alarms and other apps.", modern: "Prompts over spoken audio besides (R-SP-1).",
                since: .iOS(9))),
        Rule(
            .int2, "An interruption is a fact, not a request",
            """
            When an app is told that an interruption began, its session is inactive and its sounds have stopped \
            already.
            """,
            evidence: [.appleDocument],
            source: "WWDC 2010, session 412; WWDC 2016, session 507",
            standing: .tables([.silencing])),
        Rule(
            .int3, "An end is not guaranteed",
            """
            The beginning of an interruption need not be followed by its end; a person's action may restart the app \
            before.
            """,
            evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014; WWDC 2016, session 507 (contested: C24)",
            standing: .reducer("when an interrupted app deactivates, activates or plays: no end follows")),
        Rule(
            .int4, "After the end an app activates, then resumes",
            "The end of an interruption leaves the session inactive; the app activates it again and goes on.",
            evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2010 and 2014",
            standing: .reducer("when an interruption ends: the emulated apps do it at the same step"),
            limits: "Which players of the day did this by themselves is not told apart."),
        Rule(
            .int5, "The end says whether to resume",
            """
            The flag comes with the end of a call, of an alarm and of a session that notifies; it is missing where another \
            media app took over.
            """,
            since: .iOS(4), evidence: [.appleDocument, .secondHand],
            source: "WWDC 2010, session 412; Audio Session Services Reference, interruption types (contested: C12)",
            standing: .tables([.settings]),
            difference: Difference(iPhoneOS3: "There is no flag.", modern: "Every end carries shouldResume.")),
        Rule(
            .int6, "Who resumes",
            """
            A media app resumes if it was playing and has leave to; an app without transport controls, such as a game, \
            always resumes.
            """,
            since: .iOS(4), evidence: [.appleDocument, .measured],
            source: "iOS HIG 2011; llfbandit/record issues 542 and 569, for what an app may not resume",
            standing: .reducer("when an interruption ends: an app resumes what it could begin by a step of its own"),
            limits: "An app heeds the flag unless its launch says that it resumes without leave."),
        Rule(
            .int7, "A call interrupts from its first ring",
            "An incoming call begins the interruption while it rings, before anyone answers.",
            evidence: [.appleDocument, .secondHand],
            source: "WWDC 2014, session 501; iOS SDK 18, AVAudioSession.h, for the banners of iOS 14 (contested: C4)",
            standing: .tables([.interruptions, .causes, .silencing]),
            limits: """
                From iOS 14 an app may prefer to be spared until the call is answered, where calls come in as banners.
                """),
        Rule(
            .int8, "After the call",
            """
            A declined or missed call ends the interruption at once. An answered one ends it at its end; on iPhone OS 3 \
            answering ends the app.
            """,
            evidence: [.appleDocument, .secondHand],
            source: "Audio Session Programming Guide 2010 and 2014; WWDC 2010, session 109",
            standing: .tables([.settings, .interruptions, .causes]),
            difference: Difference(
                iPhoneOS3: "Answering ends third-party apps; the iPod resumes after the call.",
                modern: "Every interrupted session is told the end after the call.")),
        Rule(
            .int9, "An alarm sounds alone",
            """
            The guide's example: the podcast goes, the alarm sounds alone, and after its dismissal the podcast comes \
            back.
            """,
            evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2010",
            standing: .tables([.interruptions, .causes]),
            limits: "The fades are as short as the table of ramps says."),
        Rule(
            .int10, "After a call music goes on where it stopped",
            "A call takes the music away, and afterwards it resumes at the same point.",
            evidence: [.appleDocument, .secondHand],
            source: "Audio Session Programming Guide 2010; a user's manual of 2009",
            standing: .reducer("when an interruption begins and ends: sounds halt, and go on where they were"),
            limits: "The fades are as short as the table of ramps says."),
        Rule(
            .int11, "Mixing saves no app from the phone",
            "A call or an alarm interrupts sessions that mix as well.",
            evidence: [.seed, .inferred],
            source: """
                iPhone HIG 2009, Using Sound, the note on phone calls; for alarms inferred (contested: C23, C32, C45)
                """,
            standing: .tables([.interruptions])),
        Rule(
            .int12, "Overlapping interruptions begin once and end once",
            "Of several causes the first begins the interruption, and the last to leave ends it.",
            evidence: [.inferred],
            source: "Not documented (contested: C22)",
            standing: .reducer(
                """
                when a cause takes or leaves the floor: an interrupted session keeps the set of causes
                """)),
        Rule(
            .int13, "An interruption takes the override back",
            "The override to the speaker ends at an interruption, and on iPhone OS the mixing property does too.",
            until: .iOS(7), evidence: [.appleDocument],
            source: "Audio Session Services Reference, OverrideAudioRoute and OverrideCategoryMixWithOthers",
            standing: .reducer("when a session is interrupted"),
            limits: "The mixing property stays: the emulated apps set it again before they activate."),
        Rule(
            .int14, "Long-form audio on AirPlay has its own route",
            """
            Audio sent to AirPlay 2 as long-form goes on during a call. From iOS 13 on other apps play on the phone's own route \
            beside it, and neither side interrupts or lowers the other.
            """,
            since: .iOS(11), evidence: [.appleDocument],
            source: "WWDC 2017, session 501; WWDC 2019, session 501",
            standing: .tables([.interruptions, .settings]),
            limits: "A host with one sound device plays both on it."),
        Rule(
            .int15, "Only the app restarts a player",
            "The system pauses players at the beginning of an interruption and does not start them again.",
            since: .iOS(7), evidence: [.appleDocument, .secondHand],
            source: "Audio Session Programming Guide 2014",
            standing: .reducer(
                """
                when an interruption begins: sounds halt where they are; and what an app has paused goes on by its own \
                step alone
                """)),
        Rule(
            .int16, "Remote commands arrive during Siri",
            """
            Play and pause spoken to Siri reach the app while it is interrupted, and count when it resumes. An app that starts \
            while Siri is on is interrupted again, until Siri ends.
            """,
            since: .iOS(7), evidence: [.appleDocument, .secondHand],
            source: "Audio Session Programming Guide 2014; lionheart/openradar-mirror 20492, for an app that starts",
            standing: .tables([.interruptions, .causes]),
            limits: "The command is given; an emulated app does what its steps say."),
        Rule(
            .int17, "Calls of other services are private",
            """
            A call by CallKit is its app's: the system activates the app's session for it and takes it back. No session of \
            another app, no alarm and no Siri interrupts it, and no other app may start meanwhile.
            """,
            since: .iOS(10), evidence: [.appleDocument, .secondHand],
            source: """
                A reply of Apple's engineers; twilio/voice-quickstart-ios; software-mansion/react-native-audio-api issue 891 \
                (contested: C31, C44)
                """,
            standing: .tables([.interruptions, .causes, .refusals, .settings])),
        Rule(
            .int18, "Hardware codecs and contexts are rebuilt",
            "After an interruption a queue with a hardware codec is made anew, and an OpenAL context is set again.",
            until: .iOS(7), evidence: [.appleDocument],
            source: "WWDC 2010, session 412",
            standing: .notEmulated("there are no codecs and no OpenAL contexts: a sound is a sound")),
        Rule(
            .int19, "A second beginning changes nothing",
            """
            Where media apps take turns, several beginnings without an end are normal; one more while inactive is no \
            news.
            """,
            since: .iOS(7), evidence: [.appleDocument],
            source: "WWDC 2016, session 507",
            standing: .reducer("when a cause takes the floor: only active sessions are told")),
        Rule(
            .int20, "A second call knocks",
            """
            While a call is on, another that comes in interrupts no app and does not ring. Answering it puts the first on hold; \
            ending one's own takes the one on hold up again, and the other side's hanging up does not.
            """,
            evidence: [.secondHand],
            source: "twilio/voice-quickstart-ios, its table of calls beside calls; Apple developer forum 715488",
            standing: .tables([.interruptions, .silencing])),
        Rule(
            .int21, "A muted microphone interrupts who records from it",
            """
            Where the hardware mutes the built-in microphone, a session that records from it is interrupted with the reason \
            builtInMicMuted, and a recording cannot start, unless it has overrideMutedMicrophoneInterruption.
            """,
            since: .iOS(14), evidence: [.header],
            source: "iOS SDK 18, AVAudioSession.h, builtInMicMuted and overrideMutedMicrophoneInterruption",
            standing: .tables([.interruptions, .causes, .refusals])),
    ]
}
