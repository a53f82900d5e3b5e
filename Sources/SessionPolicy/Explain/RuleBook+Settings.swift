extension RuleBook {
    var printedSettings: PrintedTable {
        PrintedTable(
            table: .settings, title: "Settings", note: "What differs between eras, and the contested points.",
            columns: [
                .init(key: "setting", heading: "Setting"), .init(key: "value", heading: "Value"),
                .init(key: "rules", heading: "Rule"), .init(key: "means", heading: "When it is on"),
            ],
            rows: settings.explained.map { [.name($0.name), .flag($0.value), .rules($0.rules), .text($0.means)] },
            valueColumn: 1)
    }

    var printedNumbers: PrintedTable {
        PrintedTable(
            table: .numbers, title: "Numbers", note: "Most of them are ours, where Apple gives none (C18).",
            columns: [
                .init(key: "number", heading: "Number"), .init(key: "value", heading: "Value"),
                .init(key: "unit", heading: "Unit"), .init(key: "rules", heading: "Rule"),
                .init(key: "means", heading: "What it is"),
            ],
            rows: numbers.explained.map {
                [.name($0.name), $0.value, .text($0.unit), .rules($0.rules), .text($0.means)]
            },
            valueColumn: 1)
    }
}

extension RuleBook.Settings {
    fileprivate struct Explained {
        let name: String
        let value: Bool
        let rules: [RuleID]
        let means: String
    }

    fileprivate var explained: [Explained] {
        [
            Explained(
                name: "leavingForegroundEndsApp", value: leavingForegroundEndsApp, rules: [.bg1, .bg2],
                means: "a third-party app that leaves the foreground ends; else it is suspended or goes on"),
            Explained(
                name: "answeredCallEndsApp", value: answeredCallEndsApp, rules: [.int8],
                means: "answering a call ends third-party apps"),
            Explained(
                name: "busySessionIsDeactivated", value: busySessionIsDeactivated, rules: [.act9],
                means: "deactivating while something runs deactivates all the same, and is refused"),
            Explained(
                name: "hasResumeFlag", value: hasResumeFlag, rules: [.act10, .int5],
                means: "the end of an interruption says whether to resume"),
            Explained(
                name: "endOfAppIsSilent", value: endOfAppIsSilent, rules: [.act12],
                means: "an app that ends leaves those whom it interrupted untold and inactive (C15)"),
            Explained(
                name: "hasSecondaryAudioHint", value: hasSecondaryAudioHint, rules: [.hint3],
                means: "foreground apps are told when other apps' primary audio starts and stops"),
            Explained(
                name: "tellsOfSuspensionLater", value: tellsOfSuspensionLater, rules: [.bg6],
                means: "a suspended app is told when it runs again that its session was interrupted"),
            Explained(
                name: "alertDucksMedia", value: alertDucksMedia, rules: [.al4],
                means: "an alert that is heard ducks media while it sounds (C17)"),
            Explained(
                name: "a2dpHasVolume", value: a2dpHasVolume, rules: [.vol7],
                means: "A2DP accessories obey the phone's volume"),
            Explained(
                name: "silentAppliesToHeadphones", value: silentAppliesToHeadphones, rules: [.sw6],
                means: "the switch silences Ambient and SoloAmbient on every output (C3)"),
            Explained(
                name: "pausesWhenOutputGoes", value: pausesWhenOutputGoes, rules: [.rte5],
                means: "what plays or records pauses when its output goes, in its app's stead"),
            Explained(
                name: "alertSoundDucksMedia", value: alertSoundDucksMedia, rules: [.al4],
                means: "an alert sound that is heard ducks media while it sounds (C30)"),
            Explained(
                name: "mediaStartsWhileRinging", value: mediaStartsWhileRinging, rules: [.act7],
                means: "a session without input may start while the phone rings (C31)"),
            Explained(
                name: "resetNeedsCategory", value: resetNeedsCategory, rules: [.ms1],
                means: "after the media server's reset an app sets its category before it activates (C33)"),
            Explained(
                name: "tellsEndWithoutLeave", value: tellsEndWithoutLeave, rules: [.act10],
                means: "who may not resume is told the end of its interruption (C2)"),
            Explained(
                name: "defaultToSpeakerAlways", value: defaultToSpeakerAlways, rules: [.rte8],
                means: "the default speaker wins over accessories (C1)"),
            Explained(
                name: "disconnectInterrupts", value: disconnectInterrupts, rules: [.rte13],
                means: "the Now Playing app is interrupted when its output goes"),
            Explained(
                name: "mixingAndDuckingTakeTurns", value: mixingAndDuckingTakeTurns, rules: [.dk5],
                means: "an app that sets mixing by itself takes its ducking back, and the other way round (C34)"),
        ]
    }
}

extension RuleBook.Numbers {
    fileprivate struct Explained {
        let name: String
        let value: PrintedTable.Cell
        let unit: String
        let rules: [RuleID]
        let means: String
    }

    fileprivate var explained: [Explained] {
        [
            Explained(
                name: "duckGain", value: .number(duckGain), unit: "linear", rules: [.dk7],
                means: "the factor by which others are ducked"),
            Explained(
                name: "volumeStep", value: .number(volumeStep), unit: "linear", rules: [.vol4],
                means: "one press of a volume button"),
            Explained(
                name: "ringerFloor", value: .number(ringerFloor), unit: "linear", rules: [.vol5, .al3],
                means: "the lowest level of the ringer by the buttons"),
            Explained(
                name: "callFloor", value: .number(callFloor), unit: "linear", rules: [.vol5],
                means: "the lowest level of a call by the buttons"),
            Explained(
                name: "mediaVolume", value: .number(mediaVolume), unit: "linear", rules: [],
                means: "the media level of an output never used before"),
            Explained(
                name: "ringerVolume", value: .number(ringerVolume), unit: "linear", rules: [],
                means: "the ringer's level at the start"),
            Explained(
                name: "callVolume", value: .number(callVolume), unit: "linear", rules: [],
                means: "the level of calls at the start"),
            Explained(
                name: "systemSoundLimit", value: .whole(systemSoundLimit.milliseconds), unit: "ms",
                rules: [.sys1], means: "the longest system sound"),
            Explained(
                name: "keyClickLength", value: .whole(keyClickLength.milliseconds), unit: "ms", rules: [],
                means: "how long a keyboard click sounds"),
        ]
    }
}
