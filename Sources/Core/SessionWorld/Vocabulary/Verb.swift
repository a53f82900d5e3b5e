public import SessionPolicy

/// The verbs of the step vocabulary; each has its row below.
public enum Verb: String, CaseIterable, Hashable, Sendable {
    case rules
    // What the person and the device do.
    case ringSwitch, lock, unlock, volumeButton, volumeSlider, plug, unplug, connect, disconnect, pickRoute
    case call, alarm, alert, keyClick, setting, mediaServices, permission, siri, wait
    case ringerSlider, builtInMicMuted, routeConfigurationChange, sleep, wake, remoteCommand, headsetButton
    case proximity, announce
    // What an app does.
    case launch, foreground, background, quit, crash, setCategory, setActive, overrideOutput
    case play, pause, stop, gain, record, systemSound, alertSound, vibrate, ask
    case nowPlaying, allowHapticsAndSystemSoundsDuringRecording
    case setPreferredInput, prefersNoInterruptionsFromSystemAlerts, prefersInterruptionOnRouteDisconnect
    case setInputMuted, volumeView, voiceProcessing, setOption, setOutputMuted, prefersEchoCancelledInput

    /// The verb as it is written.
    public var name: String { rawValue }

    /// The meaning of the verb, as a sentence.
    public var sentence: String { VerbRule.row(name)?.sentence ?? "" }

    /// Whether it starts or continues the sound that it names.
    public var startsSound: Bool { self == .play || self == .systemSound || self == .alertSound }
}

extension Event {
    /// The verb of the nearest step.
    public var verb: Verb {
        switch self {
        case .ringSwitchMoved: .ringSwitch
        case .screenLocked: .lock
        case .screenUnlocked: .unlock
        case .volumeButtonPressed: .volumeButton
        case .volumeSliderMoved: .volumeSlider
        case .ringerSliderMoved: .ringerSlider
        case .accessoryConnected(let accessory): accessory.kind.isWired ? .plug : .connect
        case .accessoryDisconnected(let kind, _): kind.isWired ? .unplug : .disconnect
        case .routePicked: .pickRoute
        case .call: .call
        case .alarm: .alarm
        case .alertArrived: .alert
        case .keyClicked: .keyClick
        case .settingChanged, .alertSoundsChanged: .setting
        case .permissionAnswered: .permission
        case .mediaServices: .mediaServices
        case .siri: .siri
        case .messageAnnounced: .announce
        case .proximityChanged: .proximity
        case .microphoneMuted: .builtInMicMuted
        case .routeConfigurationChanged: .routeConfigurationChange
        case .fallsAsleep: .sleep
        case .wakes: .wake
        case .remoteCommand: .remoteCommand
        case .headsetButtonPressed: .headsetButton
        case .timePassed, .deadlineReached: .wait
        case .app(_, let act): act.verb
        }
    }

    /// The app that a step with this event names.
    package var app: AppID? {
        switch self {
        case .app(let app, _), .alertSoundsChanged(let app, _), .permissionAnswered(let app, _): app
        case .call(_, let name): name.app
        case .alertArrived(_, let app, _): app
        default: nil
        }
    }
}

extension AppAct {
    /// The verb of the nearest step.
    public var verb: Verb {
        switch self {
        case .launched: .launch
        case .enteredForeground: .foreground
        case .enteredBackground: .background
        case .quit: .quit
        case .crashed: .crash
        case .setCategory, .changeCategory: .setCategory
        case .setActive: .setActive
        case .overrideOutput: .overrideOutput
        case .play, .playLost: .play
        case .pause: .pause
        case .stop: .stop
        case .setGain: .gain
        case .soundMoved: .wait
        case .record: .record
        case .systemSound: .systemSound
        case .alertSound: .alertSound
        case .registeredNowPlaying: .nowPlaying
        case .allowedHapticsWhileRecording: .allowHapticsAndSystemSoundsDuringRecording
        case .vibrate: .vibrate
        case .setPreferredInput: .setPreferredInput
        case .preferred(.noInterruptionsFromSystemAlerts, _): .prefersNoInterruptionsFromSystemAlerts
        case .preferred(.interruptionOnRouteDisconnect, _): .prefersInterruptionOnRouteDisconnect
        case .preferred(.echoCancelledInput, _): .prefersEchoCancelledInput
        case .setInputMuted: .setInputMuted
        case .setOutputMuted: .setOutputMuted
        case .showedVolumeView: .volumeView
        case .startedVoiceProcessing: .voiceProcessing
        case .setOption: .setOption
        case .answeredRemoteCommand: .remoteCommand
        case .ask, .requestRecordPermission: .ask
        case .call: .call
        }
    }
}

extension VerbRule {
    static let ofDevice: [VerbRule] = [
        VerbRule(
            .ringSwitch, "The person moves the Ring/Silent switch.",
            [.required(.to, .word(of: RingSwitch.self))],
            .device({ .ringSwitchMoved(to: $0.choice(.to)) }) {
                if case .ringSwitchMoved(let position) = $0 { [.to: .word(position.name)] } else { nil }
            }),
        VerbRule(.lock, "The screen is locked.", .device(.screenLocked)),
        VerbRule(.unlock, "The screen is unlocked.", .device(.screenUnlocked)),
        VerbRule(
            .volumeButton, "The person presses a side button; one press is a sixteenth of the range.",
            [.required(.press, .word(of: VolumeDirection.self)), .optional(.times, .whole(1...1_000_000))],
            .device({ .volumeButtonPressed($0.choice(.press), times: $0.whole(.times) ?? 1) }) {
                guard case .volumeButtonPressed(let direction, let times) = $0 else { return nil }
                return [.press: .word(direction.name), .times: .whole(times)]
            }),
        VerbRule(
            .volumeSlider, "The person moves the system's slider inside an app to a linear level.",
            [.required(.to, .level)],
            .device({ .volumeSliderMoved(to: $0.number(.to)!) }) {
                if case .volumeSliderMoved(let level) = $0 { [.to: .number(level)] } else { nil }
            }),
        VerbRule(
            .plug, "A wired accessory is plugged in.",
            [
                .required(.port, .wired), .optional(.name, .name), .optional(.uid, .name),
                .optional(.only, .word(of: Accessory.Direction.self)),
            ],
            .device({ .accessoryConnected($0.accessory(of: Accessory.Kind.wired)) }) {
                if case .accessoryConnected(let accessory) = $0, accessory.kind.isWired {
                    accessory.written
                } else {
                    nil
                }
            }),
        VerbRule(
            .unplug, "A wired accessory is pulled out.",
            [.required(.port, .wired), .optional(.name, .name), .optional(.uid, .name)],
            .device({ .accessoryDisconnected(Accessory.Kind.wired[$0.word(.port)!].kind, uid: $0.name(.uid)) }) {
                guard case .accessoryDisconnected(let kind, let uid) = $0, kind.isWired else { return nil }
                return [.port: .word(kind.name), .uid: uid.map { .name($0) }]
            }),
        VerbRule(
            .connect, "A wireless accessory is connected.",
            [.required(.port, .wireless), .optional(.name, .name), .optional(.uid, .name)],
            .device({ .accessoryConnected($0.accessory(of: Accessory.Kind.wireless)) }) {
                if case .accessoryConnected(let accessory) = $0, !accessory.kind.isWired {
                    accessory.written
                } else {
                    nil
                }
            }),
        VerbRule(
            .disconnect, "A wireless accessory is gone.",
            [
                .required(.port, .wireless), .optional(.name, .name), .optional(.uid, .name),
                .optional(.because, .word(["user", "outOfRange", "poweredOff"])),
            ],
            .device({ .accessoryDisconnected(Accessory.Kind.wireless[$0.word(.port)!].kind, uid: $0.name(.uid)) }) {
                guard case .accessoryDisconnected(let kind, let uid) = $0, !kind.isWired else { return nil }
                return [.port: .word(kind.name), .uid: uid.map { .name($0) }]
            }),
        VerbRule(
            .pickRoute, "The person picks an output in the route picker.",
            [
                .required(
                    .port, .word((Accessory.Kind.wired + Accessory.Kind.wireless).map { $0.word } + ["builtInSpeaker"])),
                .optional(.uid, .name),
            ],
            .device({ arguments in
                let place = arguments.word(.port)!
                let kinds = Accessory.Kind.wired + Accessory.Kind.wireless
                return .routePicked(place < kinds.count ? kinds[place].kind : nil, uid: arguments.name(.uid))
            }) {
                guard case .routePicked(let kind, let uid) = $0 else { return nil }
                return [.port: .word(kind?.name ?? "builtInSpeaker"), .uid: uid.map { .name($0) }]
            }),
        VerbRule(
            .call, "Something happens to a call, the phone's own or an app's.",
            [.required(.phase, .word(of: CallPhase.self)), .optional(.app, .name), .optional(.uid, .name)],
            .device({
                .call($0.choice(.phase), CallName(app: $0.name(.app).map { AppID($0) }, uid: $0.name(.uid)))
            }) {
                guard case .call(let phase, let call) = $0 else { return nil }
                return [
                    .phase: .word(phase.name), .app: call.app.map { .name($0.name) }, .uid: call.uid.map { .name($0) },
                ]
            }),
        VerbRule(
            .alarm, "Something happens to an alarm that the person has set.",
            [.required(.phase, .word(of: AlarmPhase.self)), .optional(.uid, .name)],
            .device({ .alarm($0.choice(.phase), uid: $0.name(.uid)) }) {
                guard case .alarm(let phase, let uid) = $0 else { return nil }
                return [.phase: .word(phase.name), .uid: uid.map { .name($0) }]
            }),
        VerbRule(
            .alert, "A notification with a sound arrives.",
            [
                .required(.kind, .word(of: AlertKind.self)), .only(.app, with: .kind, "push", .name),
                .optional(.seconds, .seconds),
            ],
            .device({
                .alertArrived(
                    $0.choice(.kind), app: $0.name(.app).map { AppID($0) }, lasts: $0.length() ?? .milliseconds(1000))
            }) {
                guard case .alertArrived(let kind, let app, let length) = $0 else { return nil }
                return [.kind: .word(kind.name), .app: app.map { .name($0.name) }, .seconds: .seconds(length)]
            }),
        VerbRule(.keyClick, "A key of the keyboard clicks.", .device(.keyClicked)),
        VerbRule(
            .setting, "The person changes a setting; all are on at first.",
            [
                .required(.name, .word(Setting.allCases.map { $0.name } + ["alertSounds"])),
                .only(.app, with: .name, "alertSounds", .name), .required(.to, .flag),
            ],
            .device({ arguments in
                let isOn = arguments.flag(.to)!
                if let app = arguments.name(.app) { return .alertSoundsChanged(app: AppID(app), to: isOn) }
                return .settingChanged(Setting.allCases[arguments.word(.name)!], to: isOn)
            }) {
                switch $0 {
                case .settingChanged(let setting, let isOn): [.name: .word(setting.name), .to: .flag(isOn)]
                case .alertSoundsChanged(let app, let isOn):
                    [.name: .word("alertSounds"), .app: .name(app.name), .to: .flag(isOn)]
                default: nil
                }
            }),
        VerbRule(
            .mediaServices, "The media server dies or comes back.",
            [.required(.phase, .word(of: MediaServicesPhase.self))],
            .device({ .mediaServices($0.choice(.phase)) }) {
                if case .mediaServices(let phase) = $0 { [.phase: .word(phase.name)] } else { nil }
            }),
        VerbRule(
            .siri, "Siri begins to listen, or is done.",
            [.required(.phase, .word(of: SiriPhase.self)), .optional(.by, .word(of: SiriInput.self))],
            .device({ .siri($0.choice(.phase), by: $0.choice(.by)) }) {
                guard case .siri(let phase, let input) = $0 else { return nil }
                return [.phase: .word(phase.name), .by: input == .phone ? nil : .word(input.name)]
            }),
        VerbRule(
            .permission, "The person answers an app's question for the microphone.",
            [
                .required(.app, .name), .required(.for, .word(["microphone"])),
                .required(.to, .word(of: RecordPermission.self)),
            ],
            .device({ .permissionAnswered(app: AppID($0.name(.app)!), $0.choice(.to)) }) {
                guard case .permissionAnswered(let app, let permission) = $0 else { return nil }
                return [.app: .name(app.name), .for: .word("microphone"), .to: .word(permission.name)]
            }),
        VerbRule(.wait, "Time passes and nothing else happens.", .device(.timePassed)),
        VerbRule(
            .ringerSlider, "The person moves the ringer's slider in Settings to a linear level.",
            [.required(.to, .level)],
            .device({ .ringerSliderMoved(to: $0.number(.to)!) }) {
                if case .ringerSliderMoved(let level) = $0 { [.to: .number(level)] } else { nil }
            }),
        VerbRule(
            .builtInMicMuted, "The hardware mutes the phone's own microphone, or no longer does.",
            [.required(.to, .flag)],
            .device({ .microphoneMuted($0.flag(.to)!) }) {
                if case .microphoneMuted(let isMuted) = $0 { [.to: .flag(isMuted)] } else { nil }
            }),
        VerbRule(
            .routeConfigurationChange, "The route keeps its ports and changes its configuration.",
            .device(.routeConfigurationChanged)),
        VerbRule(.sleep, "The device goes to sleep.", .device(.fallsAsleep)),
        VerbRule(.wake, "The device wakes.", .device(.wakes)),
        VerbRule(
            .remoteCommand, "The person gives the Now Playing app a command from elsewhere.",
            [
                .required(.command, .word(of: RemoteCommand.Kind.self)), .optional(.seconds, .seconds),
                .only(.position, with: .command, RemoteCommand.Kind.changePlaybackPosition.name, .seconds),
                .optional(.rate, .number(0...32)),
                .optional(.to, .number(0...5)),
            ],
            .device({ arguments in
                let kind = arguments.choice(.command, of: RemoteCommand.Kind.self)
                let value: Double? =
                    switch kind.key {
                    case .seconds: arguments.length()?.seconds
                    case let key: key.flatMap { arguments.number($0) }
                    }
                return .remoteCommand(RemoteCommand(kind, value: value))
            }) {
                guard case .remoteCommand(let command) = $0 else { return nil }
                let value = command.value.map { StepValue.number($0) }
                return [.command: .word(command.kind.name), command.kind.key ?? .to: value]
            }),
        VerbRule(
            .headsetButton, "The person presses the button of a headset, up to three times in quick succession.",
            [.optional(.press, .whole(1...3))],
            .device({ .headsetButtonPressed(times: $0.whole(.press) ?? 1) }) {
                if case .headsetButtonPressed(let times) = $0 { [.press: .whole(times)] } else { nil }
            }),
        VerbRule(
            .proximity, "The phone comes to an ear, or leaves it.", [.required(.to, .word(of: Proximity.self))],
            .device({ .proximityChanged(to: $0.choice(.to)) }) {
                if case .proximityChanged(let proximity) = $0 { [.to: .word(proximity.name)] } else { nil }
            }),
        VerbRule(
            .announce, "Siri reads a message aloud in headphones.", [.optional(.seconds, .seconds)],
            .device({ .messageAnnounced(lasts: $0.length() ?? .milliseconds(5_000)) }) {
                if case .messageAnnounced(let length) = $0 { [.seconds: .seconds(length)] } else { nil }
            }),
    ]
}

extension VerbRule {
    private static let oneByOne = CategoryOptions.words

    /// The verbs of an app; every row also has the key `app`.
    static let ofApps: [VerbRule] = [
        VerbRule(
            .launch, "The app starts and comes to the foreground.",
            [
                .optional(.kind, .word(of: AppKind.self)), .optional(.backgroundAudio, .flag),
                .optional(.resumes, .flag), .optional(.resumesWithoutLeave, .flag), .optional(.pausesAtUnplug, .flag),
                .optional(.inBackground, .flag), .optional(.suspensionDelay, .seconds),
                .optional(.duckGain, .level), .optional(.duckSeconds, .seconds),
                .optional(.wantsRecommendation, .flag), .optional(.suspendsWhenIdle, .flag),
            ],
            .app({ .launched(Launch($0)) }) {
                if case .launched(let launch) = $0 { launch.written } else { nil }
            }),
        VerbRule(.foreground, "The app comes to the foreground.", .app(.enteredForeground)),
        VerbRule(.background, "The app leaves the foreground.", .app(.enteredBackground)),
        VerbRule(.quit, "The app ends and releases everything it held.", .app(.quit)),
        VerbRule(.crash, "The app dies and releases everything it held.", .app(.crashed)),
        VerbRule(
            .setCategory, "The app sets its session's category, mode and options, all at once.",
            [
                .required(.category, .word(of: Category.self)), .optional(.mode, .word(of: Mode.self)),
                .optional(.options, .words(CategoryOptions.words.map { $0.name })),
                .optional(.policy, .word(of: RouteSharingPolicy.self)),
            ],
            .app({ arguments in
                let bits = arguments.words(.options)
                let options = CategoryOptions.words.indices.filter { bits >> UInt32($0) & 1 == 1 }
                return .setCategory(
                    arguments.choice(.category), arguments.choice(.mode),
                    CategoryOptions(options.map { CategoryOptions.words[$0].option }),
                    policy: arguments.choice(.policy))
            }) {
                guard case .setCategory(let category, let mode, let options, let policy) = $0 else { return nil }
                return [
                    .category: .word(category.name), .mode: mode == .default ? nil : .word(mode.name),
                    .options: options.isEmpty ? nil : .words(options.names),
                    .policy: policy == .default ? nil : .word(policy.name),
                ]
            }),
        VerbRule(
            .setActive, "The app activates or deactivates its session.",
            [.required(.to, .flag), .optional(.notifyOthers, .flag)],
            .app({ .setActive($0.flag(.to)!, notifyOthers: $0.flag(.notifyOthers) ?? false) }) {
                guard case .setActive(let isActive, let notifiesOthers) = $0 else { return nil }
                return [.to: .flag(isActive), .notifyOthers: notifiesOthers ? .flag(true) : nil]
            }),
        VerbRule(
            .overrideOutput, "The app asks for the speaker in place of the route, or takes that back.",
            [.required(.to, .word(["speaker", "none"]))],
            .app({ .overrideOutput(toSpeaker: $0.word(.to) == 0) }) {
                if case .overrideOutput(let isSpeaker) = $0 {
                    [.to: .word(isSpeaker ? "speaker" : "none")]
                } else {
                    nil
                }
            }),
        VerbRule(
            .play, "The app starts a sound, or goes on with a paused one.",
            [.required(.sound, .name), .optional(.seconds, .seconds), .optional(.gain, .level)],
            .app({ .play($0.sound()!, lasts: $0.length(), gain: $0.number(.gain)) }) {
                guard case .play(let sound, let length, let gain) = $0 else { return nil }
                return [
                    .sound: .name(sound.name), .seconds: length.map { .seconds($0) }, .gain: gain.map { .number($0) },
                ]
            }),
        VerbRule(
            .pause, "The app pauses a sound, or all of its sounds.", [.optional(.sound, .name)],
            .app({ .pause($0.sound()) }) {
                if case .pause(let sound) = $0 { [.sound: sound.map { .name($0.name) }] } else { nil }
            }),
        VerbRule(
            .stop, "The app stops a sound, or all of its sounds.", [.optional(.sound, .name)],
            .app({ .stop($0.sound()) }) {
                if case .stop(let sound) = $0 { [.sound: sound.map { .name($0.name) }] } else { nil }
            }),
        VerbRule(
            .gain, "The app sets the linear level of one of its sounds.",
            [.required(.sound, .name), .required(.to, .level)],
            .app({ .setGain($0.sound()!, to: $0.number(.to)!) }) {
                guard case .setGain(let sound, let gain, nil) = $0 else { return nil }
                return [.sound: .name(sound.name), .to: .number(gain)]
            }),
        VerbRule(
            .record, "The app starts or stops recording.", [.required(.phase, .word(["start", "stop"]))],
            .app({ .record($0.word(.phase) == 0) }) {
                if case .record(let starts) = $0 { [.phase: .word(starts ? "start" : "stop")] } else { nil }
            }),
        VerbRule(
            .systemSound, "The app plays a short sound through System Sound Services.",
            [.required(.sound, .name), .optional(.seconds, .seconds), .optional(.uiSound, .flag)],
            .app({
                .systemSound(
                    $0.sound()!, lasts: $0.length() ?? .milliseconds(500), isInterface: $0.flag(.uiSound) ?? true)
            }) {
                guard case .systemSound(let sound, let length, let isInterface) = $0 else { return nil }
                return [
                    .sound: .name(sound.name), .seconds: .seconds(length), .uiSound: isInterface ? nil : .flag(false),
                ]
            }),
        VerbRule(
            .alertSound, "The same as an alert, which vibrates where the settings say so.",
            [.required(.sound, .name), .optional(.seconds, .seconds)],
            .app({ .alertSound($0.sound()!, lasts: $0.length() ?? .milliseconds(500)) }) {
                guard case .alertSound(let sound, let length) = $0 else { return nil }
                return [.sound: .name(sound.name), .seconds: .seconds(length)]
            }),
        VerbRule(.vibrate, "The app makes the device vibrate.", .app(.vibrate)),
        VerbRule(
            .nowPlaying, "The app registers as Now Playing by its remote commands, or takes that back.",
            [.required(.to, .flag)],
            .app({ .registeredNowPlaying($0) }) { if case .registeredNowPlaying(let isOn) = $0 { isOn } else { nil } }),
        VerbRule(
            .allowHapticsAndSystemSoundsDuringRecording,
            "The app allows vibration and system sounds while it records, or no longer.", [.required(.to, .flag)],
            .app({ .allowedHapticsWhileRecording($0) }) {
                if case .allowedHapticsWhileRecording(let isOn) = $0 { isOn } else { nil }
            }),
        VerbRule(
            .setPreferredInput, "The app chooses among its available inputs, or leaves the choice to the rules.",
            [.required(.port, .input), .optional(.uid, .name)],
            .app({ arguments in
                let place = arguments.word(.port)!
                return .setPreferredInput(
                    place < Port.inputs.count ? Port.inputs[place] : nil, uid: arguments.name(.uid))
            }) {
                guard case .setPreferredInput(let port, let uid) = $0 else { return nil }
                return [.port: .word(port?.name ?? "none"), .uid: uid.map { .name($0) }]
            }),
        preference(
            .prefersNoInterruptionsFromSystemAlerts, .noInterruptionsFromSystemAlerts,
            "The app prefers not to be interrupted before a call is answered, where calls come in as banners."),
        preference(
            .prefersInterruptionOnRouteDisconnect, .interruptionOnRouteDisconnect,
            "The app prefers to be interrupted when its output is disconnected, or prefers not to be."),
        VerbRule(
            .setInputMuted, "The app mutes its own input, or no longer does.", [.required(.to, .flag)],
            .app({ .setInputMuted($0) }) { if case .setInputMuted(let isOn) = $0 { isOn } else { nil } }),
        VerbRule(
            .setOutputMuted, "The app mutes its own output, or no longer does.", [.required(.to, .flag)],
            .app({ .setOutputMuted($0) }) { if case .setOutputMuted(let isOn) = $0 { isOn } else { nil } }),
        preference(
            .prefersEchoCancelledInput, .echoCancelledInput,
            "The app prefers echo-cancelled input, or not."),
        VerbRule(
            .volumeView, "The app shows the system's volume view, or no longer does.", [.required(.to, .flag)],
            .app({ .showedVolumeView($0) }) { if case .showedVolumeView(let isOn) = $0 { isOn } else { nil } }),
        VerbRule(
            .voiceProcessing, "The app starts to process voice, by its audio unit or its engine.",
            .app(.startedVoiceProcessing)),
        VerbRule(
            .setOption, "The app sets one option of its category or takes it back, and keeps the others.",
            [.required(.option, .word(oneByOne.map { $0.name })), .required(.to, .flag)],
            .app({ .setOption(oneByOne[$0.word(.option)!].option, $0.flag(.to)!) }) {
                guard case .setOption(let option, let isSet) = $0 else { return nil }
                // The one that contains mixing comes before it.
                return [.option: .word(option.names.first ?? ""), .to: .flag(isSet)]
            }),
        VerbRule(
            .ask, "The app asks a question; the reply has the answer.", [.required(.for, .word(of: Question.self))],
            .app({ .ask($0.choice(.for)) }) {
                if case .ask(let question) = $0 { [.for: .word(question.name)] } else { nil }
            }),
    ]

    private static func preference(_ verb: Verb, _ preference: Preference, _ sentence: String) -> VerbRule {
        VerbRule(
            verb, sentence, [.required(.to, .flag)],
            .app({ .preferred(preference, $0) }) {
                if case .preferred(preference, let isOn) = $0 { isOn } else { nil }
            })
    }
}
