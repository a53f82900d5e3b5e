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
            .vol2, "The buttons move what sounds, else the ringer",
            "While audio plays the volume buttons move the media volume; while nothing plays they move the ringer.",
            evidence: [.seed, .appleDocument, .secondHand],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons; iOS HIG 2011 (contested: C28)",
            standing: .tables([.buttons]),
            difference: Difference(
                iPhoneOS3: "A sound has to run, and not be silenced by switch or lock.",
                modern: "An active session that is not silenced is enough.")),
        Rule(
            .vol3, "The media volume moves the sounds of apps",
            """
            Every sound of a session follows the media volume, but in a chat that of calls (R-VOL-13); the ringer, calls, alerts \
            and system sounds do not.
            """,
            evidence: [.seed, .appleDocument],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons; HIG, Playing audio",
            standing: .tables([.levels])),
        Rule(
            .vol4, "One press is a sixteenth",
            "A press of a button moves a level by 1/16 within 0 to 1.",
            evidence: [.secondHand, .inferred],
            source: "Engine documentation that gives the lowest call level as 0.0625",
            standing: .tables([.numbers])),
        Rule(
            .vol5, "Only media can be turned down to nothing",
            "Media reaches 0; the buttons leave the ringer and a call at one step at least.",
            evidence: [.secondHand],
            source: "A user guide of 2012; two vendors' documentation on call volume",
            standing: .tables([.silencing, .numbers])),
        Rule(
            .vol6, "Apps hear of a volume on change only",
            "A press at the end of the scale tells no app; a session has to be active for a reliable value.",
            since: .iOS(7), evidence: [.secondHand],
            source: "The notes of a volume-button library",
            standing: .reducer("when the media volume in force after a step is not the one before"),
            limits: "An inactive app that asks gets the true value all the same."),
        Rule(
            .vol7, "Only people change the volume",
            """
            An app offers the system's slider, which moves the media volume. On an output without volume control the \
            slider gives way to the name of the device.
            """,
            evidence: [.seed, .header],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons; iOS SDK 18, AVAudioSession.h, outputVolume",
            standing: .tables([.settings]),
            difference: Difference(
                iPhoneOS3: """
                    A2DP has no volume control: it plays at full level, and slider and buttons do nothing there.
                    """,
                modern: "A2DP obeys the phone's volume.")),
        Rule(
            .vol8, "An app's own levels are relative",
            "What an app sets for its sounds lies below the system's volume, which always has the last word.",
            evidence: [.seed],
            source: "iPhone HIG 2009, Using Sound, Volume Buttons",
            standing: .tables([.silencing])),
        Rule(
            .vol9, "Each output remembers its level",
            "A change of route brings back the volume last used there and leaves the level of the other alone.",
            evidence: [.appleDocument, .inferred],
            source: """
                Audio Session Programming Guide 2010, the headset example; for other outputs inferred (contested: \
                C19)
                """,
            standing: .reducer("when the media volume is read or moved: the state keeps one per output")),
        Rule(
            .vol10, "The buttons work on a locked screen and may spare the ringer",
            """
            Locked or not, they move media if something plays, otherwise the ringer. Where the setting changeWithButtons is \
            off they never move the ringer: media instead, and nothing while a ringtone or an alarm sounds.
            """,
            evidence: [.secondHand, .inferred],
            source: """
                Not documented for iPhone OS 3 (contested: C20); CipherBitCorp/VolumeButtonHandler 2 and users' guides, for the \
                setting; that it came with iOS 5 is inferred
                """,
            standing: .tables([.buttons]),
            limits: "A press that silences a ringtone or snoozes an alarm has no step."),
        Rule(
            .vol11, "Headphones with nothing playing",
            """
            With headphones or another accessory as the output and nothing playing, the buttons move the level of that output; \
            up to iOS 7 they moved the ringer.
            """,
            since: .iOS(8), evidence: [.secondHand],
            source: "lionheart/openradar-mirror 3026 (a bug report of 2014 to Apple)",
            standing: .tables([.buttons]),
            difference: Difference(iPhoneOS3: "They move the ringer.", modern: "As stated.", since: .iOS(8))),
        Rule(
            .vol12, "During a call the buttons move the call volume",
            "While a call is answered the buttons move its level, which each call output has for itself.",
            evidence: [.secondHand, .inferred],
            source: "Two vendors' documentation on call volume",
            standing: .tables([.buttons]),
            limits: "There is one call volume for receiver, speaker and headset."),
        Rule(
            .vol13, "A chat has the call volume",
            """
            While a PlayAndRecord session in a chat mode is active, the call volume governs what apps sound, the buttons and \
            the slider move it, and apps are told it; the media volume stays where it was.
            """,
            since: .iOS(5), evidence: [.measured, .secondHand],
            source: """
                Actual-Chat/actual-chat issue 4596 (a device's log of 2026); vendors' documentation on chat volume; \
                openradar 15119049
                """,
            standing: .tables([.modes, .buttons]),
            difference: Difference(iPhoneOS3: "No mode does that.", modern: "As stated.", since: .iOS(7))),
        Rule(
            .vol14, "A volume view has the buttons move media",
            """
            While the app in front shows the system's volume view, the buttons move the media level, even at silent and with \
            nothing playing.
            """,
            evidence: [.measured],
            source: "kickstarter/ios-oss issue 2957",
            standing: .tables([.buttons])),
        Rule(
            .vol15, "Settings has a slider for the ringer",
            "It moves the ringer's level, and no other.",
            evidence: [.appleDocument, .inferred],
            source: """
                iPhone HIG 2009, Using Sound, for the ringer's own level; the floor is that of the buttons, inferred
                """,
            standing: .reducer("when the person moves it")),
    ]
}
