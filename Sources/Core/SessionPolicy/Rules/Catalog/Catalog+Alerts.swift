extension Rule {
    /// R-AL: alarms, alerts and rings.
    static let alerts: [Rule] = [
        Rule(
            .al1, "An alarm always sounds",
            "A Clock alarm sounds at silent and on a locked screen, at the ringer's level.",
            evidence: [.appleDocument, .secondHand],
            source: "iPhone HIG 2010, Using Sound, The Ring/Silent Switch; support articles (contested: C16)",
            standing: .tables([.silencing, .levels])),
        Rule(
            .al2, "Ring and alarm sound from the speaker too",
            "They are heard on the speaker and on connected headphones at once.",
            evidence: [.appleDocument, .secondHand],
            source: """
                Audio Session Services Reference, route outputs, for the ring; user reports for the alarm \
                (contested: C16)
                """,
            standing: .tables([.levels])),
        Rule(
            .al3, "An alarm is never quieter than one step",
            "With the ringer at its lowest an alarm still sounds at one step.",
            evidence: [.inferred],
            source: "Follows from R-VOL-5 (contested: C16)",
            standing: .tables([.numbers])),
        Rule(
            .al4, "A message over music",
            "On iPhone OS 3 the tone mixes with the music; newer systems lower the music while it sounds.",
            evidence: [.secondHand],
            source: """
                A user's manual of 2009; user reports (contested: C17); for alert sounds of apps signalapp/Signal-iOS issue \
                3106 (contested: C30)
                """,
            standing: .tables([.settings]),
            difference: Difference(
                iPhoneOS3: "The tone mixes.",
                modern: "Media is ducked from the start to the end of the tone, and of an app's alert sound.",
                since: .iOS(7))),
        Rule(
            .al5, "A message sounds or vibrates by the switch",
            """
            At ring a notification sounds and vibrates by the setting for ring; at silent it only vibrates, by the setting \
            for silent.
            """,
            evidence: [.appleDocument, .secondHand],
            source: "iPhone HIG 2008, Using Sound",
            standing: .tables([.silencing, .vibration])),
        Rule(
            .al6, "Record suppresses alert sounds",
            "While a Record session is active no alert is heard; PlayAndRecord gives no such guarantee.",
            evidence: [.seed, .appleDocument],
            source: "iPhone HIG 2009, Using Sound, text before Table 4-1; WWDC 2019, session 501",
            standing: .tables([.silencing]),
            limits: "From iOS 13 on a recording app may let them be heard (R-AL-11).",
            difference: Difference(
                iPhoneOS3: "Alerts, clicks and system sounds fall silent.",
                modern: "System sounds besides while any session records, as from iOS 13.", since: .iOS(13))),
        Rule(
            .al7, "Alerts sound while a recorder is idle",
            "A recording app should be inactive while it does not record, so that alerts can be heard.",
            since: .iOS(4), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014",
            standing: .tables([.silencing]),
            limits: "To deactivate is the app's duty: the steps say when."),
        Rule(
            .al8, "A call interrupts a recording",
            "Record suppresses alerts, not the phone.",
            evidence: [.seed],
            source: "iPhone HIG 2009, Using Sound, the note on phone calls",
            standing: .reducer("when a call comes in: sessions that record are interrupted like all others")),
        Rule(
            .al9, "A ring at silent interrupts all the same",
            "At silent an incoming call has no tone; it vibrates by the setting and interrupts as it would at ring.",
            evidence: [.appleDocument, .inferred],
            source: "iPhone HIG 2008, Using Sound, for tone and vibration; the interruption is inferred",
            standing: .tables([.silencing, .vibration])),
        Rule(
            .al10, "No app changes a ring or an alarm",
            "Category, options and ducks of apps leave the loudness of the device's own sounds alone.",
            evidence: [.seed, .inferred],
            source: "iPhone HIG 2009, Using Sound, scenario 3, for the phone; the rest is inferred",
            standing: .tables([.levels])),
        Rule(
            .al11, "A recording mutes vibration and system sounds",
            """
            While a session with input records, the device neither vibrates nor sounds system sounds, unless the recording \
            app has allowed both; a call and an alarm are excepted.
            """,
            since: .iOS(13), evidence: [.header, .measured, .inferred],
            source: """
                iOS SDK 18, AVAudioSession.h, allowHapticsAndSystemSoundsDuringRecording; lionheart/openradar-mirror 14260; \
                llfbandit/record issue 132; AudioKit issue 1876; for notifications inferred (contested: C29)
                """,
            standing: .tables([.vibration, .silencing]),
            difference: Difference(
                iPhoneOS3: "The device vibrates while an app records; system sounds stay out of Record only.",
                modern: "As stated.", since: .iOS(13),
                between: [
                    .init(
                        since: .iOS(4),
                        words: """
                            The device does not vibrate while an app records; system sounds stay out of Record only.
                            """)
                ])),
        Rule(
            .al12, "Several alarms fire as one",
            "An alarm that fires beside another is heard with it as one, and the device is free when the last is dismissed.",
            evidence: [.secondHand, .inferred],
            source: """
                Tests of Android's car audio and of OpenHarmony, for two at once; that they sound as one is inferred
                """,
            standing: .reducer("when an alarm fires or is dismissed")),
    ]
}
