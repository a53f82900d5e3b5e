import SessionExploration
import SessionPolicy
import SessionReference

/// Steps as lines of the step vocabulary, and observations as lines to compare by eye.
enum WalkText {
    static func name(_ name: Name) -> String {
        let number = Int(name.number)
        if number >= 200 { return WalkGenerator.accessoryNames[number - 200] }
        if number >= 100 { return WalkGenerator.soundNames[number - 100] }
        return WalkGenerator.cast[number].name
    }

    /// The verb of a step, in the policy's words.
    static func verb(_ event: Event) -> String {
        if case .app(_, let event) = event { return String("\(event)".prefix { $0 != "(" }) }
        return String("\(event)".prefix { $0 != "(" })
    }

    /// A step as a line of the step vocabulary.
    static func line(_ step: WalkStep) -> String {
        let seconds = Double(step.at.nanoseconds) / 1e9
        return "{\"at\": \(seconds), \(body(step.event))}"
    }

    private static func body(_ event: Event) -> String {
        func uidText(_ uid: Name?) -> String { uid.map { ", \"uid\": \"\(name($0))\"" } ?? "" }
        switch event {
        case .ringSwitchMoved(let to): return "\"do\": \"ringSwitch\", \"to\": \"\(to)\""
        case .screenLocked: return "\"do\": \"lock\""
        case .screenUnlocked: return "\"do\": \"unlock\""
        case .volumeButtonPressed(let direction, let times):
            return "\"do\": \"volumeButton\", \"press\": \"\(direction)\", \"times\": \(times)"
        case .volumeSliderMoved(let level): return "\"do\": \"volumeSlider\", \"to\": \(level)"
        case .accessoryConnected(let accessory):
            let verb = accessory.kind.isWired ? "plug" : "connect"
            let called = accessory.name.map { ", \"name\": \"\(name($0))\"" } ?? ""
            let only = accessory.only.map { ", \"only\": \"\($0)\"" } ?? ""
            return "\"do\": \"\(verb)\", \"port\": \"\(accessory.kind.name)\"\(uidText(accessory.uid))\(called)\(only)"
        case .accessoryDisconnected(let kind, let uid):
            let verb = kind.isWired ? "unplug" : "disconnect"
            return "\"do\": \"\(verb)\", \"port\": \"\(kind.name)\"\(uidText(uid))"
        case .routePicked(let kind, let uid):
            return "\"do\": \"pickRoute\", \"port\": \"\(kind?.name ?? "builtInSpeaker")\"\(uidText(uid))"
        case .call(let phase, let call):
            let owner = call.app.map { ", \"app\": \"\(name($0.name))\"" } ?? ""
            return "\"do\": \"call\", \"phase\": \"\(phase)\"\(owner)\(uidText(call.uid))"
        case .alarm(let phase, let uid): return "\"do\": \"alarm\", \"phase\": \"\(phase)\"\(uidText(uid))"
        case .ringerSliderMoved(let level): return "\"do\": \"ringerSlider\", \"to\": \(level)"
        case .microphoneMuted(let isMuted): return "\"do\": \"builtInMicMuted\", \"to\": \(isMuted)"
        case .routeConfigurationChanged: return "\"do\": \"routeConfigurationChange\""
        case .fallsAsleep: return "\"do\": \"sleep\""
        case .wakes: return "\"do\": \"wake\""
        case .alertArrived(let kind, let app, let length):
            let owner = app.map { ", \"app\": \"\(name($0.name))\"" } ?? ""
            return "\"do\": \"alert\", \"kind\": \"\(kind)\"\(owner), \"seconds\": \(seconds(length))"
        case .keyClicked: return "\"do\": \"keyClick\""
        case .settingChanged(let setting, let isOn):
            return "\"do\": \"setting\", \"name\": \"\(setting)\", \"to\": \(isOn)"
        case .alertSoundsChanged(let app, let isOn):
            return "\"do\": \"setting\", \"name\": \"alertSounds\", \"app\": \"\(name(app.name))\", \"to\": \(isOn)"
        case .permissionAnswered(let app, let permission):
            return "\"do\": \"permission\", \"app\": \"\(name(app.name))\", \"to\": \"\(permission)\""
        case .mediaServices(let phase): return "\"do\": \"mediaServices\", \"phase\": \"\(phase)\""
        case .siri(let phase, let input):
            return "\"do\": \"siri\", \"phase\": \"\(phase)\", \"by\": \"\(input)\""
        case .messageAnnounced(let length): return "\"do\": \"announce\", \"seconds\": \(seconds(length))"
        case .proximityChanged(let proximity): return "\"do\": \"proximity\", \"to\": \"\(proximity.name)\""
        case .remoteCommand(let command): return "\"do\": \"remoteCommand\", \"command\": \"\(command.kind)\""
        case .headsetButtonPressed(let times): return "\"do\": \"headsetButton\", \"press\": \(times)"
        case .timePassed, .deadlineReached: return "\"do\": \"wait\""
        case .app(let id, let event): return "\"app\": \"\(name(id.name))\", \(body(event))"
        }
    }

    private static func seconds(_ length: Length) -> Double { Double(length.nanoseconds) / 1e9 }

    private static func body(_ event: AppEvent) -> String {
        func soundText(_ sound: SoundID?) -> String { sound.map { ", \"sound\": \"\(name($0.name))\"" } ?? "" }
        switch event {
        case .launched(let launch):
            return "\"do\": \"launch\", \"kind\": \"\(launch.kind)\", \"backgroundAudio\": \(launch.backgroundAudio), "
                + "\"resumes\": \(launch.resumes), \"resumesWithoutLeave\": \(launch.resumesWithoutLeave), "
                + "\"pausesAtUnplug\": \(launch.pausesAtUnplug.map(String.init) ?? "null"), \"inBackground\": \(launch.isInBackground)\(launch.mayResumeInBackground ? ", with leave" : "")"
                + (launch.suspensionDelay.map { ", \"suspensionDelay\": \(seconds($0))" } ?? "")
                + (launch.suspendsWhenIdle ? "" : ", \"suspendsWhenIdle\": false")
                + (launch.wantsRecommendation ? ", \"wantsRecommendation\": true" : "")
        case .registeredNowPlaying(let isOn): return "\"do\": \"nowPlaying\", \"to\": \(isOn)"
        case .allowedHapticsWhileRecording(let isOn):
            return "\"do\": \"allowHapticsAndSystemSoundsDuringRecording\", \"to\": \(isOn)"
        case .enteredForeground: return "\"do\": \"foreground\""
        case .enteredBackground: return "\"do\": \"background\""
        case .quit: return "\"do\": \"quit\""
        case .crashed: return "\"do\": \"crash\""
        case .setCategory(let category, let mode, let options, let policy):
            return "\"do\": \"setCategory\", \"category\": \"\(category.name)\", \"mode\": \"\(mode.name)\", "
                + "\"options\": \(options.names), \"policy\": \"\(policy.name)\""
        case .setActive(let isOn, let notifies):
            return "\"do\": \"setActive\", \"to\": \(isOn), \"notifyOthers\": \(notifies)"
        case .overrideOutput(let toSpeaker):
            return "\"do\": \"overrideOutput\", \"to\": \"\(toSpeaker ? "speaker" : "none")\""
        case .play(let sound, let length, let gain):
            let lasts = length.map { ", \"seconds\": \(seconds($0))" } ?? ""
            let level = gain.map { ", \"gain\": \($0)" } ?? ""
            return "\"do\": \"play\"\(soundText(sound))\(lasts)\(level)"
        case .playLost(let sound): return "\"do\": \"play\"\(soundText(sound)), lost"
        case .pause(let sound): return "\"do\": \"pause\"\(soundText(sound))"
        case .stop(let sound): return "\"do\": \"stop\"\(soundText(sound))"
        case .setGain(let sound, let gain, _): return "\"do\": \"gain\"\(soundText(sound)), \"to\": \(gain)"
        case .soundMoved(let sound, let length):
            let rest = length.map { ", \"seconds\": \(seconds($0))" } ?? ""
            return "\"do\": \"soundMoved\"\(soundText(sound))\(rest)"
        case .record(let isOn): return "\"do\": \"record\", \"phase\": \"\(isOn ? "start" : "stop")\""
        case .systemSound(let sound, let length, let isInterface):
            return "\"do\": \"systemSound\"\(soundText(sound)), \"seconds\": \(seconds(length)), "
                + "\"uiSound\": \(isInterface)"
        case .alertSound(let sound, let length):
            return "\"do\": \"alertSound\"\(soundText(sound)), \"seconds\": \(seconds(length))"
        case .vibrate: return "\"do\": \"vibrate\""
        case .setPreferredInput(let port, let uid):
            let which = uid.map { ", \"uid\": \"\(name($0))\"" } ?? ""
            return "\"do\": \"setPreferredInput\", \"port\": \"\(port?.name ?? "none")\"\(which)"
        case .preferred(.noInterruptionsFromSystemAlerts, let isOn):
            return "\"do\": \"prefersNoInterruptionsFromSystemAlerts\", \"to\": \(isOn)"
        case .preferred(.echoCancelledInput, let isOn):
            return "\"do\": \"prefersEchoCancelledInput\", \"to\": \(isOn)"
        case .preferred(.interruptionOnRouteDisconnect, let isOn):
            return "\"do\": \"prefersInterruptionOnRouteDisconnect\", \"to\": \(isOn)"
        case .setOutputMuted(let isOn): return "\"do\": \"setOutputMuted\", \"to\": \(isOn)"
        case .setInputMuted(let isOn): return "\"do\": \"setInputMuted\", \"to\": \(isOn)"
        case .showedVolumeView(let isOn): return "\"do\": \"volumeView\", \"to\": \(isOn)"
        case .startedVoiceProcessing: return "\"do\": \"voiceProcessing\""
        case .setOption(let option, let isOn):
            return "\"do\": \"setOption\", \"option\": \"\(option.names[0])\", \"to\": \(isOn)"
        case .answeredRemoteCommand(let kind, let status): return "answers \(kind): \(status)"
        case .ask(let question): return "\"do\": \"ask\", \"for\": \"\(question)\""
        case .changeCategory, .call, .requestRecordPermission: return "\(event)"
        }
    }

    /// An observation, one observable to a line, each with the name of the key that a reply shows it under.
    static func lines(_ observation: Observation) -> [(key: String, text: String)] {
        var lines: [(key: String, text: String)] = []
        lines.append(("result", observation.error?.name ?? "ok"))
        lines.append(("answer", observation.answer.map { answer($0) } ?? "none"))
        lines.append(("heard", observation.heard.map { heard($0) }.joined(separator: "; ")))
        let unheard = observation.unheard.map { sound in
            "\(self.sound(sound.sound)) \(sound.rule.id)\(sound.haltChange.map { " by \($0)" } ?? "")"
        }
        lines.append(("unheard", unheard.joined(separator: "; ")))
        let events = observation.events.map { "\(name($0.app.name)) \($0.message)" }
        lines.append(("events", events.joined(separator: "; ")))
        lines.append(("vibrated", "\(observation.vibrated)"))
        lines.append(("sessions", observation.sessions.map { session($0) }.joined(separator: "; ")))
        let device = observation.device
        lines.append(("device.switch", device.isSilent ? "silent" : "ring"))
        lines.append(("device.locked", "\(device.isLocked)"))
        lines.append(("device.proximity", device.isAtEar ? "near" : "far"))
        lines.append(("device.call", "\(device.call)"))
        lines.append(("device.calls", device.calls.joined(separator: "; ")))
        lines.append(("device.alarm", "\(device.alarmFires)"))
        lines.append(("device.outputs", ports(device.outputs)))
        lines.append(("device.inputs", ports(device.inputs)))
        lines.append(("device.mediaVolume", "\(device.mediaVolume)"))
        lines.append(("device.ringerVolume", "\(device.ringerVolume)"))
        lines.append(("device.callVolume", "\(device.callVolume)"))
        lines.append(("device.foreground", device.foreground.map { name($0.name) } ?? "none"))
        lines.append(("device.hasVolumeControl", "\(device.hasVolumeControl)"))
        lines.append(("device.preferredOutputs", ports(device.preferredOutputs)))
        lines.append(("meanwhile", "\(observation.meanwhile.count)"))
        for (index, moment) in observation.meanwhile.enumerated() {
            lines.append(("meanwhile.at", "[\(index)] \(moment.at.nanoseconds)"))
            lines += self.lines(moment).map { ("meanwhile.\($0.key)", "[\(index)] \($0.text)") }
        }
        return lines
    }

    private static func ports(_ ports: PortSet) -> String {
        "[" + ports.ports.map(\.name).joined(separator: ", ") + "]"
    }

    private static func sound(_ reference: SoundReference) -> String {
        let owner = [reference.app.map { name($0.name) }, reference.sound.map { name($0.name) }].compactMap { $0 }
        return ([reference.kind.name] + owner).joined(separator: "/")
    }

    private static func heard(_ heard: Observation.Heard) -> String {
        "\(sound(heard.sound)) \(heard.gain)\(heard.isDucked ? " ducked" : "") on \(ports(heard.outputs)) by \(heard.duckChange)"
    }

    private static func session(_ line: Observation.SessionLine) -> String {
        "\(name(line.app.name)) \(line.category.name) \(line.mode.name) \(line.options.names) \(line.phase)"
    }

    private static func answer(_ answer: Observation.Answered) -> String {
        switch answer {
        case .flag(let flag): "\(flag)"
        case .volume(let volume): "\(volume)"
        case .category(let category): category.name
        case .route(let outputs, let inputs): "outputs \(ports(outputs)) inputs \(ports(inputs))"
        case .slider(let level): "slider \(level)"
        case .promptStyle(let style): style.name
        case .inputs(let inputs): ports(inputs)
        case .input(let port): port?.name ?? "none"
        case .status(let status): status.name
        case .accessory(let kind, let called): "\(kind.name) called \(called.map { name($0) } ?? "nothing")"
        }
    }
}
