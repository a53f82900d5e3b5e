extension Rule {
    /// R-SW and R-LK: the Ring/Silent switch and the lock.
    static let switchAndLock: [Rule] = [
        Rule(
            .sw1, "The switch silences Ambient and SoloAmbient",
            """
            At silent, Ambient and SoloAmbient are not heard. Playback, PlayAndRecord and MultiRoute are, and Record \
            continues to record. No session option changes this.
            """,
            evidence: [.seed, .appleDocument],
            source: """
                iPhone HIG 2009, Using Sound, Table 4-1; Audio Session Services Reference, \
                OverrideCategoryMixWithOthers
                """,
            standing: .tables([.categories, .silencing])),
        Rule(
            .sw2, "The switch silences unsolicited sounds",
            """
            At silent, the ringtone, keyboard clicks, both kinds of system sounds, and the sounds of mail, messages \
            and notifications are not heard.
            """,
            evidence: [.seed, .appleDocument, .secondHand],
            source: "iPhone HIG 2009, Using Sound, The Ring/Silent Switch; iPhone HIG 2008 and 2010, Using Sound",
            limits: "The lock sound is not emulated."),
        Rule(
            .sw3, "The switch never silences sounds that the person asked for",
            """
            Media in a media app, a clip in a language app, an audio chat and a Clock alarm are heard in either \
            position of the switch.
            """,
            evidence: [.appleDocument],
            source: """
                iPhone HIG 2010, Using Sound, The Ring/Silent Switch (the Chinese edition of 2009 mistranslates the line \
                on alarms)
                """,
            standing: .tables([.categories, .silencing])),
        Rule(
            .sw4, "The switch takes effect immediately and notifies no app",
            """
            Moving the switch, in either direction, also affects sounds that are already playing. No session changes \
            its phase, and no app is notified.
            """,
            evidence: [.inferred],
            source: "No document mentions an event, and no interface exposes the switch",
            standing: .reducer("when the switch moves: only the picture changes")),
        Rule(
            .sw5, "The volume buttons work in either position",
            "The volume buttons can turn down any sound, whatever the position of the switch.",
            evidence: [.seed],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons",
            standing: .tables([.buttons]),
            limits: """
                A sound that the switch silences does not count as playing, so the buttons may change the ringer \
                volume instead (R-VOL-2).
                """),
        Rule(
            .sw6, "The switch silences Ambient on built-in outputs only",
            "Ambient and SoloAmbient are silenced only on the phone's own outputs; in headphones they are heard.",
            evidence: [.secondHand, .inferred],
            source: "A user report on iOS 9; the empty route of older systems at silent (contested: C3)",
            standing: .tables([.silencing, .settings])),
        Rule(
            .sw7, "The switch does not silence vibration",
            """
            Two settings, vibrate on ring and vibrate on silent, determine whether the phone vibrates in each \
            position.
            """,
            evidence: [.appleDocument, .secondHand],
            source: "iPhone HIG 2008, Using Sound"),
        Rule(
            .lk1, "The lock silences Ambient and SoloAmbient",
            """
            While the screen is locked, Ambient and SoloAmbient are not heard; the other categories continue to play \
            and record.
            """,
            evidence: [.seed, .appleDocument],
            source: "iPhone HIG 2009, Using Sound, Table 4-1; WWDC 2010, session 412",
            standing: .tables([.categories, .silencing])),
        Rule(
            .lk2, "The lock is like leaving the foreground",
            """
            An app without background audio is silent while the screen is locked. On iPhone OS 3 an app with an \
            active Playback session keeps the device awake and continues to play.
            """,
            evidence: [.appleDocument, .inferred],
            source: "Audio Session Programming Guide 2014; Technical Q&A QA1626",
            limits: """
                The app's session stays active: its sounds return after the unlock, and the app is not notified. \
                While the screen is locked, the session ducks nothing and records silence.
                """,
            difference: Difference(
                iPhoneOS3: """
                    Apps keep running while the screen is locked; only Ambient, SoloAmbient and system sounds fall \
                    silent.
                    """,
                modern: """
                    A third-party app without background audio is silent while the screen is locked, whatever its \
                    category.
                    """)),
        Rule(
            .lk3, "The lock silences system sounds",
            "The sounds of System Sound Services are not heard while the screen is locked.",
            evidence: [.seed],
            source: "iPhone HIG 2009, Using Sound, scenario 4"),
        Rule(
            .lk4, "The lock notifies no app",
            """
            Locking interrupts no session and sends no event. Sounds keep running silently and are heard again after \
            the unlock, at the position that they have reached.
            """,
            evidence: [.inferred],
            source: "Not documented (contested: C21)",
            standing: .reducer("when the screen is locked or unlocked: only the picture changes")),
        Rule(
            .lk5, "A phone at an ear is dark, but not locked",
            """
            While the phone is held to an ear, its screen is dark but not locked: nothing is silenced and no app is \
            suspended. The foreground app is notified and may move its sound to the receiver.
            """,
            evidence: [.appleDocument, .secondHand],
            source: """
                UIDevice reference, proximityStateDidChangeNotification; signalapp/Signal-iOS 5530 and \
                TelegramMessenger/Telegram-iOS 854, for apps that continue
                """,
            standing: .reducer("when the phone comes to an ear or leaves it"),
            limits:
                """
                The foreground app is notified whether or not it has asked to be; while the screen is locked, no app \
                is.
                """),
    ]
}
