extension Rule {
    /// R-INT: interruptions.
    static let interruptions: [Rule] = [
        Rule(
            .int1, "Causes of interruptions",
            """
            An app is interrupted by a call, an alarm, another app's session that does not mix, or a prompt over \
            spoken audio; on later systems also by Siri, suspension, a muted microphone and other causes.
            """,
            evidence: [.appleDocument, .header],
            source: "WWDC 2010, session 412; iOS SDK 18, AVAudioSession.h, InterruptionReason",
            standing: .tables([.interruptions]),
            limits: "Timers and locked scenes are not emulated.",
            difference: Difference(
                iPhoneOS3: "Calls, alarms and other apps.", modern: "Also prompts over spoken audio (R-SP-1).",
                since: .iOS(9))),
        Rule(
            .int2, "An interruption is a fact, not a request",
            """
            When an app is notified that an interruption began, its session is already inactive and its sounds have \
            stopped.
            """,
            evidence: [.appleDocument],
            source: "WWDC 2010, session 412; WWDC 2016, session 507"),
        Rule(
            .int3, "An end is not guaranteed",
            """
            The beginning of an interruption need not be followed by an end: the person may restart the app before \
            that.
            """,
            evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014; WWDC 2016, session 507 (contested: C24)",
            standing: .reducer("when an interrupted app deactivates, activates or plays: no end follows")),
        Rule(
            .int4, "After the end an app activates, then resumes",
            "The end of an interruption leaves the session inactive; the app activates it again and resumes.",
            evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2010 and 2014",
            standing: .reducer("when an interruption ends: emulated apps do so in the same step"),
            limits: "Players that did this by themselves are not distinguished."),
        Rule(
            .int5, "The end says whether to resume",
            """
            The flag is set at the end of a call, of an alarm and of a session that notifies others; it is missing \
            if another media app took over.
            """,
            since: .iOS(4), evidence: [.appleDocument, .secondHand],
            source: "WWDC 2010, session 412; Audio Session Services Reference, interruption types (contested: C12)",
            difference: Difference(iPhoneOS3: "There is no flag.", modern: "Every end carries shouldResume.")),
        Rule(
            .int6, "Which apps resume",
            """
            A media app resumes if it was playing and the end says shouldResume; an app without transport controls, \
            such as a game, always resumes.
            """,
            since: .iOS(4), evidence: [.appleDocument, .measured],
            source: "iOS HIG 2011; llfbandit/record issues 542 and 569, for what an app cannot resume",
            standing: .reducer("when an interruption ends: an app resumes what it could start itself at that step"),
            limits: "An app obeys the flag unless its launch says that it always resumes."),
        Rule(
            .int7, "A call interrupts from its first ring",
            "An incoming call begins the interruption while it rings, before anyone answers.",
            evidence: [.appleDocument, .secondHand],
            source: "WWDC 2014, session 501; iOS SDK 18, AVAudioSession.h, for the banners of iOS 14 (contested: C4)",
            limits: """
                From iOS 14 on, an app may prefer not to be interrupted before the call is answered, if calls appear \
                as banners.
                """),
        Rule(
            .int8, "After the call",
            """
            If a call is declined or missed, the interruption ends immediately; if it is answered, the interruption \
            ends with the call. On iPhone OS 3, answering terminates the app.
            """,
            evidence: [.appleDocument, .secondHand],
            source: "Audio Session Programming Guide 2010 and 2014; WWDC 2010, session 109",
            standing: .tables([.settings, .interruptions, .causes]),
            difference: Difference(
                iPhoneOS3: "Answering terminates third-party apps; the iPod resumes after the call.",
                modern: "Every interrupted app is notified of the end after the call.")),
        Rule(
            .int9, "An alarm sounds alone",
            """
            The guide's example: the podcast stops, the alarm sounds alone, and the podcast resumes after the alarm \
            is dismissed.
            """,
            evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2010",
            limits: "The table of ramps gives the lengths of the fades."),
        Rule(
            .int10, "After a call, music resumes where it stopped",
            "A call interrupts the music, which afterwards resumes at the same point.",
            evidence: [.appleDocument, .secondHand],
            source: "Audio Session Programming Guide 2010; a user's manual of 2009",
            standing: .reducer("when an interruption begins and ends: sounds halt, and resume where they were"),
            limits: "The table of ramps gives the lengths of the fades."),
        Rule(
            .int11, "Mixing does not protect an app from the phone",
            "A call or an alarm also interrupts sessions that mix.",
            evidence: [.seed, .inferred],
            source:
                "iPhone HIG 2009, Using Sound, the note on phone calls; for alarms inferred (contested: C23, C32, C45)"),
        Rule(
            .int12, "Overlapping interruptions begin once and end once",
            "If several causes overlap, the interruption begins with the first and ends with the last.",
            evidence: [.inferred],
            source: "Not documented (contested: C22)",
            standing: .reducer(
                "when a cause begins or ends: an interrupted session keeps the set of its causes")),
        Rule(
            .int13, "An interruption ends the override to the speaker",
            "An interruption ends the override to the speaker and, on iPhone OS, clears the mixing property.",
            until: .iOS(7), evidence: [.appleDocument],
            source: "Audio Session Services Reference, OverrideAudioRoute and OverrideCategoryMixWithOthers",
            standing: .reducer("when a session is interrupted"),
            limits: "The mixing property stays set: emulated apps would set it again before they activate."),
        Rule(
            .int14, "Long-form audio on AirPlay has its own route",
            """
            Long-form audio on AirPlay 2 continues during a call. From iOS 13 on, other apps play on the phone's own \
            route at the same time, and neither side interrupts or lowers the other.
            """,
            since: .iOS(11), evidence: [.appleDocument],
            source: "WWDC 2017, session 501; WWDC 2019, session 501",
            limits: "A host with one sound device plays both on it."),
        Rule(
            .int15, "Only the app restarts a player",
            "The system pauses players at the beginning of an interruption and does not start them again.",
            since: .iOS(7), evidence: [.appleDocument, .secondHand],
            source: "Audio Session Programming Guide 2014",
            standing: .reducer(
                """
                when an interruption begins: sounds halt where they are, and a sound that its app has paused resumes \
                only by a step of the app
                """)),
        Rule(
            .int16, "Remote commands arrive during Siri",
            """
            Play and pause commands given to Siri reach the app while it is interrupted and take effect when it \
            resumes. An app that starts playing during Siri is interrupted again until Siri ends.
            """,
            since: .iOS(7), evidence: [.appleDocument, .secondHand],
            source: "Audio Session Programming Guide 2014; lionheart/openradar-mirror 20492, for an app that starts",
            limits: "The command is delivered; an emulated app only does what its steps say."),
        Rule(
            .int17, "Calls of other services are private",
            """
            A CallKit call belongs to its app: the system activates the app's session for the call and deactivates \
            it afterwards. No other app's session, no alarm and no Siri interrupts it, and no other app may start \
            meanwhile.
            """,
            since: .iOS(10), evidence: [.appleDocument, .secondHand],
            source: """
                A reply of Apple's engineers; twilio/voice-quickstart-ios; software-mansion/react-native-audio-api issue 891 \
                (contested: C31, C44)
                """,
            standing: .tables([.interruptions, .causes, .refusals, .settings])),
        Rule(
            .int18, "Hardware codecs and contexts are rebuilt",
            """
            After an interruption, an app recreates queues that use a hardware codec and sets its OpenAL context \
            again.
            """,
            until: .iOS(7), evidence: [.appleDocument],
            source: "WWDC 2010, session 412",
            standing: .notEmulated("there are no codecs and no OpenAL contexts")),
        Rule(
            .int19, "A second beginning changes nothing",
            """
            When media apps take turns, several beginnings without an end are normal; another one during an \
            interruption changes nothing.
            """,
            since: .iOS(7), evidence: [.appleDocument],
            source: "WWDC 2016, session 507",
            standing: .reducer("when a cause begins: only apps with active sessions are notified")),
        Rule(
            .int20, "A second call does not ring",
            """
            A call that comes in during another call interrupts no app and does not ring. Answering it puts the \
            first call on hold. When the person ends a call, the one on hold resumes; when the other side hangs up, \
            it does not.
            """,
            evidence: [.secondHand],
            source: "twilio/voice-quickstart-ios, its table of calls beside calls; Apple developer forum 715488"),
        Rule(
            .int21, "A muted microphone interrupts sessions that record from it",
            """
            When the hardware mutes the built-in microphone, a session that records from it is interrupted with the \
            reason builtInMicMuted, and no recording can start, unless the session has \
            overrideMutedMicrophoneInterruption.
            """,
            since: .iOS(14), evidence: [.header],
            source: "iOS SDK 18, AVAudioSession.h, builtInMicMuted and overrideMutedMicrophoneInterruption"),
    ]
}
