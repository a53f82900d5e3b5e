extension Rule {
    /// R-VOL: volume.
    static let volume: [Rule] = [
        Rule(
            .vol1, "There are three volumes",
            "Media, the ringer and a call each have their own level.",
            evidence: [.seed, .appleDocument, .secondHand],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons, for media and ringer; a reply of Apple's engineers",
            standing: .tables([.levels])),
        Rule(
            .vol2, "The buttons change what plays, otherwise the ringer",
            "While audio plays, the volume buttons change the media volume; otherwise they change the ringer volume.",
            evidence: [.seed, .appleDocument, .secondHand],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons; iOS HIG 2011 (contested: C28)",
            difference: Difference(
                iPhoneOS3: "A sound has to be playing, and not silenced by switch or lock.",
                modern: "An active session that is not silenced is enough.")),
        Rule(
            .vol3, "The media volume applies to the sounds of apps",
            """
            Every sound of a session follows the media volume, or in a chat the call volume (R-VOL-13); the ringer, \
            calls, alerts and system sounds do not.
            """,
            evidence: [.seed, .appleDocument],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons; HIG, Playing audio"),
        Rule(
            .vol4, "One press is a sixteenth",
            "Each press of a button changes a volume by 1/16, within 0 to 1.",
            evidence: [.secondHand, .inferred],
            source: "Engine documentation that gives the lowest call level as 0.0625"),
        Rule(
            .vol5, "Only media can be turned down to nothing",
            "The buttons turn media down to 0, but the ringer and calls only to one step.",
            evidence: [.secondHand],
            source: "A user guide of 2012; two vendors' documentation on call volume"),
        Rule(
            .vol6, "Apps are notified of a volume only when it changes",
            "A press at the end of the scale notifies no app; a session has to be active to read a reliable value.",
            since: .iOS(7), evidence: [.secondHand],
            source: "The notes of a volume-button library",
            standing: .reducer("when the media volume in force after a step is not the one before"),
            limits: "An inactive session reads the true value, too."),
        Rule(
            .vol7, "Only people change the volume",
            """
            An app may show the system's slider, which changes the media volume. On an output without volume \
            control, the name of the device replaces the slider.
            """,
            evidence: [.seed, .header],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons; iOS SDK 18, AVAudioSession.h, outputVolume",
            difference: Difference(
                iPhoneOS3:
                    "A2DP has no volume control: it plays at full level, and slider and buttons do nothing there.",
                modern: "A2DP obeys the phone's volume.")),
        Rule(
            .vol8, "An app's own levels are relative",
            """
            The levels that an app sets for its sounds are relative to the system's volume, which always has the \
            last word.
            """,
            evidence: [.seed],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons"),
        Rule(
            .vol9, "Each output remembers its level",
            "A route change restores the volume last used on the new output and keeps that of the previous one.",
            evidence: [.appleDocument, .inferred],
            source: """
                Audio Session Programming Guide 2010, the headset example; for other outputs inferred (contested: \
                C19)
                """,
            standing: .reducer("when the media volume is read or changed: the state keeps one per output")),
        Rule(
            .vol10, "The buttons work when locked; a setting protects the ringer",
            """
            Locked or not, they change the media volume if something plays, otherwise the ringer volume. If the \
            setting changeWithButtons is off, they change the media volume instead of the ringer volume, and nothing \
            while a ringtone or an alarm sounds.
            """,
            evidence: [.secondHand, .inferred],
            source: """
                Not documented for iPhone OS 3 (contested: C20); CipherBitCorp/VolumeButtonHandler 2 and users' guides, for the \
                setting; that it came with iOS 5 is inferred
                """,
            limits: "A press that silences a ringtone or snoozes an alarm has no step."),
        Rule(
            .vol11, "Headphones with nothing playing",
            """
            If nothing plays and the output is an accessory, such as headphones, the buttons change the volume of \
            that output; up to iOS 7 they changed the ringer volume.
            """,
            since: .iOS(8), evidence: [.secondHand],
            source: "lionheart/openradar-mirror 3026 (a bug report of 2014 to Apple)",
            difference: Difference(iPhoneOS3: "They change the ringer volume.", modern: "As stated.", since: .iOS(8))),
        Rule(
            .vol12, "During a call the buttons change the call volume",
            "During an answered call, the buttons change the call volume, which is separate for each call output.",
            evidence: [.secondHand, .inferred],
            source: "Two vendors' documentation on call volume",
            limits: "There is one call volume for receiver, speaker and headset."),
        Rule(
            .vol13, "A chat has the call volume",
            """
            While a PlayAndRecord session in a chat mode is active, the call volume applies to the sounds of apps: \
            the buttons and the slider change it, and apps are notified of it. The media volume is unchanged.
            """,
            since: .iOS(5), evidence: [.measured, .secondHand],
            source: """
                Actual-Chat/actual-chat issue 4596 (a device's log of 2026); vendors' documentation on chat volume; \
                openradar 15119049
                """,
            standing: .tables([.modes, .buttons]),
            difference: Difference(iPhoneOS3: "No mode does that.", modern: "As stated.", since: .iOS(7))),
        Rule(
            .vol14, "A volume view makes the buttons change the media volume",
            """
            While the foreground app shows the system's volume view, the buttons change the media volume, even at \
            silent and if nothing plays.
            """,
            evidence: [.measured],
            source: "kickstarter/ios-oss issue 2957"),
        Rule(
            .vol15, "Settings has a slider for the ringer",
            "It changes only the ringer volume.",
            evidence: [.appleDocument, .inferred],
            source: """
                iPhone HIG 2009, Using Sound, for the ringer's own level; that its lowest value is that of the \
                buttons is inferred
                """,
            standing: .reducer("when the person moves the slider")),
    ]
}
