import Foundation
import SessionPolicy
import Testing

@testable import SessionWorld

@Suite struct VocabularyTests {
    /// One right step of every verb, and of every key that a verb may have.
    static let rightSteps = [
        #"{"do": "rules", "to": "modern"}"#,
        #"{"do": "ringSwitch", "to": "silent", "note": 1, "expect": {}}"#,
        #"{"do": "lock"}"#, #"{"do": "unlock"}"#,
        #"{"do": "volumeButton", "press": "up", "times": 2}"#,
        #"{"do": "volumeSlider", "to": 0}"#,
        #"{"do": "plug", "port": "headset", "name": "White", "uid": "1"}"#,
        #"{"do": "unplug", "port": "hdmi", "uid": "1"}"#,
        #"{"do": "connect", "port": "airPlay", "name": "Den", "uid": "2"}"#,
        #"{"do": "disconnect", "port": "carAudio", "because": "outOfRange"}"#,
        #"{"do": "pickRoute", "port": "builtInSpeaker"}"#, #"{"do": "pickRoute", "port": "usbAudio", "uid": "3"}"#,
        #"{"do": "call", "phase": "missed"}"#, #"{"do": "alarm", "phase": "snoozed"}"#,
        #"{"do": "alert", "kind": "calendar", "seconds": 2}"#, #"{"do": "alert", "kind": "push", "app": "chat"}"#,
        #"{"do": "keyClick"}"#,
        #"{"do": "setting", "name": "soundEffects", "to": false}"#,
        #"{"do": "setting", "name": "alertSounds", "app": "chat", "to": true}"#,
        #"{"do": "mediaServices", "phase": "lost"}"#, #"{"do": "wait", "at": 1}"#,
        #"{"do": "launch", "app": "a", "kind": "system", "backgroundAudio": true, "resumes": false}"#,
        #"{"do": "foreground", "app": "a"}"#, #"{"do": "background", "app": "a"}"#,
        #"{"do": "quit", "app": "a"}"#, #"{"do": "crash", "app": "a"}"#,
        #"{"do": "setCategory", "app": "a", "category": "multiRoute", "mode": "voiceChat", "options": ["duckOthers"]}"#,
        #"{"do": "setActive", "app": "a", "to": true, "notifyOthers": true}"#,
        #"{"do": "overrideOutput", "app": "a", "to": "speaker"}"#,
        #"{"do": "play", "app": "a", "sound": "s", "seconds": 1.5, "gain": 1}"#,
        #"{"do": "pause", "app": "a"}"#, #"{"do": "pause", "app": "a", "sound": "s"}"#,
        #"{"do": "stop", "app": "a", "sound": "s"}"#,
        #"{"do": "gain", "app": "a", "sound": "s", "to": 0.5}"#, #"{"do": "record", "app": "a", "phase": "start"}"#,
        #"{"do": "permission", "app": "a", "for": "microphone", "to": "denied"}"#,
        #"{"do": "systemSound", "app": "a", "sound": "s", "seconds": 31, "uiSound": false}"#,
        #"{"do": "alertSound", "app": "a", "sound": "s", "seconds": 1}"#, #"{"do": "vibrate", "app": "a"}"#,
        #"{"do": "ask", "app": "a", "for": "currentRoute"}"#,
        #"{"do": "rules", "to": "modern", "set": {"C3": "headphones", "duckGain": 0.1, "hasResumeFlag": true}}"#,
        #"{"do": "rules"}"#, #"{"do": "rules", "to": 17}"#, #"{"do": "siri", "phase": "began"}"#,
        #"{"do": "launch", "app": "a", "resumesWithoutLeave": true, "pausesAtUnplug": false, "inBackground": true}"#,
        #"{"do": "nowPlaying", "app": "a", "to": true}"#,
        #"{"do": "allowHapticsAndSystemSoundsDuringRecording", "app": "a", "to": true}"#,
        #"{"do": "rules", "to": "modern", "version": 3}"#, #"{"do": "plug", "port": "usbAudio", "only": "input"}"#,
        #"{"do": "call", "phase": "outgoing", "app": "a", "uid": "1"}"#,
        #"{"do": "alarm", "phase": "fires", "uid": "eggs"}"#,
        #"{"do": "ringerSlider", "to": 1}"#, #"{"do": "builtInMicMuted", "to": true}"#,
        #"{"do": "routeConfigurationChange"}"#, #"{"do": "sleep"}"#, #"{"do": "wake"}"#,
        #"{"do": "launch", "app": "a", "suspensionDelay": 2.5}"#,
        #"{"do": "launch", "app": "a", "backgroundAudio": true, "suspendsWhenIdle": false}"#,
        #"{"do": "launch", "app": "a", "duckGain": 0.5, "duckSeconds": 0.25}"#,
        #"{"do": "launch", "app": "a", "wantsRecommendation": true}"#,
        #"{"do": "setCategory", "app": "a", "category": "playback", "policy": "longFormVideo"}"#,
        #"{"do": "setPreferredInput", "app": "a", "port": "none", "uid": "1"}"#,
        #"{"do": "prefersNoInterruptionsFromSystemAlerts", "app": "a", "to": true}"#,
        #"{"do": "prefersInterruptionOnRouteDisconnect", "app": "a", "to": false}"#,
        #"{"do": "setInputMuted", "app": "a", "to": true}"#, #"{"do": "setOutputMuted", "app": "a", "to": true}"#,
        #"{"do": "prefersEchoCancelledInput", "app": "a", "to": true}"#,
        #"{"do": "volumeView", "app": "a", "to": true}"#,
        #"{"do": "voiceProcessing", "app": "a"}"#,
        #"{"do": "setOption", "app": "a", "option": "duckOthers", "to": true}"#,
        #"{"do": "remoteCommand", "command": "changePlaybackPosition", "position": 12.5}"#,
        #"{"do": "remoteCommand", "command": "changePlaybackRate", "rate": 2}"#,
        #"{"do": "remoteCommand", "command": "skipBackward", "seconds": 15}"#,
        #"{"do": "remoteCommand", "command": "rating", "to": 4}"#, #"{"do": "headsetButton", "press": 3}"#,
        #"{"do": "siri", "phase": "began", "by": "airPods"}"#, #"{"do": "proximity", "to": "near"}"#,
        #"{"do": "announce", "seconds": 4}"#,
    ]

    @Test("Every verb is understood with every key that it has", arguments: rightSteps)
    func accepted(line: String) throws {
        let reply = try lastReply(to: line)
        #expect(reply["result"]?["error"]?.string != "badStep", "\(reply["result"]?.text ?? "")")
    }

    @Test("The list above leaves out no verb and no key")
    func complete() throws {
        let steps = try Self.rightSteps.map { try value($0) }
        for row in VerbRule.all {
            let keys = steps.filter { $0["do"]?.string == row.verb.name }.flatMap(\.keys)
            for rule in row.keys where !["name", "uid"].contains(rule.key.text) || row.verb == .plug {
                #expect(keys.contains(rule.key.text), "rightSteps shows no \(row.verb.name) with \(rule.key.text)")
            }
        }
        for verb in Verb.allCases {
            #expect(VerbRule.all.count { $0.verb == verb } == 1, "\(verb) needs one row in Verb.swift")
        }
    }

    @Test("The protocol's tables of verbs have each verb", arguments: Verb.allCases)
    func documented(verb: Verb) throws {
        let text = try String(contentsOf: Repository.root.appending(path: "Docs/Protocol.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let hasRow = rows.contains { $0.dropFirst(2).prefix { $0 != "|" }.contains("`\(verb)`") }
        #expect(hasRow, "Docs/Protocol.md has no row for \(verb)")
    }

    @Test(
        "Each kind of mistake is told in its column",
        arguments: [
            (#"[]"#, 1, "a step is an object"),
            (#"{}"#, 1, "lacks \"do\""),
            (#"{"do": 1}"#, 8, "\"do\" must be a string"),
            (#"{"do": "dance"}"#, 8, "there is no verb \"dance\"; the verbs are"),
            (#"{"do": "lock", "hard": true}"#, 16, "lock has no key \"hard\"; its keys are do, at, expect, note"),
            (#"{"do": "play", "app": "a"}"#, 1, "play lacks \"sound\"; it must be a string"),
            (#"{"do": "play", "sound": "s"}"#, 1, "play lacks \"app\""),
            (#"{"do": "play", "app": 1, "sound": "s"}"#, 23, "\"app\" must be a string; found the number 1.0"),
            (#"{"do": "ringSwitch", "to": "loud"}"#, 28, "must be one of ring, silent; found \"loud\""),
            (#"{"do": "ringSwitch", "to": true}"#, 28, "must be one of ring, silent; found true"),
            (#"{"do": "volumeSlider", "to": 1.01}"#, 30, "must be a number from 0 to 1"),
            (#"{"do": "gain", "app": "a", "sound": "s", "to": -0.1}"#, 48, "must be a number from 0 to 1"),
            (#"{"do": "volumeButton", "press": "up", "times": 0}"#, 48, "must be a whole number from 1"),
            (#"{"do": "volumeButton", "press": "up", "times": 1.5}"#, 48, "must be a whole number from 1"),
            (#"{"do": "volumeButton", "press": "up", "times": 1e308}"#, 48, "must be a whole number from 1"),
            (#"{"do": "play", "app": "a", "sound": "s", "seconds": -1}"#, 53, "must be a number from 0"),
            (#"{"do": "play", "app": "a", "sound": "s", "seconds": 1e308}"#, 53, "must be a number from 0"),
            (#"{"do": "lock", "at": -1}"#, 22, "\"at\" must be a number from 0"),
            (#"{"do": "lock", "at": "1"}"#, 22, "\"at\" must be a number from 0"),
            (#"{"do": "lock", "at": 1e10}"#, 22, "\"at\" must be a number from 0"),
            (#"{"do": "wait"}"#, 1, "wait lacks \"at\""),
            (#"{"do": "plug", "port": "airPlay"}"#, 24, "must be one of headphones, headset, lineOut, usbAudio, hdmi"),
            (
                #"{"do": "connect", "port": "hdmi"}"#, 27,
                "must be one of bluetoothA2DP, bluetoothHFP, airPlay, carAudio"
            ),
            (#"{"do": "connect", "port": "airPlay", "because": "user"}"#, 38, "connect has no key \"because\""),
            (#"{"do": "alert", "kind": "push"}"#, 1, "alert with kind push lacks \"app\""),
            (#"{"do": "alert", "kind": "mail", "app": "a"}"#, 33, "alert has \"app\" only with kind push"),
            (
                #"{"do": "setting", "name": "alertSounds", "to": true}"#, 1,
                "setting with name alertSounds lacks \"app\""
            ),
            (#"{"do": "setting", "name": "soundEffects", "app": "a", "to": true}"#, 43, "only with name alertSounds"),
            (
                #"{"do": "setCategory", "app": "a", "category": "ambient", "options": "duckOthers"}"#, 69,
                "must be a list"
            ),
            (#"{"do": "setCategory", "app": "a", "category": "ambient", "options": ["duck"]}"#, 70, "must be a list"),
        ])
    func refused(line: String, column: Int, says: String) throws {
        let result = try lastReply(to: line)["result"]
        #expect(result?["error"]?.string == "badStep")
        #expect(result?["column"]?.text == "\(column)")
        #expect(result?["says"]?.string?.contains(says) == true, "\(result?["says"]?.string ?? "")")
    }

    @Test("The rule book is the first step's to choose")
    func ruleBook() throws {
        let multiRoute = #"{"do": "setCategory", "app": "a", "category": "multiRoute"}"#
        let modern = #"{"do": "rules", "to": "modern"}"#
        #expect(try lastReply(to: modern + "\n" + multiRoute)["result"]?.string == "ok")
        #expect(try lastReply(to: multiRoute)["result"]?["error"]?.string == "badParam")
        #expect(try lastReply(to: #"{"do": "lock"}"# + "\n" + modern)["result"]?["error"]?.string == "badParam")
    }

    @Test("The words that are written out are the names of the cases")
    func words() {
        func expectNames<Word: VocabularyWord>(of type: Word.Type) {
            #expect(Word.allCases.map(\.name) == Word.allCases.map { String(describing: $0) })
            #expect(Word.allCases.map(\.rawValue) == Array(0..<UInt8(Word.allCases.count)))
        }
        expectNames(of: RingSwitch.self)
        expectNames(of: VolumeDirection.self)
        expectNames(of: CallPhase.self)
        expectNames(of: AlarmPhase.self)
        expectNames(of: AlertKind.self)
        expectNames(of: Setting.self)
        expectNames(of: MediaServicesPhase.self)
        expectNames(of: AppKind.self)
        expectNames(of: Question.self)
        expectNames(of: SiriPhase.self)
        expectNames(of: SiriInput.self)
        expectNames(of: Proximity.self)
        expectNames(of: RouteSharingPolicy.self)
        expectNames(of: Accessory.Kind.self)
        expectNames(of: Accessory.Direction.self)
        expectNames(of: RemoteCommand.Kind.self)
        expectNames(of: RemoteCommandStatus.self)
        expectNames(of: SoundKind.self)
        expectNames(of: SessionPhase.self)
        expectNames(of: Call.Phase.self)
        expectNames(of: SessionError.self)
        expectNames(of: PromptStyle.self)
        expectNames(of: NowPlayingInfo.PlaybackState.self)
        // These are described by their names, and ports are sorted by them.
        #expect(Category.names.count == Category.allCases.count)
        #expect(Mode.names.count == Mode.allCases.count)
        #expect(RecordPermission.names.count == RecordPermission.allCases.count)
        #expect(Port.names == Port.names.sorted() && Port.names.count == Port.allCases.count)
    }

    @Test("Names are the same where their bytes are")
    func names() {
        var table = NameTable()
        let texts = ["", "a", "é", "e\u{301}", "long enough to live on the heap", "/", "\"quoted\""]
        let names = texts.map { table.name($0) }
        #expect(Set(names).count == texts.count)
        let again = texts.map { table.name($0) }
        #expect(again == names)
        #expect(names.map { table[$0] }.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
        for index in 0..<1000 {
            let name = table.name("app\(index)")
            #expect(table[name] == "app\(index)")
        }
        let sorted = names.sorted { table.ordersBefore($0, $1) }.map { table[$0] }
        #expect(
            sorted.map { Array($0.utf8) } == texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    }
}
