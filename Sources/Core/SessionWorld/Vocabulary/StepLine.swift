public import SessionPolicy

/// A step as it is written in a scenario file: one line of YAML, in the protocol's vocabulary.
public struct StepLine: Sendable {
    /// The keys with their values, in the order in which they are written.
    let keys: [(key: String, value: String)]

    /// The step that an event is.
    ///
    /// - Parameters:
    ///   - event: What happens; `deadlineReached` becomes `wait`.
    ///   - moment: When.
    ///   - name: The text behind a name.
    public init(_ event: Event, at moment: Instant, name: @escaping (Name) -> String) {
        var writer = Writer(name: name)
        writer.add("at", moment.secondsText)
        writer.write(event)
        keys = writer.keys
    }

    /// The line, such as `{at: 3, do: setActive, app: nav, to: true}`.
    public var text: String {
        "{" + keys.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
    }

    /// The step for people, without the time: `setActive nav to true`.
    public var phrase: String {
        keys.dropFirst().map { entry in
            switch entry.key {
            case "do", "app", "sound": entry.value
            default: "\(entry.key) \(entry.value)"
            }
        }.joined(separator: " ")
    }

    /// A text as YAML: bare where it is plainly a word, else in double quotes.
    package static func quoted(_ text: String) -> String {
        let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        let isWord =
            text.utf8.first.map(isLetter) == true
            && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
            && !reserved.contains(text.lowercased())
        return isWord ? text : text.quoted
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

/// A line in the making.
private struct Writer {
    let name: (Name) -> String
    var keys: [(key: String, value: String)] = []

    init(name: @escaping (Name) -> String) { self.name = name }

    mutating func add(_ key: String, _ value: String) { keys.append((key, value)) }

    private mutating func add(_ key: String, _ text: Name?) {
        if let text { add(key, StepLine.quoted(name(text))) }
    }

    private mutating func add(_ key: String, _ isOn: Bool) { add(key, isOn ? "true" : "false") }

    private mutating func add(seconds length: Length) { add("seconds", length.secondsText) }

    mutating func write(_ event: Event) {
        switch event {
        case .ringSwitchMoved(let position): verb("ringSwitch", ("to", "\(position)"))
        case .screenLocked: verb("lock")
        case .screenUnlocked: verb("unlock")
        case .volumeButtonPressed(let direction, let times):
            verb("volumeButton", ("press", "\(direction)"), ("times", String(times)))
        case .volumeSliderMoved(let level): verb("volumeSlider", ("to", "\(level)"))
        case .accessoryConnected(let accessory): write(accessory)
        case .accessoryDisconnected(let kind, let uid):
            verb(kind.isWired ? "unplug" : "disconnect", ("port", kind.name))
            add("uid", uid)
        case .routePicked(let kind, let uid):
            verb("pickRoute", ("port", kind?.name ?? "builtInSpeaker"))
            add("uid", uid)
        case .call(let phase, let name):
            verb("call", ("phase", "\(phase)"))
            add("app", name.app?.name)
            add("uid", name.uid)
        case .alarm(let phase, let uid):
            verb("alarm", ("phase", "\(phase)"))
            add("uid", uid)
        case .ringerSliderMoved(let level): verb("ringerSlider", ("to", "\(level)"))
        case .microphoneMuted(let isMuted): verb("builtInMicMuted", ("to", "\(isMuted)"))
        case .routeConfigurationChanged: verb("routeConfigurationChange")
        case .fallsAsleep: verb("sleep")
        case .wakes: verb("wake")
        case .alertArrived(let kind, let app, let length):
            verb("alert", ("kind", "\(kind)"))
            add("app", app?.name)
            add(seconds: length)
        case .keyClicked: verb("keyClick")
        case .settingChanged(let setting, let isOn):
            verb("setting", ("name", "\(setting)"))
            add("to", isOn)
        case .alertSoundsChanged(let app, let isOn):
            verb("setting", ("name", "alertSounds"))
            add("app", app.name)
            add("to", isOn)
        case .permissionAnswered(let app, let permission):
            verb("permission")
            add("app", app.name)
            add("for", "microphone")
            add("to", permission.name)
        case .mediaServices(let phase): verb("mediaServices", ("phase", "\(phase)"))
        case .siri(let phase): verb("siri", ("phase", "\(phase)"))
        case .remoteCommand(let command): write(command)
        case .headsetButtonPressed(let times): verb("headsetButton", ("press", String(times)))
        case .timePassed, .deadlineReached: verb("wait")
        case .app(let app, let event): write(event, of: app)
        }
    }

    private mutating func verb(_ verb: String, _ others: (String, String)...) {
        add("do", verb)
        for (key, value) in others { add(key, value) }
    }

    private mutating func write(_ command: RemoteCommand) {
        verb("remoteCommand", ("command", command.kind.name))
        guard let value = command.value else { return }
        switch command.kind {
        case .changePlaybackPosition: add("position", "\(value)")
        case .changePlaybackRate: add("rate", "\(value)")
        case .skipForward, .skipBackward: add("seconds", "\(value)")
        default: add("to", "\(value)")
        }
    }

    private mutating func write(_ accessory: Accessory) {
        verb(accessory.kind.isWired ? "plug" : "connect", ("port", accessory.kind.name))
        add("uid", accessory.uid)
        add("name", accessory.name)
        if let only = accessory.only { add("only", only.name) }
    }

    private mutating func write(_ event: AppEvent, of app: AppID) {
        func verb(_ verb: String) {
            add("do", verb)
            add("app", app.name)
        }
        switch event {
        case .launched(let launch):
            verb("launch")
            add("kind", "\(launch.kind)")
            if launch.kind == .app && launch.backgroundAudio { add("backgroundAudio", true) }
            if !launch.resumes { add("resumes", false) }
            if launch.resumesWithoutLeave { add("resumesWithoutLeave", true) }
            if !launch.pausesAtUnplug { add("pausesAtUnplug", false) }
            if launch.isInBackground { add("inBackground", true) }
            if let delay = launch.suspensionDelay { add("suspensionDelay", delay.secondsText) }
            if let gain = launch.duck.gain { add("duckGain", "\(gain)") }
            if let length = launch.duck.over { add("duckSeconds", length.secondsText) }
        case .registeredNowPlaying(let isNowPlaying):
            verb("nowPlaying")
            add("to", isNowPlaying)
        case .allowedHapticsWhileRecording(let allows):
            verb("allowHapticsAndSystemSoundsDuringRecording")
            add("to", allows)
        case .programLaunched(let kind, let backgroundAudio):
            // No step launches a real program; this is the nearest.
            verb("launch")
            add("kind", kind.name)
            if kind == .app && backgroundAudio { add("backgroundAudio", true) }
            add("resumes", false)
            add("pausesAtUnplug", false)
        case .enteredForeground: verb("foreground")
        case .enteredBackground: verb("background")
        case .quit: verb("quit")
        case .crashed: verb("crash")
        case .setCategory(let category, let mode, let options, let policy):
            verb("setCategory")
            add("category", category.name)
            if mode != .default { add("mode", mode.name) }
            if !options.isEmpty { add("options", "[" + options.names.joined(separator: ", ") + "]") }
            if policy != .default { add("policy", policy.name) }
        case .setActive(let isActive, let notifyOthers):
            verb("setActive")
            add("to", isActive)
            if notifyOthers { add("notifyOthers", true) }
        case .overrideOutput(let toSpeaker):
            verb("overrideOutput")
            add("to", toSpeaker ? "speaker" : "none")
        case .record(let starts):
            verb("record")
            add("phase", starts ? "start" : "stop")
        case .vibrate: verb("vibrate")
        case .startedVoiceProcessing: verb("voiceProcessing")
        case .setPreferredInput, .preferred, .setInputMuted, .setOutputMuted, .showedVolumeView, .setOption:
            writeWish(event, of: app)
        case .ask(let question):
            verb("ask")
            add("for", "\(question)")
        // No step says so: to a scenario it is time that passes.
        case .soundMoved, .answeredRemoteCommand: add("do", "wait")
        case .play, .pause, .stop, .setGain, .systemSound, .alertSound: writeSound(event, of: app)
        }
    }

    private mutating func writeWish(_ event: AppEvent, of app: AppID) {
        func verb(_ verb: String) {
            add("do", verb)
            add("app", app.name)
        }
        switch event {
        case .setPreferredInput(let port, let uid):
            verb("setPreferredInput")
            add("port", port?.name ?? "none")
            add("uid", uid)
        case .preferred(.noInterruptionsFromSystemAlerts, let prefers):
            verb("prefersNoInterruptionsFromSystemAlerts")
            add("to", prefers)
        case .preferred(.interruptionOnRouteDisconnect, let prefers):
            verb("prefersInterruptionOnRouteDisconnect")
            add("to", prefers)
        case .preferred(.echoCancelledInput, let prefers):
            verb("prefersEchoCancelledInput")
            add("to", prefers)
        case .setOutputMuted(let isMuted):
            verb("setOutputMuted")
            add("to", isMuted)
        case .setInputMuted(let isMuted):
            verb("setInputMuted")
            add("to", isMuted)
        case .showedVolumeView(let isShown):
            verb("volumeView")
            add("to", isShown)
        case .setOption(let option, let isSet):
            verb("setOption")
            // The one that contains mixing comes before it.
            add("option", option.names.first ?? "")
            add("to", isSet)
        default: break
        }
    }

    private mutating func writeSound(_ event: AppEvent, of app: AppID) {
        func verb(_ verb: String, _ sound: SoundID?) {
            add("do", verb)
            add("app", app.name)
            add("sound", sound?.name)
        }
        switch event {
        case .play(let sound, let length, let gain):
            verb("play", sound)
            if let length { add(seconds: length) }
            if let gain { add("gain", "\(gain)") }
        case .pause(let sound): verb("pause", sound)
        case .stop(let sound): verb("stop", sound)
        case .setGain(let sound, let gain):
            verb("gain", sound)
            add("to", "\(gain)")
        case .systemSound(let sound, let length, let isInterface):
            verb("systemSound", sound)
            add(seconds: length)
            if !isInterface { add("uiSound", false) }
        case .alertSound(let sound, let length):
            verb("alertSound", sound)
            add(seconds: length)
        default: break
        }
    }
}
