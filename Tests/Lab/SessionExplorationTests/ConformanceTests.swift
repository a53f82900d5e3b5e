import SessionPolicy
import SessionScenario
import SessionWorld
import Testing

/// The suite holds, cites every rule that is emulated, and notices when a row of a rule book is turned round.
struct ConformanceTests {
    @Test("Every case holds, and says which rule it shows and where that stands", arguments: ConformanceSuite.paths)
    func holds(path: String) throws {
        let scenario = try ConformanceSuite.scenario(path)
        for telling in scenario.tellings {
            #expect(ScenarioRun(telling).failures.map { $0.text(file: path) } == [])
        }
        #expect(!scenario.rules.isEmpty && scenario.source != nil && scenario.title != scenario.shortName)
        #expect(scenario.sounds.isEmpty)
        #expect(scenario.steps.contains { !$0.expectations.isEmpty })
    }

    @Test("No two files say the same of the two rule books")
    func twins() throws {
        var seen: [String: String] = [:]
        for path in ConformanceSuite.paths {
            let text = try ConformanceSuite.text(path)
            let story = text.split(separator: "\n").filter { !$0.hasPrefix("rules:") }.joined(separator: "\n")
            let twin = seen.updateValue(path, forKey: story)
            #expect(twin == nil, "\(path) and \(twin ?? "") differ in the rule book alone; name both in one")
        }
    }

    @Test("There are at least 150 cases in 21 chapters, and at least twenty are mistakes that others made")
    func size() {
        let chapters = Set(ConformanceSuite.paths.map { $0.split(separator: "/")[1] })
        #expect(ConformanceSuite.cases.count >= 150)
        #expect(chapters.count == 21)
        #expect(ConformanceSuite.paths.count { $0.contains("/regressions/") } >= 20)
    }

    @Test("What stands among others' tests names its test, and no test is told twice")
    func others() throws {
        let paths = ConformanceSuite.paths.filter { $0.contains("/others/") }
        let tests = try paths.map { try #require(try ConformanceSuite.scenario($0).test, "\($0)") }
        #expect(paths.count >= 60 && Set(tests).count == tests.count)
        let elsewhere = ConformanceSuite.cases.filter { $0.test != nil && !$0.file.contains("/others/") }
        #expect(elsewhere.map(\.file) == [])
    }

    @Test("Every rule book has cases, and those between the two say what is their own", arguments: RuleBook.names)
    func versions(name: String) {
        let cases = ConformanceSuite.cases.filter { $0.book.name == name }
        #expect(cases.count { $0.file.contains("/versions/") } >= 3)
    }

    @Test("Every rule that is emulated is cited by a case")
    func citations() {
        let cited = Set(ConformanceSuite.cases.flatMap(\.rules))
        let missing = Rule.catalog.filter { $0.isEmulated && !cited.contains($0.id) }
        #expect(missing.map { "\($0.id.id) \($0.title)" } == [], "each needs a case under Scenarios/conformance")
        let idle = Rule.catalog.filter { !$0.isEmulated && cited.contains($0.id) }
        #expect(idle.map { "\($0.id.id) is not emulated" } == [])
    }

    /// Flips that no case can notice, and the reasons; a star stands for one word or more.
    // swift-format-ignore
    static let unnoticed: [(pattern: String, reason: String)] = [
        ("iPhoneOS3, buttons: ringtoneOrAlarmSounds: row",
         "the last row says the same: no app's sound runs while the phone or an alarm sounds"),
        ("iPhoneOS3, causes: *: leave *", "no app is told of leave there, nor needs it (R-ACT-10)"),
        ("iPhoneOS3, causes: *: interruptsStarts", "there nothing starts while the phone or an alarm holds the device (R-ACT-14)"),
        ("modern, causes: hold: interruptsStarts", "the app that it concerns has been active before"),
        ("modern, causes: microphone: interruptsStarts", "no recording starts there (R-INT-21)"),
        ("iPhoneOS3, settings: longFormHasItsOwnRoute: value", "no app of the first phones has a policy for its route"),
        ("iPhoneOS3, settings: heldCallStaysSilent: value", "no app of the first phones has calls"),
        ("modern, causes: hold: holdsDevice", "a call on hold holds the device as a call already"),
        ("modern, causes: hold: cutsShortSounds", "nothing of the device is heard while a call is on"),
        ("modern, buttons: appSoundRuns: row", "the next row says the same: a sound that runs has an active session"),
        ("*, categories: soloAmbient: mixes whenAdded", "the option that would be added has no effect there"),
        ("*, categories: record: mixes whenAdded",      "the option that would be added has no effect there"),
        ("*, categories: audioProcessing: mixes whenAdded", "the option that would be added has no effect there"),
        ("*, options: mixWithOthers: effective with ambient",          "the category mixes without it"),
        ("*, options: mixWithOthers: effective with soloAmbient",      "the category does not mix, whatever is added"),
        ("*, options: mixWithOthers: effective with record",           "the category does not mix, whatever is added"),
        ("*, options: mixWithOthers: effective with audioProcessing",  "the category does not mix, whatever is added"),
        ("iPhoneOS3, options: interruptSpokenAudioAndMixWithOthers: effective with ambient",         "no session is interrupted by it in this book"),
        ("iPhoneOS3, options: interruptSpokenAudioAndMixWithOthers: effective with soloAmbient",     "no session is interrupted by it in this book"),
        ("iPhoneOS3, options: interruptSpokenAudioAndMixWithOthers: effective without playback",        "no session is interrupted by it in this book"),
        ("iPhoneOS3, options: interruptSpokenAudioAndMixWithOthers: effective with record",          "no session is interrupted by it in this book"),
        ("iPhoneOS3, options: interruptSpokenAudioAndMixWithOthers: effective without playAndRecord",   "no session is interrupted by it in this book"),
        ("iPhoneOS3, options: interruptSpokenAudioAndMixWithOthers: effective with audioProcessing", "no session is interrupted by it in this book"),
        ("iPhoneOS3, options: interruptSpokenAudioAndMixWithOthers: row",             "no session is interrupted by it in this book"),
        ("iPhoneOS3, directions: *: background", "third-party apps end in the background, and the system's go on anyway"),
        ("*, silencing: R-VOL-5, volumeIsZero: kinds without systemSound", "ringer and call never reach 0"),
        ("*, silencing: R-VOL-5, volumeIsZero: kinds without alertSound",  "ringer and call never reach 0"),
        ("*, silencing: R-VOL-5, volumeIsZero: kinds without alert",       "ringer and call never reach 0"),
        ("*, silencing: R-VOL-5, volumeIsZero: kinds without keyClick",    "ringer and call never reach 0"),
        ("*, silencing: R-VOL-5, volumeIsZero: kinds without ringtone",    "ringer and call never reach 0"),
        ("*, silencing: R-VOL-5, volumeIsZero: kinds without alarm",       "ringer and call never reach 0"),
        ("*, silencing: R-VOL-5, volumeIsZero: kinds without callAudio",   "ringer and call never reach 0"),
        ("*, vibration: callComesIn: exceptWhileOwnSessionRecords",  "a call is no app's"),
        ("*, vibration: alarmFires: exceptWhileOwnSessionRecords",   "an alarm is no app's"),
        ("*, vibration: alertArrives: exceptWhileOwnSessionRecords", "a notification is no app's"),
        ("modern, levels: ringtone: ducks", "no session is active, and so none ducks, while it rings"),
        ("*, vibration: callComesIn: exceptWhileInputRuns", "the call has halted every recording by then"),
        ("*, vibration: alarmFires: exceptWhileInputRuns",  "the alarm has halted every recording by then"),
        ("modern, refusals: R-ACT-7, phoneRings: requests without record", "the next row refuses it, too"),
        ("*, refusals: R-MS-1, categoryIsNotSetSinceReset: *", "it is asked for by a setting that is off"),
        ("iPhoneOS3, settings: mediaStartsWhileRinging: value", "there nothing starts while the phone holds the device (R-ACT-14)"),
        ("iPhoneOS3, settings: tellsOfSuspensionLater: value", "there is no suspension (R-BG-1)"),
        ("iPhoneOS3, settings: idleAppIsSuspended: value", "there is no suspension (R-BG-1)"),
        ("iPhoneOS3, numbers: suspensionDelay: value *", "there is no suspension (R-BG-1)"),
        ("iPhoneOS3, settings: tellsEndWithoutLeave: value", "there no interruption ends without leave to resume"),
        ("iPhoneOS3, settings: mutedShortFormMixes: value",       "no app of the first phones mutes its output"),
        ("iPhoneOS3, settings: echoCancellationInterrupts: value", "no app of the first phones can prefer it"),
        ("iPhoneOS3, settings: newMicrophoneDropsPreferredInput: value", "there no app can prefer an input"),
        ("iPhoneOS3, settings: tellsLifeCycle: value",         "an expectation that names no newer event is compared without them"),
        ("iPhoneOS3, settings: refusedIsRecommended: value",   "an expectation that names no newer event is compared without them"),
        ("iPhoneOS3, settings: tellsOfAvailableInputs: value", "an expectation that names no newer event is compared without them"),
        ("iPhoneOS3, settings: siriByAirPodsLowers: value", "there is no Siri"),
        ("iPhoneOS3, settings: backgroundCategoryIsRefused: value", "third-party apps live in the foreground only"),
        ("iPhoneOS3, settings: ringingCallDoesNotCount: value", "no app has calls of its own"),
        ("iPhoneOS3, settings: backgroundRecordingCannotStart: value", "third-party apps live in the foreground only"),
        ("iPhoneOS3, settings: alarmRefusesActivation: value", "the row that asks for it came with iOS 4"),
        ("iPhoneOS3, numbers: alarmGuardLength: value *", "the row that asks for it came with iOS 4"),
        ("modern, options: farFieldInput: effective with ambient", "allowBluetoothHFP, which it needs, is refused there, too"),
        ("modern, options: farFieldInput: effective with soloAmbient", "allowBluetoothHFP, which it needs, is refused there, too"),
        ("modern, options: farFieldInput: effective with playback", "allowBluetoothHFP, which it needs, is refused there, too"),
        ("modern, options: farFieldInput: effective with audioProcessing", "allowBluetoothHFP, which it needs, is refused there, too"),
        ("modern, settings: busySessionIsDeactivated: value", "no session is refused its end for sound that runs there (R-ACT-9b)"),
        ("iPhoneOS3, interruptions: ring, callIsOn: *", "no session is active while a call is on"),
        ("iPhoneOS3, refusals: *: requests without preferInput", "there no app can prefer an input"),
        ("modern, refusals: R-ACT-7, appCallIsOn: requests without record", "the row about held devices refuses it, too"),
        ("iPhoneOS3, levels: ringtone: ducks",  "no session is active, and so none ducks, while the phone holds the device"),
        ("iPhoneOS3, levels: callAudio: ducks", "no session is active, and so none ducks, while the phone holds the device"),
        ("iPhoneOS3, levels: alarm: ducks",     "no session is active, and so none ducks, while an alarm holds the device"),
    ]

    /// The reason for which no case can notice a flip, or nil if one must.
    static func excuse(for flip: String) -> String? { unnoticed.first { fits($0.pattern, flip) }?.reason }

    static func fits(_ pattern: String, _ flip: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return pattern == flip }
        return flip.hasPrefix(first) && flip.hasSuffix(last)
            && parts.dropFirst().dropLast().allSatisfy { flip.contains($0) }
    }

    @Test("Every excuse excuses something", arguments: unnoticed.map(\.pattern))
    func excuses(pattern: String) {
        #expect(Self.names.contains { Self.fits(pattern, $0) })
    }

    /// The names of all flips of the rule books that are written down whole.
    private static let names = RuleBook.whole.flatMap { book in
        RuleBook.Table.allCases.flatMap { table in Flip.flips(of: table, in: book).map { "\(book.name), \($0.name)" } }
    }

    @Test(
        "A case notices each row and each cell of a rule book that is turned round",
        arguments: RuleBook.all, RuleBook.Table.allCases)
    func loadBearing(book: RuleBook, table: RuleBook.Table) {
        var cases = ConformanceSuite.cases.filter { $0.book.name == book.name }
        for flip in Flip.own(of: table, in: book) {
            let name = "\(book.name), \(flip.name)"
            // Those that cite the row's rule are the likeliest to notice, and then the case that noticed the flip before.
            let citing = cases.indices.filter { place in flip.rule.map { cases[place].rules.contains($0) } ?? false }
            let noticing = (citing + cases.indices.filter { !citing.contains($0) })
                .first { !cases[$0].holds(under: flip.book) }
            if let noticing { cases.insert(cases.remove(at: noticing), at: 0) }
            let isNoticed = noticing != nil
            if let reason = Self.excuse(for: name) {
                #expect(!isNoticed, "\(name) is noticed; it is not true any more that \(reason)")
            } else {
                #expect(isNoticed, "no case notices \(name)")
            }
        }
    }
}
