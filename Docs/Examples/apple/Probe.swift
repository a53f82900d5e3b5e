// The probe asks a real phone what no source says for certain, one contested point of Docs/Generated/Rules.md at a time: it asks the
// person to do one thing after another, notes what the session told it and what the person heard, and writes a scenario
// file for each point, with what is to be expected. `audiosession check C3.yaml` then says whether the emulator agrees.
//
// On an iPhone: in Xcode make a project of the kind "App" with the interface "Storyboard", and put this file in the place of
// everything in ViewController.swift. Give the target "Privacy - Microphone Usage Description" in its Info, and the
// capability "Background Modes: Audio". Run it on the phone, and do what the screen says. The files are printed to
// Xcode's console and kept in the app's documents folder (Window, Devices and Simulators, Download Container).
//
// Here: `Probe C3 C3.yaml` asks on the terminal; Docs/Examples/apple/test_probe.py plays the person.
import AVFoundation
import AudioToolbox

#if canImport(UIKit)
    import UIKit
#endif

/// A value as it stands in a scenario file: JSON, which YAML takes.
enum Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, Sendable
{
    case text(String)
    case flag(Bool)
    case number(Double)
    case list([Value])
    case map([(String, Value)])

    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(arrayLiteral elements: Value...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, Value)...) { self = .map(elements) }
    init(_ words: [String]) { self = .list(words.map { .text($0) }) }

    var json: String {
        switch self {
        case .text(let text): "\"\(text.filter { $0 != "\"" && $0 != "\\" && $0 != "\n" })\""
        case .flag(let flag): "\(flag)"
        case .number(let number): "\((number * 10_000).rounded() / 10_000)"
        case .list(let values): "[\(values.map(\.json).joined(separator: ", "))]"
        case .map(let pairs): "{\(pairs.map { "\"\($0)\": \($1.json)" }.joined(separator: ", "))}"
        }
    }

    var pairs: [(String, Value)] { if case .map(let pairs) = self { pairs } else { [] } }
}

/// The screen for the person: one sentence, and the possible answers.
@MainActor protocol Screen: AnyObject {
    /// Shows a sentence, and waits for one of the answers, or for a number where there are none.
    func ask(_ sentence: String, _ answers: [String], hint: Value) async -> String
}

/// A question about a sound.
enum Heard {
    case plainly(String, besides: [String] = [])
    case lower(String)
    case on(String, String)
    case felt
}

/// One contested point on its way to a scenario file.
@MainActor final class Probe {
    let session = AVAudioSession.sharedInstance()
    private let screen: any Screen
    private let began = Date()
    private var lines: [(step: [(String, Value)], expect: [(String, Value)])] = []
    /// The notices of the session since the last question.
    private var told: [Value] = []
    private var tokens: [any NSObjectProtocol] = []
    private var volume: NSKeyValueObservation?
    private var counts: [String: Double] = [:]
    /// The folder of its files, until the point is answered.
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private lazy var tone = try? AVAudioPlayer(contentsOf: sound("tone.wav", seconds: 2))
    private lazy var beep = Self.systemSound(sound("beep.wav", seconds: 1))

    init(_ screen: any Screen) { self.screen = screen }

    // MARK: What the app does

    /// Begins as an app that does nothing: the category is the one it has anyway.
    func launch() {
        listen()
        note(["do": "launch", "app": "Probe", "backgroundAudio": true, "resumes": false])
        category(.soloAmbient)
        tone?.numberOfLoops = -1
    }

    func category(
        _ category: AVAudioSession.Category, _ mode: AVAudioSession.Mode = .default,
        _ options: AVAudioSession.CategoryOptions = []
    ) {
        let result = Self.result { try session.setCategory(category, mode: mode, options: options) }
        let name = category.rawValue.replacingOccurrences(of: "AVAudioSessionCategory", with: "")
        let modeName = mode.rawValue.replacingOccurrences(of: "AVAudioSessionMode", with: "")
        note([
            "do": "setCategory", "app": "Probe", "category": .text(Self.lowered(name)),
            "mode": .text(Self.lowered(modeName)), "options": Value(Self.names(of: options)),
        ])
        expect("result", result)
    }

    func active(_ to: Bool, notifyOthers: Bool = false) {
        let result = Self.result {
            try session.setActive(to, options: notifyOthers ? .notifyOthersOnDeactivation : [])
        }
        note(["do": "setActive", "app": "Probe", "to": .flag(to), "notifyOthers": .flag(notifyOthers)])
        expect("result", result)
    }

    func play() {
        let plays = tone?.play() ?? false
        note(["do": "play", "app": "Probe", "sound": "tone.wav"])
        if plays { expect("result", "ok") }
    }

    func pause() {
        tone?.pause()
        note(["do": "pause", "app": "Probe", "sound": "tone.wav"])
    }

    func systemSound(_ number: SystemSoundID? = nil) {
        AudioServicesPlaySystemSound(number ?? beep)
        let name = number.map { "system\($0)" } ?? "beep.wav"
        note([
            "do": "systemSound", "app": "Probe", "sound": .text(name), "seconds": 1.0,
        ])
    }

    func alertSound() {
        AudioServicesPlayAlertSound(beep)
        note(["do": "alertSound", "app": "Probe", "sound": "beep.wav", "seconds": 1.0])
    }

    func vibrate() {
        AudioServicesPlaySystemSound(SystemSoundID(kSystemSoundID_Vibrate))
        note(["do": "vibrate", "app": "Probe"])
    }

    /// Records for as long as something is done.
    func recording(_ work: (AVAudioRecorder?) async -> Void) async {
        let settings: [String: Any] = [
            AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
        ]
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("\(UUID().uuidString).wav")
        let recorder = try? AVAudioRecorder(url: file, settings: settings)
        recorder?.isMeteringEnabled = true
        let records = recorder?.record() ?? false
        note(["do": "record", "app": "Probe", "phase": "start"])
        if records { expect("result", "ok") }
        await work(recorder)
        recorder?.stop()
        note(["do": "record", "app": "Probe", "phase": "stop"])
    }

    // MARK: What the app reads

    func outputs() { expect("outputs", Value(Self.names(of: session.currentRoute.outputs))) }

    /// Reads where sound comes from and goes to, with the strings behind the names.
    func route() {
        let route = session.currentRoute
        note(["do": "ask", "app": "Probe", "for": "currentRoute"])
        remark((route.inputs + route.outputs).map { "\($0.portType.rawValue)" }.joined(separator: ", "))
        expect(
            "answer", ["inputs": Value(Self.names(of: route.inputs)), "outputs": Value(Self.names(of: route.outputs))])
    }

    func readVolume() {
        note(["do": "ask", "app": "Probe", "for": "outputVolume"])
        expect("answer", .number(Double(session.outputVolume)))
    }

    // MARK: What the person does

    /// Asks the person to do something; what the session tells meanwhile is expected at one of the steps.
    ///
    /// - Parameters:
    ///   - tells: The place of the step at which it would tell; nil where that is not the question.
    func please(_ sentence: String, _ steps: [Value], tells place: Int? = nil) async {
        await settle()
        told = []
        let answer = await screen.ask(sentence, ["Done"], hint: ["steps": .list(steps)])
        // A driver also says how many notices the device has sent, and all of them are waited for.
        let sent = answer.split(separator: " ").last.flatMap { Int($0) } ?? 0
        await settle()
        for _ in 0..<50 where told.count < sent { await settle() }
        for (index, step) in steps.enumerated() {
            note(step)
            guard let place else { continue }
            if index == place, !told.isEmpty { expect("events", .list(told)) }
            if told.isEmpty { expect("noEvents", true) }
        }
    }

    func music() async {
        await please(
            "Open Music, play a song, and come back here.",
            [
                ["do": "launch", "app": "music", "kind": "system"], ["do": "play", "app": "music", "sound": "song"],
                ["do": "foreground", "app": "Probe"],
            ])
    }

    func call(_ phase: String, _ sentence: String, tells: Bool = true) async {
        await please(sentence, [["do": "call", "phase": .text(phase)]], tells: tells ? 0 : nil)
    }

    func ring(tells: Bool = true) async {
        await call(
            "incoming", "Call this phone from another one. Touch Done while it rings; do not answer.", tells: tells)
    }

    /// Has the person set the volume, and notes what it became.
    func setVolume(_ words: String, _ wish: Double) async {
        let asked: Value = ["do": "volumeSlider", "to": .number(wish)]
        _ = await screen.ask("Set the volume in Control Centre to \(words).", ["Done"], hint: ["steps": [asked]])
        await settle()
        note(["do": "volumeSlider", "to": .number(Double(session.outputVolume))])
    }

    /// Asks what the person hears since the last step, and expects it there.
    @discardableResult
    func hears(_ sentence: String, _ heard: Heard) async -> Bool {
        let question: (String, Value)
        switch heard {
        case .plainly(let sound, _): question = ("heard", .text(sound))
        case .lower(let sound): question = ("ducked", .text(sound))
        case .on(let sound, let port): question = ("heardOn", [.text(sound), .text(port)])
        case .felt: question = ("vibrated", true)
        }
        let answer = await screen.ask(sentence, ["Yes", "No"], hint: .map([question] + lastStep()))
        let yes = answer.lowercased() == "yes"
        switch heard {
        case .plainly(let sound, let besides): expect("heard", Value((yes ? [sound] : []) + besides))
        case .lower(let sound): expect("ducked", Value(yes ? [sound] : []))
        case .on: break
        case .felt: expect("vibrated", .flag(yes))
        }
        return yes
    }

    /// Asks for the place where a sound is heard: from the phone itself, in the headphones.
    func hearsWhere(_ sound: String) async {
        let inside = await hears("Do you hear it in the headphones?", .on(sound, "headphones"))
        let outside = await hears("Do you hear it from the phone itself?", .on(sound, "builtInSpeaker"))
        let ports = (outside ? ["builtInSpeaker"] : []) + (inside ? ["headphones"] : [])
        if ports.isEmpty { expect("heard", []) } else { expect("heardOn", .map([(sound, Value(ports))])) }
    }

    /// Measures the level of a sound, in decibels: by the microphone, or by a meter where this hears nothing.
    func loudness(of sound: String, _ recorder: AVAudioRecorder?) async -> Double {
        await settle()
        recorder?.updateMeters()
        let power = Double(recorder?.averagePower(forChannel: 0) ?? -160)
        if power > -90 { return power }
        let answer = await screen.ask(
            "The microphone hears nothing. How many decibels does a sound level meter show?", [],
            hint: .map([("gainDB", .text(sound))] + lastStep()))
        return Double(answer) ?? 0
    }

    // MARK: What is written

    func note(_ step: Value) {
        if case .text(let verb)? = step.pairs.first?.1 { counts[verb, default: 0] += 1 }
        let at = (Date().timeIntervalSince(began) * 1_000).rounded() / 1_000
        lines.append(([("at", .number(at))] + step.pairs, []))
    }

    func expect(_ key: String, _ value: Value) { lines[lines.count - 1].expect.append((key, value)) }

    func remark(_ text: String) { lines[lines.count - 1].step.append(("note", .text(text))) }

    /// The scenario file.
    func scenario(_ title: String, rules: String) -> String {
        let head =
            "scenario: \(Value.text(title).json)\nsource: \(Value.text(Self.source).json)\nrules: \(rules)\nsteps:\n"
        return lines.reduce(head) { text, line in
            text + "  - \(Value.map(line.step + (line.expect.isEmpty ? [] : [("expect", .map(line.expect))])).json)\n"
        }
    }

    /// The last step, for a person who answers by looking at what a device says of it.
    private func lastStep() -> [(String, Value)] {
        guard let verb = lines.last?.step.first(where: { $0.0 == "do" })?.1, case .text(let name) = verb else {
            return []
        }
        return [("after", verb), ("times", .number(counts[name] ?? 0))]
    }

    /// Lets what is on its way arrive.
    private func settle() async {
        _ = session.currentRoute
        try? await Task.sleep(nanoseconds: Self.patience)
    }

    private func listen() {
        observe(AVAudioSession.interruptionNotification) { info in
            let isBegin =
                info[AVAudioSessionInterruptionTypeKey] as? UInt == AVAudioSession.InterruptionType.began.rawValue
            guard !isBegin else { return ["to": "Probe", "name": "interruption", "type": "began"] }
            let options = info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
            return [
                "to": "Probe", "name": "interruption", "type": "ended",
                "shouldResume": .flag(AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume)),
            ]
        }
        volume = session.observe(\.outputVolume, options: [.new]) { [weak self] _, change in
            guard let value = change.newValue else { return }
            DispatchQueue.main.async {
                self?.told.append(["to": "Probe", "name": "outputVolume", "value": .number(Double(value))])
            }
        }
    }

    private func observe(_ name: Notification.Name, _ read: @escaping @Sendable ([AnyHashable: Any]) -> Value) {
        tokens.append(
            NotificationCenter.default.addObserver(forName: name, object: session, queue: .main) { [weak self] note in
                let event = read(note.userInfo ?? [:])
                MainActor.assumeIsolated { self?.told.append(event) }
            })
    }

    /// Stops everything, for the next point.
    func end() {
        tone?.stop()
        tokens.forEach(NotificationCenter.default.removeObserver)
        volume?.invalidate()
        try? session.setActive(false, options: .notifyOthersOnDeactivation)
    }
}

// MARK: Words and sounds

extension Probe {
    #if canImport(UIKit)
        static let patience: UInt64 = 1_000_000_000
        static var source: String { "the probe on iOS \(ProcessInfo.processInfo.operatingSystemVersionString)" }
    #else
        static let patience: UInt64 = 300_000_000
        static let source = "the probe on an emulated device"
    #endif

    static func lowered(_ word: String) -> String { word.prefix(1).lowercased() + word.dropFirst() }

    /// `ok`, or the name of the error.
    static func result(_ work: () throws -> Void) -> Value {
        do { try work() } catch {
            switch AVAudioSession.ErrorCode(rawValue: (error as NSError).code) {
            case .badParam: return "badParam"
            case .insufficientPriority: return "insufficientPriority"
            case .cannotInterruptOthers: return "cannotInterruptOthers"
            case .cannotStartPlaying: return "cannotStartPlaying"
            case .cannotStartRecording: return "cannotStartRecording"
            case .incompatibleCategory: return "incompatibleCategory"
            case .isBusy: return "isBusy"
            case .resourceNotAvailable: return "resourceNotAvailable"
            case .mediaServicesFailed: return "mediaServicesFailed"
            default: return "unspecified"
            }
        }
        return "ok"
    }

    static func names(of options: AVAudioSession.CategoryOptions) -> [String] {
        // By number: two of them have had several names.
        let words: [(UInt, String)] = [
            (0x1, "mixWithOthers"), (0x2, "duckOthers"), (0x4, "allowBluetooth"), (0x8, "defaultToSpeaker"),
            (0x20, "allowBluetoothA2DP"), (0x40, "allowAirPlay"),
        ]
        return words.filter { options.rawValue & $0.0 != 0 }.map(\.1)
    }

    static func names(of ports: [AVAudioSessionPortDescription]) -> [String] {
        let words: [AVAudioSession.Port: String] = [
            .builtInSpeaker: "builtInSpeaker", .builtInReceiver: "builtInReceiver", .headphones: "headphones",
            .lineOut: "lineOut", .usbAudio: "usbAudio", .HDMI: "HDMI", .bluetoothA2DP: "bluetoothA2DP",
            .bluetoothHFP: "bluetoothHFP", .airPlay: "airPlay", .carAudio: "carAudio", .builtInMic: "builtInMic",
            .headsetMic: "headsetMic",
        ]
        return ports.map { words[$0.portType] ?? $0.portType.rawValue }.sorted()
    }

    /// A file with a tone.
    func sound(_ name: String, seconds: Int) -> URL {
        let samples = (0..<44_100 * seconds).map { Int16(8_000 * sin(Double($0) * 880 * 2 * .pi / 44_100)) }
        var bytes = Data("RIFF".utf8)
        func add(_ number: Int, _ count: Int) {
            for place in 0..<count { bytes.append(UInt8(number >> (8 * place) & 255)) }
        }
        add(36 + samples.count * 2, 4)
        bytes += Data("WAVEfmt ".utf8)
        for (number, count) in [(16, 4), (1, 2), (1, 2), (44_100, 4), (88_200, 4), (2, 2), (16, 2)] {
            add(number, count)
        }
        bytes += Data("data".utf8)
        add(samples.count * 2, 4)
        for sample in samples { add(Int(UInt16(bitPattern: sample)), 2) }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try? bytes.write(to: file)
        return file
    }

    func removeFiles() { try? FileManager.default.removeItem(at: folder) }

    static func systemSound(_ file: URL) -> SystemSoundID {
        var sound: SystemSoundID = 0
        AudioServicesCreateSystemSoundID(file as CFURL, &sound)
        return sound
    }
}

// MARK: The points

/// A contested point: its number, its question, and how a phone answers it.
struct Point {
    let number: Int
    let question: String
    /// The rule book that it is about.
    var rules = "modern"
    /// Whether it is about this phone; else this is only the notebook for another.
    var isHere = true
    let probe: @MainActor (Probe) async -> Void

    init(
        _ number: Int, _ question: String, rules: String = "modern", isHere: Bool = true,
        _ probe: @escaping @MainActor (Probe) async -> Void
    ) {
        (self.number, self.question, self.rules, self.isHere, self.probe) = (number, question, rules, isHere, probe)
    }

    @MainActor static let all: [Point] = routes + calls + sounds + volumes + names

    @MainActor func run(on screen: any Screen) async -> String {
        let probe = Probe(screen)
        if isHere { probe.launch() }
        await self.probe(probe)
        if isHere { probe.end() }
        probe.removeFiles()
        return probe.scenario("C\(number): \(question)", rules: rules)
    }

    private static let plug: Value = ["do": "plug", "port": "headphones"]

    @MainActor private static let routes = [
        Point(1, "Does defaultToSpeaker win over headphones?") {
            $0.category(.playAndRecord, .default, .defaultToSpeaker)
            $0.active(true)
            await $0.please("Plug in headphones.", [plug])
            $0.outputs()
        },
        Point(3, "Does the switch silence Ambient in headphones?") {
            $0.category(.ambient)
            $0.active(true)
            $0.play()
            await $0.please("Plug in headphones.", [plug])
            await $0.please("Set the switch to silent.", [["do": "ringSwitch", "to": "silent"]])
            await $0.hears("Do you hear the tone?", .plainly("Probe/tone.wav"))
        },
        Point(6, "Are system sounds heard in headphones?") {
            await $0.please("Plug in headphones.", [plug])
            $0.systemSound()
            await $0.hearsWhere("Probe/beep.wav")
        },
        Point(10, "What does the video chat mode switch on, and where?") {
            $0.category(.playAndRecord, .videoChat)
            $0.active(true)
            $0.outputs()
            await $0.please("Connect a Bluetooth headset.", [["do": "connect", "port": "bluetoothHFP"]])
            $0.outputs()
            $0.category(.record, .videoChat)
            $0.route()
        },
        Point(11, "What are the strings behind some port types?") {
            $0.category(.playAndRecord)
            $0.active(true)
            $0.route()
            $0.category(.playback)
            $0.route()
            await $0.please("Connect AirPlay.", [["do": "connect", "port": "airPlay"]])
            $0.route()
            await $0.please("Plug in headphones.", [plug])
            $0.route()
        },
        Point(16, "How loud is an alarm, and where?") {
            await $0.please("Plug in headphones.", [plug])
            await $0.please(
                "Turn the ringer down as far as it goes.", [["do": "volumeButton", "press": "down", "times": 20.0]])
            await $0.please("Set a timer in Clock. Touch Done while it rings.", [["do": "alarm", "phase": "fires"]])
            await $0.hearsWhere("alarm")
        },
        Point(19, "What remembers a volume?") {
            $0.category(.playback)
            $0.active(true)
            await $0.setVolume("a quarter", 0.25)
            await $0.please("Plug in headphones.", [plug])
            $0.readVolume()
            await $0.setVolume("three quarters", 0.75)
            await $0.please("Pull the headphones out.", [["do": "unplug", "port": "headphones"]])
            $0.readVolume()
            for name in ["one Bluetooth headset", "another Bluetooth headset"] {
                await $0.please(
                    "Connect \(name).", [["do": "connect", "port": "bluetoothA2DP", "uid": .text(name)]])
                $0.readVolume()
                await $0.setVolume("a tenth", 0.1)
            }
        },
        Point(25, "Is allowBluetooth deprecated?") {
            $0.category(.playAndRecord, .default, AVAudioSession.CategoryOptions(rawValue: 0x4))
            $0.active(true)
            await $0.please("Connect a Bluetooth headset.", [["do": "connect", "port": "bluetoothHFP"]])
            $0.outputs()
        },
    ]
}

extension Point {
    @MainActor private static func starts(_ probe: Probe, _ options: AVAudioSession.CategoryOptions = []) {
        probe.category(.playback, .default, options)
        probe.active(true)
        probe.play()
    }

    private static let answer = "Answer the call, and come back here."

    @MainActor static let calls = [
        Point(2, "What is an interrupted app told when the interrupter leaves without notifying?") {
            starts($0)
            await $0.please(
                "Open a podcast app, play something, and come back here.",
                [
                    ["do": "launch", "app": "podcast", "backgroundAudio": true],
                    ["do": "setCategory", "app": "podcast", "category": "playback"],
                    ["do": "play", "app": "podcast", "sound": "talk"], ["do": "foreground", "app": "Probe"],
                ], tells: 2)
            await $0.please("Swipe the podcast app away.", [["do": "quit", "app": "podcast"]], tells: 0)
        },
        Point(4, "When does a call begin to interrupt?") {
            starts($0)
            await $0.ring()
            await $0.call("answered", answer)
            await $0.call("ended", "Hang up.")
        },
        Point(12, "What are the values of the interruption types in C?") {
            OldInterface.begin()
            $0.active(true)
            await $0.ring()
            await $0.call("declined", "Decline the call.")
            $0.remark("InterruptionType is \(OldInterface.resumption)")
        },
        Point(22, "How are apps notified of overlapping interruptions?") {
            starts($0)
            await $0.please(
                "Set a timer in Clock. Touch Done while it rings.", [["do": "alarm", "phase": "fires"]], tells: 0)
            await $0.ring()
            await $0.please("Stop the timer; let the call ring.", [["do": "alarm", "phase": "dismissed"]], tells: 0)
            await $0.call("declined", "Decline the call.")
        },
        Point(23, "Do a ring and an alarm interrupt sessions that mix?") {
            starts($0, .mixWithOthers)
            await $0.please(
                "Set a timer in Clock. Touch Done while it rings.", [["do": "alarm", "phase": "fires"]], tells: 0)
            await $0.please("Stop the timer.", [["do": "alarm", "phase": "dismissed"]], tells: 0)
            $0.active(true)
            $0.play()
            await $0.ring()
            await $0.call("declined", "Decline the call.")
        },
        Point(24, "What does deactivating while interrupted do?") {
            await $0.music()
            starts($0)
            await $0.ring()
            $0.active(false, notifyOthers: true)
            await $0.call("declined", "Decline the call.", tells: false)
            await $0.hears("Does the music play again?", .plainly("music/song"))
        },
        Point(31, "May media start while the phone rings or is on a call?") {
            $0.category(.playback)
            await $0.ring(tells: false)
            $0.active(true)
            await $0.call("answered", answer, tells: false)
            $0.active(true)
            await $0.call("ended", "Hang up.", tells: false)
        },
        Point(32, "Does a session that mixes continue during a phone call?") {
            starts($0, .mixWithOthers)
            await $0.ring()
            await $0.call("answered", answer)
            await $0.hears("Do you hear the tone?", .plainly("Probe/tone.wav", besides: ["callAudio"]))
        },
    ]

    @MainActor static let sounds = [
        Point(8, "Does Ambient duck others if asked to?") {
            await $0.music()
            $0.category(.ambient, .default, .duckOthers)
            $0.active(true)
            await $0.hears("Is the music quieter now?", .lower("music/song"))
        },
        Point(9, "Does a duck last while its session sounds or while it is active?") {
            await $0.music()
            $0.category(.playback, .default, .duckOthers)
            $0.active(true)
            await $0.hears("Is the music quieter, though nothing else sounds?", .lower("music/song"))
            $0.play()
            await $0.hears("And now, under the tone?", .lower("music/song"))
            $0.pause()
            await $0.hears("And now, after the tone?", .lower("music/song"))
        },
        Point(14, "Is a session active from the launch of its app?") {
            await $0.music()
            await $0.hears("Does the music still play?", .plainly("music/song"))
        },
        Point(
            15, "Does the iPod of iPhone OS 3 resume after a third-party app has gone?", rules: "iPhoneOS3",
            isHere: false
        ) {
            await $0.please(
                "On a phone with iPhone OS 3: play a song in iPod, and open a game that has music of its own.",
                [
                    ["do": "launch", "app": "ipod", "kind": "system"], ["do": "play", "app": "ipod", "sound": "song"],
                    ["do": "launch", "app": "game"], ["do": "play", "app": "game", "sound": "music"],
                ])
            await $0.please("Press its Home button.", [["do": "quit", "app": "game"]])
            await $0.hears("Does the song play again by itself?", .plainly("ipod/song"))
        },
        Point(17, "Does a message mix with media or duck it?") {
            starts($0)
            await $0.please(
                "Ask another person to send a message to this phone. Listen to the tone meanwhile.",
                [["do": "alert", "kind": "message", "seconds": 1.0]])
            await $0.hears("Did the tone get quieter for a moment?", .lower("Probe/tone.wav"))
        },
        Point(18, "How deep is a duck, and how long are the ramps?") { probe in
            await probe.music()
            probe.category(.playAndRecord, .default, [.mixWithOthers, .defaultToSpeaker])
            probe.active(true)
            await probe.recording { recorder in
                let plain = await probe.loudness(of: "music/song", recorder)
                probe.category(.playAndRecord, .default, [.duckOthers, .mixWithOthers, .defaultToSpeaker])
                let ducked = await probe.loudness(of: "music/song", recorder)
                let volume = 20 * log10(Double(max(probe.session.outputVolume, 0.0001)))
                probe.expect("gainDB", ["music/song": .number(((volume + ducked - plain) * 10).rounded() / 10)])
            }
        },
        Point(21, "Does locking interrupt Ambient?") {
            $0.category(.ambient)
            $0.active(true)
            $0.play()
            await $0.please("Lock the phone, wait, and unlock it.", [["do": "lock"], ["do": "unlock"]], tells: 0)
        },
        Point(26, "Do the system sounds with undocumented numbers exist?") {
            for number: SystemSoundID in [1000, 1003, 1007, 1012] {
                $0.systemSound(number)
                await $0.hears("Did you hear a sound?", .plainly("Probe/system\(number)"))
            }
        },
        Point(29, "Does the device vibrate while an app records?") { probe in
            probe.category(.record)
            probe.active(true)
            await probe.recording { _ in
                probe.vibrate()
                await probe.hears("Did the phone vibrate?", .felt)
            }
        },
        Point(30, "Does an alert sound of System Sound Services duck?") {
            await $0.music()
            $0.alertSound()
            await $0.hears("Did the music get quieter for a moment?", .lower("music/song"))
        },
    ]

    @MainActor static let volumes = [
        Point(5, "Do system sounds follow the media volume or the ringer?") {
            await $0.setVolume("nothing", 0)
            $0.systemSound()
            await $0.hears("Did you hear a short tone?", .plainly("Probe/beep.wav"))
        },
        Point(20, "What do the buttons move on a locked screen with nothing playing?") {
            await $0.please(
                "Lock the phone, press volume up twice, and unlock it.",
                [["do": "lock"], ["do": "volumeButton", "press": "up", "times": 2.0], ["do": "unlock"]])
            $0.readVolume()
        },
        Point(28, "Which volume do the buttons move for a session that is active and emits nothing?") {
            $0.category(.playback)
            $0.active(true)
            await $0.please("Press volume up once.", [["do": "volumeButton", "press": "up"]], tells: 0)
        },
    ]

    @MainActor static let names = [
        Point(7, "Is an option outside its category an error?") {
            $0.category(.playback, .default, .defaultToSpeaker)
            $0.category(.playback, .default, AVAudioSession.CategoryOptions(rawValue: 0x4))
            $0.category(.playback, .default, .allowBluetoothA2DP)
            $0.category(.playback, .default, .allowAirPlay)
            $0.category(.soloAmbient, .default, .mixWithOthers)
            $0.category(.record, .default, .duckOthers)
        },
        Point(13, "What are the codes of the preferred-hardware properties?") {
            OldInterface.begin()
            $0.category(.playback)
            $0.remark(
                ["hwsr", "iobd", "phsr", "phbd"].map { "\($0) \(OldInterface.read($0).status)" }.joined(separator: ", ")
            )
        },
        Point(27, "What happens when a category does not exist on the device?") {
            let all: [AVAudioSession.Category] = [
                .multiRoute, .init(rawValue: "AVAudioSessionCategoryAudioProcessing"),
            ]
            let here = $0.session.availableCategories
            for category in all where !here.contains(category) { $0.category(category) }
        },
        Point(33, "May an app activate after the media server's reset without setting a category again?") {
            $0.category(.playback)
            $0.active(true)
            await $0.please(
                "In Settings, Developer, touch Reset Media Services, and come back here.",
                [["do": "mediaServices", "phase": "lost"], ["do": "mediaServices", "phase": "reset"]])
            $0.active(true)
        },
        Point(34, "Does the ducking property of the C interface clear the mixing property?") {
            OldInterface.begin()
            OldInterface.write("acat", OldInterface.code("medi"))
            OldInterface.write("cmix", 1)
            OldInterface.write("duck", 1)
            let mixes = OldInterface.read("cmix").value
            OldInterface.write("duck", 0)
            $0.category(.playback, .default, [.mixWithOthers, .duckOthers])
            $0.remark("cmix is \(mixes) with duck, \(OldInterface.read("cmix").value) after it")
        },
    ]
}

// MARK: The interface of the first phones

/// Audio Session Services, which Apple's headers have no more and its phones still have.
enum OldInterface {
    /// The property InterruptionType at the last end of an interruption.
    nonisolated(unsafe) static private(set) var resumption = "not told"

    static func code(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    static func begin() {
        _ = initialize(
            nil, nil, { _, state in if state == 0 { OldInterface.resumption = "\(OldInterface.read("type").value)" } },
            nil)
    }

    static func read(_ property: String) -> (status: OSStatus, value: UInt32) {
        // The longest of them are eight bytes.
        var value: UInt64 = 0
        var size: UInt32 = 4
        var status = get(code(property), &size, &value)
        if status != 0 {
            size = 8
            status = get(code(property), &size, &value)
        }
        return (status, UInt32(truncatingIfNeeded: value))
    }

    static func write(_ property: String, _ value: UInt32) {
        var value = value
        _ = set(code(property), 4, &value)
    }

    #if canImport(UIKit)
        private typealias Listener = @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void
        private typealias Initialize =
            @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, Listener?, UnsafeMutableRawPointer?) -> OSStatus
        private typealias Get =
            @convention(c) (UInt32, UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer?) -> OSStatus
        private typealias Set = @convention(c) (UInt32, UInt32, UnsafeRawPointer?) -> OSStatus

        private static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
            dlsym(UnsafeMutableRawPointer(bitPattern: -2), name).map { unsafeBitCast($0, to: type) }
        }

        private static func initialize(
            _ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?, _ listener: Listener?,
            _ data: UnsafeMutableRawPointer?
        ) -> OSStatus {
            find("AudioSessionInitialize", as: Initialize.self)?(loop, mode, listener, data) ?? -1
        }

        private static func get(
            _ property: UInt32, _ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer?
        ) -> OSStatus {
            find("AudioSessionGetProperty", as: Get.self)?(property, size, data) ?? -1
        }

        private static func set(_ property: UInt32, _ size: UInt32, _ data: UnsafeRawPointer?) -> OSStatus {
            find("AudioSessionSetProperty", as: Set.self)?(property, size, data) ?? -1
        }
    #else
        private static let initialize = AudioSessionInitialize
        private static let get = AudioSessionGetProperty
        private static let set = AudioSessionSetProperty
    #endif
}

// MARK: The screens

#if canImport(UIKit)
    /// One sentence and its buttons. The template's storyboard shows this controller.
    class ViewController: UIViewController, Screen {
        private let label = UILabel()
        private let buttons = UIStackView()
        private var answered: CheckedContinuation<String, Never>?

        override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = .white
            (label.numberOfLines, label.textAlignment, label.textColor) = (0, .center, .black)
            (buttons.axis, buttons.spacing) = (.vertical, 24)
            let all = UIStackView(arrangedSubviews: [label, buttons])
            (all.axis, all.spacing, all.frame) = (.vertical, 48, view.bounds.insetBy(dx: 24, dy: 120))
            all.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(all)
            Task { await runAll() }
        }

        private func runAll() async {
            let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
            for point in Point.all.sorted(by: { $0.number < $1.number }) {
                let choice = await ask("C\(point.number): \(point.question)", ["Ask me", "Next"], hint: true)
                guard choice == "Ask me" else { continue }
                let text = await point.run(on: self)
                print(text)
                try? text.write(
                    to: folder.appendingPathComponent("C\(point.number).yaml"), atomically: true, encoding: .utf8)
            }
            _ = await ask("That is all. Thank you.", [], hint: true)
        }

        func ask(_ sentence: String, _ answers: [String], hint: Value) async -> String {
            label.text = sentence
            for old in buttons.arrangedSubviews { old.removeFromSuperview() }
            return await withCheckedContinuation { continuation in
                answered = continuation
                for answer in answers.isEmpty ? (0...40).map { "-\($0)" } : answers {
                    buttons.addArrangedSubview(
                        UIButton(
                            type: .system,
                            primaryAction: UIAction(title: answer) { [weak self] _ in
                                self?.answered?.resume(returning: answer)
                                self?.answered = nil
                            }))
                }
            }
        }
    }
#else
    /// A terminal, or a driver that writes its answers into a file.
    final class Terminal: Screen {
        private let answers: FileHandle
        private let isDriven: Bool

        init(_ file: String?) {
            answers = file.flatMap { FileHandle(forReadingAtPath: $0) } ?? .standardInput
            isDriven = file != nil
        }

        func ask(_ sentence: String, _ choices: [String], hint: Value) async -> String {
            let words = choices.isEmpty ? "a number" : choices.joined(separator: ", ")
            FileHandle.standardOutput.write(Data("\(sentence) [\(words)]\n\(isDriven ? hint.json + "\n" : "")".utf8))
            let answers = answers
            return await Task.detached {
                var line = Data()
                while let byte = try? answers.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) { line += byte }
                return String(decoding: line, as: UTF8.self)
            }.value
        }
    }

    @main enum Main {
        @MainActor static func main() async {
            let words = CommandLine.arguments
            guard words.count >= 3, let point = Point.all.first(where: { "C\($0.number)" == words[1] }) else {
                print("usage: Probe C1 FILE [ANSWERS]; the points are C1 to C34, each the question of a scenario file.")
                exit(2)
            }
            let text = await point.run(on: Terminal(words.count > 3 ? words[3] : nil))
            do { try text.write(toFile: words[2], atomically: true, encoding: .utf8) } catch {
                print("cannot write \(words[2]): \(error)")
                exit(1)
            }
            FileHandle.standardOutput.write(Data("That is all. Thank you.\n".utf8))
        }
    }
#endif
