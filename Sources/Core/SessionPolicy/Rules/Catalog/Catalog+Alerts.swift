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
            .al2, "Ringtones and alarms also sound from the speaker",
            "Both are heard on the speaker and on connected headphones at the same time.",
            evidence: [.appleDocument, .secondHand],
            source: """
                Audio Session Services Reference, route outputs, for the ring; user reports for the alarm \
                (contested: C16)
                """),
        Rule(
            .al3, "An alarm is never quieter than one step",
            "With the ringer volume at its lowest, an alarm still sounds at one step.",
            evidence: [.inferred],
            source: "Follows from R-VOL-5 (contested: C16)"),
        Rule(
            .al4, "A message over music",
            "On iPhone OS 3 the tone mixes with music; newer systems lower the music while the tone sounds.",
            evidence: [.secondHand],
            source: """
                A user's manual of 2009; user reports (contested: C17); for alert sounds of apps signalapp/Signal-iOS issue \
                3106 (contested: C30)
                """,
            difference: Difference(
                iPhoneOS3: "The tone mixes.",
                modern: "Media is ducked from the start to the end of the tone, and of an app's alert sound.",
                since: .iOS(7))),
        Rule(
            .al5, "The switch decides whether a message sounds or only vibrates",
            """
            At ring, a notification sounds, and vibrates if vibrate on ring is on. At silent it is inaudible, and \
            vibrates if vibrate on silent is on.
            """,
            evidence: [.appleDocument, .secondHand],
            source: "iPhone HIG 2008, Using Sound",
            standing: .tables([.silencing, .vibration])),
        Rule(
            .al6, "Record suppresses alert sounds",
            "While a Record session is active no alert is heard; PlayAndRecord gives no such guarantee.",
            evidence: [.seed, .appleDocument],
            source: "iPhone HIG 2009, Using Sound, text before Table 4-1; WWDC 2019, session 501",
            limits: "From iOS 13 on, a recording app may allow them (R-AL-11).",
            difference: Difference(
                iPhoneOS3: "Alerts, clicks and system sounds fall silent.",
                modern: "In addition, system sounds are silent while any session records, as from iOS 13.",
                since: .iOS(13))),
        Rule(
            .al7, "Alerts sound while a recorder is idle",
            "A recording app should be inactive while it does not record, so that alerts can be heard.",
            since: .iOS(4), evidence: [.appleDocument],
            source: "Audio Session Programming Guide 2014",
            standing: .tables([.silencing]),
            limits: "Deactivating is up to the app: the steps say when."),
        Rule(
            .al8, "A call interrupts a recording",
            "Record suppresses alerts, but not calls.",
            evidence: [.seed],
            source: "iPhone HIG 2009, Using Sound, the note on phone calls",
            standing: .reducer("when a call comes in: sessions that record are interrupted like all others")),
        Rule(
            .al9, "A call at silent still interrupts",
            """
            At silent, an incoming call has no ringtone; it vibrates if the setting allows it, and interrupts as it \
            would at ring.
            """,
            evidence: [.appleDocument, .inferred],
            source: "iPhone HIG 2008, Using Sound, for tone and vibration; the interruption is inferred",
            standing: .tables([.silencing, .vibration])),
        Rule(
            .al10, "No app changes a ring or an alarm",
            "An app's category, options and ducking do not change the loudness of the device's own sounds.",
            evidence: [.seed, .inferred],
            source: "iPhone HIG 2009, Using Sound, scenario 3, for the phone; the rest is inferred",
            standing: .tables([.levels])),
        Rule(
            .al11, "A recording mutes vibration and system sounds",
            """
            While a session records, the device neither vibrates nor plays system sounds, unless the recording app \
            has allowed both. Calls and alarms are exempt.
            """,
            since: .iOS(13), evidence: [.header, .measured, .inferred],
            source: """
                iOS SDK 18, AVAudioSession.h, allowHapticsAndSystemSoundsDuringRecording; lionheart/openradar-mirror 14260; \
                llfbandit/record issue 132; AudioKit issue 1876; for notifications inferred (contested: C29)
                """,
            standing: .tables([.vibration, .silencing]),
            difference: Difference(
                iPhoneOS3: "The device vibrates while an app records; only Record silences system sounds.",
                modern: "As stated.", since: .iOS(13),
                between: [
                    .init(
                        since: .iOS(4),
                        words: "The device does not vibrate while an app records; only Record silences system sounds.")
                ])),
        Rule(
            .al12, "Several alarms fire as one",
            """
            Alarms that fire at the same time are heard as one, and the device is free when the last one is \
            dismissed.
            """,
            evidence: [.secondHand, .inferred],
            source:
                "Tests of Android's car audio and of OpenHarmony, for two at once; that they sound as one is inferred",
            standing: .reducer("when an alarm fires or is dismissed")),
    ]
}
