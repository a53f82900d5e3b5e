extension Rule {
    /// R-SW and R-LK: the Ring/Silent switch and the lock.
    static let switchAndLock: [Rule] = [
        Rule(
            .sw1, "The switch silences Ambient and SoloAmbient",
            """
            At silent, Ambient and SoloAmbient are not heard; Playback, PlayAndRecord and MultiRoute are, and Record goes \
            on recording. No option of a session changes that.
            """,
            evidence: [.seed, .appleDocument],
            source: """
                iPhone HIG 2009, Using Sound, Table 4-1; Audio Session Services Reference, \
                OverrideCategoryMixWithOthers
                """,
            standing: .tables([.categories, .silencing])),
        Rule(
            .sw2, "The switch silences what the person has not asked for",
            """
            At silent the ringtone, the sounds of mail, messages and notifications, keyboard clicks and both kinds of \
            system sound are not heard.
            """,
            evidence: [.seed, .appleDocument, .secondHand],
            source: "iPhone HIG 2009, Using Sound, The Ring/Silent Switch; iPhone HIG 2008 and 2010, Using Sound",
            standing: .tables([.silencing]),
            limits: "The lock sound is not emulated."),
        Rule(
            .sw3, "The switch never silences what was asked for",
            """
            Media in a media app, a clip in a language app, an audio chat and a Clock alarm sound in either position of \
            the switch.
            """,
            evidence: [.appleDocument],
            source: """
                iPhone HIG 2010, Using Sound, The Ring/Silent Switch (the Chinese edition of 2009 mistranslates the line \
                on alarms)
                """,
            standing: .tables([.categories, .silencing])),
        Rule(
            .sw4, "The switch acts at once and tells no app",
            """
            Moving the switch takes effect while something plays, in both directions; no session changes its phase and no \
            app is told.
            """,
            evidence: [.inferred],
            source: "No document speaks of an event, and no interface shows the switch",
            standing: .reducer("when the switch moves: only the picture changes")),
        Rule(
            .sw5, "The volume buttons work in either position",
            "The buttons can make anything quieter, whatever the position of the switch.",
            evidence: [.seed],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons",
            standing: .tables([.buttons]),
            limits: """
                What the switch keeps silent does not count as sounding, so the buttons may then move the ringer \
                (R-VOL-2).
                """),
        Rule(
            .sw6, "The switch silences Ambient on built-in outputs only",
            """
            Ambient and SoloAmbient are silenced where the sound would come from the phone itself; in headphones they are \
            heard.
            """,
            evidence: [.secondHand, .inferred],
            source: "A user report on iOS 9; the empty route of older systems at silent (contested: C3)",
            standing: .tables([.silencing, .settings])),
        Rule(
            .sw7, "The switch does not silence vibration",
            "Two settings, vibrate on ring and vibrate on silent, say whether the phone vibrates in each position.",
            evidence: [.appleDocument, .secondHand],
            source: "iPhone HIG 2008, Using Sound",
            standing: .tables([.vibration])),
        Rule(
            .lk1, "The lock silences Ambient and SoloAmbient",
            """
            While the screen is locked, Ambient and SoloAmbient are not heard; the other categories play and record \
            on.
            """,
            evidence: [.seed, .appleDocument],
            source: "iPhone HIG 2009, Using Sound, Table 4-1; WWDC 2010, session 412",
            standing: .tables([.categories, .silencing])),
        Rule(
            .lk2, "The lock is like leaving the foreground",
            """
            An app without background audio cannot sound while the screen is locked. On iPhone OS 3 an app with an active \
            Playback session keeps the device awake and plays on.
            """,
            evidence: [.appleDocument, .inferred],
            source: "Audio Session Programming Guide 2014; Technical Q&A QA1626",
            standing: .tables([.silencing]),
            limits: """
                The app is not deactivated: it sounds again after the unlock, and is told nothing. Meanwhile its duck lowers \
                nothing, and what it records is silence.
                """,
            difference: Difference(
                iPhoneOS3: "A locked app stays alive; only Ambient, SoloAmbient and system sounds fall silent.",
                modern: """
                    A third-party app without background audio is silent while the screen is locked, whatever its \
                    category.
                    """)),
        Rule(
            .lk3, "The lock silences system sounds",
            "The sounds of System Sound Services are not heard while the screen is locked.",
            evidence: [.seed],
            source: "iPhone HIG 2009, Using Sound, scenario 4",
            standing: .tables([.silencing])),
        Rule(
            .lk4, "The lock tells no app",
            """
            Locking interrupts no session and sends no event; what is still running is heard again after the unlock, where \
            it has got to.
            """,
            evidence: [.inferred],
            source: "Not documented (contested: C21)",
            standing: .reducer("when the screen is locked or unlocked: only the picture changes")),
        Rule(
            .lk5, "The phone at an ear is dark, not locked",
            """
            While the phone is at an ear its screen is dark. That locks nothing, silences nothing and suspends no app; the app \
            in front is told, and may move its sound to the receiver.
            """,
            evidence: [.appleDocument, .secondHand],
            source: """
                UIDevice reference, proximityStateDidChangeNotification; signalapp/Signal-iOS 5530 and TelegramMessenger/Telegram-iOS \
                854, for apps that go on
                """,
            standing: .reducer("when the phone comes to an ear or leaves it"),
            limits:
                "The app in front is told whether or not it has asked to be, and none is while the screen is locked."),
    ]
}
